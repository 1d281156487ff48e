/** Months of days, paged by two buttons and navigated by keyboard (ARIA APG). It keeps the focused day. */
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '#src/core/words.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { dayFrom, monthFrom, sameDayIn, weekdayOf, monthOf, weeksOf } from './range-model.ts'
import styles from './calendar.module.css'
import month_grid_styles from './month-grid.module.css'

export type DaysWithData = {
  /** Whether a day has data, which is marked by a dot. */
  has: (day: string) => boolean
  /** Called with the first day of each visible month. */
  onMonths: (months: readonly string[]) => void
}

type Props = {
  today: string
  /** The day that is focused initially. */
  start_day: string
  /** Number of months next to each other. */
  months: number
  chosen: { first: string; last: string } | undefined
  data?: DaysWithData | undefined
  onPick: (day: string) => void
  onHover?: (day: string | undefined) => void
}

export function Calendar({ today, start_day, months, chosen, data, onPick, onHover }: Props) {
  const words = useWords('range')
  const [focus_day, setFocusDay] = useState(start_day)
  const [first_month, setFirst] = useState(() => monthFrom(start_day, 1 - months))
  const monthsOf = (first: string) => Array.from({ length: months }, (_, at) => monthFrom(first, at))
  const shown_months = monthsOf(first_month)
  const reachable = shown_months.some((month) => month.slice(0, 7) === focus_day.slice(0, 7))
    ? focus_day
    : first_month

  const report = useEffectEvent((first: string) => data?.onMonths(monthsOf(first)))
  useEffect(() => report(first_month), [first_month])
  /** Moves to a day and pages to its month. The grid of another month is rendered first. */
  function go(day: string, months_box: Element | null) {
    // Synchronously, so that a quick next keystroke finds the new day focused.
    flushSync(() => {
      setFocusDay(day)
      if (day < first_month) setFirst(monthFrom(day, 0))
      else if (day >= monthFrom(first_month, months)) setFirst(monthFrom(day, 1 - months))
    })
    months_box?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }
  function onKey(event: KeyboardEvent<HTMLElement>) {
    const target = targetDay(event, event.currentTarget.dataset['day'] ?? focus_day)
    if (target === undefined) return
    event.preventDefault()
    go(target, event.currentTarget.closest('[data-months]'))
  }
  const turn = (by: 1 | -1) => (
    <button
      type="button"
      className={`plain center ink-2 round-6 icons-16 ${styles.turn}`}
      aria-label={by < 0 ? words.previous_month : words.next_month}
      onClick={() => setFirst(monthFrom(first_month, by))}
    >
      {by < 0 ? <ChevronLeftIcon /> : <ChevronRightIcon />}
    </button>
  )
  return (
    <div className={`relative ${styles.calendar}`}>
      {turn(-1)}
      <div className={`flex spread ${styles.months}`} data-months="">
        {shown_months.map((month) => (
          <MonthGrid
            key={month}
            first_day={month}
            today={today}
            focus_day={reachable}
            chosen={chosen}
            data={data}
            onPick={(day) => {
              setFocusDay(day)
              onPick(day)
            }}
            onHover={onHover}
            onKey={onKey}
          />
        ))}
      </div>
      {turn(1)}
    </div>
  )
}

/** The day that a key leads to (ARIA APG, date picker); undefined for any other key. */
function targetDay({ key, shiftKey }: KeyboardEvent, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return dayFrom(day, -1)
    case 'ArrowRight':
      return dayFrom(day, 1)
    case 'ArrowUp':
      return dayFrom(day, -7)
    case 'ArrowDown':
      return dayFrom(day, 7)
    case 'Home':
      return dayFrom(day, -weekdayOf(day))
    case 'End':
      return dayFrom(day, 6 - weekdayOf(day))
    case 'PageUp':
      return sameDayIn(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return sameDayIn(day, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}

type MonthGridProps = {
  first_day: string
  today: string
  /** The day that is the tab stop. */
  focus_day: string
  /** The chosen days, both ends included; undefined if nothing is chosen. */
  chosen: { first: string; last: string } | undefined
  data?: DaysWithData | undefined
  onPick: (day: string) => void
  onHover?: ((day: string | undefined) => void) | undefined
  onKey: (event: KeyboardEvent<HTMLElement>) => void
}

/** One month of the range picker: a grid of days (ARIA APG) of which only one is a tab stop. */
function MonthGrid({ first_day, today, focus_day, chosen, data, onPick, onHover, onKey }: MonthGridProps) {
  const words = useWords('range')
  const { year, month } = monthOf(first_day)
  const name = words.month(year, month + 1)
  return (
    <div className={month_grid_styles.month}>
      <div className={`center bold ${month_grid_styles.name}`} aria-hidden="true">
        {name}
      </div>
      <div role="grid" aria-label={name} className={month_grid_styles.grid}>
        <div role="row">
          {words.weekdays.map((day) => (
            <span key={day} role="columnheader" aria-label={words.weekday(day)}>
              {day}
            </span>
          ))}
        </div>
        {weeksOf(first_day).map((week, at) => (
          <div key={at} role="row">
            {week.map((day, place) =>
              day === undefined ? (
                <span key={place} role="gridcell" />
              ) : (
                <span
                  key={day}
                  role="gridcell"
                  aria-selected={chosen !== undefined && day >= chosen.first && day <= chosen.last}
                  data-first={day === chosen?.first || undefined}
                  data-last={day === chosen?.last || undefined}
                >
                  <button
                    type="button"
                    className="plain current center relative figures round-6"
                    data-day={day}
                    // Drawn by the style sheet; screen readers announce the whole date.
                    data-number={Number(day.slice(8))}
                    tabIndex={day === focus_day ? 0 : -1}
                    data-dot={data?.has(day) || undefined}
                    aria-label={`${day} ${words.weekday(words.weekdays[weekdayOf(day)] ?? '')}`}
                    title={data?.has(day) ? words.has_data : undefined}
                    aria-current={day === today ? 'date' : undefined}
                    data-later={day > today || undefined}
                    onClick={() => onPick(day)}
                    onKeyDown={onKey}
                    onPointerEnter={() => onHover?.(day)}
                    onPointerLeave={() => onHover?.(undefined)}
                  />
                </span>
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
