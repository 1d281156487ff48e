/**
 * The second review: another user decides on the same event without seeing the first decision. It changes
 * nothing: the ledger lists where the two disagree, and an administrator may undo the first.
 */
import { barePlate, checkEffect, type Answer, type Body } from '@parking/contract'
import type { CallContext } from '../core/call-context.ts'
import { failedBecause, notFound } from '../core/refusal.ts'
import { soundCheck } from './check-sound.ts'
import { noteCheck } from './check-ledger.ts'
import type { CheckLeases, Checker } from './check-lease.ts'
import { countToCheck, eventToCheck } from './event-check.store.ts'
import { checkToReview } from './second-review.store.ts'

/** 3000 for an event that is gone; 7000 `changed_meanwhile` if there is nothing to review any more. */
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
    const { plate_after, reason } = soundCheck(said, event.plate_number)
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
    }
    noteCheck(db, event, check, event.status, { of: first.entry_id, agreed })
    return { left: [...countToCheck(db).values()].reduce((sum, n) => sum + n, 0) }
  })
}
