/**
 * Shown when another user has saved the scene since it was opened: loads their version or replaces it. The
 * draft is kept.
 */
import { Button } from '#src/ui/button/button.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './page.module.css'

export function ConflictNotice({
  running,
  onLoad,
  onReplace,
}: {
  running: boolean
  onLoad: () => void
  onReplace: () => void
}) {
  const words = useWords('camera').scene.conflict
  return (
    <div className={`row wrap gap-8 pad-8-12 text-13 line-below on-warn ${styles.notice}`} role="alert">
      <p>{words.text}</p>
      <Button variant="primary" onClick={onLoad}>
        {words.load}
      </Button>
      <Button onClick={onReplace} disabled={running}>
        {words.replace}
      </Button>
    </div>
  )
}
