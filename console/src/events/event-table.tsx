/** The rows of the event list. A row is opened by its time, which is a link, or by a click anywhere on it. */
import { event_type, wordOf } from '@parking/contract/codes.ts'
import { Link } from 'react-router'
import { withChanges } from '../tables/use-url-state.ts'
import { TableSkeleton } from '../tables/table-skeleton.tsx'
import '../tables/table.css'
import { relativeTime } from '../ui/time.ts'
import { useWords } from '../words.ts'
import { EventStatus, ResponseStatus, troubleOf, type ParkingEvent } from './event-status.tsx'
import styles from './events.module.css'
import { PlateChip } from './plate-chip.tsx'
import type { Chosen } from './use-chosen.ts'

type Props = {
  /** Undefined while they are loaded for the first time. */
  rows: readonly ParkingEvent[] | undefined
  search: URLSearchParams
  opened: string
  now: number
  onOpen: (uuid: string) => void
  /** Undefined for who may do nothing with them. */
  chosen: Chosen | undefined
}

export function EventTable({ rows, search, opened, now, onOpen, chosen }: Props) {
  const [words, codes, shell] = [useWords('parking'), useWords('codes'), useWords('shell')]
  return (
    <table className={`table ${styles.events}`} data-cards="" data-choice={chosen ? '' : undefined}>
      <thead>
        <tr>
          {chosen && <th scope="col" className={styles.check}><ChooseAll rows={rows ?? []} chosen={chosen} /></th>}
          <th scope="col">{words.event_time_str}</th>
          <th scope="col">{words.lot_no}</th>
          <th scope="col">{words.camera_name}</th>
          <th scope="col">{words.event_type}</th>
          <th scope="col">{words.plate_number}</th>
          <th scope="col">{words.status}</th>
          <th scope="col" data-number="">{words.count_tried}</th>
          <th scope="col">{words.response_status}</th>
        </tr>
      </thead>
      <tbody>
        {!rows && <TableSkeleton columns={chosen ? 9 : 8} rows={12} />}
        {rows?.map((event) => {
          const type = wordOf(event_type, event.event_type)
          return (
            <tr key={event.uuid} className={styles.row} data-open={event.uuid === opened || undefined} onClick={() => onOpen(event.uuid)}>
              {chosen && (
                <td className={styles.check} onClick={(click) => click.stopPropagation()}>
                  <input type="checkbox" aria-label={words.choose(event.event_time_str, event.lot_no)} checked={chosen.has(event.uuid)} onChange={(change) => chosen.pick([event], change.currentTarget.checked)} />
                </td>
              )}
              <td data-label={words.event_time_str} data-wide="">
                <Link to={{ search: `?${withChanges(search, { uuid: event.uuid })}` }} preventScrollReset onClick={(click) => click.stopPropagation()}>
                  {event.event_time_str}
                </Link>
                <small>{relativeTime(event.event_time_str, shell.time, now)}</small>
              </td>
              <td data-label={words.lot_no}>
                {event.lot_no || '--'}
                {event.parking_no && <small>{event.parking_no}</small>}
              </td>
              <td data-label={words.camera_name} className={styles.clip} title={event.camera_name}>{event.camera_name || '--'}</td>
              <td data-label={words.event_type}>
                <span className={styles.type} data-type={type}>{type ? codes.event_type[type] : event.event_type}</span>
              </td>
              <td data-label={words.plate_number}><PlateChip number={event.plate_number} color={event.plate_color} /></td>
              <td data-label={words.status}>
                <EventStatus event={event} />
                <small className={styles.trouble}>{troubleOf(event, words)}</small>
              </td>
              <td data-label={words.count_tried} data-number="">{event.count_tried}</td>
              <td data-label={words.response_status}><ResponseStatus event={event} /></td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function ChooseAll({ rows, chosen }: { rows: readonly ParkingEvent[]; chosen: Chosen }) {
  const words = useWords('parking')
  const count = rows.filter(({ uuid }) => chosen.has(uuid)).length
  return (
    <input
      type="checkbox" aria-label={words.choose_all} disabled={rows.length === 0} checked={count > 0 && count === rows.length}
      ref={(box) => { if (box) box.indeterminate = count > 0 && count < rows.length }} onChange={(change) => chosen.pick(rows, change.currentTarget.checked)}
    />
  )
}
