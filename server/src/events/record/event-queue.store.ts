/** The queue of events on their way (docs/decisions/0022): whose turn it is to be uploaded and sent, and what becomes of each try. */
import { charge_mode, event_status, type EventReason } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import { isDoubtful } from './doubtful.ts'
import type { EventRow } from './event.store.ts'

/** Timer pictures have a lane of their own (1), for they have an address of their own; everything else goes in lane 0. */
export type Lane = 0 | 1
export const lanes: readonly Lane[] = [0, 1]

export type QueuedEvent = EventRow & {
  checked_plate: string | null
  correction: number
  media_gone_ms: number | null
  parking_no: string
  camera_sn: string
  camera_name: string
  lot_no: string
  /** Of what would be sent in its body. */
  bytes: number
}

const in_queue = 'status IN (0, 1, 4, 6, 7)' // word for word the condition of the index event_queue
const columns = `event.*, parking_no, camera_sn, camera_name, lot_no,
  iif(EXISTS (SELECT 1 FROM event_object o WHERE o.event_id = event.event_id), 0, (SELECT ifnull(sum(bytes), 0) FROM event_picture p WHERE p.event_id = event.event_id)) AS bytes`

/**
 * The oldest event of each lot in a lane that is on its way. Only these may be sent: an exit must not reach the platform before its entry, whatever the entry
 * waits for. One look into the index event_head for each of a few hundred places, however long the queue is.
 */
const heads = `place CROSS JOIN event ON event.event_id =
  (SELECT min(head.event_id) FROM event AS head INDEXED BY event_head WHERE head.place_id = place.place_id AND head.lane = :lane AND head.status IN (0, 1, 6, 7))`
/** The plus keeps the planner from reading the whole queue by its status. */
const pending_heads = `${heads} WHERE +event.status = ${event_status.pending}`

/** The oldest events of a lane whose turn has come, one of each lot at most. */
export const dueEvents = (db: Db, lane: Lane, now: number, most: number): QueuedEvent[] =>
  db.all<QueuedEvent>(
    `SELECT ${columns} FROM (SELECT event.event_id AS id FROM ${pending_heads} AND next_try_ms <= :now ORDER BY next_try_ms, event.event_id LIMIT :most) JOIN event ON event_id = id JOIN place USING (place_id)
     ORDER BY next_try_ms, id`,
    { lane, now, most },
  )

/** When the next event of a lane is due; undefined where none is pending. */
export const nextDue = (db: Db, lane: Lane): number | undefined =>
  db.get<{ ms: number | null }>(`SELECT min(next_try_ms) AS ms FROM ${pending_heads}`, { lane })?.ms ??
  undefined

/** When the oldest event was taken in that the device itself should be bringing on; undefined where there is none. What waits for a person or for an address is not meant. */
export function oldestPending(db: Db): number | undefined {
  const of = (lane: Lane) =>
    db.get<{ ms: number | null }>(
      `SELECT min(create_ms) AS ms FROM ${heads} WHERE +event.status IN (0, 6, 7)`,
      { lane },
    )?.ms ?? Infinity
  const oldest = Math.min(...lanes.map(of))
  return Number.isFinite(oldest) ? oldest : undefined
}

const awaiting = `event WHERE ${in_queue} AND status = ${event_status.awaiting_upload}`

/** The oldest events that wait for the storage. Their order does not matter: only sending keeps to it. */
export const dueUploads = (db: Db, now: number, most: number): QueuedEvent[] =>
  db.all<QueuedEvent>(
    `SELECT ${columns} FROM (SELECT event_id AS id FROM ${awaiting} AND next_try_ms <= :now ORDER BY next_try_ms LIMIT :most) JOIN event ON event_id = id JOIN place USING (place_id) ORDER BY next_try_ms, id`,
    { now, most },
  )

export const nextUpload = (db: Db): number | undefined =>
  db.get<{ ms: number | null }>(`SELECT min(next_try_ms) AS ms FROM ${awaiting}`)?.ms ?? undefined

/** After the clock was set back, nothing may wait for a moment that is far away. */
export const pullIn = (db: Db, status: number, latest_ms: number, now: number): number =>
  db.run(
    `UPDATE event SET next_try_ms = :now WHERE ${in_queue} AND status = :status AND next_try_ms > :latest_ms`,
    { status, latest_ms, now },
  ).changes

/** Those that were tried and wait for another try may go at once: the other end is there again. */
export const hurryEvents = (db: Db, lane: Lane, now: number): number =>
  db.run(
    `UPDATE event SET next_try_ms = min(create_ms, :now) WHERE ${in_queue} AND status = ${event_status.pending} AND next_try_ms > :now AND lane = :lane`,
    { lane, now },
  ).changes
export const hurryUploads = (db: Db, now: number): number =>
  db.run(
    `UPDATE event SET next_try_ms = min(create_ms, :now) WHERE ${in_queue} AND status = ${event_status.awaiting_upload} AND next_try_ms > :now`,
    { now },
  ).changes

export type Tried = Pick<EventRow, 'status' | 'response_status' | 'response_info' | 'next_try_ms'> & {
  reason: EventReason
  send_ms: number
  response_ms: number | null
  moved_ms: number
}

/** What became of one try to deliver. An event that somebody has taken out of the queue in the meantime stays as it is, unless it did arrive. */
export function settleEvent(db: Db, event_id: number, tried: Tried): void {
  db.run(
    `UPDATE event SET status = :status, count_tried = count_tried + 1, send_ms = :send_ms, response_ms = :response_ms,
       response_status = :response_status, response_info = :response_info, next_try_ms = :next_try_ms,
       reason = iif(status = :status, reason, :reason), moved_ms = iif(status = :status, moved_ms, :moved_ms), moved_by = iif(status = :status, moved_by, '')
     WHERE event_id = :event_id AND (status IN (0, 1) OR :status = ${event_status.sent})`,
    { ...tried, event_id },
  )
}

/** What the platform has just taken was corrected while it was under way: it goes out again as a correction. */
export function correctSent(
  db: Db,
  sent: Pick<QueuedEvent, 'event_id' | 'checked_plate' | 'correction'>,
  now: number,
): void {
  db.run(
    `UPDATE event SET correction = correction + 1, status = ${event_status.pending}, reason = 'corrected', moved_ms = :now, next_try_ms = min(create_ms, :now)
     WHERE event_id = :event_id AND status = ${event_status.sent} AND correction = :correction AND ifnull(checked_plate, plate_number) <> ifnull(:checked_plate, plate_number)`,
    { event_id: sent.event_id, checked_plate: sent.checked_plate, correction: sent.correction, now },
  )
}

/** The storage would not have it now: it stays where it is. */
export const postponeUpload = (db: Db, event_id: number, next_try_ms: number): void =>
  void db.run(
    `UPDATE event SET count_tried = count_tried + 1, next_try_ms = ? WHERE event_id = ? AND status = ${event_status.awaiting_upload}`,
    [next_try_ms, event_id],
  )

/** Whether any event of a lane is pending, without looking through a queue. */
export const hasPending = (db: Db, lane: Lane): boolean =>
  db.get(`SELECT 1 FROM event_tally WHERE status = 0 AND n > 0 AND (event_type IN (4, 5, 6)) = ? LIMIT 1`, [
    lane,
  ]) !== undefined

/** Without an address to send to, pending events show as delayed (spec §4), and the other way round. A long queue is moved in pieces; answers how many were. */
export const holdEvents = (db: Db, lane: Lane, most: number, now: number): number =>
  move(
    db,
    `status = ${event_status.pending} AND lane = :lane`,
    { to: event_status.delayed, reason: 'no_address' },
    { lane, most, now },
  )
/** What waits for somebody to look at it goes on waiting. */
export const releaseEvents = (db: Db, lane: Lane, most: number, now: number): number =>
  move(
    db,
    `status = ${event_status.delayed} AND lane = :lane AND reason <> 'waits_for_check'`,
    { to: event_status.pending, reason: 'address_set' },
    { lane, most, now },
  )

/** What the platform has refused goes out again: its address, or what it knows this box by, is another one now. */
export const retryRefused = (db: Db, most: number, now: number): number =>
  move(
    db,
    `status = ${event_status.send_failed} AND reason = 'refused'`,
    { to: event_status.pending, reason: 'address_set' },
    { most, now },
  )

const move = (
  db: Db,
  which: string,
  how: { to: number; reason: EventReason },
  params: { lane?: number; most: number; now: number },
): number =>
  db.run(
    `UPDATE event SET status = :to, reason = :reason, moved_ms = :now, moved_by = '', next_try_ms = min(create_ms, :now)
     WHERE event_id IN (SELECT event_id FROM event WHERE ${in_queue} AND ${which} ORDER BY next_try_ms LIMIT :most)`,
    { ...how, ...params },
  ).changes

/** Nobody needs to look first any more (`charge_mode` is not "delayed"): what waited for it goes, and only a doubtful plate is still to be looked at, where anything is. */
export function releaseUnchecked(
  db: Db,
  by: { charge_mode: number; plate_type: number },
  most: number,
  now: number,
): number {
  const waiting = db.all<{ event_id: number; plate_number: string }>(
    `SELECT event_id, plate_number FROM event WHERE ${in_queue} AND status = ${event_status.delayed} AND reason = 'waits_for_check' ORDER BY next_try_ms LIMIT ?`,
    [most],
  )
  const doubtful =
    by.charge_mode === charge_mode.real_time
      ? waiting.filter(({ plate_number }) => isDoubtful(plate_number, by.plate_type))
      : []
  const ids = (rows: { event_id: number }[]) => JSON.stringify(rows.map(({ event_id }) => event_id))
  db.run(
    `UPDATE event SET status = ${event_status.pending}, reason = 'mode_changed', moved_ms = :now, moved_by = '', next_try_ms = min(create_ms, :now),
       to_check = event_id IN (SELECT value FROM json_each(:doubtful))
     WHERE event_id IN (SELECT value FROM json_each(:waiting))`,
    { waiting: ids(waiting), doubtful: ids(doubtful), now },
  )
  return waiting.length
}

/** Those that still wait for a storage that is not there any more. */
export const strandedUploads = (db: Db, most: number): { event_id: number; event_type: number }[] =>
  db.all<{ event_id: number; event_type: number }>(
    `SELECT event_id, event_type FROM ${awaiting} ORDER BY next_try_ms LIMIT ?`,
    [most],
  )

/** Those that a crash has left between the end of their processing and what follows. */
export const processedEvents = (db: Db): number[] =>
  db
    .all<{ event_id: number }>(
      `SELECT event_id FROM event WHERE ${in_queue} AND status = ${event_status.awaiting_processing}
       AND NOT EXISTS (SELECT 1 FROM event_evidence e WHERE e.event_id = event.event_id AND outcome IS NULL)
       AND NOT EXISTS (SELECT 1 FROM event_clip c WHERE c.event_id = event.event_id AND outcome IS NULL)`,
    )
    .map(({ event_id }) => event_id)
