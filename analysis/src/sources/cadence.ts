/** Calculates when the next look at a camera is due. */
import type { State } from '../decide/state.ts'

/** A camera nominally provides one picture a second; every `track_step`th of them is analysed. */
export const frame_ms = 1000
/** Interval while a change is watched. Faster looks would only show the same again. */
const burst_ms = 2000
/** Maximum interval of retries: a failing camera is polled less and less often. */
const max_failing_ms = 30_000
/** Maximum share of the interval between looks that a look may take. */
const max_share = 0.6

/** How long a change is watched. One that is still undecided then cannot be seen well, and is not urgent. */
const watched_ms = 60_000

/** Whether any lot has begun to change: then looks are more frequent, so that the change is decided soon. */
export const isWatching = ({ time, lots }: State): boolean =>
  Object.values(lots).some(({ is, run, stay, other }) =>
    [run, other, is === 'occupied' && !stay?.reported ? stay : undefined].some(
      (change) => change !== undefined && time - change.since < watched_ms,
    ),
  )

/**
 * Milliseconds from the start of one look to the start of the next. `took_ms` is the duration of the last
 * look, including the wait for other cameras: if that is too long, looks become less frequent; nothing else
 * is lost.
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
