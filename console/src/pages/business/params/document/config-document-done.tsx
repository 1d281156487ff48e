/** The result of an import: what changed, how to revert it, and what still has to be entered. */
import { Link } from 'react-router'
import { Button } from '#src/ui/button/button.tsx'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './config-document.module.css'
import type { Applied } from './config-document-import.tsx'

export function ImportDone({
  applied: { snapshot, applied, needs_password },
  onOther,
}: {
  applied: Applied
  onOther: () => void
}) {
  const all = useWords('config_document')
  const words = all.import
  const total = applied.reduce((sum, row) => sum + row.total, 0)
  return (
    <div className={styles.done} role="status">
      <p className={styles.done_head}>
        <CheckIcon />
        <strong>{words.done}</strong>
      </p>
      <p>
        {words.done_says(total)}{' '}
        {applied
          .filter((row) => row.total > 0)
          .map(({ section }) => all.sections[section])
          .join(all.and)}
      </p>
      <p>
        {words.snapshot}：<code>{snapshot}</code> <Link to="/system/operation">{words.way_back}</Link>
      </p>
      {needs_password.length > 0 && (
        <p className={styles.needs_password}>
          <WarnIcon />
          <span>
            {words.needs_password(needs_password.join(all.and))}{' '}
            <Link to="/business/sceneConfig">{words.to_cameras}</Link>
          </span>
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={onOther}>{words.another}</Button>
      </div>
    </div>
  )
}
