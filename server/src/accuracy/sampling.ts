/**
 * Selects the decisions of the sample by a keyed digest of the event's uuid, so that no user can predict or
 * choose them, and repeating a draw gives the same result. Pure.
 */
import type { Secrets } from '../core/secrets.ts'

/** Uniform in 0 to 1; always the same for the same uuid on this device. */
export function drawOf(secrets: Pick<Secrets, 'sign'>, uuid: string): number {
  const digest = Buffer.from(secrets.sign('accuracy sample', uuid), 'base64url')
  return Number(digest.readBigUInt64BE() >> 11n) / 2 ** 53
}

/**
 * The probability of drawing a decision of a stratum (camera and hour of the day) with `n` decisions a week,
 * if strata have `mean` on average. Half of the sample is proportional to the number of decisions, half is
 * equal for all strata, so that quiet hours are judged too. Never below half of `share`; for a stratum
 * without decisions it is `share`.
 */
export function shareOf(share: number, n: number, mean: number): number {
  return Math.min(1, share * (n <= 0 ? 1 : 0.5 + (0.5 * mean) / n))
}
