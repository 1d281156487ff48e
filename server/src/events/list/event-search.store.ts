/**
 * Single queries of the event list and of the export; the walks over many events are in
 * event-walk.store.ts.
 */
import type { CheckVerdict } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import { manual_types, newest_verdict, type EventRow } from '../record/event.store.ts'
import { where, type Terms } from './event-terms.store.ts'
import type { Spot } from './event-walk.store.ts'

export type WholeRow = EventRow & {
  parking_no: string
  camera_name: string
  lot_no: string
  checked_plate: string | null
  to_check: number
  media_gone_ms: number | null
  verdict: CheckVerdict | null
}

/** These events with their places, in this order; events that have since been deleted are left out. */
export function wholeRows(db: Db, event_ids: readonly number[]): WholeRow[] {
  const found = new Map(
    db
      .all<WholeRow>(
        `SELECT event.*, parking_no, camera_name, lot_no, ${newest_verdict} AS verdict
         FROM json_each(?) AS wanted JOIN event ON event_id = wanted.value JOIN place USING (place_id)`,
        [JSON.stringify(event_ids)],
      )
      .map((row) => [row.event_id, row]),
  )
  return event_ids.flatMap((event_id) => found.get(event_id) ?? [])
}

/** Counts the events that meet conditions which the tally can answer: kind and place. */
export const countTallied = (db: Db, { sql, params }: Terms): number =>
  db.get<{ n: number }>(`SELECT ifnull(sum(n), 0) AS n FROM event_tally ${where(sql)}`, params)?.n ?? 0

export const eventIdsOf = (db: Db, uuid: string): number[] =>
  db
    .all<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [uuid.toLowerCase()])
    .map(({ event_id }) => event_id)

/**
 * The positions in the list of the events with these uuids, newest first. `manual`: only events of the manual
 * log.
 */
export const spotsOfList = (db: Db, uuids: readonly string[], manual: boolean): Spot[] =>
  db.all<Spot>(
    `SELECT event_ms, event_id FROM event WHERE uuid IN (SELECT value FROM json_each(?))
     ${manual ? `AND event_type IN (${manual_types.join(', ')})` : ''} ORDER BY event_ms DESC, event_id DESC`,
    [JSON.stringify(uuids.map((uuid) => uuid.toLowerCase()))],
  )

/** Number and size of the pictures and clips of these events. */
export function mediaSize(db: Db, event_ids: readonly number[]): { files: number; bytes: number } {
  const sums = db.all<{ files: number; bytes: number }>(
    `SELECT count(*) AS files, ifnull(sum(bytes), 0) AS bytes FROM event_picture
     WHERE event_id IN (SELECT value FROM json_each(:event_ids))
     UNION ALL SELECT count(*), ifnull(sum(bytes), 0) FROM event_clip
     WHERE outcome = 1 AND event_id IN (SELECT value FROM json_each(:event_ids))`,
    { event_ids: JSON.stringify(event_ids) },
  )
  return sums.reduce((total, { files, bytes }) => ({
    files: total.files + files,
    bytes: total.bytes + bytes,
  }))
}
