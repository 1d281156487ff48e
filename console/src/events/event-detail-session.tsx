/** The stay of a vehicle that an event belongs to: entry, updates and exit, each a way to that event; what is missing stands where it should be. */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { Link, useSearchParams } from 'react-router'
import { withChanges } from '../tables/use-url-state.ts'
import { WarnIcon } from '../ui/icons.tsx'
import { durationText, momentOf } from '../ui/time.ts'
import { useWords } from '../words.ts'
import styles from './event-detail-session.module.css'
import type { Detail } from './event-detail-steps.ts'
import { StatusOf } from './event-status.tsx'
import { PlateChip } from './plate-chip.tsx'

type Stay = Detail['session']
type Stop = Stay['events'][number]

const arrivals: readonly number[] = [event_type.initial_entry, event_type.entry, event_type.scheduled_entry]
const departures: readonly number[] = [event_type.exit, event_type.scheduled_exit]

/** `now`: the device's, as `useDeviceNow` gives it. `color` is the plate's where an event has the same one. */
export function EventSession({
  session,
  uuid,
  color,
  now,
}: {
  session: Stay
  uuid: string
  color: string
  now: number
}) {
  const [words, shell] = [useWords('event_detail'), useWords('shell')]
  const lasted = lengthOf(session, now)
  const time = lasted === undefined ? '' : durationText(lasted, shell.time.units)
  return (
    <section>
      <h3 className={styles.title}>
        {words.session}
        {time && <small>{session.open ? words.session_open(time) : words.session_lasted(time)}</small>}
      </h3>
      {session.events.length === 0 ? (
        <p className={styles.none}>{words.session_none}</p>
      ) : (
        <ol className={styles.stay} aria-label={words.session_events}>
          {session.flags.includes('entry_missing') && <Missing what={words.missing_entry} />}
          {foldedStay(session.events, uuid).map((part) =>
            Array.isArray(part) ? (
              <li key={part[0]?.uuid} className={styles.stop} data-kind="folded">
                <details>
                  <summary>{words.session_more(part.length)}</summary>
                  <ol className={styles.stay}>
                    {part.map((event) => (
                      <StopRow key={event.uuid} event={event} here={false} color={color} />
                    ))}
                  </ol>
                </details>
              </li>
            ) : (
              <StopRow key={part.uuid} event={part} here={part.uuid === uuid} color={color} />
            ),
          )}
          {session.flags.includes('exit_missing') && <Missing what={words.missing_exit} />}
          {session.open && !session.flags.includes('exit_missing') && (
            <li className={styles.stop} data-kind="open">
              <span className={styles.still}>{words.session_still}</span>
            </li>
          )}
        </ol>
      )}
      {session.flags.map((flag) => (
        <p key={flag} className={styles.flag}>
          <WarnIcon />
          {words.flags[flag] ?? flag}
        </p>
      ))}
    </section>
  )
}

/** A car that stands for a week has hundreds of updates: more than four of what is neither its entry, its exit nor this one stand together. */
export function foldedStay(events: Stay['events'], uuid: string): (Stop | Stop[])[] {
  const plain = (event: Stop) =>
    event.uuid !== uuid && !arrivals.includes(event.event_type) && !departures.includes(event.event_type)
  const parts: (Stop | Stop[])[] = []
  for (const event of events) {
    const last = parts.at(-1)
    if (!plain(event)) parts.push(event)
    else if (Array.isArray(last)) last.push(event)
    else parts.push([event])
  }
  return parts.flatMap((part): (Stop | Stop[])[] => (Array.isArray(part) && part.length <= 4 ? part : [part]))
}

/** In seconds, from its entry to its exit or to now; undefined where either is not there. */
export function lengthOf({ events, flags, open }: Stay, now: number): number | undefined {
  const [entry, exit] = [
    events.find((event) => arrivals.includes(event.event_type)),
    events.findLast((event) => departures.includes(event.event_type)),
  ]
  if (!entry || flags.includes('entry_missing')) return undefined
  if (open) return Math.max(0, (now - (momentOf(entry.time_str)?.getTime() ?? now)) / 1_000)
  return exit && exit.timestamp_ms >= entry.timestamp_ms && !flags.includes('exit_missing')
    ? (exit.timestamp_ms - entry.timestamp_ms) / 1_000
    : undefined
}

function Missing({ what }: { what: string }) {
  return (
    <li className={styles.stop} data-kind="missing">
      <strong className={styles.missing}>
        <WarnIcon />
        {what}
      </strong>
    </li>
  )
}

function StopRow({ event, here, color }: { event: Stop; here: boolean; color: string }) {
  const [words, codes] = [useWords('event_detail'), useWords('codes')]
  const [search] = useSearchParams()
  const type = wordOf(event_type, event.event_type)
  const kind = arrivals.includes(event.event_type)
    ? 'entry'
    : departures.includes(event.event_type)
      ? 'exit'
      : 'between'
  return (
    <li className={styles.stop} data-kind={kind} data-here={here || undefined}>
      <span className={styles.time}>
        {here ? (
          <span aria-current="true">{event.time_str}</span>
        ) : (
          <Link to={{ search: `?${withChanges(search, { uuid: event.uuid })}` }} preventScrollReset>
            {event.time_str}
          </Link>
        )}
      </span>
      <strong>{type ? codes.event_type[type] : event.event_type}</strong>
      {event.plate_number && <PlateChip number={event.plate_number} color={color} />}
      <StatusOf status={event.status} />
      {here && <span className={styles.here}>{words.session_here}</span>}
    </li>
  )
}
