/** Shows a user's one-time password once; the administrator confirms having noted it. */
import { useWords } from '#src/core/words.ts'
import { NotedDialog } from '#src/session/noted-dialog.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import styles from './users.module.css'

type Props = { username: string; password: string; onClose: () => void }

export function FirstPassword({ username, password, onClose }: Props) {
  const words = useWords('people')
  return (
    <NotedDialog
      title={words.once_title}
      says={words.once_says}
      noted={words.noted}
      why={words.done_why}
      onClose={onClose}
    >
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
    </NotedDialog>
  )
}
