/**
 * Deletes events (docs/decisions/0023): settled events by age or to free space, and unsent events as a last
 * resort. Each function runs inside a transaction and returns the files to delete afterwards, because a
 * picture without a row only costs space.
 */
import { event_status } from '@parking/contract'
import type { Db } from '../core/db.ts'
import { settleClip } from '../events/record/clip.store.ts'
import { withholdUndrawn } from '../events/record/evidence.store.ts'
import { markStripGone } from '../events/record/look-strip.store.ts'
import { filesOf } from '../events/record/event-files.ts'
import { is_unsent, markDiscarded, markMediaGone } from '../events/record/event-state.store.ts'
import { insertTombstone, deleteEventRow, type DeletedEvent } from '../events/record/event-tombstone.store.ts'

/**
 * The values of the column `kept_as` (migrations/0010). A waiting event has none, and is found only by
 * `oldestUnsent`.
 */
const kept_as = { sent: 0, skipped: 1, manual: 2 } as const
type KeptAs = keyof typeof kept_as

/**
 * `bare`: events whose pictures have already been deleted. `until_ms`: events that got their status at or
 * before this time. Oldest first.
 */
export type Settled = { kind: KeptAs; bare: boolean; until_ms: number }
export const settledEvents = (db: Db, { kind, bare, until_ms }: Settled, most: number): DeletedEvent[] =>
  db.all<DeletedEvent>(
    `SELECT event.*, parking_no, lot_no FROM event INDEXED BY event_kept JOIN place USING (place_id)
     WHERE kept_as = ? AND bare = ? AND since_ms <= ? ORDER BY since_ms LIMIT ?`,
    [kept_as[kind], bare ? 1 : 0, until_ms, most],
  )

/**
 * The row of an event that was discarded because the disk was full is kept for at least a week, so that users
 * can see it.
 */
const shown_ms = 7 * 86_400_000

/** The oldest settled events of all kinds. */
export function oldestSettled(db: Db, bare: boolean, now: number, most: number): DeletedEvent[] {
  return (Object.keys(kept_as) as KeptAs[])
    .flatMap(
      (kind) =>
        settledEvents(db, { kind, bare, until_ms: Number.MAX_SAFE_INTEGER }, most) as (DeletedEvent & {
          since_ms: number
          reason: string
        })[],
    )
    .filter(({ reason, since_ms }) => !bare || reason !== 'disk_full' || since_ms + shown_ms <= now)
    .sort((a, b) => a.since_ms - b.since_ms)
    .slice(0, most)
}

const has_media = `bare = 0 AND (EXISTS (SELECT 1 FROM event_picture p WHERE p.event_id = event.event_id)
  OR EXISTS (SELECT 1 FROM event_clip c WHERE c.event_id = event.event_id AND c.bytes > 0))`

/**
 * The oldest unsent events that free space when they are discarded, in the order in which they were recorded.
 * It is called only when hardly any other event is left.
 */
export const oldestUnsent = (db: Db, most: number): DeletedEvent[] =>
  db.all<DeletedEvent>(
    `SELECT event.*, parking_no, lot_no FROM event NOT INDEXED JOIN place USING (place_id)
      WHERE ${is_unsent} AND ${has_media} ORDER BY event_id LIMIT ?`,
    [most],
  )

/** Number of events that the platform has not received yet. */
export const countUnsent = (db: Db): number =>
  db.get<{ n: number }>(`SELECT ifnull(sum(n), 0) AS n FROM event_tally WHERE ${is_unsent}`)?.n ?? 0

/**
 * Deletes the event's pictures and clip; their hashes and sizes are kept. Pending drawing and clip recording
 * are cancelled.
 */
export function deleteMedia(db: Db, event: DeletedEvent, now: number): string[] {
  const files = filesOf(db, event)
  markMediaGone(db, event.event_id, now)
  withholdUndrawn(db, event.event_id)
  settleClip(db, event.event_id, 'disk')
  markStripGone(db, event.event_id)
  return files
}

/** Deletes the row and everything that refers to it, and writes a tombstone. */
export function deleteWithTombstone(db: Db, event: DeletedEvent, now: number): string[] {
  const files = filesOf(db, event)
  insertTombstone(db, event, now, '')
  deleteEventRow(db, event.event_id)
  return files
}

/**
 * Frees the space of an unsent event: it is discarded (status 3, `disk_full`) with its pictures and gets a
 * tombstone. One that was checked since the platform may have it stays in the queue without its pictures,
 * because the platform must get that check.
 */
export function discardUnsent(db: Db, event: DeletedEvent, now: number): string[] {
  const files = deleteMedia(db, event, now)
  if (!markDiscarded(db, event.event_id, now)) return files
  insertTombstone(db, { ...event, status: event_status.discarded }, now, '')
  return files
}
