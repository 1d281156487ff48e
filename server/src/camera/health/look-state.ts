/**
 * Derives a camera's state from single checks, with hysteresis in both directions,
 * because the states of spec §4 must not flicker. A camera whose state keeps
 * changing is logged once as flapping instead of twice a minute. Pure.
 */
import type { CameraStep } from '@parking/contract'
import type { CameraState } from '../camera.store.ts'

export type Seen = { readonly state: CameraState; readonly reason: CameraStep | '' }

const online = 1

/** The result of the last consecutive checks that disagree with the shown state, and their number. */
export type PendingState = { readonly to: string; readonly times: number }

/**
 * The state to show after a check: `shown` until `confirmations` consecutive checks disagree with it. To
 * leave online, the failures may have any reason. Every other change needs equal results. The first check of
 * a camera takes effect immediately.
 */
export function stateAfterCheck(
  shown: Seen,
  pending: PendingState | undefined,
  look: Seen,
  confirmations: number,
): { show: Seen; pending: PendingState | undefined } {
  if (look.state === shown.state && look.reason === shown.reason) return { show: shown, pending: undefined }
  const is_new = shown.state !== online && shown.reason === ''
  const to = shown.state === online ? 'away' : `${look.state} ${look.reason}`
  const times = pending?.to === to ? pending.times + 1 : 1
  return is_new || times >= confirmations
    ? { show: look, pending: undefined }
    : { show: shown, pending: { to, times } }
}

/** More changes than this within an hour are flapping. It ends after `settled_ms` without a change. */
const max_changes = 6
const hour_ms = 3_600_000
const settled_ms = 600_000

export type Flaps = { readonly changes_ms: readonly number[]; readonly flapping: boolean }
export const no_flaps: Flaps = { changes_ms: [], flapping: false }

/** What to log for a change: the change, the start of flapping, or nothing if flapping is logged already. */
export function changed(flaps: Flaps, now: number): { flaps: Flaps; say: 'change' | 'flapping' | 'nothing' } {
  const changes_ms = [...flaps.changes_ms.filter((at) => now - at < hour_ms), now].slice(-100)
  if (flaps.flapping) return { flaps: { changes_ms, flapping: true }, say: 'nothing' }
  const flapping = changes_ms.length > max_changes
  return { flaps: { changes_ms, flapping }, say: flapping ? 'flapping' : 'change' }
}

/** After a check without a change: whether flapping has ended, so that the state is to be logged again. */
export const settled = ({ changes_ms, flapping }: Flaps, now: number): boolean =>
  flapping && now - (changes_ms.at(-1) ?? 0) >= settled_ms
