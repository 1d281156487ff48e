/**
 * What an endpoint's TLS certificate is verified against: the system's authorities, a pasted authority, or
 * the server's key once the user has compared it. A field of a form, usually `server_trust`.
 */
import {
  serverTrustKind,
  server_trust_kinds,
  type ServerTrustKind,
} from '@parking/contract/core/server-trust.ts'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { failureText, type AnswerAt } from '#src/core/api.ts'
import { sentenceOf } from '#src/core/errors.ts'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Field } from '../field.tsx'
import { FieldMarks } from '../field-marks.tsx'
import { useFieldValue, useForm } from '../form-context.ts'
import { WhyButton } from '../why-button.tsx'
import form from '../form.module.css'
import styles from './server-trust.module.css'

/** Placeholders that are not valid: a choice without its certificate must not be saved as no choice. */
const begun: Readonly<Record<ServerTrustKind, string>> = {
  system: '',
  authority: '-----BEGIN CERTIFICATE-----',
  key: 'key',
}

type Presented = { address: string; answer: AnswerAt<'/api/system/fetch_certificate'> }

type Props = {
  /** The address of the server, with a TLS scheme; empty if the typed address does not encrypt. */
  address: string
  help?: string
  /** The name of the form's field. */
  name?: string
}

export function ServerTrust({ address, help, name = 'server_trust' }: Props) {
  const words = useWords('server_trust')
  const errors = useWords('errors')
  const { model, id, locked, fill, factory, help: helps } = useForm()
  const value = String(useFieldValue(name))
  const issue = useSyncExternalStore(model.subscribe, () => model.issue(name))
  const kind = value === begun.key ? 'key' : serverTrustKind(value)
  const [presented, setPresented] = useState<Presented>()
  const reading = useChange('/api/system/fetch_certificate', { quiet: true })

  async function read() {
    setPresented(undefined)
    const answer = await reading.run({ address })
    if (answer) setPresented({ address, answer })
  }
  const why = locked ?? (address === '' ? words.fetch_none : undefined)
  const shown = presented?.address === address ? presented.answer : undefined

  return (
    <fieldset className={`slim whole-row flush above-8 ${styles.trust}`} disabled={locked !== undefined}>
      <legend className={`flex wrap text-13 ink-2 leading-15 ${styles.legend}`}>
        {words.label}
        {factory && kind !== 'authority' && <FieldMarks name={name} label={words.label} />}
      </legend>
      <div className={`grid gap-8 below-12 ${styles.kinds}`}>
        {server_trust_kinds.map((one) => (
          <label key={one} className={`grid pad-10-12 bordered round-6 ${styles.kind}`}>
            <input
              type="radio"
              name={`${id}-${name}-kind`}
              id={one === kind && kind !== 'authority' ? `${id}-${name}` : undefined}
              checked={one === kind}
              onChange={() => fill({ [name]: begun[one] })}
            />
            <strong className="text-14 medium leading-15">{words.kinds[one]}</strong>
            <small>{words.hints[one]}</small>
          </label>
        ))}
      </div>
      {kind === 'authority' && <Field name={name} label={words.authority} hint={words.authority_hint} />}
      {kind === 'key' && (
        <p
          className={`flex wrap gap-4-12 below-12 text-13 ink-2 leading-15 ${styles.key}`}
          data-tone={issue ? 'bad' : undefined}
        >
          {value === begun.key ? (
            issue ? (
              sentenceOf(issue, errors)
            ) : (
              words.key_none
            )
          ) : (
            <>
              <span>{words.key}</span>
              <code className="slim ink mono anywhere">{value}</code>
            </>
          )}
        </p>
      )}
      <div className={`row wrap gap-8-12 ${styles.fetch}`}>
        <WhyButton why={why} busy={reading.running} onPress={() => void read()}>
          {reading.running ? words.fetching : words.fetch}
        </WhyButton>
        {help && (kind !== 'authority' || !helps) && <p className={`note leading-15 ${form.help}`}>{help}</p>}
      </div>
      <div role="status">
        {reading.error && !reading.running && (
          <p className={styles.failed}>
            <WarnIcon />
            {failureText(words.not_read, reading.error)}
          </p>
        )}
        {shown && (
          <PresentedCertificate
            host={hostOf(address)}
            {...shown}
            action={
              value === shown.chain[0]?.key_sha256 ? (
                <span className={`start gap-6 text-14 ok leading-15 ${styles.accepted}`}>
                  <CheckIcon />
                  {words.accepted}
                </span>
              ) : (
                <WhyButton
                  why={locked}
                  onPress={() => fill({ [name]: shown.chain[0]?.key_sha256 ?? begun.key })}
                >
                  {words.accept}
                </WhyButton>
              )
            }
          />
        )}
      </div>
    </fieldset>
  )
}

const hostOf = (address: string): string => address.replace(/^[a-z]+:\/\//i, '').replace(/[/?#].*$/, '')

/** The address if it encrypts, else empty. */
export const tlsAddress = (typed: unknown): string =>
  /^(https|rtsps|ftps):\/\/[^/]/i.test(String(typed).trim()) ? String(typed).trim() : ''

/** The certificate that a server presents, for the user to compare before accepting it. */
function PresentedCertificate({
  host,
  chain,
  problem,
  action,
}: AnswerAt<'/api/system/fetch_certificate'> & { host: string; action: ReactNode }) {
  const words = useWords('server_trust')
  const [own] = chain
  if (!own) return null
  return (
    <section
      className={`above-12 bordered round-6 on-subtle ${styles.shown}`}
      aria-label={words.presented(host)}
    >
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
        <dd className="mono">
          <CopyText text={own.key_sha256} />
        </dd>
        <dt>{words.sha256}</dt>
        <dd className="mono">
          <CopyText text={own.sha256} />
        </dd>
      </dl>
      <p className={`text-13 ink-2 leading-15 ${styles.compare}`}>{words.compare}</p>
      {action}
    </section>
  )
}
