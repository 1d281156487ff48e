/**
 * Simulates a stay with the plans as edited: the events that would be sent, and what is charged (spec §4).
 */
import type { Plan } from '@parking/contract/schedule/schedule-plans.ts'
import { eventsOfStay, secondsOf, type StayKind } from '@parking/contract/schedule/schedule-stay.ts'
import { clockOf, day_seconds, wallSecond, wallStamp } from '@parking/contract/schedule/schedule-time.ts'
import { useState } from 'react'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './stay.module.css'
import { StayEvents, StayParts, StayStrip } from './stay-views.tsx'

/** A stay longer than a month is unrealistic and slow to compute. */
const max_s = 31 * day_seconds
const secondIn = (text: string): number | undefined =>
  wallSecond(text.length === 16 ? `${text.replace('T', ' ')}:00` : text.replace('T', ' '))
const kinds: readonly StayKind[] = ['charge', 'free', 'violation']

/** From 9:30 today to 9:30 tomorrow by the browser's clock: plans differ at night. */
function defaultStay(): { arrive: string; leave: string } {
  const now = new Date()
  const morning = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate(), 9, 30) / 1000
  return { arrive: inputOf(morning), leave: inputOf(morning + day_seconds + 2700) }
}
const inputOf = (second: number): string => wallStamp(second).replace(' ', 'T').slice(0, 16)

export function StaySimulator({ plans }: { plans: readonly Plan[] }) {
  const words = useWords('schedule').stay
  const url = useUrlState()
  const [times, setTimes] = useState(() => {
    const usual = defaultStay()
    return { arrive: url.search.get('arrive') ?? usual.arrive, leave: url.search.get('leave') ?? usual.leave }
  })
  function type(change: Partial<typeof times>) {
    setTimes({ ...times, ...change })
    url.change(change, { replace: true })
  }
  const [arrival, departure] = [secondIn(times.arrive), secondIn(times.leave)]
  const why =
    arrival === undefined || departure === undefined
      ? words.empty
      : departure < arrival
        ? words.order
        : departure - arrival > max_s
          ? words.long
          : undefined

  return (
    <Section title={words.title} hint={words.hint}>
      <div className={styles.times}>
        {(['arrive', 'leave'] as const).map((which) => (
          <label key={which} className={styles.time}>
            <span>{words[which]}</span>
            <input
              className="input"
              type="datetime-local"
              step={1}
              max="2099-12-31T23:59:59"
              defaultValue={times[which]}
              aria-invalid={why !== undefined}
              onChange={(event) => type({ [which]: event.currentTarget.value })}
            />
          </label>
        ))}
      </div>
      {why !== undefined && (
        <p className={styles.why} role="alert">
          {why}
        </p>
      )}
      {why === undefined && arrival !== undefined && departure !== undefined && (
        <Outcome plans={plans} arrival={arrival} departure={departure} />
      )}
    </Section>
  )
}

function Outcome({
  plans,
  arrival,
  departure,
}: {
  plans: readonly Plan[]
  arrival: number
  departure: number
}) {
  const words = useWords('schedule').stay
  const stay = eventsOfStay(plans, arrival, departure)
  return (
    <>
      <p className={styles.sums} role="status">
        {kinds.map((kind) => (
          <span key={kind} data-kind={kind}>
            {words.kinds[kind]} <b>{clockOf(secondsOf(stay, kind))}</b>
          </span>
        ))}
        <span>
          {words.sum} <b>{clockOf(departure - arrival)}</b>
        </span>
        <span className={styles.said}>
          {words.sums(stay.events.filter(({ sent }) => sent).length, stay.bills.length)}
        </span>
      </p>
      <StayStrip stay={stay} arrival={arrival} departure={departure} />
      <div className={styles.columns}>
        <StayEvents stay={stay} />
        <StayParts stay={stay} />
      </div>
    </>
  )
}
