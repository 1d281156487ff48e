/**
 * The schedule tab (spec §3 `schedule_param`, §4, §5): the week as a timeline to draw in, the same week as a
 * table to type in, and a simulated stay.
 */
import type { Block, Plan, ScheduleType } from '@parking/contract/schedule/schedule-plans.ts'
import { schedule_type } from '@parking/contract/core/codes.ts'
import { useState, useId } from 'react'
import { eventsOfStay, secondsOf, type StayKind } from '@parking/contract/schedule/schedule-stay.ts'
import { clockOf, day_seconds, wallSecond, wallStamp } from '@parking/contract/schedule/schedule-time.ts'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { useWords } from '#src/core/words.ts'
import { useDeviceNow } from '#src/events/event/use-device-now.ts'
import { formatTime } from '#src/time/time.ts'
import { TimeField } from '#src/time/range/time-field.tsx'
import { readTime } from '#src/time/range/time-text.ts'
import { Section } from '#src/ui/section.tsx'
import { ParamForm } from '../form/param-form.tsx'
import { PlanTable } from './schedule-table.tsx'
import { useScheduleText } from './schedule-text.ts'
import { useWeek } from './use-week.ts'
import { WeekSection } from './week-section.tsx'
import styles from './stay.module.css'
import { StayEvents, StayParts, StayStrip } from './stay-views.tsx'

export function ScheduleTab() {
  const words = useWords('schedule')
  const say = useScheduleText()
  const fieldText = (_: string, raw: string | boolean) =>
    raw === ''
      ? undefined
      : (JSON.parse(String(raw)) as Plan[]).map(say.plan).join('；') || words.week.unset_long
  return (
    <ParamForm group="schedule_param" words={{ plans: words.plans }} fieldText={fieldText}>
      <Schedule />
    </ParamForm>
  )
}

function Schedule() {
  const week = useWeek()
  const url = useUrlState()
  const [brush, setBrush] = useState<ScheduleType>(schedule_type.free)
  const [selected, setSelected] = useState<Block>()
  const asked = Number(url.search.get('day'))
  const day = Number.isInteger(asked) && asked >= 1 && asked <= 7 ? asked : 1
  return (
    <>
      <WeekSection
        week={week}
        brush={brush}
        onBrush={setBrush}
        selected={selected}
        onSelect={setSelected}
        day={day}
        onDay={(next) => url.change({ day: next === 1 ? undefined : next }, { replace: true })}
      />
      <PlanTable week={week} brush={brush} day={day} selected={selected} onSelect={setSelected} />
      <StaySimulator plans={week.plans} />
    </>
  )
}

/** A stay longer than a month is unrealistic and slow to compute. */
const max_s = 31 * day_seconds
const secondIn = (text: string, now: string): number | undefined =>
  wallSecond(readTime(text, 'start', now) ?? '')
/** Accepts the time format that this page writes to the URL and the one a native input wrote before. */
const shownTime = (text: string | null): string | undefined =>
  text === null ? undefined : (readTime(text, 'start', text) ?? text)
const kinds: readonly StayKind[] = ['charge', 'free', 'violation']

/** From 9:30 today to 10:15 tomorrow by the browser's clock: overnight, because plans differ at night. */
function defaultStay(): { arrive: string; leave: string } {
  const now = new Date()
  const morning = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate(), 9, 30) / 1000
  return { arrive: wallStamp(morning), leave: wallStamp(morning + day_seconds + 2700) }
}

/**
 * Simulates a stay under the plans as edited: the events that would be sent, and what is charged (spec §4).
 */
function StaySimulator({ plans }: { plans: readonly Plan[] }) {
  const words = useWords('schedule').stay
  const url = useUrlState()
  const id = useId()
  const [times, setTimes] = useState(() => {
    const usual = defaultStay()
    return {
      arrive: shownTime(url.search.get('arrive')) ?? usual.arrive,
      leave: shownTime(url.search.get('leave')) ?? usual.leave,
    }
  })
  function type(change: Partial<typeof times>) {
    setTimes({ ...times, ...change })
    url.change(change, { replace: true })
  }
  const now = formatTime(useDeviceNow())
  const [arrival, departure] = [secondIn(times.arrive, now), secondIn(times.leave, now)]
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
      <div className={`flex wrap below-16 ${styles.times}`}>
        {(['arrive', 'leave'] as const).map((which) => (
          <div key={which} className={`grid slim gap-4 text-13 ink-2 ${styles.time}`}>
            <label htmlFor={`${id}-${which}`}>{words[which]}</label>
            <TimeField
              id={`${id}-${which}`}
              text={times[which]}
              now={now}
              invalid={why !== undefined}
              onText={(text) => type({ [which]: text })}
            />
          </div>
        ))}
      </div>
      {why !== undefined && (
        <p className="text-14 bad" role="alert">
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
      <p className={`flex wrap below-12 text-14 ink-2 figures ${styles.sums}`} role="status">
        {kinds.map((kind) => (
          <span key={kind} data-kind={kind}>
            {words.kinds[kind]} <b className="ink">{clockOf(secondsOf(stay, kind))}</b>
          </span>
        ))}
        <span>
          {words.sum} <b className="ink">{clockOf(departure - arrival)}</b>
        </span>
        <span className="push">
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
