/** Parking events in the database (migrations/0003): taking in, the queue, and what became of each. */
import { event_status, type Answer, type EventReason } from '@parking/contract'
import type { Bus } from '../bus.ts'
import type { Db } from '../db.ts'
import type { LotPlace } from '../camera/scene.store.ts'
import { noteEvidence, type NewEvidence } from '../evidence/evidence.store.ts'
import type { PictureKind } from './picture.ts'

export type EventRow = {
  event_id: number
  uuid: string
  event_ms: number
  create_ms: number
  place_id: number
  event_type: number
  plate_number: string
  plate_key: string
  plate_color: string
  confidence: number
  status: number
  comment: string
  count_tried: number
  next_try_ms: number
  send_ms: number | null
  response_ms: number | null
  response_status: number
  response_info: string
}
export type PictureRow = { event_id: number; position: number; kind: PictureKind; width: number; height: number; bytes: number; sha256: Uint8Array }

export type NewEvent = Pick<EventRow, 'uuid' | 'event_ms' | 'create_ms' | 'event_type' | 'plate_number' | 'plate_color' | 'confidence' | 'status'> & {
  /** A word of ours (contract, `event_comment`), or what somebody wrote; or empty. */
  comment?: string
  place: LotPlace
  pictures: readonly Omit<PictureRow, 'event_id' | 'position'>[]
  /** Why it begins with its status; `taken_in` where nothing is said. */
  reason?: EventReason
  /** Where its pictures are to be drawn before they are shown. */
  evidence?: NewEvidence | undefined
}

/** Letters and digits alone, upper case, full-width forms folded: what a search by plate compares. */
export const plateKey = (plate: string): string => plate.normalize('NFKC').toUpperCase().replace(/[\s·・.\-_]/g, '')

/** Also one that somebody deleted: it must not come back because an acknowledgement was lost. */
export const hasEvent = (db: Db, uuid: string): boolean =>
  db.get('SELECT 1 FROM event WHERE uuid = :uuid UNION ALL SELECT 1 FROM event_tombstone WHERE uuid = :uuid', { uuid }) !== undefined

/** Inside a transaction, with its pictures. Its place in the queue is the moment it was made. */
export function insertEvent(db: Db, event: NewEvent): void {
  const { lastInsertRowid } = db.run(
    `INSERT INTO event (uuid, event_ms, create_ms, place_id, event_type, plate_number, plate_key, plate_color, confidence, status, reason, comment, next_try_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      event.uuid, event.event_ms, event.create_ms, placeId(db, event.place), event.event_type, event.plate_number, plateKey(event.plate_number),
      event.plate_color, event.confidence, event.status, event.reason ?? 'taken_in', event.comment ?? '', event.create_ms,
    ],
  )
  for (const [position, { kind, width, height, bytes, sha256 }] of event.pictures.entries()) {
    db.run('INSERT INTO event_picture VALUES (?, ?, ?, ?, ?, ?, ?)', [lastInsertRowid, position, kind, width, height, bytes, sha256])
  }
  if (event.evidence) noteEvidence(db, lastInsertRowid, event.evidence)
}

function placeId(db: Db, { parking_no, camera_sn, camera_name, scene_id, lot_no }: LotPlace): number {
  const key = [parking_no, camera_sn, camera_name, scene_id, lot_no]
  const known = db.get<{ place_id: number }>('SELECT place_id FROM place WHERE parking_no = ? AND camera_sn = ? AND camera_name = ? AND scene_id = ? AND lot_no = ?', key)
  return known?.place_id ?? Number(db.run('INSERT INTO place (parking_no, camera_sn, camera_name, scene_id, lot_no) VALUES (?, ?, ?, ?, ?)', key).lastInsertRowid)
}

export const picturesOf = (db: Db, event_id: number): PictureRow[] => db.all<PictureRow>('SELECT * FROM event_picture WHERE event_id = ? ORDER BY position', [event_id])

export type QueuedEvent = EventRow & { parking_no: string; camera_sn: string; camera_name: string; lot_no: string; bytes: number }

const in_queue = 'status IN (0, 1, 4)' // word for word the condition of the index event_queue

/**
 * The oldest pending event of each place. Only these may be sent: an exit must not reach the platform before its entry. One look into
 * the index event_head for each of a few hundred places, however long the queue is.
 */
const heads = `place JOIN event ON event.event_id =
  (SELECT min(head.event_id) FROM event AS head WHERE head.status = 0 AND head.place_id = place.place_id)`

/** The oldest events whose turn has come, one of each place at most. */
export function dueEvents(db: Db, now: number, most: number): QueuedEvent[] {
  return db.all<QueuedEvent>(
    `SELECT event.*, parking_no, camera_sn, camera_name, lot_no,
       (SELECT ifnull(sum(bytes), 0) FROM event_picture WHERE event_picture.event_id = event.event_id) AS bytes
     FROM ${heads} WHERE next_try_ms <= ? ORDER BY next_try_ms, event.event_id LIMIT ?`,
    [now, most],
  )
}

/** When the next pending event is due; undefined when none is pending. */
export const nextDue = (db: Db): number | undefined => db.get<{ ms: number | null }>(`SELECT min(next_try_ms) AS ms FROM ${heads}`)?.ms ?? undefined

/** When the oldest pending event was taken in; undefined when none is pending. */
export const oldestPending = (db: Db): number | undefined => db.get<{ ms: number | null }>(`SELECT min(create_ms) AS ms FROM ${heads}`)?.ms ?? undefined

/** After the clock was set back, nothing may wait for a moment that is far away. */
export const pullIn = (db: Db, latest_ms: number, now: number): number =>
  db.run(`UPDATE event SET next_try_ms = ? WHERE ${in_queue} AND status = 0 AND next_try_ms > ?`, [now, latest_ms]).changes

export type Tried = Pick<EventRow, 'status' | 'response_status' | 'response_info' | 'next_try_ms'> & { reason: EventReason; send_ms: number; response_ms: number | null; moved_ms: number }

/** What became of one try. An event that somebody has taken out of the queue in the meantime stays as it is, unless it did arrive. */
export function settleEvent(db: Db, event_id: number, tried: Tried): void {
  db.run(
    `UPDATE event SET status = :status, count_tried = count_tried + 1, send_ms = :send_ms, response_ms = :response_ms,
       response_status = :response_status, response_info = :response_info, next_try_ms = :next_try_ms,
       reason = iif(status = :status, reason, :reason), moved_ms = iif(status = :status, moved_ms, :moved_ms), moved_by = iif(status = :status, moved_by, '')
     WHERE event_id = :event_id AND (status IN (0, 1) OR :status = ${event_status.sent})`,
    { ...tried, event_id },
  )
}

/** Puts every event that waits, was delayed or failed back in the queue, oldest first, and starts the sender. Answers how many. */
export function resumeEvents(db: Db, bus: Bus, now: number, by: string): number {
  const resumed = countWaiting(db)
  hurryEvents(db, now) // most of a long queue is in its place already: only what is not is written
  db.run(`UPDATE event SET status = 0, reason = 'resumed', moved_ms = :now, moved_by = :by, next_try_ms = min(create_ms, :now) WHERE ${in_queue} AND status IN (1, 4)`, { now, by })
  bus.tell('resume')
  return resumed
}

/** Those that were tried and wait for another try may go at once: the platform is there again. */
export const hurryEvents = (db: Db, now: number): number =>
  db.run(`UPDATE event SET next_try_ms = min(create_ms, :now) WHERE ${in_queue} AND status = 0 AND next_try_ms > :now`, { now }).changes

/** Without an address to send to, pending events show as delayed (spec §4), and the other way round. A long queue is moved in pieces; answers how many were. */
export const holdEvents = (db: Db, most: number, now: number): number => move(db, { from: event_status.pending, to: event_status.delayed, reason: 'no_address' }, most, now)
export const releaseEvents = (db: Db, most: number, now: number): number => move(db, { from: event_status.delayed, to: event_status.pending, reason: 'address_set' }, most, now)

const move = (db: Db, how: { from: number; to: number; reason: EventReason }, most: number, now: number): number =>
  db.run(
    `UPDATE event SET status = :to, reason = :reason, moved_ms = :now, moved_by = ''
     WHERE event_id IN (SELECT event_id FROM event WHERE ${in_queue} AND status = :from ORDER BY next_try_ms LIMIT :most)`,
    { ...how, most, now },
  ).changes

/** How an event came to the status it has, oldest move first. */
export const movesOf = (db: Db, event_id: number): MoveRow[] =>
  db.all<MoveRow>('SELECT at_ms, from_status, to_status, reason, moved_by FROM event_move WHERE event_id = ? ORDER BY rowid', [event_id])
export type MoveRow = { at_ms: number; from_status: number; to_status: number; reason: EventReason; moved_by: string }

/** How many events have each status. The sum is how many there are (DESIGN §8). */
export const countByStatus = (db: Db): Map<number, number> =>
  new Map(db.all<{ status: number; n: number }>('SELECT status, sum(n) AS n FROM event_tally GROUP BY status').map(({ status, n }) => [status, n]))

/** How many events wait to be sent: what parking_event_resume_upload would put back in the queue. */
export function countWaiting(db: Db): number {
  const counted = countByStatus(db)
  return (counted.get(event_status.pending) ?? 0) + (counted.get(event_status.delayed) ?? 0) + (counted.get(event_status.send_failed) ?? 0)
}

/** How many events were ever taken in, and how many of them somebody deleted. What is left has one status each: `created = sum over statuses + deleted` (DESIGN §8). */
export const eventLedger = (db: Db): { created: number; deleted: number } => db.get<{ created: number; deleted: number }>('SELECT created, deleted FROM event_ledger') ?? { created: 0, deleted: 0 }

/** What there is to filter by: the values that occur. Read from the tally, whose size is that of the street and not of its history. */
export function searchCondition(db: Db): Answer<'parking_event_search_condition'> {
  const values = (column: string) =>
    db.all<{ value: string }>(`SELECT DISTINCT ${column} AS value FROM event_tally JOIN place USING (place_id) WHERE n > 0 AND ${column} <> '' ORDER BY 1`).map((row) => row.value)
  return { parking_no: values('parking_no'), camera_name: values('camera_name'), lot_no: values('lot_no'), plate_color: values('plate_color') }
}
