/** The certificate that a server presents, for the user to compare before accepting it. */
import type { ReactNode } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { useWords } from '#src/core/words.ts'
import { CopyText } from '#src/ui/copy-text.tsx'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import styles from './server-trust.module.css'

export function PresentedCertificate({
  host,
  chain,
  problem,
  action,
}: AnswerAt<'/api/system/fetch_certificate'> & { host: string; action: ReactNode }) {
  const words = useWords('server_trust')
  const [own] = chain
  if (!own) return null
  return (
    <section className={styles.shown} aria-label={words.presented(host)}>
      <h3>{words.presented(host)}</h3>
      <p className={styles.verdict} data-tone={problem ? 'warn' : 'ok'}>
        {problem ? <WarnIcon /> : <CheckIcon />}
        {problem ? words.problems[problem] : words.no_problem}
      </p>
      <dl>
        <dt>{words.subject}</dt>
        <dd>{own.subject}</dd>
        <dt>{words.issuer}</dt>
        <dd>{own.self_signed ? words.self_signed : own.issuer}</dd>
        <dt>{words.validity}</dt>
        <dd>
          <time>{own.not_before.slice(0, 10)}</time> – <time>{own.not_after.slice(0, 10)}</time>
        </dd>
        <dt>{words.key}</dt>
        <dd className={styles.print}>
          <CopyText text={own.key_sha256} />
        </dd>
        <dt>{words.sha256}</dt>
        <dd className={styles.print}>
          <CopyText text={own.sha256} />
        </dd>
      </dl>
      <p className={styles.compare}>{words.compare}</p>
      {action}
    </section>
  )
}
