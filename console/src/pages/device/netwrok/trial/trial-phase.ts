/**
 * The phase of a network trial as seen from this page, derived from the device, the reachability of both
 * addresses, and the time.
 */
import type { Trial } from '#src/stores/trial.ts'

/** Whether an address answers; `unknown` until the first probe, or if the browser cannot probe it. */
export type AddressState = 'unknown' | 'up' | 'down'

export type Phase =
  /** The change can be confirmed on this page. */
  | 'confirmable'
  /** The page is not at the old address, but this browser has no token: another window started the trial. */
  | 'other_window'
  /** The page is at the old address, which still answers. */
  | 'switching'
  /** The old address no longer answers, as expected: the change is confirmed at the new one. */
  | 'old_address_gone'
  /** The time is up, and the device rolls back. */
  | 'rolling_back'
  /** Long after the time is up, the new address still answers: the change was confirmed there. */
  | 'kept_at_new_address'
  /** Long after the time is up, neither address answers. */
  | 'unreachable'

export type TrialView = {
  trial: Trial
  /** Seconds left; negative once the time is up. */
  left: number
  link: 'up' | 'down'
  token: boolean
  old: AddressState
  new: AddressState
  /** The origin of this page, such as `http://192.168.1.10:8080`. */
  origin: string
}

/**
 * Time for the rollback itself: the device changes its address, and network switches have to learn it again.
 */
const grace_s = 15

export function phaseOf({ trial, left, link, token, old, new: fresh, origin }: TrialView): Phase {
  if (!losesOrigin(trial, origin))
    return link === 'down' && left < 0 ? 'rolling_back' : token ? 'confirmable' : 'other_window'
  if (left > 0) return link === 'up' ? 'switching' : 'old_address_gone'
  if (left > -grace_s || link === 'up' || old === 'up') return 'rolling_back'
  return fresh === 'up' ? 'kept_at_new_address' : 'unreachable'
}

/** Whether the change removes the address that this page was loaded from. */
export const losesOrigin = (
  { old_url, new_url }: Pick<Trial, 'old_url' | 'new_url'>,
  origin: string,
): boolean => old_url !== '' && old_url !== new_url && originOf(old_url) === origin

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url)
