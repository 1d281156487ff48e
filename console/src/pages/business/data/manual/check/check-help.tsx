/** The keys of the human check, in a dialog. */
import { Dialog } from '../../../../../ui/dialog.tsx'
import { useWords } from '../../../../../words.ts'
import styles from './check.module.css'

export function CheckHelp({ onClose }: { onClose: () => void }) {
  const words = useWords('event_check')
  return (
    <Dialog title={words.help_title} onClose={onClose}>
      <dl className={styles.help}>
        {words.help_rows.map(([keys, does]) => (
          <div key={keys}>
            <dt><kbd>{keys}</kbd></dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
