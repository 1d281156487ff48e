/**
 * The event list as a table. The time of a row is a link to its detail; a click anywhere on the row opens it
 * too.
 */
import { memo } from 'react'
import { TableSkeleton } from '#src/tables/table-skeleton.tsx'
import '#src/tables/table.css'
import { withChanges } from '#src/tables/use-url-state.ts'
import { useWords } from '#src/core/words.ts'
import { EventCell } from './event-cell.tsx'
import { useColumns, type ColumnName } from './event-columns.ts'
import type { ParkingEvent } from '../event/event-status.tsx'
import { SelectAll, SelectOne } from '../selection/select-boxes.tsx'
import type { EventSelection } from '../selection/use-selection.ts'
import styles from './event-table.module.css'

export type ListProps = {
  /** Undefined during the first load. */
  rows: readonly ParkingEvent[] | undefined
  search: URLSearchParams
  opened: string
  now: number
  onOpen: (uuid: string) => void
  /** Undefined where the user may not change events. */
  selection: EventSelection | undefined
}

const numeric: readonly ColumnName[] = ['count_tried', 'confidence']

export function EventTable({ rows, search, opened, now, onOpen, selection }: ListProps) {
  const words = useWords('events')
  const columns = useColumns()
  const filters = withChanges(search, { uuid: undefined }).toString()
  return (
    <table className={`table ${styles.events}`} data-cards="" data-choice={selection ? '' : undefined}>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={styles.check}>
              <SelectAll rows={rows ?? []} selection={selection} />
            </th>
          )}
          {columns.map((name) => (
            <th key={name} scope="col" data-number={numeric.includes(name) ? '' : undefined}>
              {words[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {!rows && <TableSkeleton columns={columns.length + (selection ? 1 : 0)} rows={12} />}
        {rows?.map((event) => (
          <tr
            key={event.uuid}
            className={styles.row}
            data-open={event.uuid === opened || undefined}
            onClick={() => onOpen(event.uuid)}
          >
            {selection && (
              <td className={styles.check} onClick={(click) => click.stopPropagation()}>
                <SelectOne event={event} checked={selection.has(event.uuid)} set={selection.set} />
              </td>
            )}
            <Cells event={event} columns={columns} filters={filters} now={now} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellsProps = {
  event: ParkingEvent
  columns: readonly ColumnName[]
  /** The address without the open event. */
  filters: string
  now: number
}

/** The cells of a row apart from its check box: selecting a hundred rows renders none of them again. */
const Cells = memo(function Cells({ event, columns, filters, now }: CellsProps) {
  const words = useWords('events')
  const search = new URLSearchParams(filters)
  return columns.map((name) => (
    <td
      key={name}
      data-label={words[name]}
      data-col={name}
      data-number={numeric.includes(name) ? '' : undefined}
      className={name === 'camera_name' || name === 'comment' ? styles.clip : undefined}
      title={name === 'camera_name' || name === 'comment' ? event[name] : undefined}
    >
      <EventCell
        name={name}
        event={event}
        search={search}
        now={now}
        site_has_column={columns.includes('parking_no')}
      />
    </td>
  ))
})
