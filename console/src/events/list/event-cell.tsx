/** One cell of the event list, by column. */
import { event_type, plate_color, wordOf } from '@parking/contract/core/codes.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { withChanges } from '#src/tables/use-url-state.ts'
import { relativeTime } from '#src/time/time.ts'
import { useWords } from '#src/core/words.ts'
import { commentOf } from '../event/event-comment.ts'
import { EventFailure, EventStatus, ResponseStatus, type ParkingEvent } from '../event/event-status.tsx'
import type { ColumnName } from './event-columns.ts'
import styles from './event-table.module.css'
import { PlateCell } from './plate-cell.tsx'

type CellProps = {
  name: ColumnName
  event: ParkingEvent
  search: URLSearchParams
  now: number
  site_has_column: boolean
}

/** One cell. `site_has_column`: the site number is not repeated below the lot number. */
export function EventCell({ name, event, search, now, site_has_column }: CellProps): ReactNode {
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
          {event.parking_no && !site_has_column && <small>{event.parking_no}</small>}
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
      const color = plate_color.find((code) => code === event.plate_color)
      return color ? codes.plate_color[color] : event.plate_color || '--'
    }
    case 'confidence':
      return event.confidence > 0 ? words.sure(Math.round(event.confidence)) : '--'
    case 'status':
      return (
        <>
          <EventStatus event={event} />
          <small className={styles.failure}>
            <EventFailure event={event} />
          </small>
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
