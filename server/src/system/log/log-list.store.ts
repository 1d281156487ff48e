/**
 * Queries of the log list: rows through an index, and hours from the tally, which stores their row counts.
 */
import { log_level, type Answer, type Body } from '@parking/contract'
import type { Db, Value } from '#src/core/db.ts'
import { stored_log_types } from './log.store.ts'

export type LogFilter = Body<'log'>
export type StoredLog = {
  id: number
  timestamp_ms: number
  type: Answer<'log'>['list'][number]['type']
  level: number
  content: string
  detail: string | null
}
export type Hour = { hour: number; n: number }
/** In milliseconds, both ends included. */
export type Range = { from: number; to: number }

/** Without the row's mark, which only the audit verifies. */
const columns = 'id, timestamp_ms, type, level, content, detail'
const kind_terms =
  'type IN (SELECT value FROM json_each(:types)) AND level IN (SELECT value FROM json_each(:levels))'
const terms = `${kind_terms} AND timestamp_ms BETWEEN :from AND :to`
const all_types = JSON.stringify(stored_log_types)
const all_levels = JSON.stringify(log_level.map((_, at) => at))

const kindsOf = ({ type, level }: LogFilter): Record<string, Value> => ({
  types: type === 0 ? all_types : JSON.stringify([type]),
  levels: level === undefined ? all_levels : JSON.stringify([log_level.indexOf(level)]),
})

/** A page of rows, newest first. */
export const logRows = (
  db: Db,
  filter: LogFilter,
  { from, to, limit, skip }: Range & { limit: number; skip: number },
): StoredLog[] =>
  db.all<StoredLog>(
    `SELECT ${columns} FROM log INDEXED BY log_by_kind WHERE ${terms}
     ORDER BY timestamp_ms DESC, id DESC LIMIT :limit OFFSET :skip`,
    { ...kindsOf(filter), from, to, limit, skip },
  )

/** Every row that contains a text, newest first. */
export const logRowsWith = (db: Db, filter: LogFilter, { from, to }: Range, text: string): StoredLog[] =>
  db.all<StoredLog>(
    `SELECT ${columns} FROM log INDEXED BY log_by_kind
     WHERE ${terms} AND (content LIKE :text ESCAPE '\\' OR detail LIKE :text ESCAPE '\\')
     ORDER BY timestamp_ms DESC, id DESC`,
    { ...kindsOf(filter), from, to, text: `%${text.replace(/[\\%_]/g, '\\$&')}%` },
  )

/** Hours that have rows matching the filter's type and level, newest first. */
export const talliedHours = (
  db: Db,
  filter: LogFilter,
  { first, last }: { first: number; last: number },
): Hour[] =>
  db.all<Hour>(
    `SELECT hour, sum(n) AS n FROM log_tally WHERE hour BETWEEN :first AND :last AND ${kind_terms}
     GROUP BY hour ORDER BY hour DESC`,
    { ...kindsOf(filter), first, last },
  )

export const countRows = (db: Db, filter: LogFilter, { from, to }: Range): number =>
  db.get<{ n: number }>(`SELECT count(*) AS n FROM log INDEXED BY log_by_kind WHERE ${terms}`, {
    ...kindsOf(filter),
    from,
    to,
  })?.n ?? 0
