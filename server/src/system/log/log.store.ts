/** The device's own logs in the database. A row and its tally change in one transaction (migration 0004). */
import { log_level, log_type, type log_audit, type LogLevel } from '@parking/contract'
import type * as z from 'zod/mini'
import type { Db } from '#src/core/db.ts'
import type { Marks } from '../audit/marks.ts'

/** The log types stored here: all except the system's journal (spec §4). */
export type StoredLogType = Exclude<(typeof log_type)[keyof typeof log_type], 0 | 5>
export const stored_log_types: readonly StoredLogType[] = [1, 2, 3, 4]

export type Facts = Record<string, string | number | boolean>
export type LogDetail = {
  what?: string
  facts?: Facts
  audit?: z.output<typeof log_audit>
  utc_offset?: string
}
export type NewLog = {
  timestamp_ms: number
  type: StoredLogType
  level: LogLevel
  content: string
  detail?: LogDetail | undefined
}

export const hour_ms = 3_600_000
const max_content = 1_000
/** Number of rows deleted in one transaction: some ten milliseconds of work. */
export const delete_batch_size = 10_000

/** Inserts rows, in the caller's transaction if there is one. `markOf` makes the marks of user rows. */
export function insertLogs(db: Db, rows: readonly NewLog[], markOf?: Marks['ofRow']): void {
  const tally = new Map<string, { hour: number; type: number; level: number; n: number; bytes: number }>()
  db.transaction(() => {
    for (const { timestamp_ms, type, level: word, content, detail } of rows) {
      const level = log_level.indexOf(word)
      const cut = content.slice(0, max_content)
      const json = detail && Object.keys(detail).length > 0 ? JSON.stringify(detail) : null
      const { lastInsertRowid } = db.run(
        'INSERT INTO log (timestamp_ms, type, level, content, detail) VALUES (?, ?, ?, ?, ?)',
        [timestamp_ms, type, level, cut, json],
      )
      if (type === log_type.user && markOf) {
        const id = Number(lastInsertRowid)
        const mark = markOf({ id, timestamp_ms, level, content: cut, detail: json })
        db.run('UPDATE log SET mark = ? WHERE id = ?', [mark, id])
      }
      const hour = Math.floor(timestamp_ms / hour_ms)
      const key = `${hour} ${type} ${level}`
      const counted = tally.get(key) ?? { hour, type, level, n: 0, bytes: 0 }
      // Counts characters, as SQLite's length() does: close enough to bytes for a budget, and consistent with
      // what deleting subtracts.
      tally.set(key, {
        ...counted,
        n: counted.n + 1,
        bytes: counted.bytes + lengthOf(cut) + lengthOf(json ?? ''),
      })
    }
    for (const { hour, type, level, n, bytes } of tally.values()) {
      db.run(
        `INSERT INTO log_tally VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET n = n + excluded.n, bytes = bytes + excluded.bytes`,
        [hour, type, level, n, bytes],
      )
    }
  })
}

/** Length in code points: like SQLite, it counts a surrogate pair as one. */
const lengthOf = (text: string): number => (/[\ud800-\udbff]/.test(text) ? [...text].length : text.length)

export type Bucket = { hour: number; type: number; level: number; n: number; bytes: number }

/** Tallied hours of these types up to `end_ms`, oldest first. */
export const bucketsUpTo = (db: Db, types: readonly number[], end_ms: number): Bucket[] =>
  db.all<Bucket>(
    'SELECT * FROM log_tally WHERE hour <= ? AND type IN (SELECT value FROM json_each(?)) ORDER BY hour',
    [Math.floor(end_ms / hour_ms), JSON.stringify(types)],
  )

/** Approximate bytes of all rows: with its index, a row takes about twice the size of its text. */
export const logBytes = (db: Db): number =>
  2 * (db.get<{ bytes: number | null }>('SELECT sum(bytes) AS bytes FROM log_tally')?.bytes ?? 0)

/** The id of the newest row ever written. */
export const newestId = (db: Db): number =>
  db.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'log'")?.seq ?? 0

/**
 * What to delete: rows up to `end_ms`, but none written after `newest_id`. `hour_now` is still incomplete.
 */
export type Upto = { end_ms: number; newest_id: number; hour_now: number }

/** The number of rows of a bucket to delete. */
export function countIn(db: Db, bucket: Bucket, upto: Upto): number {
  if (isWhole(bucket, upto)) return bucket.n
  return db.get<{ n: number }>(`SELECT count(*) AS n FROM log WHERE ${range}`, rangeOf(bucket, upto))?.n ?? 0
}

/** The rows that `deleteSome` would delete. */
export const idsIn = (db: Db, bucket: Bucket, upto: Upto, limit: number): number[] =>
  db
    .all<{ id: number }>(`SELECT id FROM log WHERE ${range} ORDER BY timestamp_ms, id LIMIT ?`, [
      ...rangeOf(bucket, upto),
      limit,
    ])
    .map(({ id }) => id)

/** Deletes at most `limit` rows of a bucket, oldest first. Returns the number deleted. */
export function deleteSome(db: Db, bucket: Bucket, upto: Upto, limit: number): number {
  const { hour, type, level } = bucket
  return db.transaction(() => {
    if (isWhole(bucket, upto) && bucket.n <= limit) {
      db.run('DELETE FROM log_tally WHERE hour = ? AND type = ? AND level = ?', [hour, type, level])
      return db.run('DELETE FROM log WHERE type = ? AND level = ? AND timestamp_ms BETWEEN ? AND ?', [
        type,
        level,
        hour * hour_ms,
        (hour + 1) * hour_ms - 1,
      ]).changes
    }
    const rows = db.all<{ id: number; bytes: number }>(
      `SELECT id, length(content) + ifnull(length(detail), 0) AS bytes FROM log
       WHERE ${range} ORDER BY timestamp_ms, id LIMIT ?`,
      [...rangeOf(bucket, upto), limit],
    )
    if (rows.length === 0) return 0
    db.run('DELETE FROM log WHERE id IN (SELECT value FROM json_each(?))', [
      JSON.stringify(rows.map(({ id }) => id)),
    ])
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
    takeFromTally(db, { hour, type, level, n: rows.length, bytes })
    return rows.length
  })
}

/** Deletes these rows, for a deletion that a crash has interrupted. */
export function deleteRows(db: Db, ids: readonly number[]): void {
  db.transaction(() => {
    const these = 'FROM log WHERE id IN (SELECT value FROM json_each(?))'
    const list = JSON.stringify(ids)
    const rows = db.all<Bucket>(
      `SELECT timestamp_ms / ${hour_ms} AS hour, type, level, count(*) AS n,
         sum(length(content) + ifnull(length(detail), 0)) AS bytes ${these} GROUP BY 1, 2, 3`,
      [list],
    )
    db.run(`DELETE ${these}`, [list])
    for (const bucket of rows) takeFromTally(db, bucket)
  })
}

function takeFromTally(db: Db, { hour, type, level, n, bytes }: Bucket): void {
  db.run('UPDATE log_tally SET n = n - ?, bytes = bytes - ? WHERE hour = ? AND type = ? AND level = ?', [
    n,
    bytes,
    hour,
    type,
    level,
  ])
  db.run('DELETE FROM log_tally WHERE hour = ? AND type = ? AND level = ? AND n = 0', [hour, type, level])
}

/** Whether the hour is complete and all its rows are deleted, so that its tally gives the number. */
const isWhole = ({ hour, type }: Bucket, { end_ms, hour_now }: Upto): boolean =>
  type !== log_type.user && hour < hour_now && (hour + 1) * hour_ms - 1 <= end_ms

/** Tombstones of deletions by a user are never deleted. */
const range = `type = ? AND level = ? AND timestamp_ms BETWEEN ? AND ? AND id <= ?
  AND NOT (type = 2 AND ifnull(detail, '') LIKE '{"what":"log_deleted"%')`
const rangeOf = ({ hour, type, level }: Bucket, { end_ms, newest_id }: Upto): number[] => [
  type,
  level,
  hour * hour_ms,
  Math.min(end_ms, (hour + 1) * hour_ms - 1),
  newest_id,
]
