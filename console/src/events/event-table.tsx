/** The rows of the event list. A row is opened by its time, which is a link, or by a click anywhere on it. */
import { TableSkeleton } from '../tables/table-skeleton.tsx'
import '../tables/table.css'
import { useWords } from '../words.ts'
import { EventCell, useColumns, type ColumnName } from './event-columns.tsx'
import type { ParkingEvent } from './event-status.tsx'
import styles from './events.module.css'
import type { Chosen } from './use-chosen.ts'

export type ListProps = {
  /** Undefined while they are loaded for the first time. */
  rows: readonly ParkingEvent[] | undefined
  search: URLSearchParams
  opened: string
  now: number
  onOpen: (uuid: string) => void
  /** Undefined for who may do nothing with them. */
  chosen: Chosen | undefined
}

const numbers: readonly ColumnName[] = ['count_tried', 'confidence']

export function EventTable({ rows, search, opened, now, onOpen, chosen }: ListProps) {
  const words = useWords('events')
  const columns = useColumns()
  return (
    <table className={`table ${styles.events}`} data-cards="" data-choice={chosen ? '' : undefined}>
      <thead>
        <tr>
          {chosen && (
            <th scope="col" className={styles.check}>
              <ChooseAll rows={rows ?? []} chosen={chosen} />
            </th>
          )}
          {columns.map((name) => (
            <th key={name} scope="col" data-number={numbers.includes(name) ? '' : undefined}>
              {words[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {!rows && <TableSkeleton columns={columns.length + (chosen ? 1 : 0)} rows={12} />}
        {rows?.map((event) => (
          <tr
            key={event.uuid}
            className={styles.row}
            data-open={event.uuid === opened || undefined}
            onClick={() => onOpen(event.uuid)}
          >
            {chosen && (
              <td className={styles.check} onClick={(click) => click.stopPropagation()}>
                <ChooseOne event={event} chosen={chosen} />
              </td>
            )}
            {columns.map((name) => (
              <td
                key={name}
                data-label={words[name]}
                data-col={name}
                data-number={numbers.includes(name) ? '' : undefined}
                className={name === 'camera_name' || name === 'comment' ? styles.clip : undefined}
                title={name === 'camera_name' || name === 'comment' ? event[name] : undefined}
              >
                <EventCell
                  name={name}
                  event={event}
                  search={search}
                  now={now}
                  lot_alone={columns.includes('parking_no')}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function ChooseOne({ event, chosen }: { event: ParkingEvent; chosen: Chosen }) {
  const words = useWords('events')
  return (
    <input
      type="checkbox"
      aria-label={words.choose(event.event_time_str, event.lot_no)}
      checked={chosen.has(event.uuid)}
      onChange={(change) => chosen.pick([event], change.currentTarget.checked)}
    />
  )
}

export function ChooseAll({ rows, chosen }: { rows: readonly ParkingEvent[]; chosen: Chosen }) {
  const words = useWords('events')
  const count = rows.filter(({ uuid }) => chosen.has(uuid)).length
  return (
    <input
      type="checkbox"
      aria-label={words.choose_all}
      disabled={rows.length === 0}
      checked={count > 0 && count === rows.length}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < rows.length
      }}
      onChange={(change) => chosen.pick(rows, change.currentTarget.checked)}
    />
  )
}
