/**
 * Which decisions are in the sample: by a keyed digest of the event's uuid, so that no user can tell or
 * choose them, and none changes by asking twice. Pure.
 */
import type { Secrets } from '../core/secrets.ts'

/** Uniform in 0 to 1, the same for the same uuid on this device. */
export function drawOf(secrets: Pick<Secrets, 'sign'>, uuid: string): number {
  const digest = Buffer.from(secrets.sign('accuracy sample', uuid), 'base64url')
  return Number(digest.readBigUInt64BE() >> 11n) / 2 ** 53
}

/**
 * The probability for a decision of a stratum (camera and hour of the day) with `n` decisions a week, where
 * a stratum has `mean` on average. Half of the sample follows the number of decisions, half is the same for
 * each stratum: so a quiet hour is not without judgements. Never below half of `share`; of a stratum without
 * decisions it is `share`.
 */
export function shareOf(share: number, n: number, mean: number): number {
  return Math.min(1, share * (n <= 0 ? 1 : 0.5 + (0.5 * mean) / n))
}
