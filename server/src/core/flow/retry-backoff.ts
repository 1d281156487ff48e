/**
 * Exponential backoff with full jitter: boxes that lost the same platform must not return in the same second.
 */
export type Random = () => number

/** The wait in milliseconds before the next attempt, after `failures` failed attempts (1 or more). */
export const backoff = (
  failures: number,
  first_delay_ms: number,
  max_delay_ms: number,
  random: Random,
): number =>
  Math.round(random() * Math.min(max_delay_ms, first_delay_ms * 2 ** Math.min(30, Math.max(0, failures - 1))))
