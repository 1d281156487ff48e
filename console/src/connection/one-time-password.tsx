/**
 * The password that a restore generated: shown once, with a copy button; the user must confirm having noted
 * it.
 */
import { useEffect, useState } from 'react'
import { confirmPasswordNoted } from '../stores/planned-restart.ts'
import { Button } from '../ui/button/button.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { KeyIcon } from '../ui/icons.tsx'
import { useWords } from '../core/words.ts'
import styles from './restart-overlay.module.css'

export function OneTimePassword({ password }: { password: string }) {
  const words = useWords('shell').coming_back.password
  const [noted, setNoted] = useState(false)
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [])
  return (
    <>
      <KeyIcon className={styles.key} />
      <h2 id="restart-overlay" className={styles.title}>
        {words.title}
      </h2>
      <p className={styles.note}>{words.says}</p>
      <dl className={styles.secret}>
        <dt>{words.username}</dt>
        <dd>
          <code>admin</code>
        </dd>
        <dt>{words.password}</dt>
        <dd>
          <CopyText text={password}>
            <code>{password}</code>
          </CopyText>
        </dd>
      </dl>
      <p className={styles.once}>{words.once}</p>
      <label className={styles.noted}>
        <input type="checkbox" checked={noted} onChange={(event) => setNoted(event.currentTarget.checked)} />
        {words.noted}
      </label>
      <Button
        variant="primary"
        disabled={!noted}
        title={noted ? undefined : words.go_on_why}
        onClick={confirmPasswordNoted}
      >
        {words.go_on}
      </Button>
    </>
  )
}
