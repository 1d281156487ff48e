/** One cell of the event list, by column. */
import { confidenceText } from '@parking/contract/checks/event-standing.ts'
import { event_type, plate_color, wordOf } from '@parking/contract/core/codes.ts'
import { stayLength } from '@parking/contract/stays/stay-length.ts'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { withChanges } from '#src/tables/use-url-state.ts'
import { ImageIcon } from '#src/ui/icons.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import { commentOf } from '../event/event-comment.ts'
import { EventStatus, ResponseStatus, type ParkingEvent } from '../event/event-status.tsx'
import { StandingTag } from '../event/standing-tag.tsx'
import type { ColumnName } from './event-columns.ts'
import { EventPicture } from './event-picture.tsx'
import styles from './event-table.module.css'
import { PlateCell } from './plate-cell.tsx'

type CellProps = {
  name: ColumnName
  event: ParkingEvent
  search: URLSearchParams
}

/** The width of a picture in a row, in pixels. */
const thumb_px = 56
const arrows: Partial<Record<keyof typeof event_type, string>> = {
  initial_entry: '↓',
  entry: '↓',
  scheduled_entry: '↓',
  exit: '↑',
  scheduled_exit: '↑',
}

function Confidence({ percent, is_low }: { percent: number; is_low: true | undefined }) {
  return (
    <span className={styles.sure} data-low={is_low} style={{ '--share': `${percent}%` } as CSSProperties}>
      {confidenceText(percent)}
    </span>
  )
}

export function EventCell({ name, event, search }: CellProps): ReactNode {
  const [words, codes, list] = [useWords('events'), useWords('codes'), useWords('event_list')]
  switch (name) {
    case 'event_time_str':
      return (
        <Link
          to={{ search: `?${withChanges(search, { uuid: event.uuid })}` }}
          preventScrollReset
          onClick={(click) => click.stopPropagation()}
        >
          {event.event_time_str}
        </Link>
      )
    case 'picture':
      return (
        <span className={`center clip ink-3 icons-16 ${styles.thumb}`}>
          <EventPicture event={event} css_px={thumb_px} none={() => <ImageIcon />} />
        </span>
      )
    case 'lot_no':
      return <span title={event.parking_no}>{event.lot_no || '--'}</span>
    case 'event_type': {
      const type = wordOf(event_type, event.event_type)
      return (
        <span className={`ink-2 nowrap ${styles.type}`} data-type={type}>
          {type && arrows[type] && <i aria-hidden="true">{arrows[type]}</i>}
          {type ? codes.event_type[type] : event.event_type}
          <StandingTag standing={event.standing} />
        </span>
      )
    }
    case 'plate_number':
      return <PlateCell event={event} search={search} />
    case 'plate_color': {
      const color = plate_color.find((code) => code === event.plate_color)
      return color ? codes.plate_color[color] : event.plate_color || '--'
    }
    case 'stay_ms':
      return event.stay_ms === null
        ? list.stay_open
        : event.stay_ms === undefined
          ? '--'
          : stayLength(event.stay_ms / 1_000)
    case 'confidence':
      return event.confidence === null ? (
        '--'
      ) : (
        <Confidence percent={event.confidence} is_low={event.to_check} />
      )
    case 'status':
      return <EventStatus event={event} />
    case 'check':
      return event.to_check ? (
        <StatusTag tone="warn">{list.to_check}</StatusTag>
      ) : event.plate_read !== undefined ? (
        <StatusTag tone="ok">{list.corrected}</StatusTag>
      ) : (
        '--'
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
