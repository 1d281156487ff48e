/**
 * The log list (spec §7 log), newest first. The tally shows which hours
 * contain a page, so page 20,000 costs as much as page 1. A text search reads
 * hour by hour up to a limit, and the answer says how far back it reached.
 */
import { log_level, type Answer } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import {
  countRows,
  logRows,
  logRowsWith,
  talliedHours,
  type Hour,
  type LogFilter,
  type StoredLog,
} from './log-list.store.ts'
import { hour_ms, type LogDetail } from './log.store.ts'

type Row = Answer<'log'>['list'][number]

/** Maximum number of rows searched for one answer: well below a second on a small box. */
const max_searched = 200_000
/** Number of rows searched before other work may run. */
const searched_in_a_row = 20_000

export async function listLogs(db: Db, filter: LogFilter): Promise<Answer<'log'>> {
  return filter.text?.trim() ? searchLogs(db, filter, filter.text.trim()) : pageOfLogs(db, filter)
}

function pageOfLogs(db: Db, filter: LogFilter): Answer<'log'> {
  const hours = hoursOf(db, filter)
  const total = hours.reduce((sum, { n }) => sum + n, 0)
  let skip = (filter.page - 1) * filter.page_size
  if (skip >= total) return { total, list: [] }
  let first = 0
  while (skip >= (hours[first]?.n ?? Infinity)) skip -= hours[first++]?.n ?? 0
  let [last, held] = [first, (hours[first]?.n ?? 0) - skip]
  while (held < filter.page_size && last + 1 < hours.length) held += hours[++last]?.n ?? 0
  const to = Math.min(endOf(filter), ((hours[first]?.hour ?? 0) + 1) * hour_ms - 1)
  const from = Math.max(startOf(filter), (hours[last]?.hour ?? 0) * hour_ms)
  const list = logRows(db, filter, { from, to, limit: filter.page_size, skip })
  return { total, list: list.map(shown) }
}

async function searchLogs(db: Db, filter: LogFilter, text: string): Promise<Answer<'log'>> {
  const skip = (filter.page - 1) * filter.page_size
  const list: Row[] = []
  let [total, searched, in_a_row] = [0, 0, 0]
  for (const { hour, n } of hoursOf(db, filter)) {
    const from = Math.max(startOf(filter), hour * hour_ms)
    if (searched > 0 && searched + n > max_searched)
      return { total, list, searched_ms: Math.max(startOf(filter), (hour + 1) * hour_ms) }
    if (in_a_row + n > searched_in_a_row) {
      await new Promise(setImmediate)
      in_a_row = 0
    }
    const to = Math.min(endOf(filter), (hour + 1) * hour_ms - 1)
    const found = logRowsWith(db, filter, { from, to }, text)
    for (const row of found) if (total++ >= skip && list.length < filter.page_size) list.push(shown(row))
    searched += n
    in_a_row += n
  }
  return { total, list }
}

/**
 * Hours with rows that match the filter, newest first. Rows of the hours at both ends of the range are
 * counted; the counts of the other hours come from the tally.
 */
function hoursOf(db: Db, filter: LogFilter): Hour[] {
  const [start, end] = [startOf(filter), endOf(filter)]
  if (start > end) return []
  const hours = talliedHours(db, filter, {
    first: Math.floor(start / hour_ms),
    last: Math.floor(end / hour_ms),
  })
  return hours.flatMap(({ hour, n }) => {
    const [from, to] = [Math.max(start, hour * hour_ms), Math.min(end, (hour + 1) * hour_ms - 1)]
    const in_range = to - from === hour_ms - 1 ? n : countRows(db, filter, { from, to })
    return in_range > 0 ? [{ hour, n: in_range }] : []
  })
}

const startOf = (filter: LogFilter): number => filter.start_ms ?? 0
const endOf = (filter: LogFilter): number => filter.end_ms ?? Number.MAX_SAFE_INTEGER

function shown({ detail, level, ...row }: StoredLog): Row {
  const parsed = detail === null ? {} : (JSON.parse(detail) as LogDetail)
  return { ...row, level: log_level[level] ?? 'INFO', ...parsed }
}
