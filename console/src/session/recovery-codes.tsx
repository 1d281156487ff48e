/** The recovery codes of a second factor, shown once; the user confirms having stored them. */
import { useWords } from '../core/words.ts'
import { Button } from '../ui/button/button.tsx'
import { copy } from '../ui/copy-text.tsx'
import { CopyIcon } from '../ui/icons.tsx'
import { toast } from '../ui/toast.tsx'
import { NotedDialog } from './noted-dialog.tsx'
import styles from './second-factor-dialog.module.css'

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const words = useWords('people')
  const { copy: labels } = useWords('shell')
  return (
    <NotedDialog
      title={words.second_codes}
      says={words.second_codes_says}
      noted={words.second_noted}
      why={words.second_noted}
      onClose={onClose}
    >
      <ol className={styles.codes} aria-label={words.second_codes}>
        {codes.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
      </ol>
      <div>
        <Button
          onClick={() =>
            void copy(codes.join('\n')).then((done) =>
              done ? toast.success(words.second_copied) : toast.error(labels.failed),
            )
          }
        >
          <CopyIcon />
          {words.second_copy}
        </Button>
      </div>
    </NotedDialog>
  )
}
