/** When a camera is looked at next. */
import type { State } from '../decide/state.ts'

/** Nominally a camera gives a picture a second; `track_step` says which of them are looked at. */
export const frame_ms = 1000
/** While a change is watched. Faster looks would show the same again. */
const burst_ms = 2000
/** A failing camera is asked less and less often. */
const max_failing_ms = 30_000
/** A look may take this share of the time until the next one. */
const max_share = 0.6

/** Whether a change is under way in any lot: then looks come faster, so that it is decided soon. */
export const isWatching = (state: State): boolean =>
  Object.values(state.lots).some(
    ({ is, run, stay, other }) =>
      run !== undefined || other !== undefined || (is === 'occupied' && !stay?.reported),
  )

/**
 * Milliseconds from the beginning of one look to that of the next. `took_ms` is what the last one took, with
 * waiting for the other cameras: where that is too much, looks become fewer, and nothing else is lost.
 */
export function cadenceOf(
  track_step: number,
  watching: boolean,
  took_ms: number,
  failures: number,
): { wait_ms: number; slowed: boolean } {
  const step_ms = track_step * frame_ms
  if (failures > 0)
    return { wait_ms: Math.min(max_failing_ms, step_ms * 2 ** Math.min(failures, 8)), slowed: false }
  const wanted = watching ? Math.min(step_ms, burst_ms) : step_ms
  const possible = took_ms / max_share
  return { wait_ms: Math.max(wanted, possible), slowed: possible > step_ms }
}
