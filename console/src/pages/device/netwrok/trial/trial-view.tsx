/**
 * The running trial, shown instead of the settings: time left, the state of both addresses, and the buttons
 * to keep or undo the change.
 * Long because its parts follow one trial.
 */
import { useEffect, useState } from 'react'
import { useStore } from '#src/lib/store.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useChange } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { recordTrial, type Watched, secondsLeft, trialRuns } from '#src/stores/trial.ts'
import { confirmLink, readTrialToken } from '#src/stores/trial-token.ts'
import { ButtonAnchor } from '#src/ui/button/button-link.tsx'
import { formatTime } from '#src/time/time.ts'
import { useWords } from '#src/core/words.ts'
import { CopyText } from '#src/ui/copy-text.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { call, isUnknown, outcomeOf } from '#src/core/api.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Changes } from '../review/changes.tsx'
import { phaseOf, type Phase, type AddressState } from './trial-phase.ts'
import { CountdownRing } from './countdown-ring.tsx'
import shared from './trial.module.css'
import styles from './trial-view.module.css'
import address_states_styles from './address-states.module.css'

export function TrialView({ now }: { now: Watched }) {
  const words = useWords('network')
  const { trial, link } = now
  const address_changes = trial.old_url !== '' && trial.new_url !== '' && trial.old_url !== trial.new_url
  const states = useAddressProbe(address_changes ? `${trial.old_url} ${trial.new_url}` : '')
  const [old, fresh] = [states[trial.old_url] ?? 'unknown', states[trial.new_url] ?? 'unknown']
  const token = readTrialToken()
  const may_keep = token !== undefined || trial.own
  const left = useSecondsLeft(now)
  const phase = phaseOf({
    trial,
    left,
    link,
    token: may_keep,
    old,
    new: fresh,
    origin: location.origin,
  })

  return (
    <section
      className={`grid start below-16 round-8 on-card ${styles.trial}`}
      aria-label={words.trial_title[trial.kind]}
      data-phase={phase}
    >
      <CountdownRing left={phase === 'kept_at_new_address' ? 0 : left} total={trial.total_s} />
      <div className={`stack slim ${styles.main}`}>
        <h2 className={`ink bold leading-14 ${styles.title}`}>
          {titleOf(phase, words) ?? words.trial_title[trial.kind]}
        </h2>
        <p className={styles.says} role="status">
          {phase === 'other_window' ? words.phase.other_window(trial.by) : words.phase[phase]}
        </p>
        {address_changes && (
          <AddressStates old_url={trial.old_url} new_url={trial.new_url} old={old} fresh={fresh} />
        )}
        <Actions
          now={now}
          phase={phase}
          address_changes={address_changes}
          token={token}
          fresh_up={fresh === 'up'}
        />
        {trial.kind === 'dns' && phase === 'confirmable' && <TestNameServers />}
        {trial.kind !== 'vpn' && <Changes before={trial.before} after={trial.after} />}
        {trial.by !== '' && (
          <p className="text-12 ink-3 figures">{words.started_by(trial.by, formatTime(trial.begun_ms))}</p>
        )}
      </div>
    </section>
  )
}

type Words = ReturnType<typeof useWords<'network'>>

const titleOf = (phase: Phase, words: Words): string | undefined =>
  phase === 'rolling_back' || phase === 'kept_at_new_address' || phase === 'unreachable'
    ? words.phase_title[phase]
    : undefined

type ActionsProps = {
  now: Watched
  phase: Phase
  address_changes: boolean
  token: string | undefined
  fresh_up: boolean
}

function Actions({ now: { trial, link }, phase, address_changes, token, fresh_up }: ActionsProps) {
  const words = useWords('network')
  const may = useStore(session).roles.includes('admin')
  // The device is asked again if an answer is lost, so that a change that it has kept or undone is shown.
  const confirm = useChange('/api/device/confirm_trial', {
    done: recordTrial,
    quiet: isUnknown,
    patience_ms: 2_000,
  })
  const undo = useChange('/api/device/cancel_trial', {
    done: recordTrial,
    quiet: isUnknown,
    patience_ms: 2_000,
  })
  const ended = phase === 'rolling_back' || phase === 'kept_at_new_address' || phase === 'unreachable'
  const at_this_page = phase === 'confirmable' || phase === 'other_window'
  const why = may ? (link === 'down' ? words.unreachable_now : undefined) : words.admins_only
  return (
    <div className={`row wrap gap-8 ${styles.actions}`}>
      {at_this_page && (
        <WhyButton
          variant="primary"
          why={why ?? (token === undefined && !trial.own ? words.no_token : undefined)}
          busy={confirm.running}
          onPress={() => void confirm.run(token === undefined ? {} : { confirm_token: token })}
        >
          {confirm.running ? words.keeping : words.keep}
        </WhyButton>
      )}
      {address_changes && !at_this_page && (
        <ButtonAnchor
          variant={fresh_up ? 'primary' : undefined}
          href={confirmLink(trial.new_url, ended ? undefined : token)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {ended ? words.open_plain : words.open_new}
        </ButtonAnchor>
      )}
      {!ended && (
        <WhyButton why={why} busy={undo.running} onPress={() => void undo.run({})}>
          {undo.running ? words.undoing : words.undo_trial}
        </WhyButton>
      )}
      {address_changes && !at_this_page && !ended && (
        <p className={`note flush ${shared.hint}`}>{words.open_new_hint}</p>
      )}
    </div>
  )
}

/** The remaining seconds of a trial, by the browser's monotonic clock; negative once the time is up. */
function useSecondsLeft(now: Watched): number {
  const [, rerender] = useState(0)
  const runs = trialRuns(now)
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => rerender((count) => count + 1), 250)
    return () => clearInterval(timer)
  }, [runs])
  return secondsLeft(now)
}

/**
 * Whether addresses answer, probed every two seconds by a worker (public/probe-worker.js).
 * States by address. `urls` is a list separated by spaces, a string so that equal lists are equal; an empty
 * one probes nothing.
 */
function useAddressProbe(urls: string): Readonly<Record<string, AddressState>> {
  const [states, setStates] = useState<Readonly<Record<string, AddressState>>>({})
  useEffect(() => {
    if (urls === '') return
    const worker = new Worker('/probe-worker.js')
    worker.addEventListener(
      'message',
      ({ data: { url, state } }: MessageEvent<{ url: string; state: AddressState }>) =>
        setStates((now) => (now[url] === state ? now : { ...now, [url]: state })),
    )
    worker.postMessage(urls.split(' '))
    return () => worker.terminate()
  }, [urls])
  return states
}

const tones: Record<AddressState, Tone> = { unknown: 'idle', up: 'ok', down: 'warn' }

type Address = { label: string; url: string; state: AddressState }

/** The old and the new address, and whether each answers now. */
function AddressStates({
  old_url,
  new_url,
  old,
  fresh,
}: {
  old_url: string
  new_url: string
  old: AddressState
  fresh: AddressState
}) {
  const words = useWords('network')
  const addresses: Address[] = [
    { label: words.old_address, url: old_url, state: old },
    { label: words.new_address, url: new_url, state: fresh },
  ]
  return (
    <ul className={`grid gap-8 ${address_states_styles.addresses}`}>
      {addresses.map(({ label, url, state }) => (
        <li key={label} data-state={state}>
          <span className={`text-13 ink-2 ${address_states_styles.label}`}>
            {label}
            {location.origin === url && <small className="block text-12 ink-3">{words.this_page}</small>}
          </span>
          <span className="medium figures anywhere">
            <CopyText text={url}>{url.replace('http://', '')}</CopyText>
          </span>
          <StatusTag tone={tones[state]}>{words.address_states[state]}</StatusTag>
        </li>
      ))}
    </ul>
  )
}

type Test = { state: 'idle' | 'running' | 'good' | 'bad' } | { state: 'failed'; message: string }

/** Tests the new name servers with the DNS step of the guided diagnosis. */
function TestNameServers() {
  const words = useWords('network')
  const [test, setTest] = useState<Test>({ state: 'idle' })

  async function run() {
    setTest({ state: 'running' })
    const { answer, error } = await outcomeOf(
      call('/api/system/diagnose', { step: 'dns' }, { quiet: true, repeatable: true }),
    )
    setTest(
      error
        ? { state: 'failed', message: error.message }
        : { state: answer.result === 'failed' ? 'bad' : 'good' },
    )
  }

  return (
    <div className="row wrap gap-12">
      <Button
        aria-disabled={test.state === 'running'}
        onClick={() => (test.state === 'running' ? undefined : void run())}
      >
        {test.state === 'running' ? words.testing : words.test_dns}
      </Button>
      <span role="status">
        {test.state === 'good' && <StatusTag tone="ok">{words.dns_good}</StatusTag>}
        {test.state === 'bad' && <StatusTag tone="bad">{words.dns_bad}</StatusTag>}
        {test.state === 'failed' && <span className={`note flush ${shared.hint}`}>{test.message}</span>}
      </span>
    </div>
  )
}
