/**
 * Every UPDATE of an event: its transitions between statuses and the time of its next try
 * (docs/decisions/0022). Its clip and evidence are updated in clip.store.ts and evidence.store.ts.
 * Long because a rule test forbids any other file to update the table.
 */
import {
  barePlate,
  after_exit_comment,
  charge_mode,
  event_status,
  type EventReason,
  type EventStatus,
} from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import { isDoubtful } from './doubtful.ts'
import { waiting_statuses, type EventRow } from './event.store.ts'
import { has_media_to_upload } from './object.store.ts'

/**
 * Timer pictures have their own lane (1), because they are sent to their own address. Lane 0 is for all other
 * events.
 */
export type Lane = 0 | 1
export const lanes: readonly Lane[] = [0, 1]

/** Exactly the condition of the index event_queue, so that SQLite uses it. */
export const in_queue = 'status IN (0, 1, 4, 6, 7)'
/** SQL over `event`: the platform has not received the event yet. */
export const is_unsent = `status IN (${[...waiting_statuses, event_status.validation_failed].join(', ')})`

export type Next = { status: number; reason: EventReason }

/**
 * Changes the status of one event on behalf of the device. False if it no longer has status `from`.
 * `needs_check`: a person should check it from now on.
 */
export const moveEvent = (
  db: Db,
  event_id: number,
  from: number,
  { status, reason }: Next,
  now: number,
  needs_check = false,
): boolean =>
  db.run(
    `UPDATE event SET status = ?, reason = ?, moved_ms = ?, moved_by = '', next_try_ms = min(create_ms, ?),
       to_check = max(to_check, ?)
     WHERE event_id = ? AND status = ?`,
    [status, reason, now, now, needs_check ? 1 : 0, event_id, from],
  ).changes > 0

export type Tried = Pick<EventRow, 'status' | 'response_status' | 'response_info' | 'next_try_ms'> & {
  reason: EventReason
  send_ms: number
  response_ms: number | null
  moved_ms: number
  /** The correction that was sent. */
  correction: number
}

/**
 * Stores the outcome of one delivery attempt. An event that has left the queue during the attempt is not
 * changed, unless it was delivered. One that was checked during the attempt stays in the queue: the platform
 * has yet to get its newer correction.
 */
export function settleDelivery(db: Db, event_id: number, tried: Tried): void {
  db.run(
    `UPDATE event SET count_tried = count_tried + 1, send_ms = :send_ms, response_ms = :response_ms,
       response_status = :response_status, response_info = :response_info
     WHERE event_id = :event_id AND (status IN (0, 1) OR :status = ${event_status.sent})`,
    {
      event_id,
      status: tried.status,
      send_ms: tried.send_ms,
      response_ms: tried.response_ms,
      response_status: tried.response_status,
      response_info: tried.response_info,
    },
  )
  db.run(
    `UPDATE event SET status = :status, next_try_ms = :next_try_ms,
       reason = iif(status = :status, reason, :reason),
       moved_ms = iif(status = :status, moved_ms, :moved_ms), moved_by = iif(status = :status, moved_by, '')
     WHERE event_id = :event_id AND correction = :correction
       AND (status IN (0, 1) OR :status = ${event_status.sent})`,
    {
      event_id,
      status: tried.status,
      next_try_ms: tried.next_try_ms,
      reason: tried.reason,
      moved_ms: tried.moved_ms,
      correction: tried.correction,
    },
  )
}

/**
 * Whether the platform has the event or may have it: every event that was ready to be sent once, because an
 * answer can be lost and a power cut can undo the record of an attempt, unless each attempt was refused.
 */
export const mayBeSent = (
  db: Db,
  { event_id, status, correction }: Pick<EventRow, 'event_id' | 'status'> & { correction: number },
): boolean =>
  status === event_status.pending ||
  status === event_status.sent ||
  correction > 0 ||
  db.get(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM event_move
         WHERE event_id = :event_id AND from_status = ${event_status.pending})
       AND (NOT EXISTS (SELECT 1 FROM event_attempt WHERE event_id = :event_id AND step = 'deliver')
         OR EXISTS (SELECT 1 FROM event_attempt WHERE event_id = :event_id AND step = 'deliver'
           AND outcome NOT IN ('refused', 'missing')))`,
    { event_id },
  ) !== undefined

/** Whether the platform may have the event, and has not received its last correction or withdrawal. */
export const isCorrectionDue = (db: Db, { event_id }: Pick<EventRow, 'event_id'>): boolean =>
  db.get(
    `SELECT 1 FROM event WHERE event_id = ? AND correction > 0 AND ${is_unsent} AND EXISTS (
       SELECT 1 FROM event_attempt attempt WHERE attempt.event_id = event.event_id AND step = 'deliver'
         AND outcome NOT IN ('refused', 'missing'))`,
    [event_id],
  ) !== undefined

/** Ensures, after the clock was set back, that no event waits longer than until `latest_ms`. */
export const capNextTry = (db: Db, status: number, latest_ms: number, now: number): number =>
  db.run(
    `UPDATE event SET next_try_ms = :now WHERE ${in_queue} AND status = :status AND next_try_ms > :latest_ms`,
    { status, latest_ms, now },
  ).changes

/** Makes events that wait for another try due now, because the platform is reachable again. */
export const retryEventsNow = (db: Db, lane: Lane, now: number): number =>
  db.run(
    `UPDATE event SET next_try_ms = min(create_ms, :now)
     WHERE ${in_queue} AND status = ${event_status.pending} AND next_try_ms > :now AND lane = :lane`,
    { lane, now },
  ).changes

/** Makes events that wait for object storage due now. */
export const retryUploadsNow = (db: Db, now: number): number =>
  db.run(
    `UPDATE event SET next_try_ms = min(create_ms, :now)
     WHERE ${in_queue} AND status = ${event_status.awaiting_upload} AND next_try_ms > :now`,
    { now },
  ).changes

/** The upload to object storage failed: the event keeps its status and is tried again later. */
export const postponeUpload = (db: Db, event_id: number, next_try_ms: number): void =>
  void db.run(
    `UPDATE event SET count_tried = count_tried + 1, next_try_ms = ?
     WHERE event_id = ? AND status = ${event_status.awaiting_upload}`,
    [next_try_ms, event_id],
  )

/**
 * Without an address to send to, pending events are shown as delayed (spec §4). Changes at most `max` at once
 * and returns their number.
 */
export const holdEvents = (db: Db, lane: Lane, max: number, now: number): number =>
  moveMany(
    db,
    `status = ${event_status.pending} AND lane = :lane`,
    { to: event_status.delayed, reason: 'no_address' },
    { lane, max, now },
  )

/** Reverses `holdEvents`. Events that wait for a check keep waiting. */
export const releaseEvents = (db: Db, lane: Lane, max: number, now: number): number =>
  moveMany(
    db,
    `status = ${event_status.delayed} AND lane = :lane AND reason <> 'waits_for_check'`,
    { to: event_status.pending, reason: 'address_set' },
    { lane, max, now },
  )

/**
 * Queues the events that the platform refused again, because its address, or this device's identity there,
 * has changed.
 */
export const retryRefused = (db: Db, max: number, now: number): number =>
  moveMany(
    db,
    `status = ${event_status.send_failed} AND reason = 'refused'`,
    { to: event_status.pending, reason: 'address_set' },
    { max, now },
  )

const moveMany = (
  db: Db,
  condition: string,
  next: { to: number; reason: EventReason },
  params: { lane?: number; max: number; now: number },
): number =>
  db.run(
    `UPDATE event SET status = :to, reason = :reason, moved_ms = :now, moved_by = '',
       next_try_ms = min(create_ms, :now)
     WHERE event_id IN
       (SELECT event_id FROM event WHERE ${in_queue} AND ${condition} ORDER BY next_try_ms LIMIT :max)`,
    { ...next, ...params },
  ).changes

/**
 * Queues the events that waited for a check, because `charge_mode` is no longer "delayed". Only doubtful
 * plates still need a check, and only in the mode "real time". Changes at most `max` at once and returns
 * their number.
 */
export function releaseUnchecked(
  db: Db,
  by: { charge_mode: number; plate_type: number },
  max: number,
  now: number,
): number {
  const waiting = db.all<{ event_id: number; plate_number: string }>(
    `SELECT event_id, plate_number FROM event
     WHERE ${in_queue} AND status = ${event_status.delayed} AND reason = 'waits_for_check'
     ORDER BY next_try_ms LIMIT ?`,
    [max],
  )
  const doubtful =
    by.charge_mode === charge_mode.real_time
      ? waiting.filter(({ plate_number }) => isDoubtful(plate_number, by.plate_type))
      : []
  const ids = (rows: { event_id: number }[]) => JSON.stringify(rows.map(({ event_id }) => event_id))
  db.run(
    `UPDATE event
      SET status = ${event_status.pending}, reason = 'mode_changed', moved_ms = :now, moved_by = '',
       next_try_ms = min(create_ms, :now), to_check = event_id IN (SELECT value FROM json_each(:doubtful))
     WHERE event_id IN (SELECT value FROM json_each(:waiting))`,
    { waiting: ids(waiting), doubtful: ids(doubtful), now },
  )
  return waiting.length
}

export type Step = { to: number; reason: EventReason }

/**
 * Stores the result of a check in one statement. `step` is set if the status changes; `correction` counts the
 * corrections since the platform received the event.
 */
export function applyCheck(
  db: Db,
  event: Pick<EventRow, 'event_id' | 'plate_number'>,
  now: {
    checked_plate: string | null
    to_check: 0 | 1
    correction: number
    step: Step | undefined
    by: string
    at_ms: number
  },
): void {
  const { step } = now
  const moved = `, status = :to, reason = :reason, moved_ms = :at_ms, moved_by = :by,
       next_try_ms = min(create_ms, :at_ms)`
  db.run(
    `UPDATE event SET checked_plate = :checked_plate, plate_key = :plate_key, to_check = :to_check,
       correction = :correction ${step ? moved : ''} WHERE event_id = :event_id`,
    {
      event_id: event.event_id,
      checked_plate: now.checked_plate,
      plate_key: barePlate(now.checked_plate ?? event.plate_number),
      to_check: now.to_check,
      correction: now.correction,
      ...(step && { to: step.to, reason: step.reason, at_ms: now.at_ms, by: now.by }),
    },
  )
}

/** Awaiting upload if object storage is configured and does not have the event's media yet, else pending. */
const upload_or_send = `iif(:stored AND ${has_media_to_upload},
  ${event_status.awaiting_upload}, ${event_status.pending})`

/**
 * Moves every event that was held back without an address, or has failed, back into the queue, and returns
 * their number. `reachable`: whether each lane has an address. Events that wait for a check are not moved.
 */
export const requeueHeld = (
  db: Db,
  { stored, reachable }: { stored: boolean; reachable: readonly [boolean, boolean] },
  by: string,
  now: number,
): number =>
  db.run(
    `UPDATE event
      SET status = iif(status = ${event_status.delayed}, ${event_status.pending}, ${upload_or_send}),
       reason = 'resumed', moved_ms = :now, moved_by = :by, next_try_ms = min(create_ms, :now)
     WHERE ${in_queue} AND status IN (1, 4) AND reason <> 'waits_for_check'
       AND (status = ${event_status.send_failed} OR iif(lane, :timer, :data))`,
    { now, by, stored: stored ? 1 : 0, data: reachable[0] ? 1 : 0, timer: reachable[1] ? 1 : 0 },
  ).changes

/**
 * Moves the listed events that have status `from` back into the queue on behalf of a user, and returns their
 * number.
 */
export const requeueByUser = (
  db: Db,
  uuids: readonly string[],
  from: EventStatus,
  { may_upload, stored }: { may_upload: boolean; stored: boolean },
  by: string,
  now: number,
): number =>
  db.run(
    `UPDATE event
      SET status = iif(:may_upload, ${upload_or_send}, ${event_status.pending}), reason = 'resent',
       moved_ms = :now, moved_by = :by, next_try_ms = min(create_ms, :now)
     WHERE uuid IN (SELECT value FROM json_each(:uuids)) AND status = :from`,
    {
      uuids: JSON.stringify(uuids),
      from: event_status[from],
      may_upload: may_upload ? 1 : 0,
      stored: stored ? 1 : 0,
      now,
      by,
    },
  ).changes

/** Makes the listed events due now if they are pending or awaiting upload. */
export const retryTheseNow = (db: Db, uuids: readonly string[], now: number): void =>
  void db.run(
    `UPDATE event SET next_try_ms = min(create_ms, :now)
     WHERE uuid IN (SELECT value FROM json_each(:uuids)) AND status IN (0, 6)`,
    { uuids: JSON.stringify(uuids), now },
  )

/**
 * Sets the status of a deleted event that is restored (changes/events/event-rows.store.ts). The caller
 * replaces the transition that this update records with the transitions from before the deletion.
 */
export const restoreStatus = (db: Db, event_id: number, status: number): void =>
  void db.run('UPDATE event SET status = ? WHERE event_id = ?', [status, event_id])

/** Records that the event's pictures and clip are gone from the disk. */
export const markMediaGone = (db: Db, event_id: number, now: number): void =>
  void db.run('UPDATE event SET media_gone_ms = ? WHERE event_id = ? AND media_gone_ms IS NULL', [
    now,
    event_id,
  ])

/** Discards an event without a correction for the platform, because the disk is full. False if it has one. */
export const markDiscarded = (db: Db, event_id: number, now: number): boolean =>
  db.run(
    `UPDATE event
      SET status = ${event_status.discarded}, reason = 'disk_full', moved_ms = ?, moved_by = '', to_check = 0
     WHERE event_id = ? AND ${is_unsent} AND correction = 0`,
    [now, event_id],
  ).changes > 0

/**
 * Marks a scheduled event that was created before the exit of its stay was reported. False if it already has
 * a comment.
 */
export const markLateExit = (db: Db, uuid: string): boolean =>
  db.run("UPDATE event SET comment = ? WHERE uuid = ? AND comment = ''", [after_exit_comment, uuid]).changes >
  0
