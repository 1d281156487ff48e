/** The event list as cards with pictures: plate, lot, time and status. Pictures are loaded lazily. */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { withChanges } from '#src/tables/use-url-state.ts'
import { ImageIcon } from '#src/ui/icons.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { relativeTime } from '#src/time/time.ts'
import { useWords } from '#src/core/words.ts'
import { EventStatus, type ParkingEvent } from '../event/event-status.tsx'
import { EventPicture } from './event-picture.tsx'
import type { ListProps } from './event-table.tsx'
import { SelectAll, SelectOne } from '../selection/select-boxes.tsx'
import type { EventSelection } from '../selection/use-selection.ts'
import styles from './event-cards.module.css'
import { PlateCell } from './plate-cell.tsx'

export function EventCards({ rows, search, opened, now, selection }: ListProps) {
  const [shell, list] = [useWords('shell'), useWords('event_list')]
  if (!rows)
    return (
      <ul className={`stack ${styles.wall}`} aria-hidden="true">
        {Array.from({ length: 12 }, (_, at) => (
          <li key={at} className={styles.waiting} />
        ))}
      </ul>
    )
  return (
    <>
      {selection && rows.length > 0 && (
        <label className={`row gap-8 text-13 ink-2 on-subtle ${styles.page}`}>
          <SelectAll rows={rows} selection={selection} />
          {list.choose_page}
        </label>
      )}
      <ul className={`stack ${styles.wall}`}>
        {rows.map((event) => (
          <WallCard
            key={event.uuid}
            event={event}
            search={search}
            open={event.uuid === opened}
            chosen={selection?.has(event.uuid) ?? false}
            set={selection?.set}
            ago={relativeTime(event.event_time_str, shell.time, now)}
          />
        ))}
      </ul>
    </>
  )
}

type CardProps = {
  event: ParkingEvent
  search: URLSearchParams
  open: boolean
  chosen: boolean
  /** Undefined if the user may not change events. */
  set: EventSelection['set'] | undefined
  ago: string
}

/** Memoized, so that an answer without changes does not render the hundred cards of a page again. */
const WallCard = memo(function WallCard({ event, search, open, chosen, set, ago }: CardProps) {
  const [codes, list] = [useWords('codes'), useWords('event_list')]
  const type = wordOf(event_type, event.event_type)
  return (
    <li
      className={`grid slim relative ${styles.card}`}
      data-open={open || undefined}
      data-chosen={chosen || undefined}
    >
      <WallPicture event={event} />
      {set && (
        <span className={`center round-6 on-card ${styles.check}`}>
          <SelectOne event={event} checked={chosen} set={set} />
        </span>
      )}
      <div className={`grid gap-4 text-13 figures ${styles.facts}`}>
        <div className={`row wrap spread slim ink-2 ${styles.line}`}>
          <PlateCell event={event} search={search} />
          {event.to_check && <StatusTag tone="warn">{list.to_check}</StatusTag>}
          <EventStatus event={event} />
        </div>
        <div className={`row wrap spread slim ink-2 ${styles.line}`}>
          <span className="ellipsis slim ink bold" title={event.camera_name}>
            {event.lot_no || '--'}
          </span>
          <span>{type ? codes.event_type[type] : event.event_type}</span>
        </div>
        <div className={`row wrap spread slim ink-2 ${styles.line}`}>
          <Link
            className={styles.open}
            to={{ search: `?${withChanges(search, { uuid: event.uuid })}` }}
            preventScrollReset
          >
            {event.event_time_str}
          </Link>
          <small>{ago}</small>
        </div>
      </div>
    </li>
  )
})

/** The approximate width of a card. */
const card_px = 240

function WallPicture({ event }: { event: ParkingEvent }) {
  const [words, parking] = [useWords('event_list'), useWords('events')]
  const says = { none: words.no_picture, gone: words.media_gone, broken: parking.picture_broken }
  return (
    <div className={styles.picture}>
      <EventPicture
        event={event}
        css_px={card_px}
        none={(why) => (
          <div className={`grid gap-4 text-12 ${styles.none}`}>
            <ImageIcon />
            <span>{says[why]}</span>
          </div>
        )}
      />
    </div>
  )
}
