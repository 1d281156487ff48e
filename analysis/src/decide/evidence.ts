/** The evidence of a look at a lot, given the stored appearances of the lot: empty, and with its vehicle. */
import type { LotLook, UnknownReason } from '../look/look.ts'
import { isInSight } from './similarity.ts'
import type { LotState } from './state.ts'

/** How a look at a lot compares with the lot's state. */
export type Compared = {
  /** The share of the lot that differs from the previous look, 0 to 1. */
  readonly change: number
  /** Another lot has changed more: a vehicle moving there may have hidden, exposed or shaded this one. */
  readonly disturbed: boolean
  /** Similarity to the parked vehicle, and to the empty lot, 0 to 1. */
  readonly similar?: number | undefined
  readonly emptiness?: number | undefined
  /** The share of the parts above the ground that differ from the parked vehicle, 0 to 1. */
  readonly above?: number | undefined
}
/** Minimum similarity at which a lot counts as unchanged. */
export const unchanged = 0.8
/** The evidence of an unchanged lot, and the opposite evidence of the detector that outweighs it. */
const [unchanged_llr, strong_llr] = [2.5, 3]
/**
 * A lot has changed as a whole if its similarity is at most the first value, or if at least the second share
 * of the parts above its ground has changed.
 */
const [changed_similar, changed_share] = [0.1, 0.2]
/** Minimum change between two looks at which a lot has changed as a whole. */
export const whole_change = 0.5
/** Maximum similarity to its empty appearance at which an empty lot holds something, and its evidence. */
const [changed_empty, filled_llr] = [0, 1.5]
/** Minimum evidence with which the detector alone confirms that a lot is empty or occupied. */
export const sure_llr = 2
/** Between these values a detection means nothing: it is a phantom, or too little of a vehicle is visible. */
const [max_empty_llr, min_vehicle_llr] = [-0.5, 1.2]

/** Reasons for which a lot is unknown, but its visible part may show what happened. */
const judged_by_appearance: ReadonlySet<UnknownReason> = new Set(['hidden', 'person'])

/** Whether a look shows the parked vehicle unchanged, so that it need not be compared with the empty lot. */
export const isAsBefore = (is: LotState['is'], { evidence }: LotLook, similar: number | undefined): boolean =>
  is === 'occupied' &&
  similar !== undefined &&
  similar >= unchanged &&
  (evidence.kind === 'unknown' || evidence.llr > -strong_llr)

/**
 * The evidence for a vehicle, as a log-likelihood ratio; undefined if the look is not evidence. A lot that
 * looks as it did when its state was decided has not changed, whatever the detector says about the visible
 * part. A lot that nearer vehicles cover is neither empty nor occupied, unless its visible part shows which.
 */
export function evidenceOf(
  { is }: LotState,
  { evidence, appearance }: LotLook,
  { similar, emptiness, above, disturbed }: Compared,
  light: boolean,
): number | undefined {
  const { llr = 0 } = evidence
  const weak = evidence.kind === 'unknown' && evidence.why === 'weak'
  if (evidence.kind === 'unknown' && !weak && !judged_by_appearance.has(evidence.why)) return undefined
  const covered = appearance?.shown !== undefined && !isInSight(appearance.shown)
  const unknown = (evidence.kind === 'unknown' && !weak) || (covered && llr < min_vehicle_llr)
  const looks = (like: number | undefined): boolean => like !== undefined && like >= unchanged
  if (is === 'occupied' && looks(similar) && (unknown || llr > -strong_llr))
    return Math.max(llr, unchanged_llr)
  if (looks(emptiness) && (unknown || llr < strong_llr)) return Math.min(llr, -unchanged_llr)
  const clear = llr > max_empty_llr && llr < min_vehicle_llr ? undefined : llr
  if (!unknown && (disturbed || light)) return clear
  // Nothing was found although some of the ground is in sight.
  if (unknown && !covered && llr <= -strong_llr) return -unchanged_llr
  if (disturbed || light) return undefined
  if (is === 'empty' && unknown && emptiness !== undefined && emptiness <= changed_empty) return filled_llr
  const changed = similar === undefined ? (above ?? 0) >= changed_share : similar <= changed_similar
  if (is === 'occupied' && changed && llr < strong_llr) {
    // If the lot is mostly hidden, a change of the visible part means that the vehicle left or another came.
    if (llr < max_empty_llr) return Math.min(llr, -unchanged_llr)
    if (unknown || similar === undefined) return undefined
  }
  return unknown ? undefined : clear
}

/**
 * What the first looks of a new model are worth. `agrees`: the model itself sees the lot as it was decided.
 * `changed`: the lot looks otherwise than when it was decided, so that an event is possible. `compared`: the
 * model contradicts a lot that has not changed, which is no event.
 */
export function firstLook(
  { is }: LotState,
  { evidence }: LotLook,
  { change, disturbed, similar, emptiness, above }: Compared,
  light: boolean,
): 'agrees' | 'changed' | 'compared' {
  if (evidence.kind === 'seen' && evidence.llr > 0 === (is === 'occupied')) return 'agrees'
  if (disturbed || light) return 'compared'
  const other =
    is === 'occupied'
      ? similar === undefined
        ? (above ?? 0) >= changed_share
        : similar <= changed_similar
      : emptiness !== undefined && emptiness <= changed_empty
  return other || change >= whole_change ? 'changed' : 'compared'
}
