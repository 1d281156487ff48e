/** The help dialog: keys and gestures. */
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './help.module.css'

export function Help({ onClose }: { onClose: () => void }) {
  const words = useWords('camera').scene
  return (
    <Dialog title={words.help} onClose={onClose}>
      <dl className={styles.help}>
        {words.help_rows.map(([what, how]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{how}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
