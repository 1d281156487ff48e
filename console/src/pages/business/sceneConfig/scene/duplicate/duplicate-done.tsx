/** After copying lots: the result, an undo button, and a link to the target. */
import { useWords } from '#src/core/words.ts'
import styles from './duplicate.module.css'
import type { useDuplicate } from './use-duplicate.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ButtonLink } from '#src/ui/button/button-link.tsx'

type Done = NonNullable<ReturnType<typeof useDuplicate>['done']>

export function DuplicateDone({
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
  const words = useWords('camera_reference').copy
  const { at, scene, count } = done
  const text = { saved: words.saved(count, scene.camera_name), undone: words.undone, changed: words.changed }[
    at
  ]
  return (
    <div className="stack">
      <p className="text-15" role="status">
        {text}
      </p>
      <div className={`flex wrap gap-8 ${styles.row}`}>
        {at === 'saved' && (
          <Button disabled={running} onClick={onUndo}>
            {words.undo}
          </Button>
        )}
        {at !== 'undone' && (
          <ButtonLink
            to={`?${new URLSearchParams({ camera_sn: scene.camera_sn, scene_id: scene.scene_id })}`}
          >
            {words.go}
          </ButtonLink>
        )}
        <Button variant="primary" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </div>
  )
}
