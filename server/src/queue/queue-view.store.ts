/**
 * The database queries of the queue view (migrations/0003, 0010). They read a few hundred index rows, however
 * long the queue is.
 */
import { event_status, type AttemptOutcome, type AttemptStep, type EventReason } from '@parking/contract'
import type { Db } from '../core/db.ts'

/**
 * The first events of lots and lanes, grouped by status and reason. Only these can be sent, so they show what
 * holds up the queue (docs/decisions/0022).
 */
export type Heads = {
  status: number
  lane: 0 | 1
  reason: EventReason
  /**
   * `oldest_ms`: when the oldest was recorded. `tried_ms`: the same among those that were tried. `next_ms`:
   * when the next one is tried again.
   */
  oldest_ms: number
  tried_ms: number | null
  next_ms: number | null
}

/** One lookup in the index event_head for each place and lane. */
export const queueHeads = (db: Db, now: number): Heads[] =>
  db.all<Heads>(
    `SELECT status, of_lane AS lane, reason, min(create_ms) AS oldest_ms, min(iif(next_try_ms > create_ms,
      create_ms, NULL)) AS tried_ms, min(iif(next_try_ms > ?, next_try_ms, NULL)) AS next_ms
     FROM place, (SELECT 0 AS of_lane UNION ALL SELECT 1) JOIN event ON event_id =
       (SELECT min(head.event_id) FROM event AS head WHERE head.status IN (0, 1, 6, 7)
       AND head.place_id = place.place_id AND head.lane = of_lane)
     GROUP BY status, of_lane, reason`,
    [now],
  )

/**
 * When the oldest event of each status was recorded. Statuses 0, 1, 6 and 7 are found by their position in
 * the queue or as a head, 4 and 5 by event id.
 */
export function oldestByStatus(db: Db, heads: readonly Heads[]): Map<number, number> {
  const oldest = new Map<number, number>()
  const note = (status: number, ms: number | undefined) =>
    void (ms !== undefined && oldest.set(status, Math.min(ms, oldest.get(status) ?? Infinity)))
  for (const status of [
    event_status.pending,
    event_status.delayed,
    event_status.awaiting_upload,
    event_status.awaiting_processing,
  ]) {
    // Only heads are tried, and only an event that was tried has lost its position in the queue.
    note(
      status,
      db.get<{ create_ms: number }>(
        `SELECT create_ms FROM event WHERE status = ? AND status IN (0, 1, 4, 6, 7) ORDER BY next_try_ms
          LIMIT 1`,
        [status],
      )?.create_ms,
    )
  }
  for (const head of heads) note(head.status, head.oldest_ms)
  for (const status of [event_status.send_failed, event_status.validation_failed]) {
    note(
      status,
      db.get<{ create_ms: number }>(
        'SELECT create_ms FROM event WHERE status = ? AND status IN (4, 5) ORDER BY event_id LIMIT 1',
        [status],
      )?.create_ms,
    )
  }
  return oldest
}

const slot_ms = 10_000

/** Events per minute over the last `minutes` up to `now`: recorded, and accepted by the platform. */
export function paceOf(db: Db, now: number, minutes: number): { taken_in: number; sent: number } {
  const last = Math.floor(now / slot_ms)
  const slots = (minutes * 60_000) / slot_ms
  const sum = db.get<{ taken_in: number; sent: number }>(
    `SELECT ifnull(sum(taken_in), 0) AS taken_in, ifnull(sum(sent), 0) AS sent FROM event_pace
      WHERE slot > ? AND slot <= ?`,
    [last - slots, last],
  )
  // The newest slot is still filling.
  const passed = ((slots - 1) * slot_ms + (now % slot_ms) + 1) / 60_000
  return { taken_in: (sum?.taken_in ?? 0) / passed, sent: (sum?.sent ?? 0) / passed }
}

/** The newest attempts of all events. */
const newest =
  'SELECT attempt_id, at_ms, step, outcome, info FROM event_attempt ORDER BY attempt_id DESC LIMIT 500'

type QueueFailure = { step: AttemptStep; outcome: AttemptOutcome; info: string; n: number; last_ms: number }

/**
 * Failures among the newest five hundred attempts, newest first. Attempts of one step with the same text are
 * grouped into one failure.
 */
export const queueFailures = (db: Db, most: number): QueueFailure[] =>
  db.all<QueueFailure>(
    `SELECT step, outcome, info, count(*) AS n, max(at_ms) AS last_ms FROM (${newest})
      WHERE outcome <> 'accepted' GROUP BY step, outcome, info ORDER BY max(attempt_id) DESC LIMIT ?`,
    [most],
  )

/**
 * The failed attempts of a step since the peer's last answer: their number, when the first was made, the text
 * of the last attempt, and when the peer last answered.
 */
export type FailedRun = {
  n: number
  first_ms: number | null
  info: string | null
  answered_ms: number | null
}

/**
 * A refusal by the platform concerns one event, but a refusal by the object storage concerns the storage
 * itself (docs/decisions/0022). An attempt with a missing picture is left out, because no request was sent.
 */
export function failedRun(db: Db, step: AttemptStep): FailedRun {
  const there = step === 'deliver' ? "('accepted', 'refused')" : "('accepted')"
  return (
    db.get<FailedRun>(
      `WITH mine AS (SELECT * FROM (${newest}) WHERE step = ? AND outcome <> 'missing'), answered AS
        (SELECT ifnull(max(attempt_id), 0) AS id, at_ms FROM mine WHERE outcome IN ${there})
     SELECT count(*) AS n, min(at_ms) AS first_ms, (SELECT info FROM mine ORDER BY attempt_id DESC
     LIMIT 1) AS info, (SELECT at_ms FROM answered) AS answered_ms
     FROM mine WHERE attempt_id > (SELECT id FROM answered)`,
      [step],
    ) ?? { n: 0, first_ms: null, info: null, answered_ms: null }
  )
}
