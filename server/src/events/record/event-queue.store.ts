/**
 * The queue of events (docs/decisions/0022): which events are due to be uploaded or sent. Their transitions
 * are in event-state.store.ts.
 */
import { event_status } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import type { EventRow } from './event.store.ts'
import { in_queue, lanes, type Lane } from './event-state.store.ts'

export type QueuedEvent = EventRow & {
  checked_plate: string | null
  correction: number
  media_gone_ms: number | null
  parking_no: string
  camera_sn: string
  camera_name: string
  lot_no: string
  /** Bytes of the pictures in its body. */
  bytes: number
}

const columns = `event.*, parking_no, camera_sn, camera_name, lot_no,
  iif(EXISTS (SELECT 1 FROM event_object o WHERE o.event_id = event.event_id), 0,
    (SELECT ifnull(sum(bytes), 0) FROM event_picture p WHERE p.event_id = event.event_id)) AS bytes`

/**
 * The oldest waiting event of each lot in a lane. Only these may be sent: an exit must not reach the platform
 * before its entry, whatever the entry is waiting for. Takes one lookup in the index event_head for each of a
 * few hundred places, however long the queue is.
 */
const heads = `place CROSS JOIN event ON event.event_id =
  (SELECT min(head.event_id) FROM event AS head INDEXED BY event_head WHERE head.place_id = place.place_id
  AND head.lane = :lane AND head.status IN (0, 1, 6, 7))`
/** The plus keeps the planner from reading the whole queue by its status. */
const pending_heads = `${heads} WHERE +event.status = ${event_status.pending}`

/** The oldest due events of a lane, at most one for each lot. */
export const dueEvents = (db: Db, lane: Lane, now: number, most: number): QueuedEvent[] =>
  db.all<QueuedEvent>(
    `SELECT ${columns} FROM (SELECT event.event_id AS id FROM ${pending_heads} AND next_try_ms <= :now
      ORDER BY next_try_ms, event.event_id LIMIT :most) JOIN event ON event_id = id
      JOIN place USING (place_id)
     ORDER BY next_try_ms, id`,
    { lane, now, most },
  )

/** Reads one due event: undefined if it is no longer due, or no longer the oldest of its lot. */
export const dueEvent = (db: Db, lane: Lane, event_id: number, now: number): QueuedEvent | undefined =>
  db.get<QueuedEvent>(
    `SELECT ${columns} FROM event JOIN place USING (place_id)
     WHERE event_id = :event_id AND event.status = ${event_status.pending} AND next_try_ms <= :now
       AND event_id = (SELECT min(head.event_id) FROM event AS head INDEXED BY event_head
         WHERE head.place_id = event.place_id AND head.lane = :lane AND head.status IN (0, 1, 6, 7))`,
    { event_id, lane, now },
  )

/** When the next event of a lane is due; undefined if none is pending. */
export const nextDue = (db: Db, lane: Lane): number | undefined =>
  db.get<{ ms: number | null }>(`SELECT min(next_try_ms) AS ms FROM ${pending_heads}`, { lane })?.ms ??
  undefined

/**
 * When the oldest event that the device can process by itself was recorded; undefined if there is none.
 * Events that wait for a user or an address do not count.
 */
export function oldestPending(db: Db): number | undefined {
  const of = (lane: Lane) =>
    db.get<{ ms: number | null }>(
      `SELECT min(create_ms) AS ms FROM ${heads} WHERE +event.status IN (0, 6, 7)`,
      { lane },
    )?.ms ?? Infinity
  const oldest = Math.min(...lanes.map(of))
  return Number.isFinite(oldest) ? oldest : undefined
}

/** The platform's answer to the newest event that failed; empty if a picture was missing, or none failed. */
export const newestRefusal = (db: Db): string =>
  db.get<{ info: string }>(
    `SELECT iif(reason = 'refused', response_info, '') AS info FROM event
     WHERE status = ${event_status.send_failed} AND status IN (4, 5) ORDER BY event_id DESC LIMIT 1`,
  )?.info ?? ''

const awaiting = `event WHERE ${in_queue} AND status = ${event_status.awaiting_upload}`

/**
 * The oldest events that wait for object storage. Uploads may run in any order: only sending keeps the order.
 */
export const dueUploads = (db: Db, now: number, most: number): QueuedEvent[] =>
  db.all<QueuedEvent>(
    `SELECT ${columns} FROM (SELECT event_id AS id FROM ${awaiting} AND next_try_ms <= :now
      ORDER BY next_try_ms LIMIT :most) JOIN event ON event_id = id JOIN place USING (place_id)
      ORDER BY next_try_ms, id`,
    { now, most },
  )

/** Reads one due upload: undefined if it is no longer due. */
export const dueUpload = (db: Db, event_id: number, now: number): QueuedEvent | undefined =>
  db.get<QueuedEvent>(
    `SELECT ${columns} FROM event JOIN place USING (place_id)
     WHERE event_id = :event_id AND status = ${event_status.awaiting_upload} AND next_try_ms <= :now`,
    { event_id, now },
  )

/** When the next upload is due; undefined if no event waits for one. */
export const nextUpload = (db: Db): number | undefined =>
  db.get<{ ms: number | null }>(`SELECT min(next_try_ms) AS ms FROM ${awaiting}`)?.ms ?? undefined

/** Whether any event of a lane is pending, without reading the queue. */
export const hasPending = (db: Db, lane: Lane): boolean =>
  db.get(`SELECT 1 FROM event_tally WHERE status = 0 AND n > 0 AND (event_type IN (4, 5, 6)) = ? LIMIT 1`, [
    lane,
  ]) !== undefined

/** Events that wait for an object storage that is no longer configured. */
export const strandedUploads = (db: Db, most: number): { event_id: number; event_type: number }[] =>
  db.all<{ event_id: number; event_type: number }>(
    `SELECT event_id, event_type FROM ${awaiting} ORDER BY next_try_ms LIMIT ?`,
    [most],
  )

/** Events whose processing is finished, but which a crash left in the status "awaiting processing". */
export const processedEvents = (db: Db): number[] =>
  db
    .all<{ event_id: number }>(
      `SELECT event_id FROM event WHERE ${in_queue} AND status = ${event_status.awaiting_processing}
       AND NOT EXISTS (SELECT 1 FROM event_evidence e WHERE e.event_id = event.event_id AND outcome IS NULL)
       AND NOT EXISTS (SELECT 1 FROM event_clip c WHERE c.event_id = event.event_id AND outcome IS NULL)`,
    )
    .map(({ event_id }) => event_id)

/** How many events are pending or awaiting upload. */
export const countReady = (db: Db): number =>
  db.get<{ n: number }>('SELECT ifnull(sum(n), 0) AS n FROM event_tally WHERE status IN (0, 6)')?.n ?? 0

/** The facts that decide the next status of an event when a step of its processing is done. */
export type ProcessedEvent = {
  event_type: number
  status: number
  /** The outcome of drawing; null if there is none yet. */
  drawn: number | null
  to_draw: number
  to_record: number
}
export const processedEvent = (db: Db, event_id: number): ProcessedEvent | undefined =>
  db.get<ProcessedEvent>(
    `SELECT event_type, status, (SELECT outcome FROM event_evidence e
      WHERE e.event_id = event.event_id) AS drawn,
       EXISTS (SELECT 1 FROM event_evidence e WHERE e.event_id = event.event_id
       AND outcome IS NULL) AS to_draw,
       EXISTS (SELECT 1 FROM event_clip c WHERE c.event_id = event.event_id AND outcome IS NULL) AS to_record
     FROM event WHERE event_id = ?`,
    [event_id],
  )

/** Whether no user has checked the event or asked for it to be sent. */
export const isUnseen = (db: Db, event_id: number): boolean =>
  db.get(
    `SELECT 1 FROM event WHERE event_id = ? AND reason <> 'resent'
       AND NOT EXISTS (SELECT 1 FROM event_check c WHERE c.event_id = event.event_id)`,
    [event_id],
  ) !== undefined
