/** What stays of an event that is gone: that it was there, so that it is told as known and never comes back (docs/decisions/0021). */
import type { Answer, Body } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import { notFound } from '#src/core/refusal.ts'
import { stampOf } from '#src/core/stamp.ts'
import type { EventRow } from './event.store.ts'

export type Doomed = EventRow & { parking_no: string; lot_no: string }

/** Inside the transaction that takes the row away, or lets it go unsent. Empty `by` is the device itself. One that was let go unsent and is deleted later has its stone already: it says the last word. */
export function buryEvent(
  db: Db,
  { uuid, event_ms, parking_no, lot_no, event_type, plate_number, status }: Omit<Doomed, 'event_id'>,
  deleted_ms: number,
  by: string,
): void {
  db.run(
    `INSERT INTO event_tombstone (uuid, event_ms, parking_no, lot_no, event_type, plate_number, status, deleted_ms, deleted_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (uuid) DO UPDATE SET status = excluded.status, deleted_ms = excluded.deleted_ms, deleted_by = excluded.deleted_by`,
    [uuid, event_ms, parking_no, lot_no, event_type, plate_number, status, deleted_ms, by],
  )
}

type Stone = {
  uuid: string
  event_ms: number
  parking_no: string
  lot_no: string
  event_type: number
  plate_number: string
  status: number
  deleted_ms: number
  deleted_by: string
}

/** Throws 3000 where nothing was ever buried under that uuid, or where what was let go unsent is still listed. */
export function eventTombstone(
  { uuid }: Body<'parking_event_tombstone'>,
  { db }: { db: Db },
): Answer<'parking_event_tombstone'> {
  const stone = db.get<Stone>(
    'SELECT uuid, event_ms, parking_no, lot_no, event_type, plate_number, status, deleted_ms, deleted_by FROM event_tombstone WHERE uuid = :uuid AND NOT EXISTS (SELECT 1 FROM event WHERE event.uuid = :uuid)',
    { uuid: uuid.toLowerCase() },
  )
  if (!stone) throw notFound('The tombstone')
  const { event_ms, deleted_ms, ...same } = stone
  return { ...same, event_time_str: stampOf(event_ms), deleted_str: stampOf(deleted_ms) }
}
