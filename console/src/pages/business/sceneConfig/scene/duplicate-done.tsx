/** After copying: what was done, the way back, and the way there. */
import { Link } from 'react-router'
import { useWords } from '#src/words.ts'
import styles from './duplicate.module.css'
import type { useDuplicate } from './use-duplicate.ts'

type Done = NonNullable<ReturnType<typeof useDuplicate>['done']>

export function Copied({
  done,
  running,
  onUndo,
  onClose,
}: {
  done: Done
  running: boolean
  onUndo: () => void
  onClose: () => void
}) {
  const words = useWords('reference').copy
  const { at, scene, count } = done
  const text = { saved: words.saved(count, scene.camera_name), undone: words.undone, changed: words.changed }[
    at
  ]
  return (
    <div className={styles.done}>
      <p role="status">{text}</p>
      <div className={styles.row}>
        {at === 'saved' && (
          <button type="button" className="button" disabled={running} onClick={onUndo}>
            {words.undo}
          </button>
        )}
        {at !== 'undone' && (
          <Link
            className="button"
            to={`?${new URLSearchParams({ camera_sn: scene.camera_sn, scene_id: scene.scene_id })}`}
          >
            {words.go}
          </Link>
        )}
        <button type="button" className="button" data-kind="main" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </div>
  )
}
