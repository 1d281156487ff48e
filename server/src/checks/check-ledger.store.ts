/** Stores the ledger of checks (migrations/0013). Uses keyset pagination, so every page costs the same. */
import { barePlate, check_undone, type CheckVerdict } from '@parking/contract'
import type { Db, Value } from '../core/db.ts'
import { platePattern } from '../events/list/event-terms.store.ts'

export type LedgerRow = {
  entry_id: number
  at_ms: number
  checked_by: string
  uuid: string
  event_ms: number
  event_type: number
  parking_no: string
  camera_name: string
  lot_no: string
  plate_color: string
  verdict: CheckVerdict
  plate_before: string
  plate_after: string
  reason: string
  status_before: number | null
  status_after: number | null
  /** 1: in the sample of the second review. */
  sampled: 0 | 1
  /** The entry that this one reviews, or the review that it undoes; null for a first check. */
  review_of: number | null
  agreed: 0 | 1 | null
  /** The entry of the check that it takes back; null for a check and in reviews. */
  undoes: number | null
}
export type LedgerFilter = {
  username?: string | undefined
  from_ms?: number | undefined
  /** Exclusive. */
  to_ms?: number | undefined
  plate?: string | undefined
  disagreed?: boolean | undefined
}
export type LedgerSpot = { at_ms: number; entry_id: number }

/** Number of entries that are kept, about 40 MB; older ones are deleted. */
export const max_entries = 200_000

/** Call inside the transaction of the decision. */
export function noteInLedger(db: Db, row: Omit<LedgerRow, 'entry_id'>): void {
  const { lastInsertRowid } = db.run(
    `INSERT INTO check_ledger (at_ms, checked_by, uuid, event_ms, event_type, parking_no, camera_name, lot_no,
       plate_color, verdict, plate_before, plate_after, plates, reason, status_before, status_after,
       sampled, review_of, agreed, undoes)
     VALUES (:at_ms, :checked_by, :uuid, :event_ms, :event_type, :parking_no, :camera_name, :lot_no,
       :plate_color, :verdict, :plate_before, :plate_after, :plates, :reason, :status_before, :status_after,
       :sampled, :review_of, :agreed, :undoes)`,
    { ...row, plates: `${barePlate(row.plate_before)} ${barePlate(row.plate_after)}` },
  )
  db.run('DELETE FROM check_ledger WHERE entry_id <= ?', [Number(lastInsertRowid) - max_entries])
}

/** SQL condition: no entry undoes this review. */
export const reviewStands = (review: string): string => `NOT EXISTS (SELECT 1 FROM check_ledger back
  WHERE back.uuid = ${review}.uuid AND back.review_of = ${review}.entry_id)`

type Terms = { sql: string[]; params: Record<string, Value> }
const where = ({ sql }: Terms) => (sql.length > 0 ? `WHERE ${sql.join(' AND ')}` : '')

function termsOf({ username, from_ms, to_ms, plate, disagreed }: LedgerFilter): Terms {
  const terms: Terms = { sql: [], params: {} }
  const add = (sql: string, name: string, value: Value | undefined) => {
    if (value === undefined) return
    terms.sql.push(sql)
    terms.params[name] = value
  }
  add('checked_by = :username', 'username', username)
  add('at_ms >= :from_ms', 'from_ms', from_ms)
  add('at_ms < :to_ms', 'to_ms', to_ms)
  if (disagreed) terms.sql.push(`agreed = 0 AND ${reviewStands('check_ledger')}`)
  const text = barePlate(plate ?? '')
  if (text !== '') add('plates GLOB :plate', 'plate', platePattern(text))
  return terms
}

export const countLedger = (db: Db, filter: LedgerFilter): number => {
  const terms = termsOf(filter)
  return db.get<{ n: number }>(`SELECT count(*) AS n FROM check_ledger ${where(terms)}`, terms.params)?.n ?? 0
}

/** At most `limit` entries after `after` in this direction; newest first for `older`. */
export function ledgerPage(
  db: Db,
  filter: LedgerFilter,
  { direction, after, limit }: { direction: 'older' | 'newer'; after: LedgerSpot | undefined; limit: number },
): LedgerRow[] {
  const terms = termsOf(filter)
  if (after) {
    terms.sql.push(`(at_ms, entry_id) ${direction === 'older' ? '<' : '>'} (:after_ms, :after_id)`)
    terms.params['after_ms'] = after.at_ms
    terms.params['after_id'] = after.entry_id
  }
  const order = direction === 'older' ? 'DESC' : 'ASC'
  return db.all<LedgerRow>(
    `SELECT entry_id, at_ms, checked_by, uuid, event_ms, event_type, parking_no, camera_name, lot_no,
       plate_color, verdict, plate_before, plate_after, reason, status_before, status_after, sampled,
       review_of, agreed, undoes
     FROM check_ledger ${where(terms)} ORDER BY at_ms ${order}, entry_id ${order} LIMIT :limit`,
    { ...terms.params, limit },
  )
}

/** The users in the ledger; steps through the index instead of reading all rows. */
export const ledgerUsers = (db: Db): string[] =>
  db
    .all<{ checked_by: string | null }>(
      `WITH RECURSIVE known (checked_by) AS (
         SELECT min(checked_by) FROM check_ledger
         UNION ALL
         SELECT (SELECT min(checked_by) FROM check_ledger WHERE checked_by > known.checked_by) FROM known
           WHERE known.checked_by IS NOT NULL
       )
       SELECT checked_by FROM known WHERE checked_by IS NOT NULL`,
    )
    .flatMap(({ checked_by }) => checked_by ?? [])

/** Number of checks that a user has made since a time, without undos. */
export const countChecksSince = (db: Db, username: string, from_ms: number): number =>
  db.get<{ n: number }>(
    'SELECT count(*) AS n FROM check_ledger WHERE checked_by = ? AND at_ms >= ? AND reason <> ?',
    [username, from_ms, check_undone],
  )?.n ?? 0

/** The checks of an event and their undos, oldest first, without reviews. */
export const entriesOf = (db: Db, uuid: string) =>
  db.all<{ no: number; checked_by: string; undoes: number | null }>(
    `SELECT entry_id AS no, checked_by, undoes FROM check_ledger
      WHERE uuid = ? AND review_of IS NULL ORDER BY entry_id`,
    [uuid],
  )

/** The verdict of the newest check of an event that no user undid, also after the event was deleted. */
export const standingVerdict = (db: Db, uuid: string): CheckVerdict | null =>
  db.get<Pick<LedgerRow, 'verdict'>>(
    `SELECT verdict FROM check_ledger AS one
      WHERE uuid = ? AND review_of IS NULL AND undoes IS NULL AND NOT EXISTS
        (SELECT 1 FROM check_ledger AS back WHERE back.uuid = one.uuid AND back.undoes = one.entry_id)
      ORDER BY entry_id DESC LIMIT 1`,
    [uuid],
  )?.verdict ?? null

/** The entry that undoes this review; undefined if there is none. */
export const undoOfReview = (db: Db, { uuid, entry_id }: Pick<LedgerRow, 'uuid' | 'entry_id'>) =>
  db.get<Pick<LedgerRow, 'checked_by'>>(
    'SELECT checked_by FROM check_ledger WHERE uuid = ? AND review_of = ?',
    [uuid, entry_id],
  )

export const entryById = (
  db: Db,
  entry_id: number,
): Pick<LedgerRow, 'checked_by' | 'verdict' | 'plate_after'> | undefined =>
  db.get('SELECT checked_by, verdict, plate_after FROM check_ledger WHERE entry_id = ?', [entry_id])
