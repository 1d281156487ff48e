/** Offers what was not saved last time. */
import type { Draft } from '#src/scene-editor/draft.ts'
import { formatTime } from '#src/ui/time.ts'
import { useWords } from '#src/words.ts'
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
    <div className={styles.notice} role="status">
      <p>
        {words.found(formatTime(draft.time), draft.document.lots.length)} {older && words.older}
      </p>
      <button type="button" className="button" data-kind="main" onClick={onRestore}>
        {words.restore}
      </button>
      <button type="button" className="button" onClick={onDrop}>
        {words.drop}
      </button>
    </div>
  )
}
