/** A time that an export writes in two columns, a date and a time of day, becomes one time. Pure. */
import { readTime } from './file-time.ts'
import type { Table } from './read-file.ts'

/** A length of time is written as a time of day is, and belongs to no date. */
const length_pattern = /时长|時長|时数|時數|时间长|時間長|duration|length|elapsed/i
const midnight_pattern = /[ T]0?0:00(?::00(?:\.0+)?)?$/

/** The date in a cell, also with the midnight that a spreadsheet adds; undefined if it is none. */
function dateIn(cell: string): string | undefined {
  const date = cell.replace(midnight_pattern, '').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  return readTime(date) === undefined && readTime(`${date} 00:00:00`) !== undefined ? date : undefined
}

const isTimeOfDay = (cell: string): boolean =>
  readTime(cell) === undefined && readTime(`2000-01-01 ${cell}`) !== undefined

/**
 * The rows with each time of day behind its date, in the column of the time of day. Its date is the nearest
 * column of dates before it, else the next one after it; a column of dates belongs to one time of day.
 */
export function withWholeTimes({ header, rows }: Table): Table['rows'] {
  const holds = (at: number, is: (cell: string) => boolean): boolean => {
    const filled = rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')
    return filled.length > 0 && filled.every(is)
  }
  const all = header.map((_, at) => at)
  const times = all.filter((at) => !length_pattern.test(header[at]!) && holds(at, isTimeOfDay))
  if (times.length === 0) return rows
  const free = new Set(all.filter((at) => holds(at, (cell) => dateIn(cell) !== undefined)))
  const date_of = new Map<number, number>()
  for (const time of times) {
    const date = [...free].findLast((at) => at < time) ?? [...free].find((at) => at > time)
    if (date === undefined) continue
    date_of.set(time, date)
    free.delete(date)
  }
  return rows.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell, at) => {
      const date = cell && dateIn(cells[date_of.get(at) ?? -1] ?? '')
      return date ? `${date} ${cell}` : cell
    }),
  }))
}
