/** The contents of a certificate, and the fingerprints that an installer compares. */
import type { AnswerAt } from '#src/core/api.ts'
import { useWords } from '#src/core/words.ts'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import styles from './certificate.module.css'

export type CertificateState = AnswerAt<'/api/system/get_certificate'>

/** The device's alarms use the same limits. */
const toneOf = (days: number): Tone => (days < 7 ? 'bad' : days < 30 ? 'warn' : 'ok')

export function CertificateFacts({ state }: { state: CertificateState }) {
  const words = useWords('certificate')
  const { used, in_use, trusted, https } = state
  const kind = in_use === 'own' ? 'own' : trusted ? 'trusted' : 'private'
  return (
    <>
      {!https && <p className={styles.note}>{words.plain}</p>}
      <Facts width="wide">
        <Fact name={words.kind}>
          <StatusTag tone={kind === 'own' ? 'info' : 'ok'}>{words.kinds[kind]}</StatusTag>
        </Fact>
        <Fact name={words.validity}>
          <span className={styles.validity}>
            <span>
              <time>{used.not_before.slice(0, 10)}</time> – <time>{used.not_after.slice(0, 10)}</time>
            </span>
            <StatusTag tone={toneOf(used.days_left)}>
              {used.days_left < 0 ? words.expired : words.days_left(used.days_left)}
            </StatusTag>
          </span>
        </Fact>
        {!used.self_signed && (
          <>
            <Fact name={words.subject}>{used.subject}</Fact>
            <Fact name={words.issuer}>{used.issuer}</Fact>
          </>
        )}
        <Fact name={words.names} wide>
          <ul className={styles.names}>
            {used.names.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </Fact>
        <Fingerprint label={words.sha256} value={used.sha256} />
        <Fingerprint label={words.key_sha256} value={used.key_sha256} />
      </Facts>
      <p className={styles.hint}>{words.compare}</p>
    </>
  )
}

function Fingerprint({ label, value }: { label: string; value: string }) {
  return (
    <Fact name={label} wide code>
      <CopyText text={value} />
    </Fact>
  )
}
