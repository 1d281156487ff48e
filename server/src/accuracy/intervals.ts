/** Estimates an error rate from a number of errors in a number of judgements. Pure. */

/** Both ends of a confidence interval of a rate, 0 to 1. */
export type Interval = { readonly low: number; readonly high: number }

/** The quantile of the normal distribution for 95 %. */
const z95 = 1.959964

/**
 * Wilson's 95 % interval for `wrong` errors in `n` judgements. Both may be fractions (an effective number of
 * judgements). Without judgements it is 0 to 1.
 */
export function wilson(wrong: number, n: number): Interval {
  if (n <= 0) return { low: 0, high: 1 }
  const [p, z2] = [wrong / n, z95 * z95]
  const middle = p + z2 / (2 * n)
  const half = z95 * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))
  const whole = 1 + z2 / n
  return { low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) }
}

/** The probability of at most `wrong` errors in `n` judgements at an error rate of `rate`. */
export function tailOf(wrong: number, n: number, rate: number): number {
  if (wrong >= n) return 1
  if (rate <= 0) return 1
  if (rate >= 1) return 0
  // Uses logarithms, because 0.99 to the power of 100,000 underflows.
  let term = n * Math.log1p(-rate)
  let sum = Math.exp(term)
  const odds = Math.log(rate) - Math.log1p(-rate)
  for (let k = 1; k <= wrong; k++) {
    term += Math.log((n - k + 1) / k) + odds
    sum += Math.exp(term)
  }
  return Math.min(1, sum)
}

/**
 * The smallest number of judgements with `wrong` errors that shows a rate of at most `rate`, with an error
 * probability of `risk`: for 1 % and 5 %, 299 judgements without errors.
 */
export function neededFor(wrong: number, rate: number, risk: number): number {
  let [low, high] = [wrong, Math.max(wrong + 1, 1)]
  while (tailOf(wrong, high, rate) > risk) [low, high] = [high, high * 2]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (tailOf(wrong, middle, rate) > risk) low = middle
    else high = middle
  }
  return high
}

/**
 * How many further judgements without an error show a rate of at most `rate`; 0 if these already do. Both
 * tabs of the page use this one rule.
 */
export const furtherNeeded = (wrong: number, n: number, rate: number, risk: number): number =>
  Math.max(0, neededFor(wrong, rate, risk) - n)

/** The exact upper bound of a rate with an error probability of `risk` (Clopper and Pearson, one side). */
export function upperBound(wrong: number, n: number, risk: number): number {
  if (wrong >= n) return 1
  let [low, high] = [0, 1]
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (tailOf(wrong, n, middle) > risk) low = middle
    else high = middle
  }
  return high
}

/** A judgement, and the probability with which it was drawn. */
export type SampledJudgement = { readonly wrong: boolean; readonly share: number }

/**
 * The rate of a sample whose judgements were drawn with different probabilities: each is weighted by the
 * number of decisions that it represents, and the interval uses the effective number of judgements (Kish).
 */
export function rateOf(sample: readonly SampledJudgement[]): Interval & { readonly rate: number } {
  let [all, wrong, squares] = [0, 0, 0]
  for (const one of sample) {
    const weight = 1 / one.share
    all += weight
    squares += weight * weight
    if (one.wrong) wrong += weight
  }
  if (all === 0) return { rate: 0, low: 0, high: 1 }
  const [rate, effective] = [wrong / all, (all * all) / squares]
  return { rate, ...wilson(rate * effective, effective) }
}
