/** What a look at a lot says of it, beside what is known of how it looks: empty, or with its vehicle. */
import type { LotLook } from '../look/look.ts'
import { isInSight } from './same-car.ts'
import type { LotState } from './state.ts'

/** How a look at a lot compares with what is known of it. */
export type Compared = {
  /** The share of it that is not as in the look before, 0 to 1. */
  readonly stirred: number
  /** Another lot stirs more: what has changed here may be hidden, shown or shaded by what moves there. */
  readonly disturbed: boolean
  /** How much it is like the vehicle that stays, and like the empty lot, 0 to 1. */
  readonly similar?: number | undefined
  readonly emptiness?: number | undefined
  /** The share of the parts above its ground that are not as the vehicle was, 0 to 1. */
  readonly above?: number | undefined
}
/** What looks as it did when it was decided is evidence for it, so much, against evidence that is weaker. */
export const unchanged = 0.8
const [unchanged_llr, strong_llr] = [2.5, 3]
/** What is less similar has changed as a whole; so has what is above the ground, from this share. */
const [changed_similar, changed_share] = [0.1, 0.2]
/** An empty lot that is less like itself holds something, with so much evidence. */
const [changed_empty, filled_llr] = [0, 1.5]
/** A detector alone vouches for how a lot looks, empty or occupied, from this evidence. */
export const sure_llr = 2
/** Between these a detector has seen nothing: a phantom, or a vehicle of which little is in sight. */
const [least_empty, least_vehicle] = [-0.5, 1.2]

/** Whether a look shows the vehicle that stays as it was: how the empty lot looks is not asked then. */
export const isAsBefore = (is: LotState['is'], { evidence }: LotLook, similar: number | undefined): boolean =>
  is === 'occupied' &&
  similar !== undefined &&
  similar >= unchanged &&
  (evidence.kind === 'unknown' || evidence.llr > -strong_llr)

/**
 * What a look says for a vehicle, as a log-likelihood ratio; undefined where it is no evidence. A lot that
 * looks as it did when it was decided has not changed, whatever a detector makes of the part in sight. One
 * that is covered by nearer vehicles is neither empty nor occupied, unless what is in sight of it says so.
 */
export function evidenceOf(
  { is }: LotState,
  { evidence, appearance }: LotLook,
  { similar, emptiness, above, disturbed }: Compared,
  light: boolean,
): number | undefined {
  const { llr = 0 } = evidence
  if (evidence.kind === 'unknown' && evidence.why !== 'hidden' && evidence.why !== 'person') return undefined
  const covered = appearance?.shown !== undefined && !isInSight(appearance.shown)
  const unknown = evidence.kind === 'unknown' || (covered && llr < least_vehicle)
  const looks = (like: number | undefined): boolean => like !== undefined && like >= unchanged
  if (is === 'occupied' && looks(similar) && (unknown || llr > -strong_llr))
    return Math.max(llr, unchanged_llr)
  if (looks(emptiness) && (unknown || llr < strong_llr)) return Math.min(llr, -unchanged_llr)
  const clear = llr > least_empty && llr < least_vehicle ? undefined : llr
  if (!unknown && (disturbed || light)) return clear
  // Nothing is found where some of the ground is in sight.
  if (unknown && !covered && llr <= -strong_llr) return -unchanged_llr
  if (disturbed || light) return undefined
  if (is === 'empty' && unknown && emptiness !== undefined && emptiness <= changed_empty) return filled_llr
  const changed = similar === undefined ? (above ?? 0) >= changed_share : similar <= changed_similar
  if (is === 'occupied' && changed && llr < strong_llr) {
    // Of what is mostly hidden, a change of the part in sight says that it is gone; or another came.
    if (llr < least_empty) return Math.min(llr, -unchanged_llr)
    if (unknown || similar === undefined) return undefined
  }
  return unknown ? undefined : clear
}
