/**
 * Stores daily statements, and reads the facts about events that they need from the evidence log, in
 * `proof.db`.
 */
import type { Db } from '../core/db.ts'
import type { SignedText } from '../core/proof-head.ts'
import type { LogDay } from './due-days.ts'

export const closedDays = (proof: Db, from_day: number): LogDay[] =>
  proof.all<LogDay>(
    `SELECT day, first_seq, size, json_extract(payload, '$.date') AS date,
       json_extract(payload, '$.root') AS root FROM day WHERE day >= ? ORDER BY day`,
    [from_day],
  )

export type StatementFacts = {
  number: number
  day: string
  made_ms: number
  last_day: number
  last_seq: number
  root: string
  events: number
  changes: number
  counts: string
  key_id: string
}
const facts = 'number, day, made_ms, last_day, last_seq, root, events, changes, counts, key_id'

/** The statement that was created last. */
export const newestStatement = (proof: Db): (StatementFacts & { hash: string }) | undefined =>
  proof.get(`SELECT ${facts}, hash FROM statement ORDER BY number DESC LIMIT 1`)

export const statedDays = (proof: Db): Set<string> =>
  new Set(proof.all<{ day: string }>('SELECT day FROM statement').map(({ day }) => day))

/** A page of the statements, the newest day first. */
export const statementPage = (
  proof: Db,
  limit: number,
  offset: number,
): (StatementFacts & { bytes: number })[] =>
  proof.all(`SELECT ${facts}, length(payload) AS bytes FROM statement ORDER BY day DESC LIMIT ? OFFSET ?`, [
    limit,
    offset,
  ])

export const statementSums = (proof: Db): { total: number; bytes: number } =>
  proof.get('SELECT count(*) AS total, ifnull(sum(length(payload)), 0) AS bytes FROM statement')!

export type StoredStatement = StatementFacts & { hash: string; packed: Uint8Array; signature: string }

export const statementOf = (proof: Db, day: string): StoredStatement | undefined =>
  proof.get(`SELECT ${facts}, hash, payload AS packed, signature FROM statement WHERE day = ?`, [day])

export const insertStatement = (proof: Db, { packed, ...row }: StoredStatement): void =>
  void proof.run(
    `INSERT INTO statement (${facts}, hash, payload, signature) VALUES (:number, :day, :made_ms, :last_day,
       :last_seq, :root, :events, :changes, :counts, :key_id, :hash, :payload, :signature)`,
    { ...row, payload: packed },
  )

/**
 * Deletes statements of days before `day`, and the oldest ones as long as all together take more than
 * `max_bytes`.
 */
export function pruneStatements(proof: Db, day: string, max_bytes: number): void {
  // The newest statement is always kept: the next one continues from it.
  const newest = 'number < (SELECT max(number) FROM statement)'
  proof.run(`DELETE FROM statement WHERE day < ? AND ${newest}`, [day])
  proof.run(
    `DELETE FROM statement WHERE ${newest} AND number IN (
       SELECT number FROM (SELECT number, sum(length(payload)) OVER (ORDER BY number DESC) AS kept
         FROM statement) WHERE kept > ?)`,
    [max_bytes],
  )
}

/** The signed days of the log in a range, byte for byte. */
export const signedDays = (proof: Db, from: number, to: number): SignedText[] =>
  proof.all<SignedText>('SELECT key_id, payload, signature FROM day WHERE day BETWEEN ? AND ? ORDER BY day', [
    from,
    to,
  ])

/**
 * The facts about an event in a leaf. A field is null if the leaf does not have it, or its text was deleted.
 */
export type EventLeaf = {
  seq: number
  kind: string
  uuid: string
  event_type: number | null
  event_ms: number | null
  status: number | null
  deleted_by: string | null
}
const of_event = `SELECT seq, kind, uuid, json_extract(body, '$.event_type') AS event_type,
  json_extract(body, '$.event_ms') AS event_ms, json_extract(body, '$.state.status') AS status,
  json_extract(body, '$.deleted_by') AS deleted_by FROM leaf`

export const eventLeaves = (proof: Db, after: number, to: number, limit: number): EventLeaf[] =>
  proof.all<EventLeaf>(`${of_event} WHERE seq > ? AND seq <= ? AND uuid <> '' ORDER BY seq LIMIT ?`, [
    after,
    to,
    limit,
  ])

export const firstLeafOf = (proof: Db, uuid: string): EventLeaf | undefined =>
  proof.get<EventLeaf>(`${of_event} WHERE uuid = ? AND uuid <> '' ORDER BY seq LIMIT 1`, [uuid])

/** The newest leaf of an event, up to an entry of the log. */
export const leafUntil = (proof: Db, uuid: string, seq: number): EventLeaf | undefined =>
  proof.get<EventLeaf>(`${of_event} WHERE uuid = ? AND uuid <> '' AND seq <= ? ORDER BY seq DESC LIMIT 1`, [
    uuid,
    seq,
  ])

/** Reads from the database of events. `to_ms` is exclusive. */
export const uuidsBetween = (db: Db, from_ms: number, to_ms: number): string[] =>
  db
    .all<{ uuid: string }>('SELECT uuid FROM event WHERE event_ms >= ? AND event_ms < ?', [from_ms, to_ms])
    .map(({ uuid }) => uuid)
