/**
 * Records for the time axis when the clock of the device was set, and when the device was not running. A step
 * is a change of the wall clock that the monotonic clock does not show.
 */
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'
import { insertClockGap } from '../stays/gap.store.ts'

export type ClockStepsOptions = { every_ms?: number; steady?: () => number }
export type ClockSteps = Part & {
  /** Compares the clocks now. */
  runNow(): void
}

/** A time server slews smaller errors; both clocks are read within a millisecond of each other. */
const step_from_ms = 200
/** How often the time is stored, and so how exactly the end of a run is known after a power cut. */
const alive_every_ms = 60_000
/** A shorter gap is a restart and is not recorded. */
const off_from_ms = 90_000
const key = 'alive'

export function createClockSteps(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { every_ms = 2_000, steady = () => performance.now() }: ClockStepsOptions = {},
): ClockSteps {
  let difference = now() - steady()
  let alive_ms = 0
  let timer: NodeJS.Timeout | undefined

  function runNow(): void {
    const [at_ms, steady_ms] = [now(), steady()]
    const step_ms = Math.round(at_ms - steady_ms - difference)
    difference = at_ms - steady_ms
    if (Math.abs(step_ms) >= step_from_ms) {
      // The time that the clock skipped, or that it shows for the second time.
      const was_ms = at_ms - step_ms
      const span = { from_ms: Math.min(at_ms, was_ms), to_ms: Math.max(at_ms, was_ms) }
      insertClockGap(db, { kind: 'clock_step', ...span, step_ms })
    }
    if (Math.abs(at_ms - alive_ms) < alive_every_ms) return
    alive_ms = at_ms
    writeSetting(db, key, { at_ms }, at_ms)
  }

  function guarded(): void {
    try {
      runNow()
    } catch (error) {
      log.warn({ err: error }, 'the clocks could not be compared now')
    }
  }

  return {
    runNow,
    start() {
      const { at_ms } = readSetting(db, key, { at_ms: 0 })
      const off_ms = now() - at_ms
      if (at_ms > 0 && off_ms >= off_from_ms)
        insertClockGap(db, { kind: 'device_off', from_ms: at_ms, to_ms: now(), step_ms: 0 })
      difference = now() - steady()
      guarded()
      timer = setInterval(guarded, every_ms)
    },
    stop() {
      if (timer === undefined) return
      clearInterval(timer)
      timer = undefined
      writeSetting(db, key, { at_ms: now() }, now())
    },
  }
}
