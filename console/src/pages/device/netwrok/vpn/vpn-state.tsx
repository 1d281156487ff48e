/** The state of the VPN tunnel, and its actions. */
import type { VpnStatus } from '@parking/contract/device/vpn.ts'
import { useState } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useChange } from '#src/core/queries.ts'
import { recordTrial } from '#src/stores/trial.ts'
import { StaleMark, type Freshness } from '#src/tables/stale-mark.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { durationText } from '#src/time/time.ts'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { bytesText } from '#src/lib/bytes.ts'
import { Review } from '../review/review.tsx'
import { vpnCause } from './vpn-cause.ts'
import styles from './vpn-state.module.css'

type Info = AnswerAt<'/api/device/get_vpn_info'>
type Props = { info: Info; why: string | undefined; seconds: number | undefined; stale: Freshness }

const tones: Record<VpnStatus, Tone> = { off: 'idle', connecting: 'info', connected: 'ok', failed: 'bad' }
/** The actions that each state allows. */
const actions_of: Record<VpnStatus, readonly ('start' | 'stop')[]> = {
  off: ['start'],
  connecting: ['stop'],
  connected: ['stop'],
  failed: ['start', 'stop'],
}

/**
 * Whether the device has an account; a device that lacks `registered` has one if it has a server or a key.
 */
export const registeredIn = ({ registered, server, key_set }: Info): boolean =>
  registered ?? (server !== '' || key_set)

export function VpnState({ info, why, seconds, stale }: Props) {
  const words = useWords('network').vpn
  if (!registeredIn(info)) {
    return (
      <Section title={words.state_title}>
        <p className="row wrap gap-8-12 flush text-15 ink leading-15">
          <StatusTag tone="idle">{words.none}</StatusTag>
          <span>{words.none_says}</span>
        </p>
      </Section>
    )
  }
  const { status } = info
  const cause = info.reason && vpnCause(info.reason, words.causes)
  return (
    <Section title={words.state_title} action={<StaleMark of={[stale]} />}>
      <div className="row wrap gap-8-12 flush text-15 ink leading-15" data-status={status} role="status">
        <StatusTag tone={tones[status]}>{words.status[status]}</StatusTag>
        <span>{words.says[status]}</span>
        {info.takes_default_route && <StatusTag tone="info">{words.takes_all}</StatusTag>}
      </div>
      {cause && <p className="above-12 text-14 ink leading-16">{cause}</p>}
      {info.reason && (
        <pre
          className={`above-12 text-12 ink-2 mono anywhere round-6 on-subtle leading-16 ${styles.reason}`}
          data-tone={status === 'failed' ? 'bad' : undefined}
        >
          {info.reason}
        </pre>
      )}
      <TunnelFacts info={info} />
      <Actions info={info} why={why} seconds={seconds} />
    </Section>
  )
}

function TunnelFacts({ info }: { info: Info }) {
  const words = useWords('network').vpn
  const { units } = useWords('shell').time
  const facts: [string, string][] = [
    [words.server, info.server],
    [words.tunnel, info.ipv4],
    [words.netmask, info.netmask],
    [words.up, info.up_s === null || info.up_s === undefined ? '' : durationText(info.up_s, units)],
    [words.bytes_in, info.bytes_in === null || info.bytes_in === undefined ? '' : bytesText(info.bytes_in)],
    [
      words.bytes_out,
      info.bytes_out === null || info.bytes_out === undefined ? '' : bytesText(info.bytes_out),
    ],
    [words.account, info.register_address || (info.file_name ? words.from_file(info.file_name) : '')],
    [words.key, info.key_set ? words.key_set : ''],
  ]
  return (
    <Facts className={styles.facts}>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value || '--'}
        </Fact>
      ))}
    </Facts>
  )
}

function Actions({ info, why, seconds }: Omit<Props, 'stale'>) {
  const words = useWords('network').vpn
  const [reviewed, setReviewed] = useState(false)
  const refresh = ['/api/device/get_vpn_info'] as const
  const start = useChange('/api/device/start_vpn', { refresh })
  const stop = useChange('/api/device/stop_vpn', { refresh, done: () => toast.success(words.stopped) })
  const cancel = useChange('/api/device/cancel_vpn', { refresh, done: () => toast.success(words.cancelled) })
  const busy = start.running || stop.running || cancel.running
  const actions = actions_of[info.status]

  async function startVpn() {
    const answer = await start.run({})
    setReviewed(false)
    if (!answer) return
    if ('trial' in answer) recordTrial(answer.trial, answer.confirm_token)
    else toast.success(words.started)
  }
  async function cancelAccount() {
    if (
      await confirm({ title: words.cancel_ask, body: words.cancel_says, confirm: words.cancel, danger: true })
    )
      await cancel.run({})
  }

  return (
    <div className={`flex wrap gap-8 line-above ${styles.actions}`}>
      <WhyButton
        variant={actions.includes('start') ? 'primary' : undefined}
        busy={start.running}
        why={why ?? (actions.includes('start') ? undefined : words.is_on)}
        onPress={() => (busy ? undefined : info.takes_default_route ? setReviewed(true) : void startVpn())}
      >
        {info.status === 'failed' ? words.again : words.start}
      </WhyButton>
      <WhyButton
        busy={stop.running}
        why={why ?? (actions.includes('stop') ? undefined : words.is_off)}
        onPress={() => (busy ? undefined : void stop.run({}))}
      >
        {words.stop}
      </WhyButton>
      <span className="grow" />
      <WhyButton busy={cancel.running} why={why} onPress={() => (busy ? undefined : void cancelAccount())}>
        {words.cancel}
      </WhyButton>
      {reviewed && (
        <Review
          kind="vpn"
          before={{}}
          after={{}}
          checks={[]}
          seconds={seconds}
          busy={start.running}
          onStart={() => void startVpn()}
          onClose={() => setReviewed(false)}
        />
      )}
    </div>
  )
}
