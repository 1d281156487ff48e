/** Reads and writes the events of the check desk (migrations/0010, docs/decisions/0022). */
import {
  event_status,
  event_type,
  standingOf,
  type CheckVerdict,
  type CheckCause,
  type EventReason,
} from '@parking/contract'
import type { Db } from '../core/db.ts'
import { newest_verdict, type EventRow } from '../events/record/event.store.ts'

/** Why an event needs a check, derived from its state. */
const why = `CASE
  WHEN status = ${event_status.delayed} AND reason = 'waits_for_check' THEN 'waits_for_check'
  WHEN status = ${event_status.validation_failed} THEN 'validation_failed'
  WHEN status = ${event_status.skipped} THEN 'unsure'
  ELSE 'doubtful_plate' END`

/** Events that were discarded because the disk was full need no check. */
const to_check = `to_check = 1
  AND status NOT IN (${event_status.discarded}, ${event_status.manually_discarded})`

export type CheckedEvent = EventRow & {
  reason: EventReason
  moved_ms: number
  checked_plate: string | null
  to_check: 0 | 1
  correction: number
  parking_no: string
  camera_name: string
  lot_no: string
  why: CheckCause
  verdict: CheckVerdict | null
}

/** Such an event stays as it is: no check of it can be undone. */
export const isDiscarded = ({ status }: Pick<CheckedEvent, 'status'>): boolean =>
  status === event_status.manually_discarded || status === event_status.discarded

/** The events that need a check, oldest first. */
export function eventsToCheck(
  db: Db,
  { limit, only, skip }: { limit: number; only: CheckCause | undefined; skip: readonly string[] },
): CheckedEvent[] {
  return db.all<CheckedEvent>(
    `SELECT event.*, parking_no, camera_name, lot_no, ${why} AS why,
      ${newest_verdict} AS verdict FROM event INDEXED BY event_to_check
      JOIN place USING (place_id)
     WHERE ${to_check} AND uuid NOT IN (SELECT value FROM json_each(:skip))
       ${only === undefined ? '' : `AND ${why} = :only`}
     ORDER BY event_ms, event_id LIMIT :limit`,
    { limit, skip: JSON.stringify(skip), ...(only !== undefined && { only }) },
  )
}

/** Counts by index alone, because the index contains the columns of `why`. */
export const countToCheck = (db: Db): Map<CheckCause, number> =>
  new Map(
    db
      .all<{ why: CheckCause; n: number }>(
        `SELECT ${why} AS why, count(*) AS n FROM event INDEXED BY event_to_check WHERE ${to_check}
          GROUP BY 1`,
      )
      .map((row) => [row.why, row.n]),
  )

/** Reads an event for the check desk, whether it needs a check or not. */
export const eventToCheck = (db: Db, uuid: string): CheckedEvent | undefined =>
  db.get<CheckedEvent>(
    `SELECT event.*, parking_no, camera_name, lot_no, ${why} AS why,
      ${newest_verdict} AS verdict FROM event JOIN place USING (place_id)
      WHERE uuid = ?`,
    [uuid.toLowerCase()],
  )

/** Reads the event if it needs a check. */
export const wantedEvent = (db: Db, uuid: string): CheckedEvent | undefined =>
  db.get<CheckedEvent>(
    `SELECT event.*, parking_no, camera_name, lot_no, ${why} AS why,
      ${newest_verdict} AS verdict FROM event JOIN place USING (place_id)
      WHERE uuid = ? AND ${to_check}`,
    [uuid.toLowerCase()],
  )

export type CheckRow = {
  check_id: number
  /** Its number among the checks of its event, from 1. */
  no: number
  at_ms: number
  checked_by: string
  verdict: CheckVerdict
  plate_before: string
  plate_after: string
  reason: string
  /** The checked plate before this check; null if there was none. */
  checked_before: string | null
  /** 1 if the event was waiting for a check; null for a check of an earlier version. */
  to_check_before: 0 | 1 | null
  /** The number of the check that it takes back; null for a check. */
  undoes: number | null
}
/** What a check says, without what it changed. */
export type SaidCheck = Omit<CheckRow, 'check_id' | 'no' | 'checked_before' | 'to_check_before'>

/** The checks of an event, oldest first. */
export const checksOf = (db: Db, event_id: number): CheckRow[] =>
  db.all<CheckRow>(
    `SELECT *, row_number() OVER (ORDER BY check_id) AS no FROM event_check WHERE event_id = ?
      ORDER BY check_id`,
    [event_id],
  )

/** Stores a check together with what it changes, so that it can be undone. */
export function recordCheck(
  db: Db,
  { event_id, checked_plate, to_check }: Pick<CheckedEvent, 'event_id' | 'checked_plate' | 'to_check'>,
  { at_ms, checked_by, verdict, plate_before, plate_after, reason, undoes }: SaidCheck,
): void {
  db.run(
    `INSERT INTO event_check (event_id, at_ms, checked_by, verdict, plate_before, plate_after, reason,
       checked_before, to_check_before, undoes)
     VALUES (:event_id, :at_ms, :checked_by, :verdict, :plate_before, :plate_after, :reason,
       :checked_plate, :to_check, :undoes)`,
    {
      event_id,
      at_ms,
      checked_by,
      verdict,
      plate_before,
      plate_after,
      reason,
      checked_plate,
      to_check,
      undoes,
    },
  )
}

/** The newest check of an event. An undo is stored as another check after the undone one. */
export const lastCheck = (db: Db, event_id: number): CheckRow | undefined =>
  db.get<CheckRow>('SELECT * FROM event_check WHERE event_id = ? ORDER BY check_id DESC LIMIT 1', [event_id])

const arrivals = [event_type.initial_entry, event_type.entry]
const ends = [...arrivals, event_type.exit].join(', ')

/** A counterpart further away than this many withdrawn events is not searched. */
const max_partners = 20
type Partner = EventRow & { checked_plate: string | null; verdict: CheckVerdict | null }

/**
 * The entry that belongs to an exit on the same lot, or the exit that belongs to an entry. Withdrawn events
 * are passed over. Undefined if the nearest event is of the wrong kind, because the counterpart is missing.
 */
export function partnerOf(db: Db, event: CheckedEvent): Partner | undefined {
  const before = !(arrivals as readonly number[]).includes(event.event_type)
  const found = db
    .all<Partner>(
      `SELECT *, ${newest_verdict} AS verdict FROM event INDEXED BY event_of_lot
       WHERE place_id = :place_id AND event_type IN (${ends})
         AND (event_ms, event_id) ${before ? '<' : '>'} (:event_ms, :event_id)
       ORDER BY event_ms ${before ? 'DESC' : 'ASC'}, event_id ${before ? 'DESC' : 'ASC'}
       LIMIT ${max_partners}`,
      { place_id: event.place_id, event_ms: event.event_ms, event_id: event.event_id },
    )
    .find((one) => standingOf(one) !== 'withdrawn')
  if (!found || (found.event_type === event_type.exit) === before) return undefined
  return { ...found, plate_number: found.checked_plate ?? found.plate_number }
}
