/**
 * How a restore would change a scene, lot by lot, and which of its lot numbers are now used by other scenes.
 */
import type { AnswerAt } from '#src/core/api.ts'
import { useWords } from '#src/core/words.ts'
import { ChangeLine } from '../document/config-document-change.tsx'
import styles from './history.module.css'

type ConfigChange = NonNullable<AnswerAt<'/api/parking/preview_restore_param'>['scene']>

export function SceneDifferences({ scene: { differences, taken_lots } }: { scene: ConfigChange }) {
  const words = useWords('history')
  return (
    <>
      {differences.length > 0 && (
        <p>
          {differences.some(({ kind }) => kind === 'scene')
            ? words.restore.scene_redrawn
            : words.restore.scene}
        </p>
      )}
      <ul className={styles.differences} aria-label={words.restore.differences}>
        {differences.map((one, at) => (
          <li key={at}>
            <ChangeLine section="scenes" one={one} />
          </li>
        ))}
      </ul>
      {taken_lots.length > 0 && (
        <p className={styles.warn} role="status">
          {words.restore.taken(
            taken_lots
              .map(({ lot_no, camera_name, parking_no }) =>
                words.restore.taken_lot(lot_no, camera_name, parking_no),
              )
              .join(words.and),
          )}
        </p>
      )}
    </>
  )
}
