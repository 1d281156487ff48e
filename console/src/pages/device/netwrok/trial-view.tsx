/** While a change is on trial there is nothing else to do on this page: how long it has, who answers where, and the one thing to press. */
import { useStore } from '#src/lib/store.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useChange } from '#src/queries.ts'
import { session } from '#src/stores/session.ts'
import { noteTrial, type Watched } from '#src/stores/trial.ts'
import { confirmLink, readTrialToken } from '#src/stores/trial-token.ts'
import { ButtonAnchor } from '#src/ui/button/button-link.tsx'
import { formatTime } from '#src/ui/time.ts'
import { useWords } from '#src/words.ts'
import { Changes } from './changes.tsx'
import { phaseOf, type Phase } from './phase.ts'
import { Places } from './places.tsx'
import { Ring } from './ring.tsx'
import { TestNames } from './test-names.tsx'
import styles from './trial.module.css'
import { useLeft } from './use-left.ts'
import { useProbe } from './use-probe.ts'

export function TrialView({ now }: { now: Watched }) {
  const words = useWords('network')
  const { trial, link } = now
  const moves = trial.old_url !== '' && trial.new_url !== '' && trial.old_url !== trial.new_url
  const found = useProbe(moves ? `${trial.old_url} ${trial.new_url}` : '')
  const [old, fresh] = [found[trial.old_url] ?? 'unknown', found[trial.new_url] ?? 'unknown']
  const token = readTrialToken()
  const left = useLeft(now)
  const phase = phaseOf({
    trial,
    left,
    link,
    token: token !== undefined,
    old,
    new: fresh,
    origin: location.origin,
  })
  const calm = phase === 'kept_there'

  return (
    <section className={styles.trial} aria-label={words.trial_title[trial.kind]} data-phase={phase}>
      <Ring left={calm ? 0 : left} total={trial.total_s} />
      <div className={styles.main}>
        <h2 className={styles.title}>{titleOf(phase, words) ?? words.trial_title[trial.kind]}</h2>
        <p className={styles.says} role="status">
          {phase === 'elsewhere' ? words.phase.elsewhere(trial.by) : words.phase[phase]}
        </p>
        {moves && <Places old_url={trial.old_url} new_url={trial.new_url} old={old} fresh={fresh} />}
        <Actions now={now} phase={phase} moves={moves} token={token} fresh_up={fresh === 'up'} />
        {trial.kind === 'dns' && phase === 'keep' && <TestNames />}
        {trial.kind !== 'vpn' && <Changes before={trial.before} after={trial.after} />}
        {trial.by !== '' && (
          <p className={styles.by}>{words.begun_by(trial.by, formatTime(trial.begun_ms))}</p>
        )}
      </div>
    </section>
  )
}

type Words = ReturnType<typeof useWords<'network'>>

const titleOf = (phase: Phase, words: Words): string | undefined =>
  phase === 'returning' || phase === 'kept_there' || phase === 'lost' ? words.phase_title[phase] : undefined

type ActionsProps = {
  now: Watched
  phase: Phase
  moves: boolean
  token: string | undefined
  fresh_up: boolean
}

function Actions({ now: { trial, link }, phase, moves, token, fresh_up }: ActionsProps) {
  const words = useWords('network')
  const may = useStore(session).roles.includes('admin')
  const keep = useChange('/api/device/confirm_trial', { done: noteTrial })
  const undo = useChange('/api/device/cancel_trial', { done: noteTrial })
  const over = phase === 'returning' || phase === 'kept_there' || phase === 'lost'
  const here = phase === 'keep' || phase === 'elsewhere'
  const why = may ? (link === 'down' ? words.unreachable_now : undefined) : words.admins_only
  return (
    <div className={styles.actions}>
      {here && (
        <WhyButton
          variant="primary"
          why={why ?? (token === undefined ? words.no_token : undefined)}
          busy={keep.running}
          onPress={() => token !== undefined && void keep.run({ confirm_token: token })}
        >
          {keep.running ? words.keeping : words.keep}
        </WhyButton>
      )}
      {moves && !here && (
        <ButtonAnchor
          variant={fresh_up ? 'primary' : undefined}
          href={confirmLink(trial.new_url, over ? undefined : token)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {over ? words.open_plain : words.open_new}
        </ButtonAnchor>
      )}
      {!over && (
        <WhyButton why={why} busy={undo.running} onPress={() => void undo.run({})}>
          {undo.running ? words.taking_back : words.take_back}
        </WhyButton>
      )}
      {moves && !here && !over && <p className={styles.hint}>{words.open_new_hint}</p>}
    </div>
  )
}
