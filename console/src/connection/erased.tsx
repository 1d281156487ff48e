/**
 * Shown after the device was erased for good: the erasure certificate and the new first password. The session
 * is gone, so the user can reach them nowhere else.
 */
import { useEffect, useState } from 'react'
import type { AnswerAt } from '../core/api.ts'
import { useWords } from '../core/words.ts'
import { bytesText } from '../lib/bytes.ts'
import { closeErasure } from '../stores/planned-restart.ts'
import { ButtonAnchor } from '../ui/button/button-link.tsx'
import { Button } from '../ui/button/button.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { CheckIcon, WarnIcon } from '../ui/icons.tsx'
import styles from './restart-overlay.module.css'

export function Erased({ certificate }: { certificate: AnswerAt<'/api/system/erasure_certificate'> }) {
  const words = useWords('shell').coming_back
  const text = words.erased
  const { facts, sha256, url, one_time_password, console_url } = certificate
  const [kept, setKept] = useState(false)
  const [closing, setClosing] = useState(false)
  const [unanswered, setUnanswered] = useState(false)
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    if (!closing) addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [closing])
  const sum = (field: 'files' | 'bytes') => facts.removed.reduce((all, one) => all + one[field], 0)
  const complete = facts.left.length === 0
  return (
    <>
      <span className={`center circle ${styles.mark}`} data-tone={complete ? 'ok' : 'bad'} aria-hidden="true">
        {complete ? <CheckIcon /> : <WarnIcon />}
      </span>
      <h2 id="restart-overlay" className={`bold leading-15 ${styles.title}`}>
        {complete ? text.title : text.incomplete}
      </h2>
      <dl className={`grid middle full gap-8-16 text-start bordered round-8 on-subtle ${styles.secret}`}>
        <dt>{text.serial}</dt>
        <dd>{facts.host_sn}</dd>
        <dt>{text.time}</dt>
        <dd>{facts.erased_time_str}</dd>
        <dt>{text.removed}</dt>
        <dd>{text.amount(sum('files').toLocaleString('en'), bytesText(sum('bytes')))}</dd>
        <dt>{text.hash}</dt>
        <dd>
          <CopyText text={sha256}>
            <code className={styles.hash}>{sha256.slice(0, 16)}…</code>
          </CopyText>
        </dd>
        {one_time_password !== undefined && (
          <>
            <dt>{words.password.username}</dt>
            <dd>
              <code>admin</code>
            </dd>
            <dt>{words.password.password}</dt>
            <dd>
              <CopyText text={one_time_password}>
                <code>{one_time_password}</code>
              </CopyText>
            </dd>
          </>
        )}
      </dl>
      <p className="ink-2 anywhere">{text.says}</p>
      <div className={`flex wrap gap-12 ${styles.acts}`}>
        <ButtonAnchor href={url} target="_blank" rel="noreferrer">
          {text.open}
        </ButtonAnchor>
        <ButtonAnchor href={`${url}?download=1`} download>
          {text.download}
        </ButtonAnchor>
      </div>
      <p className="bad medium">{text.once}</p>
      <label className={`inline-row gap-8 pointer`}>
        <input type="checkbox" checked={kept} onChange={(event) => setKept(event.currentTarget.checked)} />
        {text.kept}
      </label>
      {unanswered && (
        <p className="bad anywhere" role="alert">
          {text.no_answer}
          {console_url !== undefined && (
            <>
              {text.moved} <a href={`${console_url}/login`}>{console_url}</a>
            </>
          )}
        </p>
      )}
      <Button
        variant="primary"
        disabled={!kept}
        pending={closing}
        title={kept ? undefined : text.kept_why}
        onClick={() => {
          setClosing(true)
          void closeErasure().then((closed) => {
            setClosing(closed)
            setUnanswered(!closed)
          })
        }}
      >
        {text.go_on}
      </Button>
    </>
  )
}
