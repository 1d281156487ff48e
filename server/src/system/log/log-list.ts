/**
 * The log list (spec §7 log), newest first. The tally says which hours hold the rows of a page, so that page 20,000 of a million
 * rows costs what the first one costs. A text has to be looked for: newest first, hour by hour, up to a limit, and the answer says how far it came.
 */
import { log_level, type Answer, type Body } from '@parking/contract'
import type { Db, Value } from '#src/core/db.ts'
import { hour_ms, kept_types, type LogDetail } from './log.store.ts'

export type LogFilter = Body<'log'>
type Row = Answer<'log'>['list'][number]
type Stored = {
  id: number
  timestamp_ms: number
  type: Row['type']
  level: number
  content: string
  detail: string | null
}
type Hour = { hour: number; n: number }

/** Rows that a search reads for one answer: well below a second on a small box. */
const max_searched = 200_000
/** After so many the others have their turn. */
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
  const list = db.all<Stored>(
    `SELECT * FROM log INDEXED BY log_by_kind WHERE ${terms} ORDER BY timestamp_ms DESC, id DESC LIMIT :limit OFFSET :skip`,
    {
      ...kindsOf(filter),
      from,
      to,
      limit: filter.page_size,
      skip,
    },
  )
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
    const found = db.all<Stored>(
      `SELECT * FROM log INDEXED BY log_by_kind WHERE ${terms} AND (content LIKE :text ESCAPE '\\' OR detail LIKE :text ESCAPE '\\') ORDER BY timestamp_ms DESC, id DESC`,
      {
        ...kindsOf(filter),
        from,
        to: Math.min(endOf(filter), (hour + 1) * hour_ms - 1),
        text: `%${text.replace(/[\\%_]/g, '\\$&')}%`,
      },
    )
    for (const row of found) if (total++ >= skip && list.length < filter.page_size) list.push(shown(row))
    searched += n
    in_a_row += n
  }
  return { total, list }
}

/** The hours that hold rows of the filter, newest first. The hours at the ends of the time range are counted, the others are known. */
function hoursOf(db: Db, filter: LogFilter): Hour[] {
  const [start, end] = [startOf(filter), endOf(filter)]
  if (start > end) return []
  const hours = db.all<Hour>(
    `SELECT hour, sum(n) AS n FROM log_tally WHERE hour BETWEEN :first AND :last AND ${kind_terms} GROUP BY hour ORDER BY hour DESC`,
    { ...kindsOf(filter), first: Math.floor(start / hour_ms), last: Math.floor(end / hour_ms) },
  )
  return hours.flatMap(({ hour, n }) => {
    const [from, to] = [Math.max(start, hour * hour_ms), Math.min(end, (hour + 1) * hour_ms - 1)]
    const meant =
      to - from === hour_ms - 1
        ? n
        : (db.get<Hour>(`SELECT count(*) AS n FROM log INDEXED BY log_by_kind WHERE ${terms}`, {
            ...kindsOf(filter),
            from,
            to,
          })?.n ?? 0)
    return meant > 0 ? [{ hour, n: meant }] : []
  })
}

const startOf = (filter: LogFilter): number => filter.start_ms ?? 0
const endOf = (filter: LogFilter): number => filter.end_ms ?? Number.MAX_SAFE_INTEGER

const kind_terms =
  'type IN (SELECT value FROM json_each(:types)) AND level IN (SELECT value FROM json_each(:levels))'
const terms = `${kind_terms} AND timestamp_ms BETWEEN :from AND :to`
const all_types = JSON.stringify(kept_types)
const all_levels = JSON.stringify(log_level.map((_, at) => at))

const kindsOf = ({ type, level }: LogFilter): Record<string, Value> => ({
  types: type === 0 ? all_types : JSON.stringify([type]),
  levels: level === undefined ? all_levels : JSON.stringify([log_level.indexOf(level)]),
})

function shown({ detail, level, ...row }: Stored): Row {
  const said = detail === null ? {} : (JSON.parse(detail) as LogDetail)
  return { ...row, level: log_level[level] ?? 'INFO', ...said }
}
