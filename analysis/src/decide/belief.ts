/**
 * What is believed of one lot: empty or occupied, each seen clearly or while something disturbs the view. A
 * hidden Markov model with the time between two looks, so that any cadence gives the same belief.
 */

/** Probabilities that sum to 1. In a disturbed view a look shows the opposite of what is there. */
export type Belief = readonly [
  empty: number,
  occupied: number,
  empty_disturbed: number,
  occupied_disturbed: number,
]

/** The mean time that a car stays, and that a lot is empty, in milliseconds. */
const stay_ms = 2_700_000
const vacancy_ms = 1_200_000
/**
 * How often the view is disturbed without being recognised as unknown (once in twenty hours), and for how
 * long. More and longer ones would be more cautious, and report a real change much later.
 */
const undisturbed_ms = 72_000_000
const disturbed_ms = 10_000
/** In a disturbed view so many looks show the opposite. */
const inverted = 0.9
/** One look alone is never more certain than this: models err in ways that they do not know. */
const max_llr = 3

/** Nothing is known yet. */
export const no_belief: Belief = [0.5, 0.5, 0, 0]

export const occupiedOf = (belief: Belief): number => belief[1] + belief[3]

/** How a look changes the belief, `ms` after the look before; `weight` (0 to 1) is 1 for a new picture. */
export function believe(before: Belief, ms: number, llr: number, weight: number): Belief {
  const leave = 1 - Math.exp(-ms / stay_ms)
  const arrive = 1 - Math.exp(-ms / vacancy_ms)
  const begin = 1 - Math.exp(-ms / undisturbed_ms)
  const end = 1 - Math.exp(-ms / disturbed_ms)
  // First lots change, then views.
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

/** The probability of "occupied" that a log-likelihood ratio alone gives. */
export const probabilityOf = (llr: number): number => 1 / (1 + Math.exp(-llr))
