/** Accumulates looks: runs against the decided state, their confidence, and the look with the best view. */
import { probabilityOf, type LotLook } from '../look/look.ts'
import type { Parameters } from './parameters.ts'
import type { Best, Last, Run } from './state.ts'

/** Minimum belief at which a change is decided, and at which it needs no check by a person. */
export const certain = 0.99
export const beyond_doubt = 0.995

/** Adds a look that opposes a run or stay without ending it, which lowers the average. */
export const addOpposing = <Tally extends { readonly looks: number; readonly sum: number }>(
  tally: Tally,
  llr: number,
): Tally => ({ ...tally, looks: tally.looks + 1, sum: tally.sum + probabilityOf(-Math.abs(llr)) })

/** The better view of a vehicle: the widest plate, else the highest score. A small gain changes nothing. */
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

/** Adds one look to a run, or starts one. */
export const extendRun = (
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
 * The average probability of the looks, times the belief. Only a belief beyond doubt gets a confidence that
 * needs no check by a person.
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
