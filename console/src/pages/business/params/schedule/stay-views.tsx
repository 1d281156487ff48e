/** A stay as a strip, as its events, and as its charged parts. */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import type { Stay, StayEvent, StayKind } from '@parking/contract/schedule/schedule-stay.ts'
import { clockOf, wallStamp } from '@parking/contract/schedule/schedule-time.ts'
import type { Areas } from '#src/locales/areas.ts'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import { HeadRow } from '#src/tables/table-head.tsx'
import styles from './stay.module.css'

type Cause = keyof Areas['schedule']['stay']['because']

export function StayStrip({ stay, arrival, departure }: { stay: Stay; arrival: number; departure: number }) {
  const words = useWords('schedule').stay
  const length = Math.max(1, departure - arrival)
  const parts = stay.parts.map(({ from, to, kind }) => `${words.kinds[kind]} ${clockOf(to - from)}`)
  return (
    <div
      className={`flex clip round-6 ${styles.strip}`}
      role="img"
      aria-label={`${words.strip}：${parts.join('，')}`}
    >
      {stay.parts.map(({ from, to, kind }) => (
        <span
          key={from}
          className="row column clip text-12 ink figures nowrap"
          data-kind={kind}
          style={{ flexGrow: (to - from) / length }}
        >
          <b className="bold">{words.kinds[kind]}</b>
          <small>{clockOf(to - from)}</small>
        </span>
      ))}
    </div>
  )
}

export function StayEvents({ stay }: { stay: Stay }) {
  const words = useWords('schedule').stay
  const types = useWords('codes').event_type
  return (
    <div>
      <h3 className="below-8 text-14 bold">{words.events}</h3>
      <table className={`full text-13 figures ${styles.table}`}>
        <HeadRow names={[words.time, words.event, words.why, words.sending]} />
        <tbody>
          {stay.events.map((event, at) => (
            <tr key={at} data-skipped={event.sent ? undefined : ''}>
              <td className={styles.at}>{wallStamp(event.at)}</td>
              <td className="nowrap">
                <code className="ink-2 mono">{event.type}</code>{' '}
                {types[wordOf(event_type, event.type) ?? 'entry']}
              </td>
              <td className={styles.because}>{words.because[causeOf(stay, event)]}</td>
              <td>
                <StatusTag tone={event.sent ? 'ok' : 'idle'}>
                  {event.sent ? words.sent : words.skipped}
                </StatusTag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function StayParts({ stay }: { stay: Stay }) {
  const words = useWords('schedule').stay
  const bill = (from: number) => stay.bills.findIndex((one) => one.from === from) + 1
  return (
    <div>
      <h3 className="below-8 text-14 bold">{words.parts}</h3>
      <table className={`full text-13 figures ${styles.table}`}>
        <HeadRow names={[words.part, words.kind, words.length]} />
        <tbody>
          {stay.parts.map(({ from, to, kind }) => (
            <tr key={from}>
              <td>
                {wallStamp(from)}
                <br />
                {wallStamp(to)}
              </td>
              <td>
                <span className={`pad-0-8 text-12 ink round-4 ${styles.kind}`} data-kind={kind}>
                  {words.kinds[kind]}
                </span>{' '}
                <small className="ink-2">{bill(from) > 0 ? words.bill(bill(from)) : words.no_bill}</small>
              </td>
              <td>{clockOf(to - from)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The reason for an event, derived from the plans before and after it. */
function causeOf({ parts }: Stay, { at, type, sent }: StayEvent): Cause {
  if (type === event_type.entry) return sent ? 'entry' : 'entry_free'
  if (type === event_type.exit) return sent ? 'exit' : 'exit_free'
  const before: StayKind | undefined = parts.find((part) => part.to === at)?.kind
  const after: StayKind | undefined = parts.find((part) => part.from === at)?.kind
  if (before === after) return type === event_type.scheduled_exit ? 'settle' : 'reopen'
  if (type === event_type.scheduled_exit) return after === 'free' ? 'to_free' : 'close'
  return after === 'violation' ? 'to_violation' : before === 'violation' ? 'from_violation' : 'to_charge'
}
