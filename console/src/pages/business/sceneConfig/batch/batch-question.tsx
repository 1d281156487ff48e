/** Asks before a batch: which cameras it affects and what else it deletes. */
import { useId } from 'react'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import styles from './batch.module.css'
import { addressOf, type Camera } from '../camera/camera.ts'
import type { BatchKind } from './use-batch.ts'

type Props = {
  kind: BatchKind
  supported: readonly Camera[]
  skipped: number
  typed: { value: string; onChange: (value: string) => void } | undefined
}

export function BatchQuestion({ kind, supported, skipped, typed }: Props) {
  const words = useWords('camera')
  const text = words.batch
  const scenes = useCall('/api/camera/get_scenes', {}, { enabled: kind === 'remove' })
  const id = useId()
  const sum = (of: 'scene_num' | 'lot_num') => supported.reduce((all, camera) => all + camera[of], 0)
  const lotsOf = (camera_sn: string) =>
    (scenes.data?.list ?? [])
      .filter((scene) => scene.camera_sn === camera_sn)
      .flatMap((scene) => scene.lots.map((lot) => lot.lot_no))
  return (
    <div className="stack">
      <p className={styles.says}>
        {kind === 'remove'
          ? text.removes(supported.length, sum('scene_num'), sum('lot_num'))
          : text.kinds[kind].body}
      </p>
      {skipped > 0 && <p className={styles.skipped}>{text.skipped(skipped)}</p>}
      <ul className={styles.rows}>
        {supported.map((camera) => (
          <li key={camera.camera_sn}>
            <span className={styles.name}>{camera.camera_name}</span>
            <span className={styles.quiet}>
              {kind === 'remove'
                ? `${words.card.scenes(camera.scene_num)} · ${words.card.lots(camera.lot_num)}`
                : addressOf(camera)}
            </span>
            {kind === 'remove' && camera.lot_num > 0 && (
              <span className={styles.lots}>{lotsOf(camera.camera_sn).join('、')}</span>
            )}
          </li>
        ))}
      </ul>
      {kind === 'remove' && <p className={styles.says}>{words.delete_camera.stays}</p>}
      {typed && (
        <div className="field">
          <label htmlFor={id}>{text.type(supported.length)}</label>
          <input
            id={id}
            className="input"
            inputMode="numeric"
            autoComplete="off"
            value={typed.value}
            onChange={(event) => typed.onChange(event.currentTarget.value)}
          />
        </div>
      )}
    </div>
  )
}
