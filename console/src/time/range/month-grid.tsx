/** One month of the range picker: a grid of days (ARIA APG) of which only one is a tab stop. */
import type { KeyboardEvent } from 'react'
import { useWords } from '#src/core/words.ts'
import type { DaysWithData } from './calendar.tsx'
import { monthOf, weekdayOf, weeksOf } from './range-model.ts'
import styles from './month-grid.module.css'

type Props = {
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

export function MonthGrid({ first_day, today, focus_day, chosen, data, onPick, onHover, onKey }: Props) {
  const words = useWords('range')
  const { year, month } = monthOf(first_day)
  const name = words.month(year, month + 1)
  return (
    <div className={styles.month}>
      <div className={styles.name} aria-hidden="true">
        {name}
      </div>
      <div role="grid" aria-label={name} className={styles.grid}>
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
