/**
 * The second review: another user decides on the same event without seeing the first decision. The review
 * does not change the event: the ledger lists disagreements, and an administrator may undo the first check.
 */
import { barePlate, check_undone, checkEffect, type Answer, type Body } from '@parking/contract'
import type { CallContext } from '../core/call-context.ts'
import { failedBecause, notFound } from '../core/refusal.ts'
import { soundCheck } from './check-sound.ts'
import { noteCheck } from './check-ledger.ts'
import type { CheckLeases, Checker } from './check-lease.ts'
import { countToCheck, eventToCheck } from './event-check.store.ts'
import { checkToReview, standingReview } from './second-review.store.ts'

/** Throws 3000 if the event is gone, and 7000 `changed_meanwhile` if there is nothing left to review. */
export function reviewCheck(
  said: Body<'check_parking_event'>,
  context: CallContext & { check_leases: CheckLeases },
  checker: Checker,
): Answer<'check_parking_event'> {
  const { db, now, check_leases } = context
  return db.transaction(() => {
    const event = eventToCheck(db, said.uuid)
    if (!event) throw notFound('The event')
    const at_ms = now()
    check_leases.release(checker, event.uuid, at_ms)
    const first = checkToReview(db, event.uuid, checker.username, at_ms)
    if (!first) throw failedBecause('changed_meanwhile', 'This check was reviewed or changed meanwhile')
    const { plate_after, reason } = soundCheck(said, {
      event_type: event.event_type,
      before: event.plate_number,
    })
    const effects = [said.verdict, first.verdict].map((verdict) => checkEffect(event.event_type, verdict))
    const same_plate = barePlate(plate_after) === barePlate(first.plate_after)
    const agreed = effects[0] === effects[1] && (effects[0] === 'discarded' || same_plate)
    const check = {
      at_ms,
      checked_by: checker.username,
      verdict: said.verdict,
      plate_before: event.plate_number,
      plate_after,
      reason,
      undoes: null,
    }
    noteCheck(db, event, check, event.status, { of: first.entry_id, agreed })
    return { left: [...countToCheck(db).values()].reduce((sum, n) => sum + n, 0) }
  })
}

/**
 * Undoes the second review of an event: users their own, administrators any. The first check waits for a
 * review again. Throws 3000 if the event is gone, and 7000 `changed_meanwhile`, with the reviewer's name, if
 * the user may not undo a review in force of the last check.
 */
export function undoReview(
  { uuid }: Body<'undo_check'>,
  { db, now, session }: CallContext,
  { username }: Checker,
): Answer<'undo_check'> {
  return db.transaction(() => {
    const event = eventToCheck(db, uuid)
    if (!event) throw notFound('The event')
    const review = standingReview(db, event.uuid)
    if (!review || (review.checked_by !== username && !session.roles.includes('admin')))
      throw failedBecause('changed_meanwhile', 'This is not a review that you may undo', review?.checked_by)
    const check = {
      at_ms: now(),
      checked_by: username,
      verdict: 'confirmed' as const,
      plate_before: review.plate_after,
      plate_after: review.plate_before,
      reason: check_undone,
      undoes: null,
    }
    noteCheck(db, event, check, event.status, { of: review.entry_id })
    return { left: [...countToCheck(db).values()].reduce((sum, n) => sum + n, 0) }
  })
}
