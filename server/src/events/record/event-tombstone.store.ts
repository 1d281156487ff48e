/**
 * Tombstones record that a deleted event existed, so that the intake reports it as known and it never returns
 * (docs/decisions/0021).
 */
import type { Db } from '#src/core/db.ts'
import { manual_types, type EventRow } from './event.store.ts'

export type DeletedEvent = EventRow & { parking_no: string; lot_no: string }

const columns =
  'uuid, event_ms, parking_no, lot_no, event_type, plate_number, status, typed, deleted_ms, deleted_by'

/** The listed events that exist. `manual`: only events of the manual log. */
export const eventsToDelete = (db: Db, uuids: readonly string[], only: 'all' | 'manual'): DeletedEvent[] =>
  db.all<DeletedEvent>(
    `SELECT event.*, parking_no, lot_no
     FROM json_each(?) AS wanted JOIN event ON event.uuid = wanted.value JOIN place USING (place_id)
     ${only === 'manual' ? `WHERE event_type IN (${manual_types.join(', ')})` : ''}`,
    [JSON.stringify([...new Set(uuids.map((uuid) => uuid.toLowerCase()))])],
  )

/** Deletes the row and everything that refers to it. The caller deletes its files. */
export const deleteEventRow = (db: Db, event_id: number): void =>
  void db.run('DELETE FROM event WHERE event_id = ?', [event_id])

/**
 * Call inside the transaction that deletes the row, or discards the event unsent. An empty `by` means the
 * device itself. An event that was discarded and is deleted later already has a tombstone, which gets the
 * later values.
 */
export function insertTombstone(
  db: Db,
  {
    uuid,
    event_ms,
    parking_no,
    lot_no,
    event_type,
    plate_number,
    status,
    typed,
  }: Omit<DeletedEvent, 'event_id'>,
  deleted_ms: number,
  by: string,
): void {
  db.run(
    `INSERT INTO event_tombstone
       (${columns})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (uuid) DO UPDATE SET status = excluded.status, deleted_ms = excluded.deleted_ms,
       deleted_by = excluded.deleted_by`,
    [uuid, event_ms, parking_no, lot_no, event_type, plate_number, status, typed, deleted_ms, by],
  )
}

export type Tombstone = {
  uuid: string
  event_ms: number
  parking_no: string
  lot_no: string
  event_type: number
  plate_number: string
  status: number
  /** 1: a user had typed the event. */
  typed: 0 | 1
  deleted_ms: number
  deleted_by: string
}

/** The events of a lot in a time span that are no longer listed, oldest first. */
export const tombstonesOfLot = (db: Db, lot_no: string, from_ms: number, to_ms: number): Tombstone[] =>
  db.all<Tombstone>(
    `SELECT ${columns}
     FROM event_tombstone WHERE lot_no = ? AND event_ms BETWEEN ? AND ?
       AND NOT EXISTS (SELECT 1 FROM event WHERE event.uuid = event_tombstone.uuid)
     ORDER BY event_ms, uuid`,
    [lot_no, from_ms, to_ms],
  )

/** The tombstone of an event that is no longer listed; undefined if there is none. */
export const tombstoneOf = (db: Db, uuid: string): Tombstone | undefined =>
  db.get<Tombstone>(
    `SELECT ${columns}
     FROM event_tombstone WHERE uuid = :uuid AND NOT EXISTS (SELECT 1 FROM event WHERE event.uuid = :uuid)`,
    { uuid: uuid.toLowerCase() },
  )
