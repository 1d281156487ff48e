/** The toolbar above the axis: the view (axis, irregular stays, table), day, car park, search and zoom. */
import type { RefObject } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEventDays } from '#src/events/filter/use-event-days.ts'
import { Calendar } from '#src/time/range/calendar.tsx'
import { dayFrom, weekdayOf } from '#src/time/range/range-model.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { Panel } from '#src/ui/panel/panel.tsx'
import { usePanelButton } from '#src/ui/panel/use-panel-button.ts'
import type { Day } from './axis/axis-model.ts'
import { StaySearch } from './stay-search.tsx'
import styles from './axis-tools.module.css'
import day_bar_styles from './day-bar.module.css'

/** Zoom levels: the number of hours that fill the width. */
export const zooms = [24, 12, 6, 3, 1] as const
export type Zoom = (typeof zooms)[number]
export const zoomIn = (search: URLSearchParams): Zoom =>
  zooms.find((one) => String(one) === search.get('zoom')) ?? 24

export const views = ['axis', 'irregular', 'table'] as const
export type View = (typeof views)[number]
export const viewIn = (search: URLSearchParams): View =>
  views.find((one) => one === search.get('view')) ?? 'axis'

type Props = {
  day: string
  today: string
  view: View
  zoom: Zoom
  park: string
  irregular: number | undefined
  lots: Day['lots']
  input: RefObject<HTMLInputElement | null>
  onChange: (changes: Record<string, string | number | undefined>, replace?: boolean) => void
}

export function AxisTools({ day, today, view, zoom, park, irregular, lots, input, onChange }: Props) {
  const words = useWords('stays')
  const parks = [...new Set([...lots.map(({ parking_no }) => parking_no), park])].filter(Boolean)
  return (
    <div className={`row wrap line-below ${styles.tools}`} role="search" aria-label={words.hint}>
      <div className={styles.views} role="group" aria-label={words.views}>
        {views.map((one) => (
          <button
            key={one}
            type="button"
            className="plain lifted inline-row text-13 ink-2 nowrap"
            aria-pressed={one === view}
            onClick={() => onChange({ view: one === 'axis' ? undefined : one, cursor: undefined })}
          >
            {words.view[one]}
            {one === 'irregular' && irregular !== undefined && irregular > 0 && (
              <b className={`text-11 bad figures text-center pill on-bad ${styles.count}`}>
                {irregular.toLocaleString('en')}
              </b>
            )}
          </button>
        ))}
      </div>
      {view !== 'irregular' && (
        <>
          <DayBar
            day={day}
            today={today}
            onDay={(next) => onChange({ day: next === today ? undefined : next, stay: undefined })}
          />
          {parks.length > 1 && (
            <select
              className={`input ${styles.park}`}
              aria-label={words.park}
              value={park}
              onChange={(event) => onChange({ park: event.currentTarget.value || undefined })}
            >
              <option value="">{words.all_parks}</option>
              {parks.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )}
        </>
      )}
      <StaySearch
        day={day}
        lot_nos={lots.map(({ lot_no }) => lot_no)}
        input={input}
        onFound={(stay, found_day) => onChange({ stay, day: found_day, view: undefined }, false)}
      />
      {view === 'axis' && (
        <div className={`push ${styles.zoom}`} role="group" aria-label={words.zoom}>
          {zooms.map((one) => (
            <button
              key={one}
              type="button"
              className="plain lifted inline-row text-13 ink-2 nowrap"
              aria-label={words.zoom_hours(one)}
              aria-pressed={one === zoom}
              onClick={() => onChange({ zoom: one === 24 ? undefined : one })}
            >
              {one}
            </button>
          ))}
          <span aria-hidden="true">{words.hours}</span>
        </div>
      )}
    </div>
  )
}

type DayBarProps = { day: string; today: string; onDay: (day: string) => void }

/** Selects the day: previous, next, today, or from a calendar that marks the days with events. */
function DayBar({ day, today, onDay }: DayBarProps) {
  const [words, range] = [useWords('stays'), useWords('range')]
  const { anchor, open, close, props } = usePanelButton()
  const data = useEventDays('events')
  return (
    <div className="inline-row gap-2">
      <button
        type="button"
        className={`plain inline-row ink-2 ${day_bar_styles.step}`}
        aria-label={words.previous_day}
        onClick={() => onDay(dayFrom(day, -1))}
      >
        <ChevronLeftIcon />
      </button>
      <button
        {...props}
        className={`plain inline-row grow gap-6 text-13 ink bold figures nowrap ${day_bar_styles.day}`}
      >
        <span className="visually-hidden">{words.day('')}</span>
        <span>{day}</span>
        <small>{range.weekday(range.weekdays[weekdayOf(day)] ?? '')}</small>
        <ChevronDownIcon />
      </button>
      <button
        type="button"
        className={`plain inline-row ink-2 ${day_bar_styles.step}`}
        aria-label={words.next_day}
        disabled={day >= today}
        onClick={() => onDay(dayFrom(day, 1))}
      >
        <ChevronRightIcon />
      </button>
      <Button variant="quiet" disabled={day === today} onClick={() => onDay(today)}>
        {words.today}
      </Button>
      {open && (
        <Panel anchor={anchor} title={words.day(day)} fills={false} onClose={close}>
          <Calendar
            today={today}
            start_day={day}
            months={1}
            chosen={{ first: day, last: day }}
            data={data}
            onPick={(picked) => {
              if (picked <= today) onDay(picked)
              close()
            }}
          />
        </Panel>
      )}
    </div>
  )
}
