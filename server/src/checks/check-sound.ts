/**
 * Validates a verdict: a correction needs a different plate, empty for a car without one; a verdict that
 * withdraws the event needs a reason. No user can give the reason that marks an undo.
 */
import { barePlate, check_undone, checkEffect, type Body } from '@parking/contract'
import { badField } from '../core/refusal.ts'

type Said = Body<'check_parking_event'>

/** Returns the plate after the check, and its reason. Throws 1000 if something is missing. */
export function soundCheck(
  said: Said,
  { event_type, before }: { event_type: number; before: string },
): { plate_after: string; reason: string } {
  const reason = (said.reason ?? '').trim()
  if (checkEffect(event_type, said.verdict) === 'discarded' && reason === '')
    throw badField('reason', 'required')
  if (reason === check_undone) throw badField('reason', 'choice')
  if (said.verdict !== 'corrected') return { plate_after: before, reason }
  if (said.plate_number === undefined) throw badField('plate_number', 'required')
  const plate = barePlate(said.plate_number)
  if (plate === barePlate(before)) throw badField('plate_number', 'same_as_before')
  return { plate_after: plate, reason }
}
