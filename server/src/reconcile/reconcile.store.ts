/** Reads the device's events for a comparison with the platform's export. */
import type { CheckVerdict } from '@parking/contract'
import type { Db } from '../core/db.ts'

export type ReconcileRow = {
  event_id: number
  uuid: string
  event_ms: number
  event_type: number
  camera_name: string
  lot_no: string
  plate_number: string
  checked_plate: string | null
  status: number
  typed: 0 | 1
  verdict: CheckVerdict | null
  count_tried: number
  send_ms: number | null
  response_info: string
  lots_id: number | null
}

const columns = `event_id, uuid, event_ms, event_type, camera_name, place.lot_no, plate_number, checked_plate,
  status, typed, count_tried, send_ms, response_info,
  (SELECT verdict FROM event_check WHERE event_check.event_id = event.event_id
    ORDER BY check_id DESC LIMIT 1) AS verdict,
  (SELECT lots_id FROM event_rule WHERE event_rule.event_id = event.event_id) AS lots_id`

/** Events after a position, oldest first. `to_ms` is exclusive. */
export const eventsBetween = (
  db: Db,
  { from_ms, to_ms, after, most }: { from_ms: number; to_ms: number; after: Cursor | null; most: number },
): ReconcileRow[] =>
  db.all<ReconcileRow>(
    `SELECT ${columns} FROM event JOIN place USING (place_id)
      WHERE event_ms >= ? AND event_ms < ? AND (event_ms, event_id) > (?, ?)
      ORDER BY event_ms, event_id LIMIT ?`,
    [
      Math.max(from_ms, after?.event_ms ?? from_ms),
      to_ms,
      after?.event_ms ?? from_ms,
      after?.event_id ?? 0,
      most,
    ],
  )
export type Cursor = { readonly event_ms: number; readonly event_id: number }

export const countBetween = (db: Db, from_ms: number, to_ms: number): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM event WHERE event_ms >= ? AND event_ms < ?', [
    from_ms,
    to_ms,
  ])?.n ?? 0

export const eventsWithUuids = (db: Db, uuids: readonly string[]): ReconcileRow[] =>
  db.all<ReconcileRow>(
    `SELECT ${columns} FROM json_each(?) AS wanted JOIN event ON event.uuid = wanted.value
      JOIN place USING (place_id)`,
    [JSON.stringify(uuids)],
  )

/** The deleted events among these uuids. An event that was brought back is not deleted. */
export const deletedWithUuids = (db: Db, uuids: readonly string[]) =>
  db.all<{ uuid: string; deleted_ms: number; deleted_by: string }>(
    `SELECT uuid, deleted_ms, deleted_by FROM json_each(?) AS wanted
      JOIN event_tombstone ON event_tombstone.uuid = wanted.value
      WHERE NOT EXISTS (SELECT 1 FROM event WHERE event.uuid = wanted.value)`,
    [JSON.stringify(uuids)],
  )
