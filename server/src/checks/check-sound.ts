/** What a verdict must say: a correction another plate, a discard a reason. */
import { barePlate, type Body } from '@parking/contract'
import { badField } from '../core/refusal.ts'

type Said = Body<'check_parking_event'>

/** The plate after the check, and its reason. 1000 where something is missing. */
export function soundCheck(said: Said, before: string): { plate_after: string; reason: string } {
  const reason = (said.reason ?? '').trim()
  if (said.verdict === 'discarded' && reason === '') throw badField('reason', 'required')
  if (said.verdict !== 'corrected') return { plate_after: before, reason }
  const plate = barePlate(said.plate_number ?? '')
  if (plate === '') throw badField('plate_number', 'required')
  if (plate === barePlate(before)) throw badField('plate_number', 'same_as_before')
  return { plate_after: plate, reason }
}
