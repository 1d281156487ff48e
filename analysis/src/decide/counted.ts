/** What looks add up to: runs against what is decided, their confidence, and the look that shows best. */
import type { LotLook } from '../look/look.ts'
import { probabilityOf } from './belief.ts'
import type { Parameters } from './parameters.ts'
import type { Best, Last, Run } from './state.ts'

/** A change is decided at this belief; what needs no person, at the second. */
export const certain = 0.99
export const beyond_doubt = 0.995

/** A look against it that does not end it: what is said on average is less. */
export const doubted = <Counted extends { readonly looks: number; readonly sum: number }>(
  counted: Counted,
  llr: number,
): Counted => ({ ...counted, looks: counted.looks + 1, sum: counted.sum + probabilityOf(-Math.abs(llr)) })

/** A wide plate shows a vehicle best, then a certain vehicle. Little better is worth no other picture. */
export function betterOf(
  best: Best | undefined,
  vehicle: LotLook['vehicle'],
  time: number,
): Best | undefined {
  if (!vehicle) return best
  const { plate, box, score } = vehicle
  const quality = plate ? 1 + plate.width * plate.p : score
  if (best && quality < best.quality * 1.1) return best
  return { time, quality, box, ...(plate && { plate_box: plate.box }) }
}

/** A run with one more look. */
export const longer = (
  run: Run | undefined,
  time: number,
  { after, last }: { readonly after: number; readonly last: Last | undefined },
  share: number,
): Run => ({
  ...(run ?? { since: time, after, ...(last && { last }) }),
  looks: (run?.looks ?? 0) + 1,
  sum: (run?.sum ?? 0) + share,
})

/**
 * How much the looks said on average, times the belief. A confidence that needs no person is given only to
 * what is beyond doubt.
 */
export function confidenceOf(
  { sum, looks }: { readonly sum: number; readonly looks: number },
  belief: number,
  { auto_event_th }: Parameters,
): number {
  const confidence = looks === 0 ? 0 : (sum / looks) * belief
  const limit = belief >= beyond_doubt ? 1 : Math.max(0, auto_event_th - 0.01)
  return Math.round(Math.min(confidence, limit) * 1000) / 1000
}
