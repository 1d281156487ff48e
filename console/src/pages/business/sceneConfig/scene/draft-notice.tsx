/** Offers to restore the unsaved draft of the last visit. */
import type { Draft } from '#src/scene-editor/state/draft.ts'
import { Button } from '#src/ui/button/button.tsx'
import { formatTime } from '#src/time/time.ts'
import { useWords } from '#src/core/words.ts'
import styles from './page.module.css'

export function DraftNotice({
  draft,
  older,
  onRestore,
  onDrop,
}: {
  draft: Draft
  older: boolean
  onRestore: () => void
  onDrop: () => void
}) {
  const words = useWords('camera').scene.draft
  return (
    <div className={`row wrap gap-8 pad-8-12 text-13 line-below on-warn ${styles.notice}`} role="status">
      <p>
        {words.found(formatTime(draft.time), draft.document.lots.length)} {older && words.older}
      </p>
      <Button variant="primary" onClick={onRestore}>
        {words.restore}
      </Button>
      <Button onClick={onDrop}>{words.drop}</Button>
    </div>
  )
}
