/**
 * The belief about one lot: empty or occupied, each with a clear or a disturbed view. A hidden Markov model
 * that takes the time between looks into account, so that any cadence up to a look a minute gives the same
 * belief.
 */
import { probabilityOf } from '../look/look.ts'

/** Probabilities that sum to 1. With a disturbed view, a look shows the opposite of the true state. */
export type Belief = readonly [
  empty: number,
  occupied: number,
  empty_disturbed: number,
  occupied_disturbed: number,
]

/** Mean duration of a stay and of a vacancy, in milliseconds. */
const stay_ms = 2_700_000
const vacancy_ms = 1_200_000
/**
 * Mean time between disturbances that are not recognised as unknown (twenty hours), and their mean duration.
 * More frequent and longer ones would be more cautious, but would report real changes much later.
 */
const undisturbed_ms = 72_000_000
const disturbed_ms = 10_000
/**
 * A longer time between two looks counts as this one. Otherwise a lot that is looked at every few minutes, on
 * an overloaded box, would never be certain, because it may have changed again since the last look.
 */
const max_between_ms = 60_000
/** Share of looks that show the opposite while the view is disturbed. */
const inverted = 0.9
/** Maximum evidence of a single look: models do not know all the ways in which they err. */
const max_llr = 3

/** The belief before the first look. */
export const no_belief: Belief = [0.5, 0.5, 0, 0]

/** The probability that the lot is occupied, 0 to 1. */
export const occupiedOf = (belief: Belief): number => belief[1] + belief[3]

/** The belief after a look, `ms` after the previous one; `weight` (0 to 1) is 1 for a new picture. */
export function updateBelief(before: Belief, ms: number, llr: number, weight: number): Belief {
  const between_ms = Math.min(ms, max_between_ms)
  const leave = 1 - Math.exp(-between_ms / stay_ms)
  const arrive = 1 - Math.exp(-between_ms / vacancy_ms)
  const begin = 1 - Math.exp(-ms / undisturbed_ms)
  const end = 1 - Math.exp(-ms / disturbed_ms)
  // Apply the changes of the lot first, then those of the view.
  const empty = before[0] * (1 - arrive) + before[1] * leave
  const occupied = before[1] * (1 - leave) + before[0] * arrive
  const empty_disturbed = before[2] * (1 - arrive) + before[3] * leave
  const occupied_disturbed = before[3] * (1 - leave) + before[2] * arrive
  const seen = probabilityOf(Math.max(-max_llr, Math.min(max_llr, llr)))
  const turned = seen * (1 - inverted) + (1 - seen) * inverted
  const a = (empty * (1 - begin) + empty_disturbed * end) * (1 - seen) ** weight
  const b = (occupied * (1 - begin) + occupied_disturbed * end) * seen ** weight
  const c = (empty_disturbed * (1 - end) + empty * begin) * (1 - turned) ** weight
  const d = (occupied_disturbed * (1 - end) + occupied * begin) * turned ** weight
  const sum = a + b + c + d
  return [a / sum, b / sum, c / sum, d / sum]
}
