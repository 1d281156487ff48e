/** The state of the event queue as a tag, and as a sentence with a link to the page that resolves it. */
import type { QueueState } from '@parking/contract/queue/queue.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AnswerAt } from '#src/core/api.ts'
import { RelativeTime } from '#src/time/relative-time.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { formatTime } from '#src/time/time.ts'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { personName } from '#src/core/people.ts'
import { useWords } from '#src/core/words.ts'
import styles from './queue.module.css'

export type EventQueue = AnswerAt<'/api/parking/event_queue'>

const tones: Record<QueueState, Tone> = {
  paused: 'warn',
  empty: 'ok',
  no_address: 'warn',
  stalled: 'bad',
  waits_for_check: 'info',
  growing: 'warn',
  moving: 'info',
}

export function QueueTag({ queue }: { queue: EventQueue }) {
  const words = useWords('queue')
  // An empty queue says nothing about events that have been sent: some may need a user, or none was sent.
  const parked = queue.state === 'empty' && queue.parked > 0
  return (
    <StatusTag tone={parked ? 'warn' : tones[queue.state]}>
      {words.states[parked ? 'parked' : queue.state]}
    </StatusTag>
  )
}

/** One sentence per state, with a link to the page that resolves it. */
export function QueueSentence({ queue }: { queue: EventQueue }) {
  const words = useWords('queue')
  const { state, missing } = queue
  const timer = state !== 'no_address' && missing.includes('timer_data_url')
  return (
    <div
      className={`flush text-14 ink-2 anywhere round-6 leading-16 ${styles.sentence}`}
      data-tone={state === 'empty' && queue.parked > 0 ? 'warn' : tones[state]}
    >
      <StateSentence queue={queue} />
      {timer && (
        <p>
          {words.says.no_timer_address} <Link to="/business/params?tab=platform">{words.set_address}</Link>
        </p>
      )}
    </div>
  )
}

function StateSentence({ queue }: { queue: EventQueue }): ReactNode {
  const words = useWords('queue')
  const { people } = useWords('shell')
  const { state, missing, pause, parked, by_status } = queue
  switch (state) {
    case 'paused':
      return (
        <p>
          <strong>{words.says.paused(personName(pause.paused_by, people))}</strong>（
          <RelativeTime time={pause.paused_ms} />
          ）。{words.says.paused_keeps}
        </p>
      )
    case 'empty':
      return <p>{parked > 0 ? words.says.empty_parked : words.says.empty}</p>
    case 'no_address':
      return (
        <p>
          {missing.includes('data_url') ? words.says.no_address : words.says.no_timer_address}{' '}
          <Link to="/business/params?tab=platform">{words.set_address}</Link>
        </p>
      )
    case 'stalled':
      return <Stalled queue={queue} />
    case 'waits_for_check':
      return (
        <p>
          {words.says.waits_for_check(by_status['1'] ?? 0)}{' '}
          <Link to="/business/data/manual?tab=check">{words.to_check}</Link>
        </p>
      )
    case 'growing':
    case 'moving':
      return <p>{words.says[state]}</p>
  }
}

/**
 * What stalls the queue, since when and why. A stalled platform is shown first, because uploaded events wait
 * for it as well.
 */
function Stalled({ queue }: { queue: EventQueue }) {
  const [words, said] = [useWords('queue'), useWords('device_said')]
  const step = queue.deliver.state === 'waiting' ? 'deliver' : 'upload'
  const { since_ms, until_ms, reason } = queue[step]
  return (
    <>
      <p>
        <strong>{words.stalled[step]}</strong> {words.stalled.keeps}
      </p>
      {reason !== '' && (
        <p className={`clip text-13 mono ${styles.reason}`}>{translateDeviceText(reason, said)}</p>
      )}
      <p className="text-13 figures">
        {words.stalled.since} <RelativeTime time={since_ms} />
        {until_ms !== null && (
          <span>
            {' '}
            · {words.stalled.until} {formatTime(until_ms).slice(11)}
          </span>
        )}
      </p>
    </>
  )
}
