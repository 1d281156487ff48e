/** The columns that the event list can have. Which are shown is each reader's choice and is remembered; the time, which opens an event, and the plate always are. */
import { event_type, plate_color, wordOf } from '@parking/contract/core/codes.ts'
import { useId, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { createStore, useStore } from '../lib/store.ts'
import { withChanges } from '../tables/use-url-state.ts'
import { Button } from '../ui/button/button.tsx'
import { SlidersIcon } from '../ui/icons.tsx'
import { relativeTime } from '../ui/time.ts'
import { useWords } from '../words.ts'
import { commentOf } from './event-comment.ts'
import { EventStatus, ResponseStatus, troubleOf, type ParkingEvent } from './event-status.tsx'
import styles from './events.module.css'
import { PlateCell } from './plate-cell.tsx'

export const column_names = [
  'event_time_str',
  'lot_no',
  'parking_no',
  'camera_name',
  'event_type',
  'plate_number',
  'plate_color',
  'confidence',
  'status',
  'count_tried',
  'response_status',
  'send_time_str',
  'create_time_str',
  'comment',
] as const
export type ColumnName = (typeof column_names)[number]

const lasting: readonly ColumnName[] = ['event_time_str', 'plate_number']
const usual: readonly ColumnName[] = [
  'event_time_str',
  'lot_no',
  'camera_name',
  'event_type',
  'plate_number',
  'status',
  'count_tried',
  'response_status',
]
const kept_as = 'event-columns'

/** What was remembered, whatever somebody or an older version wrote there. */
function remembered(): readonly ColumnName[] {
  const names = typeof localStorage === 'undefined' ? null : localStorage.getItem(kept_as)?.split(',')
  return names ? column_names.filter((name) => lasting.includes(name) || names.includes(name)) : usual
}
const columns = createStore(remembered())
columns.subscribe(() => localStorage.setItem(kept_as, columns.get().join(',')))
export const useColumns = (): readonly ColumnName[] => useStore(columns)

type CellProps = {
  name: ColumnName
  event: ParkingEvent
  search: URLSearchParams
  now: number
  lot_alone: boolean
}

/** What stands in a column of one event. `lot_alone`: the site has a column of its own. */
export function EventCell({ name, event, search, now, lot_alone }: CellProps): ReactNode {
  const [words, codes, shell] = [useWords('events'), useWords('codes'), useWords('shell')]
  switch (name) {
    case 'event_time_str':
      return (
        <>
          <Link
            to={{ search: `?${withChanges(search, { uuid: event.uuid })}` }}
            preventScrollReset
            onClick={(click) => click.stopPropagation()}
          >
            {event.event_time_str}
          </Link>
          <small>{relativeTime(event.event_time_str, shell.time, now)}</small>
        </>
      )
    case 'lot_no':
      return (
        <>
          {event.lot_no || '--'}
          {event.parking_no && !lot_alone && <small>{event.parking_no}</small>}
        </>
      )
    case 'event_type': {
      const type = wordOf(event_type, event.event_type)
      return (
        <span className={styles.type} data-type={type}>
          {type ? codes.event_type[type] : event.event_type}
        </span>
      )
    }
    case 'plate_number':
      return <PlateCell event={event} />
    case 'plate_color': {
      const color = plate_color.find((known) => known === event.plate_color)
      return color ? codes.plate_color[color] : event.plate_color || '--'
    }
    case 'confidence':
      return event.confidence > 0 ? words.sure(Math.round(event.confidence)) : '--'
    case 'status':
      return (
        <>
          <EventStatus event={event} />
          <small className={styles.trouble}>{troubleOf(event, words)}</small>
        </>
      )
    case 'count_tried':
      return event.count_tried
    case 'response_status':
      return <ResponseStatus event={event} />
    case 'comment':
      return commentOf(event.comment, words) || '--'
    default:
      return event[name] || '--'
  }
}

/** A button that opens the list of columns. */
export function ColumnsChoice() {
  const [words, parking] = [useWords('event_list'), useWords('events')]
  const shown = useColumns()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const change = (name: ColumnName, on: boolean) =>
    columns.set(column_names.filter((one) => (one === name ? on : shown.includes(one))))
  function place() {
    const at = button.current?.getBoundingClientRect()
    if (!at || !box.current) return
    box.current.style.top = `${at.bottom + 6}px`
    box.current.style.maxHeight = `${Math.max(160, innerHeight - at.bottom - 14)}px`
    box.current.style.left = `${Math.max(8, Math.min(at.left, innerWidth - box.current.offsetWidth - 8))}px`
  }
  return (
    <>
      <Button ref={button} popoverTarget={id} aria-haspopup="dialog">
        <SlidersIcon />
        {words.columns}
      </Button>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={words.columns}
        className={styles.columns}
        onToggle={(event) => event.newState === 'open' && place()}
      >
        <p>{words.columns_say}</p>
        {column_names.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={shown.includes(name)}
              disabled={lasting.includes(name)}
              onChange={(event) => change(name, event.currentTarget.checked)}
            />
            {parking[name]}
          </label>
        ))}
        <Button variant="quiet" onClick={() => columns.set(usual)}>
          {words.columns_reset}
        </Button>
      </div>
    </>
  )
}
