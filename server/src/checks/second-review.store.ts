/**
 * Selects the checks that a second user repeats: a tenth, by a hash of the event's uuid, so that no checker
 * can predict or choose them (docs/decisions/0051).
 */
import { createHash } from 'node:crypto'
import { event_type } from '@parking/contract'
import type { Db } from '../core/db.ts'
import { reviewStands, type LedgerRow } from './check-ledger.store.ts'

/** Sampled values out of 256: about a tenth. */
const sample_of_256 = 26
/** A check that no second user has reviewed within this time is no longer offered. */
const review_days = 7

/** 1 if the event is in the sample. */
export const isSampled = (uuid: string): 0 | 1 =>
  (createHash('sha256').update(`second review ${uuid}`).digest()[0] ?? 255) < sample_of_256 ? 1 : 0

/**
 * SQL condition: the first check is in force, its event exists, the event has not been checked again since,
 * and no review is in force.
 */
const waiting = `sampled = 1 AND at_ms >= :from_ms AND checked_by <> :username
  AND event_type NOT IN (${event_type.manual_vacancy_check}, ${event_type.manual_occupied_check})
  AND EXISTS (SELECT 1 FROM event WHERE event.uuid = first.uuid)
  AND NOT EXISTS (SELECT 1 FROM check_ledger later
    WHERE later.uuid = first.uuid AND later.entry_id > first.entry_id
      AND (later.review_of IS NULL OR (later.agreed IS NOT NULL AND ${reviewStands('later')})))`

const paramsOf = (username: string, now: number) => ({
  username,
  from_ms: now - review_days * 86_400_000,
})

/** The uuids of events that this user may review, oldest check first. */
export const eventsToReview = (
  db: Db,
  username: string,
  now: number,
  { limit, skip }: { limit: number; skip: readonly string[] },
): string[] =>
  db
    .all<{ uuid: string }>(
      `SELECT uuid FROM check_ledger first INDEXED BY ledger_sampled
        WHERE ${waiting} AND uuid NOT IN (SELECT value FROM json_each(:skip))
        ORDER BY at_ms, entry_id LIMIT :limit`,
      { ...paramsOf(username, now), limit, skip: JSON.stringify(skip) },
    )
    .map(({ uuid }) => uuid)

export const countToReview = (db: Db, username: string, now: number): number =>
  db.get<{ n: number }>(
    `SELECT count(*) AS n FROM check_ledger first INDEXED BY ledger_sampled WHERE ${waiting}`,
    paramsOf(username, now),
  )?.n ?? 0

type First = Pick<LedgerRow, 'entry_id' | 'verdict' | 'plate_after'>

/** The check of this event that the user may review; undefined if there is none. */
export const checkToReview = (db: Db, uuid: string, username: string, now: number): First | undefined =>
  db.get<First>(
    `SELECT entry_id, verdict, plate_after FROM check_ledger first INDEXED BY ledger_of_event
      WHERE uuid = :uuid AND ${waiting}`,
    { ...paramsOf(username, now), uuid },
  )

type Review = Pick<LedgerRow, 'entry_id' | 'checked_by' | 'plate_before' | 'plate_after'>

/** The review in force of this event's last check; undefined if there is none. */
export const standingReview = (db: Db, uuid: string): Review | undefined =>
  db.get<Review>(
    `SELECT entry_id, checked_by, plate_before, plate_after
      FROM check_ledger review INDEXED BY ledger_of_event
      WHERE uuid = :uuid AND agreed IS NOT NULL AND ${reviewStands('review')}
        AND NOT EXISTS (SELECT 1 FROM check_ledger later
          WHERE later.uuid = :uuid AND later.entry_id > review.entry_id AND later.review_of IS NULL)
      ORDER BY entry_id DESC LIMIT 1`,
    { uuid },
  )
