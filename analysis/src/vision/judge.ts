/**
 * Judges the evidence of a lot, given what prevents a clear view of it. The replay of recorded looks under
 * another calibration uses the same rules.
 */
import type { Evidence, LotLook, UnknownReason } from '../look/look.ts'

/** Above this log-likelihood ratio a vehicle is there, whatever else is in the picture. */
const clearly_seen = 2
/** With these obstacles the whole lot is invisible, however clear a vehicle in it seems. */
const always: readonly UnknownReason[] = ['blurred', 'glare']

/** Whether the evidence is for a vehicle in the lot. */
export const isTaken = (llr: number): boolean => llr > 0

/** Evidence between these two says nothing: the lot is unknown, not empty. */
const [weak_empty, weak_taken] = [-1, 1]

/** The evidence of a lot with this log-likelihood ratio. */
export function judge(llr: number, { covered, obstacle }: Pick<LotLook, 'covered' | 'obstacle'>): Evidence {
  if (covered && !isTaken(llr)) return { kind: 'unknown', why: 'hidden', llr }
  if (!obstacle && llr > weak_empty && llr < weak_taken) return { kind: 'unknown', why: 'weak', llr }
  if (!obstacle || (llr > clearly_seen && !always.includes(obstacle))) return { kind: 'seen', llr }
  return { kind: 'unknown', why: obstacle, llr }
}
