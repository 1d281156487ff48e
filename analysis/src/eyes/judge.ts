/**
 * What the evidence of a lot is worth beside what stands in the way of judging it. The replay of recorded
 * looks under another calibration asks the same.
 */
import type { Evidence, LotLook, UnknownReason } from '../look/look.ts'

/** From this log-likelihood ratio a vehicle is there, whatever else is in the picture. */
const clearly_seen = 2
/** The whole lot is not to be seen, however clear a vehicle in it seems. */
const always: readonly UnknownReason[] = ['blurred', 'glare']

/** Whether the vehicle that was found at a lot stands there. */
export const isTaken = (llr: number): boolean => llr > 0

export function judge(llr: number, { covered, obstacle }: Pick<LotLook, 'covered' | 'obstacle'>): Evidence {
  if (covered && !isTaken(llr)) return { kind: 'unknown', why: 'hidden', llr }
  if (!obstacle || (llr > clearly_seen && !always.includes(obstacle))) return { kind: 'seen', llr }
  return { kind: 'unknown', why: obstacle, llr }
}
