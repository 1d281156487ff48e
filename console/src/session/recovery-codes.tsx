/** The recovery codes of a second factor: shown once; the user confirms that they are kept. */
import { useState } from 'react'
import { useWords } from '../core/words.ts'
import { WhyButton } from '../forms/why-button.tsx'
import { Button } from '../ui/button/button.tsx'
import { copy } from '../ui/copy-text.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { CopyIcon } from '../ui/icons.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './second-factor-dialog.module.css'

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const words = useWords('people')
  const { copy: labels } = useWords('shell')
  const [noted, setNoted] = useState(false)
  return (
    <Dialog
      title={words.second_codes}
      width="small"
      dismissable={false}
      onClose={() => noted && onClose()}
      footer={
        <WhyButton variant="primary" why={noted ? undefined : words.second_noted} onPress={onClose}>
          {words.done}
        </WhyButton>
      }
    >
      <div className="stack">
        <p className="note">{words.second_codes_says}</p>
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
        <label className={styles.line}>
          <input
            type="checkbox"
            checked={noted}
            data-autofocus
            onChange={(event) => setNoted(event.currentTarget.checked)}
          />
          {words.second_noted}
        </label>
      </div>
    </Dialog>
  )
}
