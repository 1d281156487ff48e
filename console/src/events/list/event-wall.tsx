/** The event list as cards with pictures: plate, lot, time and status. Pictures are loaded lazily. */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { withChanges } from '#src/tables/use-url-state.ts'
import { inSize } from '#src/lib/picture-size.ts'
import { ImageIcon } from '#src/ui/icons.tsx'
import { relativeTime } from '#src/time/time.ts'
import { useWords } from '#src/core/words.ts'
import { picturesOf } from '../pictures/event-pictures.tsx'
import { EventStatus, type ParkingEvent } from '../event/event-status.tsx'
import type { ListProps } from './event-table.tsx'
import { SelectOne } from '../selection/select-boxes.tsx'
import styles from './event-wall.module.css'
import { PlateCell } from './plate-cell.tsx'

export function EventWall({ rows, search, opened, now, selection }: ListProps) {
  const [codes, shell] = [useWords('codes'), useWords('shell')]
  if (!rows)
    return (
      <ul className={styles.wall} aria-hidden="true">
        {Array.from({ length: 12 }, (_, at) => (
          <li key={at} className={styles.waiting} />
        ))}
      </ul>
    )
  return (
    <ul className={styles.wall}>
      {rows.map((event) => {
        const type = wordOf(event_type, event.event_type)
        return (
          <li
            key={event.uuid}
            className={styles.card}
            data-open={event.uuid === opened || undefined}
            data-chosen={selection?.has(event.uuid) || undefined}
          >
            <WallPicture key={pathOf(pictureOf(event)?.url)} event={event} />
            {selection && (
              <span className={styles.check}>
                <SelectOne event={event} checked={selection.has(event.uuid)} set={selection.set} />
              </span>
            )}
            <div className={styles.facts}>
              <div className={styles.line}>
                <PlateCell event={event} />
                <EventStatus event={event} />
              </div>
              <div className={styles.line}>
                <span className={styles.lot} title={event.camera_name}>
                  {event.lot_no || '--'}
                </span>
                <span>{type ? codes.event_type[type] : event.event_type}</span>
              </div>
              <div className={styles.line}>
                <Link
                  className={styles.open}
                  to={{ search: `?${withChanges(search, { uuid: event.uuid })}` }}
                  preventScrollReset
                >
                  {event.event_time_str}
                </Link>
                <small>{relativeTime(event.event_time_str, shell.time, now)}</small>
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** The picture that is easiest to recognise at this size. */
function pictureOf(event: ParkingEvent) {
  const pictures = picturesOf(event)
  return (
    pictures.find(({ kind }) => kind === 'car') ??
    pictures.find(({ kind }) => kind === 'image') ??
    pictures[0]
  )
}

/** The width of a card, about. */
const card_px = 240

const pathOf = (url: string | undefined): string => url?.split('?')[0] ?? ''

function WallPicture({ event }: { event: ParkingEvent }) {
  const [words, parking] = [useWords('event_list'), useWords('events')]
  const latest = pictureOf(event)?.url
  // Signed addresses change while the list is polled: the first is kept; when it has expired, the latest is
  // tried.
  const [src, setSrc] = useState(latest)
  const [broken, setBroken] = useState(false)
  if (src === undefined || broken)
    return (
      <div className={styles.none}>
        <ImageIcon />
        <span>
          {broken ? parking.picture_broken : event.media_gone ? words.media_gone : words.no_picture}
        </span>
      </div>
    )
  return (
    <div className={styles.picture}>
      <img
        src={inSize(src, card_px)}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => (latest !== undefined && latest !== src ? setSrc(latest) : setBroken(true))}
      />
    </div>
  )
}
