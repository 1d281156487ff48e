/**
 * The parking session of an event: entry, updates and exit, each linked; missing ones are marked in their
 * place.
 */
import { secondsBetween, stayLength } from '@parking/contract/stays/stay-length.ts'
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { Link, useSearchParams } from 'react-router'
import { withChanges } from '#src/tables/use-url-state.ts'
import { WarnIcon } from '#src/ui/icons.tsx'
import { momentOf } from '#src/time/time.ts'
import { useWords } from '#src/core/words.ts'
import styles from './event-detail-session.module.css'
import type { Detail } from './event-detail-steps.ts'
import { StatusTagOf } from '../event/event-status.tsx'
import { StandingTag } from '../event/standing-tag.tsx'
import { PlateChip } from '../plate/plate-chip.tsx'

type Session = Detail['session']
type SessionEvent = Session['events'][number]

const arrivals: readonly number[] = [event_type.initial_entry, event_type.entry, event_type.scheduled_entry]
const departures: readonly number[] = [event_type.exit, event_type.scheduled_exit]

/** `now`: the device's clock, from `useDeviceNow`. `color`: the colour of the plate. */
export function EventSession({
  session,
  uuid,
  color,
  now,
}: {
  session: Session
  uuid: string
  color: string
  now: number
}) {
  const words = useWords('event_detail')
  const seconds = sessionSeconds(session, now)
  const time = seconds === undefined ? '' : stayLength(seconds)
  return (
    <section>
      <h3 className={`below-8 text-14 bold ${styles.title}`}>
        {words.session}
        {time && <small>{session.open ? words.session_open(time) : words.session_lasted(time)}</small>}
        <Link className={styles.on_axis} to={`/business/data/stays?uuid=${uuid}`}>
          {words.on_axis}
        </Link>
      </h3>
      {session.events.length === 0 ? (
        <p className="ink-3">{words.session_none}</p>
      ) : (
        <ol aria-label={words.session_events}>
          {session.flags.includes('entry_missing') && <Missing what={words.missing_entry} />}
          {foldUpdates(session.events, uuid).map((part) =>
            Array.isArray(part) ? (
              <li
                key={part[0]?.uuid}
                className={`row wrap relative gap-4-12 round-6 ${styles.event}`}
                data-kind="folded"
              >
                <details>
                  <summary>{words.session_more(part.length)}</summary>
                  <ol>
                    {part.map((event) => (
                      <EventRow key={event.uuid} event={event} here={false} color={color} />
                    ))}
                  </ol>
                </details>
              </li>
            ) : (
              <EventRow key={part.uuid} event={part} here={part.uuid === uuid} color={color} />
            ),
          )}
          {session.flags.includes('exit_missing') && <Missing what={words.missing_exit} />}
          {session.open && !session.flags.includes('exit_missing') && (
            <li className={`row wrap relative gap-4-12 round-6 ${styles.event}`} data-kind="open">
              <span className="ink-3">
                {session.lost_exit ? words.session_lost_exit : words.session_still}
              </span>
            </li>
          )}
        </ol>
      )}
      {session.flags.map((flag) => (
        <p key={flag} className={`flex gap-6 text-13 warn icons-16 ${styles.flag}`}>
          <WarnIcon />
          {words.flags[flag] ?? flag}
        </p>
      ))}
    </section>
  )
}

/**
 * The events of a session, with runs of updates folded: a car that parks for a week has hundreds. Entries,
 * exits, the event `uuid` and runs of up to four are never folded.
 */
export function foldUpdates(events: Session['events'], uuid: string): (SessionEvent | SessionEvent[])[] {
  const foldable = (event: SessionEvent) =>
    event.uuid !== uuid && !arrivals.includes(event.event_type) && !departures.includes(event.event_type)
  const parts: (SessionEvent | SessionEvent[])[] = []
  for (const event of events) {
    const last = parts.at(-1)
    if (!foldable(event)) parts.push(event)
    else if (Array.isArray(last)) last.push(event)
    else parts.push([event])
  }
  return parts.flatMap((part): (SessionEvent | SessionEvent[])[] =>
    Array.isArray(part) && part.length <= 4 ? part : [part],
  )
}

/** Seconds from the entry to the exit, or to now in an open session; undefined if either is missing. */
export function sessionSeconds({ events, flags, open, lost_exit }: Session, now: number): number | undefined {
  const [entry, exit] = [
    events.find((event) => counts(event) && arrivals.includes(event.event_type)),
    events.findLast((event) => counts(event) && departures.includes(event.event_type)),
  ]
  if (!entry || lost_exit || flags.includes('entry_missing')) return undefined
  if (open) return secondsBetween(momentOf(entry.time_str)?.getTime() ?? now, now)
  return exit && exit.timestamp_ms >= entry.timestamp_ms && !flags.includes('exit_missing')
    ? secondsBetween(entry.timestamp_ms, exit.timestamp_ms)
    : undefined
}

const counts = ({ standing }: SessionEvent): boolean => standing !== 'withdrawn'

function Missing({ what }: { what: string }) {
  return (
    <li className={`row wrap relative gap-4-12 round-6 ${styles.event}`} data-kind="missing">
      <strong className="inline-row gap-6 bad icons-16">
        <WarnIcon />
        {what}
      </strong>
    </li>
  )
}

function EventRow({ event, here, color }: { event: SessionEvent; here: boolean; color: string }) {
  const [words, codes] = [useWords('event_detail'), useWords('codes')]
  const [search] = useSearchParams()
  const type = wordOf(event_type, event.event_type)
  const kind = arrivals.includes(event.event_type)
    ? 'entry'
    : departures.includes(event.event_type)
      ? 'exit'
      : 'between'
  return (
    <li
      className={`row wrap relative gap-4-12 round-6 ${styles.event}`}
      data-kind={kind}
      data-here={here || undefined}
      data-standing={event.standing}
    >
      <span className={`figures ${styles.time}`}>
        {here ? (
          <span aria-current="true">{event.time_str}</span>
        ) : (
          <Link to={{ search: `?${withChanges(search, { uuid: event.uuid })}` }} preventScrollReset>
            {event.time_str}
          </Link>
        )}
      </span>
      <strong>{type ? codes.event_type[type] : event.event_type}</strong>
      <StandingTag standing={event.standing} />
      {event.plate_number && <PlateChip number={event.plate_number} color={color} />}
      <StatusTagOf status={event.status} />
      {here && <span className="text-12 ink-2">{words.session_here}</span>}
    </li>
  )
}
