/**
 * From single looks to a camera's state, pure: hysteresis both ways (spec §4's states must not flicker), and calm in the log. One lost
 * picture is no news, and neither is one that came through from a camera that fails; a camera that comes and goes all the time is
 * written down as such once, instead of twice a minute.
 */
import type { CameraStep } from '@parking/contract'
import type { CameraState } from '../camera.store.ts'

export type Seen = { readonly state: CameraState; readonly reason: CameraStep | '' }

const online = 1

/** What the last looks said, where it is not what is shown. */
export type Rising = { readonly to: string; readonly times: number }

/**
 * What to show after a look: `shown` itself until `patience` looks in a row disagree with it. Leaving online needs that many that failed,
 * for whatever reason; every other change needs that many that agree. A camera that has shown nothing yet takes the first look's word.
 */
export function steady(
  shown: Seen,
  rising: Rising | undefined,
  look: Seen,
  patience: number,
): { show: Seen; rising: Rising | undefined } {
  if (look.state === shown.state && look.reason === shown.reason) return { show: shown, rising: undefined }
  const is_new = shown.state !== online && shown.reason === ''
  const to = shown.state === online ? 'away' : `${look.state} ${look.reason}`
  const times = rising?.to === to ? rising.times + 1 : 1
  return is_new || times >= patience
    ? { show: look, rising: undefined }
    : { show: shown, rising: { to, times } }
}

/** More changes than this within the hour are flapping; quiet for this long ends it. */
const max_changes = 6
const hour_ms = 3_600_000
const settled_ms = 600_000

export type Flaps = { readonly changes_ms: readonly number[]; readonly hushed: boolean }
export const no_flaps: Flaps = { changes_ms: [], hushed: false }

/** What to write of a change: the change itself, that it flaps from now on, or nothing, because that has been said. */
export function changed(flaps: Flaps, now: number): { flaps: Flaps; say: 'change' | 'flapping' | 'nothing' } {
  const changes_ms = [...flaps.changes_ms.filter((at) => now - at < hour_ms), now].slice(-100)
  if (flaps.hushed) return { flaps: { changes_ms, hushed: true }, say: 'nothing' }
  const hushed = changes_ms.length > max_changes
  return { flaps: { changes_ms, hushed }, say: hushed ? 'flapping' : 'change' }
}

/** After a look without a change: true once it has kept its state for long enough after flapping; then the state is said again. */
export const settled = ({ changes_ms, hushed }: Flaps, now: number): boolean =>
  hushed && now - (changes_ms.at(-1) ?? 0) >= settled_ms
