/** The one-time password of a user: shown once; the administrator confirms that it is noted. */
import { useState } from 'react'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import styles from './users.module.css'

export function FirstPassword({
  username,
  password,
  onClose,
}: {
  username: string
  password: string
  onClose: () => void
}) {
  const words = useWords('people')
  const [noted, setNoted] = useState(false)
  return (
    <Dialog
      title={words.once_title}
      width="small"
      dismissable={false}
      onClose={() => noted && onClose()}
      footer={
        <WhyButton variant="primary" why={noted ? undefined : words.done_why} onPress={onClose}>
          {words.done}
        </WhyButton>
      }
    >
      <div className="stack">
        <p className="note">{words.once_says}</p>
        <dl className={styles.secret}>
          <dt>{words.username}</dt>
          <dd>
            <code>{username}</code>
          </dd>
          <dt>{words.password}</dt>
          <dd>
            <CopyText text={password}>
              <code>{password}</code>
            </CopyText>
          </dd>
        </dl>
        <p className={styles.once}>{words.once}</p>
        <label className={styles.line}>
          <input
            type="checkbox"
            checked={noted}
            data-autofocus
            onChange={(event) => setNoted(event.currentTarget.checked)}
          />
          {words.noted}
        </label>
      </div>
    </Dialog>
  )
}
