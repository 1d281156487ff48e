/** A time that an export writes in two columns, a date and a time of day, becomes one time. Pure. */
import { readTime } from './file-time.ts'
import type { Table } from './read-file.ts'

/** A length of time is written as a time of day is, and belongs to no date. */
const length_pattern = /时长|時長|时数|時數|时间长|時間長|[停驻駐]留|历时|歷時|duration|length|elapsed/i
const midnight_pattern = /[ T]0?0:00(?::00(?:\.0+)?)?$/

const date_name = /日期|日$|date|day/i
const time_name = /时间|時間|时刻|時刻|点钟|time/i
const serial_ms = (days: number) => Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000

/** A spreadsheet's day or part of a day, and a time of day without colons, as text; other cells stay. */
function asText(cell: string, name: string): string {
  if (date_name.test(name) && /^[3-7]\d{4}(?:\.0+)?$/.test(cell))
    return new Date(serial_ms(Number(cell))).toISOString().slice(0, 10)
  if (!time_name.test(name)) return cell
  if (/^0?\.\d{2,}$/.test(cell)) return new Date(serial_ms(Number(cell))).toISOString().slice(11, 19)
  return /^\d{5,6}$/.test(cell) ? cell.padStart(6, '0').replace(/(..)(..)(..)/, '$1:$2:$3') : cell
}

/** The date in a cell, also with the midnight that a spreadsheet adds; undefined if it is none. */
function dateIn(cell: string): string | undefined {
  const date = cell.replace(midnight_pattern, '').replace(/^(\d{4}|1[0-2]\d)(\d\d)(\d\d)$/, '$1-$2-$3')
  return readTime(date) === undefined && readTime(`${date} 00:00:00`) !== undefined ? date : undefined
}

const isTimeOfDay = (cell: string): boolean =>
  readTime(cell) === undefined && readTime(`2000-01-01 ${cell}`) !== undefined

/**
 * The rows with each time of day behind its date, in the column of the time of day. Its date is the nearest
 * column of dates before it, else the next one after it; a column of dates belongs to one time of day.
 */
export function withWholeTimes({ header, rows: written }: Table): Table['rows'] {
  const rows = asTexts(header, written)
  const holds = (at: number, is: (cell: string) => boolean): boolean => {
    const filled = rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')
    return filled.length > 0 && filled.every(is)
  }
  const all = header.map((_, at) => at)
  const times = all.filter((at) => !length_pattern.test(header[at]!) && holds(at, isTimeOfDay))
  if (times.length === 0) return written
  const free = new Set(all.filter((at) => holds(at, (cell) => dateIn(cell) !== undefined)))
  const date_of = new Map<number, number>()
  for (const time of times) {
    const date = [...free].findLast((at) => at < time) ?? [...free].find((at) => at > time)
    if (date === undefined) continue
    date_of.set(time, date)
    free.delete(date)
  }
  if (date_of.size === 0) return written
  return rows.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell, at) => {
      const date = cell && dateIn(cells[date_of.get(at) ?? -1] ?? '')
      return date ? `${date} ${cell}` : cell
    }),
  }))
}

/** The rows with numbers that stand for dates and times of day as text, if the file has both. */
function asTexts(header: Table['header'], rows: Table['rows']): Table['rows'] {
  if (!header.some((name) => date_name.test(name)) || !header.some((name) => time_name.test(name)))
    return rows
  return rows.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell, at) => asText(cell, header[at] ?? '')),
  }))
}

const ordered_pattern = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?=$|[ T,])/

/**
 * The rows with dates such as 23/11/2026 as 2026-11-23. Their order differs between files, so that they are
 * read only if all such dates of the file agree on it and one of them shows it by a number above 12.
 */
export function withOrderedDates(rows: Table['rows']): Table['rows'] {
  let [day_first, month_first] = [false, false]
  for (const { cells } of rows)
    for (const cell of cells) {
      const [, first, , second] = ordered_pattern.exec(cell) ?? []
      day_first ||= Number(first) > 12
      month_first ||= Number(second) > 12
    }
  if (day_first === month_first) return rows
  const written = day_first ? '$4-$3-$1' : '$4-$1-$3'
  return rows.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell) => cell.replace(ordered_pattern, written)),
  }))
}
