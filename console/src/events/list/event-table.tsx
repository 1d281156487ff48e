/**
 * The event list as a table with one line per row. The time is a link to the detail; a click anywhere on the
 * row opens it too.
 */
import { memo, type CSSProperties } from 'react'
import { TableSkeleton } from '#src/tables/table-skeleton.tsx'
import '#src/tables/table.css'
import { withChanges } from '#src/tables/use-url-state.ts'
import { useWords } from '#src/core/words.ts'
import { EventCell } from './event-cell.tsx'
import { holdsText, tracksOf, useColumns, type ColumnName } from './event-columns.ts'
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
  /** Undefined if the user may not change events. */
  selection: EventSelection | undefined
}

/** Number of rows that are painted together (tables/table.css sets their height). */
const group_rows = 10
const groupsOf = (rows: readonly ParkingEvent[]): (readonly ParkingEvent[])[] =>
  Array.from({ length: Math.ceil(rows.length / group_rows) }, (_, at) =>
    rows.slice(at * group_rows, (at + 1) * group_rows),
  )

const numeric: readonly ColumnName[] = ['count_tried', 'stay_ms', 'confidence']

export function EventTable({ rows, search, opened, onOpen, selection }: Omit<ListProps, 'now'>) {
  const words = useWords('events')
  const columns = useColumns()
  const filters = withChanges(search, { uuid: undefined }).toString()
  const { tracks, min, wide } = tracksOf(columns, selection !== undefined)
  return (
    <table
      className={`table ${styles.events}`}
      data-rows=""
      data-wide={wide || undefined}
      data-choice={selection ? '' : undefined}
      style={{ '--tracks': tracks, '--min': min } as CSSProperties}
    >
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
      {!rows && (
        <tbody style={{ '--rows': 20 } as CSSProperties}>
          <TableSkeleton columns={columns.length + (selection ? 1 : 0)} rows={20} />
        </tbody>
      )}
      {groupsOf(rows ?? []).map((group, at) => (
        // Reserves the height of its rows before they are painted, so that the pager does not jump up.
        <tbody key={at} style={{ '--rows': group.length } as CSSProperties}>
          {group.map((event) => (
            <tr
              key={event.uuid}
              className={`pointer ${styles.row}`}
              data-open={event.uuid === opened || undefined}
              data-chosen={selection?.has(event.uuid) || undefined}
              onClick={() => onOpen(event.uuid)}
            >
              {selection && (
                <td className={styles.check} onClick={(click) => click.stopPropagation()}>
                  <SelectOne event={event} checked={selection.has(event.uuid)} set={selection.set} />
                </td>
              )}
              <Cells event={event} columns={columns} filters={filters} />
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

type CellsProps = {
  event: ParkingEvent
  columns: readonly ColumnName[]
  /** The address without the open event. */
  filters: string
}

const titled: readonly ColumnName[] = ['lot_no', 'camera_name', 'parking_no', 'comment']

/** The cells of a row without its check box, so that selecting a hundred rows does not render them again. */
const Cells = memo(function Cells({ event, columns, filters }: CellsProps) {
  const search = new URLSearchParams(filters)
  return columns.map((name) => (
    <td
      key={name}
      data-col={name}
      data-text={holdsText(name) ? '' : undefined}
      data-number={numeric.includes(name) ? '' : undefined}
      title={titled.includes(name) ? String(event[name as keyof ParkingEvent]) : undefined}
    >
      <EventCell name={name} event={event} search={search} />
    </td>
  ))
})
