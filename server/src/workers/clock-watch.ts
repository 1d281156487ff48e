/**
 * Measures the clocks of time server, platform and cameras every few minutes, and sets the wrong clocks of
 * cameras.
 */
import { reportCameraClock } from '../clocks/camera-clock-reading.ts'
import type { ClockSetter } from '../clocks/clock-setter.ts'
import type { Clocks } from '../clocks/clocks.ts'
import type { ReportedReadings } from '../alarm/reading.ts'
import { allCameras } from '../camera/camera.store.ts'
import type { Deps } from '../core/deps.ts'
import { repeated, type Repeated } from '../core/flow/repeated.ts'

export type ClockWatchOptions = { every_ms?: number; first_delay_ms?: number }
type Needs = Pick<Deps, 'db' | 'log'> & {
  clocks: Clocks
  clock_setter: ClockSetter
  readings: ReportedReadings
}

export function createClockWatch(
  { db, log, clocks, clock_setter, readings }: Needs,
  { every_ms = 300_000, first_delay_ms = 8_000 }: ClockWatchOptions = {},
): Repeated {
  async function measure(signal: AbortSignal): Promise<void> {
    await clocks.poll(signal)
    if (signal.aborted) return
    for (const row of allCameras(db)) if (row.onvif_supported === 1) reportCameraClock(readings, clocks, row)
    await clock_setter.setWrongOnes(signal)
  }
  return repeated(measure, {
    every_ms,
    first_ms: first_delay_ms,
    onFailure: (error) => log.error({ err: error }, 'the clocks could not be measured'),
  })
}
