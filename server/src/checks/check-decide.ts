/**
 * Stores a user's check of an event, or undoes the last check, in one transaction (docs/decisions/0022).
 * Long because both share the rules for the next status.
 */
import {
  barePlate,
  check_undone,
  checkEffect,
  event_status,
  isAllowedTransition,
  wordOf,
  type Answer,
  type Body,
  type CheckVerdict,
} from '@parking/contract'
import { isToDraw } from '../events/record/evidence.store.ts'
import { failedBecause, notFound } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'
import { soundCheck } from './check-sound.ts'
import { standingChecks } from './standing-checks.ts'
import { noteCheck } from './check-ledger.ts'
import type { CheckLeases, Checker } from './check-lease.ts'
import {
  checksOf,
  countToCheck,
  eventToCheck,
  isDiscarded,
  recordCheck,
  type CheckedEvent,
  type CheckRow,
} from './event-check.store.ts'
import { applyCheck, mayBeSent, type Step } from '../events/record/event-state.store.ts'
import { hasMedia } from '../events/record/object.store.ts'
import { transitionsOf } from '../events/record/event.store.ts'
import { nextStatus, pathRules } from '../events/record/next-status.ts'

type Said = Body<'check_parking_event'>

/**
 * Throws 1000 for a correction that changes nothing and for a withdrawal without a reason; 3000 if the event
 * is gone; 7000 `changed_meanwhile` if another user was first. A check that is sent twice is applied once.
 * `undoes`: it takes back that check of the event.
 */
export function checkEvent(
  said: Said,
  context: CallContext & { check_leases: CheckLeases },
  checker: Checker,
  undoes: number | null = null,
): Answer<'check_parking_event'> {
  const { db, now, bus } = context
  return db.transaction(() => {
    const event = eventToCheck(db, said.uuid)
    if (!event) throw notFound('The event')
    const [before, at_ms] = [event.checked_plate ?? event.plate_number, now()]
    const checks = checksOf(db, event.event_id)
    context.check_leases.release(checker, event.uuid, at_ms)
    if (checks.length !== said.seen_checks) {
      const last = checks.at(-1)
      const ours =
        checks.length === said.seen_checks + 1 &&
        last?.checked_by === checker.username &&
        last.verdict === said.verdict &&
        (said.verdict !== 'corrected' || last.plate_after === barePlate(said.plate_number ?? ''))
      if (ours) return left(context) // the response to the first request was lost
      throw failedBecause(
        'changed_meanwhile',
        'Another user has checked this event in the meantime',
        last?.checked_by,
      )
    }
    const { plate_after, reason } =
      undoes === null
        ? soundCheck(said, { event_type: event.event_type, before })
        : { plate_after: before, reason: check_undone }
    const check = {
      at_ms,
      checked_by: checker.username,
      verdict: said.verdict,
      plate_before: before,
      plate_after,
      reason,
      undoes,
    }
    recordCheck(db, event, check)
    const there = mayBeSent(db, event)
    const needs_correction =
      there && (plate_after !== before || withdraws(event, said.verdict) !== withdraws(event, event.verdict))
    const step = stepOf(event, said, { there, needs_correction }, context)
    applyCheck(db, event, {
      checked_plate: said.verdict === 'corrected' ? plate_after : event.checked_plate,
      to_check: 0,
      correction: event.correction + (needs_correction ? 1 : 0),
      step,
      by: checker.username,
      at_ms,
    })
    noteCheck(db, event, check, step?.to ?? event.status)
    if (step) bus.emit('queue')
    return left(context)
  })
}

/**
 * Undoes the last check of an event that stands: users their own, administrators any. The event has the plate
 * it had before, and waits for a check again if it did; a typed event without an earlier check is withdrawn.
 * A discarded event stays discarded.
 */
export function undoCheck(
  { uuid, seen_checks }: Body<'undo_check'>,
  context: CallContext & { check_leases: CheckLeases },
  checker: Checker,
): Answer<'undo_check'> {
  const { db, now, bus } = context
  return db.transaction(() => {
    const event = eventToCheck(db, uuid)
    if (!event) throw notFound('The event')
    const checks = checksOf(db, event.event_id)
    const last = standingChecks(checks).at(-1)
    const may = last?.checked_by === checker.username || context.session.roles.includes('admin')
    if (!last || checks.length !== seen_checks || !may)
      throw failedBecause('changed_meanwhile', 'This is not the last check of the event', last?.checked_by)
    const [plate_now, at_ms] = [event.checked_plate ?? event.plate_number, now()]
    if (isDiscarded(event)) throw failedBecause('changed_meanwhile', 'A discarded event cannot be changed')
    // A typed event exists since its first check; it has no state before it.
    if (event.typed === 1 && last.no === 1)
      return checkEvent({ uuid, seen_checks, verdict: 'discarded' }, context, checker, last.no)
    const plate_before = last.plate_before
    // What held before the undone check holds again, also that the event was withdrawn: every row after that
    // check was undone, and each row states what holds after it.
    const held = checks[last.no - 2]?.verdict
    const verdict =
      held !== undefined && withdraws(event, held)
        ? held
        : plate_before === plate_now
          ? ('confirmed' as const)
          : ('corrected' as const)
    // Recorded as a separate check, so that the history stays complete.
    const check = {
      at_ms,
      checked_by: checker.username,
      verdict,
      plate_before: plate_now,
      plate_after: plate_before,
      reason: check_undone,
      undoes: last.no,
    }
    recordCheck(db, event, check)
    const there = mayBeSent(db, event)
    const needs_correction =
      there && (plate_before !== plate_now || withdraws(event, verdict) !== withdraws(event, last.verdict))
    const step = backStep(event, last, { there, needs_correction }, context)
    applyCheck(db, event, {
      checked_plate: plateBack(event, last),
      to_check: last.to_check_before ?? 1,
      correction: event.correction + (needs_correction ? 1 : 0),
      step,
      by: checker.username,
      at_ms,
    })
    noteCheck(db, event, check, step?.to ?? event.status)
    bus.emit('queue')
    return left(context)
  })
}

/** The checked plate before a check. A check of an earlier version did not record it. */
const plateBack = (
  { plate_number }: CheckedEvent,
  { to_check_before, checked_before, plate_before }: CheckRow,
): string | null =>
  to_check_before !== null ? checked_before : plate_before === plate_number ? null : plate_before

const withdraws = ({ event_type }: CheckedEvent, verdict: CheckVerdict | null): boolean =>
  verdict !== null && checkEffect(event_type, verdict) === 'discarded'

/**
 * `there`: the platform has the event or may have it. `needs_correction`: it has another plate then, or
 * counts what was withdrawn, or the reverse.
 */
type AtPlatform = { there: boolean; needs_correction: boolean }

/**
 * The transition after a check; undefined if the status does not change, because the event is already in the
 * queue or the platform has it.
 */
function stepOf(
  event: CheckedEvent,
  said: Said,
  { there, needs_correction }: AtPlatform,
  context: CallContext,
): Step | undefined {
  const held =
    event.status === event_status.validation_failed ||
    event.status === event_status.skipped ||
    (event.status === event_status.delayed && event.reason === 'waits_for_check')
  if (!there && withdraws(event, said.verdict))
    return transition(event, event_status.manually_discarded, 'check_discarded')
  const corrected = said.verdict === 'corrected'
  const discarded = event.status === event_status.discarded && withdraws(event, said.verdict)
  if (event.status === event_status.sent || discarded) return needs_correction ? again : undefined
  const failed = event.status === event_status.send_failed
  return held || (failed && (corrected || needs_correction))
    ? checkedStatus(event, context, corrected || needs_correction ? 'corrected' : 'checked')
    : undefined
}

/** Sent again, because the platform has it otherwise. */
const again: Step = { to: event_status.pending, reason: 'corrected' }

const transition = (event: CheckedEvent, to: number, reason: Step['reason']): Step | undefined => {
  const [from, into] = [wordOf(event_status, event.status), wordOf(event_status, to)]
  return from && into && isAllowedTransition(from, into) ? { to, reason } : undefined
}

/**
 * The next step after a check: first the evidence, then the upload if object storage is configured, then the
 * platform.
 */
function checkedStatus(event: CheckedEvent, context: CallContext, reason: 'checked' | 'corrected'): Step {
  const { db } = context
  if (event.status !== event_status.delayed && isToDraw(db, event.event_id))
    return { to: event_status.awaiting_processing, reason }
  const next = nextStatus(
    pathRules(context),
    { event_type: event.event_type, media: hasMedia(db, event.event_id), waits: false },
    reason,
  )
  return { to: next.status, reason: next.reason }
}

/**
 * The transition after an undo. The event is held again if the check released it and it has not been tried
 * since. If the platform may have received the undone check, it gets another correction.
 */
function backStep(
  event: CheckedEvent,
  last: CheckRow,
  { there, needs_correction }: AtPlatform,
  context: CallContext,
): Step | undefined {
  const { db } = context
  if (event.status === event_status.sent) return needs_correction ? again : undefined
  if (there && event.count_tried > 0)
    return needs_correction && event.status === event_status.send_failed
      ? checkedStatus(event, context, 'corrected')
      : undefined
  const held_before: readonly number[] = [
    event_status.delayed,
    event_status.validation_failed,
    event_status.skipped,
  ]
  const was_released = transitionsOf(db, event.event_id).some(
    ({ at_ms, moved_by, from_status }) =>
      at_ms === last.at_ms && moved_by === last.checked_by && held_before.includes(from_status),
  )
  if (event.status === event_status.delayed)
    return event.moved_ms === last.at_ms ? { to: event.status, reason: 'waits_for_check' } : undefined
  return was_released ? transition(event, event_status.delayed, 'waits_for_check') : undefined
}

function left({ db }: CallContext): { left: number } {
  return { left: [...countToCheck(db).values()].reduce((sum, n) => sum + n, 0) }
}
