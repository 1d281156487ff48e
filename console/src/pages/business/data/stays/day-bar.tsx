/** Selects the day: previous, next, today, or from a calendar that marks the days with events. */
import { useEventDays } from '#src/events/filter/use-event-days.ts'
import { useWords } from '#src/core/words.ts'
import { Calendar } from '#src/time/range/calendar.tsx'
import { dayFrom, weekdayOf } from '#src/time/range/range-model.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { Panel } from '#src/ui/panel/panel.tsx'
import { usePanelButton } from '#src/ui/panel/use-panel-button.ts'
import styles from './day-bar.module.css'

type Props = { day: string; today: string; onDay: (day: string) => void }

export function DayBar({ day, today, onDay }: Props) {
  const [words, range] = [useWords('stays'), useWords('range')]
  const { anchor, open, close, props } = usePanelButton()
  const data = useEventDays('events')
  return (
    <div className={styles.days}>
      <button
        type="button"
        className={styles.step}
        aria-label={words.previous_day}
        onClick={() => onDay(dayFrom(day, -1))}
      >
        <ChevronLeftIcon />
      </button>
      <button {...props} className={styles.day}>
        <span className="visually-hidden">{words.day('')}</span>
        <span>{day}</span>
        <small>{range.weekday(range.weekdays[weekdayOf(day)] ?? '')}</small>
        <ChevronDownIcon />
      </button>
      <button
        type="button"
        className={styles.step}
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
