/**
 * The HTTPS certificate (an extension of the spec, for administrators): the one in use, a request, an
 * import, and a rollback.
 * Long because its cards show one state of the certificate.
 */
import { useState, useId } from 'react'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { saveText } from '#src/lib/save-text.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { Switch } from '#src/forms/switch.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import type { AnswerAt } from '#src/core/api.ts'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { RequestCard } from './request-card.tsx'
import styles from './certificate.module.css'

export default function CertificatePage() {
  const [words, titles] = [useWords('certificate'), useWords('shell').routes]
  const query = useCall('/api/system/get_certificate', {})
  const [importing, setImporting] = useState(false)
  return (
    <>
      <PageHeader
        title={titles.system_certificate}
        hint={words.hint}
        action={
          <Button variant="primary" onClick={() => setImporting(true)}>
            {words.import}
          </Button>
        }
      />
      <Section title={words.used} action={query.data && <RollBack state={query.data} />}>
        <Loaded query={query} rows={6} failed={words.failed}>
          {(state) => <CertificateFacts state={state} />}
        </Loaded>
      </Section>
      {query.data && (
        <div className={`stack start one-column ${styles.pair}`}>
          <RequestCard names={query.data.used.names} />
          <HstsCard state={query.data} />
        </div>
      )}
      {/* Shown only when the cards above have their height, so that nothing moves while the user reads. */}
      {(query.data || query.isError) && <EvidenceKeyCard />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}

function RollBack({ state }: { state: CertificateState }) {
  const words = useWords('certificate')
  const change = useChange('/api/system/roll_back_certificate', {
    refresh: ['/api/system/get_certificate'],
    done: () => toast.success(words.rolled_back),
  })
  const { previous, hsts } = state
  async function ask() {
    if (!previous) return
    const confirmed = await confirm({
      title: words.roll_back_ask,
      body: (
        <>
          <p className="paragraph">
            {previous.self_signed
              ? words.roll_back_own
              : words.roll_back_to(previous.subject, previous.not_after)}
          </p>
          {hsts && <p className="pad-10-12 above-12 ink round-6 on-warn">{words.roll_back_hsts}</p>}
        </>
      ),
      confirm: words.roll_back,
      danger: true,
    })
    if (confirmed) await change.run({})
  }
  return (
    <WhyButton
      why={previous ? undefined : words.roll_back_none}
      busy={change.running}
      onPress={() => void ask()}
    >
      {words.roll_back}
    </WhyButton>
  )
}

const day_s = 86_400

/** Lets an administrator choose whether browsers must insist on HTTPS (HSTS), and names the risk. */
function HstsCard({ state }: { state: CertificateState }) {
  const [words, errors] = [useWords('certificate'), useWords('errors')]
  const id = useId()
  const change = useChange('/api/system/set_hsts', {
    refresh: ['/api/system/get_certificate'],
    done: () => toast.success(errors.messages.update_success),
  })
  const { hsts, hsts_s, in_use, trusted } = state
  const why = in_use === 'own' ? words.hsts_own : undefined
  const note = why ?? (hsts ? words.hsts_on(Math.round(hsts_s / day_s)) : words.hsts_off)

  async function toggle() {
    if (why !== undefined || change.running) return
    const confirmed =
      hsts ||
      (await confirm({
        title: words.hsts_ask,
        body: trusted ? words.hsts_says : `${words.hsts_says}${words.hsts_private}`,
        confirm: words.hsts_go,
      }))
    if (confirmed) await change.run({ hsts: !hsts })
  }
  return (
    <Section title={words.hsts} hint={words.hsts_hint}>
      <label className={`inline-row gap-10 pointer ${styles.switch}`}>
        <Switch
          checked={hsts}
          disabled={why !== undefined}
          aria-describedby={`${id}note`}
          onChange={() => void toggle()}
        />
        <span>{words.hsts_label}</span>
      </label>
      <p id={`${id}note`} className={`note above-12 ${styles.hint}`}>
        {note}
      </p>
    </Section>
  )
}

/**
 * The key that signs evidence: its fingerprint, those of former keys with their times, the file that proves
 * to the verifier that they are the same device's, and a button that replaces the key.
 */
function EvidenceKeyCard() {
  const words = useWords('certificate')
  const query = useCall('/api/system/get_device_key', {})
  const rotation = useChange('/api/system/rotate_device_key', {
    refresh: ['/api/system/get_device_key'],
    done: () => toast.success(words.evidence_rotated),
  })
  async function rotate() {
    const confirmed = await confirm({
      title: words.evidence_rotate_ask,
      body: words.evidence_rotate_says,
      confirm: words.evidence_rotate,
    })
    if (confirmed) await rotation.run({})
  }
  return (
    <Section
      title={words.evidence}
      hint={words.evidence_hint}
      action={
        <span className="flex wrap gap-8">
          {query.data && (
            <Button onClick={() => saveText(historyOf(query.data), 'parking-keys.json', 'application/json')}>
              {words.evidence_history}
            </Button>
          )}
          <Button pending={rotation.running} onClick={() => void rotate()}>
            {words.evidence_rotate}
          </Button>
        </span>
      }
    >
      <Loaded query={query} rows={2} failed={words.failed}>
        {(key) => (
          <Facts width="wide">
            {[key, ...key.former].map(({ key_id, since_str }, at, all) => (
              <Fact
                key={key_id}
                name={
                  at === 0
                    ? words.evidence_key(since_str)
                    : words.evidence_former(since_str, all[at - 1]!.since_str)
                }
                wide
                code
              >
                <CopyText text={key_id} />
              </Fact>
            ))}
          </Facts>
        )}
      </Loaded>
    </Section>
  )
}

/** The key history for the verifier (docs/evidence.md): every public key, and what vouches for it. */
function historyOf({ former, vouched, ...current }: AnswerAt<'/api/system/get_device_key'>): string {
  const keys = [...former.toReversed(), current]
  return `${JSON.stringify({ type: 'keys', keys, vouched }, undefined, 2)}\n`
}

type CertificateState = AnswerAt<'/api/system/get_certificate'>

/** The device's alarms use the same limits. */
const toneOf = (days: number): Tone => (days < 7 ? 'bad' : days < 30 ? 'warn' : 'ok')

/** The contents of a certificate, and the fingerprints that an installer compares. */
function CertificateFacts({ state }: { state: CertificateState }) {
  const words = useWords('certificate')
  const { used, in_use, trusted, https } = state
  const kind = in_use === 'own' ? 'own' : trusted ? 'trusted' : 'private'
  return (
    <>
      {!https && <p className="pad-10-12 below-16 ink-2 round-6 on-subtle">{words.plain}</p>}
      <Facts width="wide">
        <Fact name={words.kind}>
          <StatusTag tone={kind === 'own' ? 'info' : 'ok'}>{words.kinds[kind]}</StatusTag>
        </Fact>
        <Fact name={words.validity}>
          <span className="flex wrap gap-4-12">
            <span>
              <time className="nowrap">{used.not_before.slice(0, 10)}</time> –{' '}
              <time className="nowrap">{used.not_after.slice(0, 10)}</time>
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
          <ul className={`flex wrap gap-6 ${styles.names}`}>
            {used.names.map((name) => (
              <li key={name}>
                <code className="pad-0-8 text-13 mono bordered round-4 on-subtle">{name}</code>
              </li>
            ))}
          </ul>
        </Fact>
        <Fingerprint label={words.sha256} value={used.sha256} />
        <Fingerprint label={words.key_sha256} value={used.key_sha256} />
      </Facts>
      <p className={`note above-12 ${styles.hint}`}>{words.compare}</p>
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
