/** Columns whose name alone says too little, proven by their cells: 进 and 出, In and Out with times. Pure. */
import { readTime } from './file-time.ts'
import type { Table } from './read-file.ts'
import { isNoExit } from './records.ts'
import { usualColumn, usualEnd, type NamedColumn } from './usual-names.ts'

/** Rows that are looked at: enough to tell times from words. */
const rows_read = 200

/** Whether the cells of a column are times, apart from those that stand for none and a few remarks. */
function holdsTimes({ rows }: Table, at: number): boolean {
  const cells = rows
    .slice(0, rows_read)
    .map((row) => row.cells[at] ?? '')
    .filter((cell) => !isNoExit(cell))
  const times = cells.filter((cell) => readTime(cell) !== undefined).length
  return times > 0 && times * 5 >= cells.length * 4
}

/**
 * What each column holds: by its name, or by a name such as 出 whose cells are times. A single column of times
 * in a file that names none holds the times of the events, whatever its name is.
 */
export function namedColumns(table: Table): (NamedColumn | undefined)[] {
  const named = table.header.map((header, at) => {
    const known = usualColumn(header)
    const end = known === undefined ? usualEnd(header) : undefined
    return end !== undefined && holdsTimes(table, at) ? end : known
  })
  if (named.some((one) => one === 'event_time' || one === 'entry_time' || one === 'exit_time')) return named
  const of_times = [...named.keys()].filter((at) => named[at] === undefined && holdsTimes(table, at))
  return named.map((one, at) => (of_times.length === 1 && of_times[0] === at ? 'event_time' : one))
}
