/** Waits that double, with full jitter: many boxes that lost the same platform must not come back in the same second. */
export type Random = () => number

/** A wait in milliseconds before the next try, after `failures` tries (1 or more) have failed. */
export const backoff = (failures: number, first_ms: number, longest_ms: number, random: Random): number =>
  Math.round(random() * Math.min(longest_ms, first_ms * 2 ** Math.min(30, Math.max(0, failures - 1))))
