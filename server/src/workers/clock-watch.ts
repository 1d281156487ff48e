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
import type { Part } from '../core/part.ts'

export type ClockWatchOptions = { every_ms?: number; first_delay_ms?: number }
export type ClockWatch = Part & {
  /** Measures now, or joins the measurement in progress. */
  runNow(): Promise<void>
}

type Needs = Pick<Deps, 'db' | 'log'> & {
  clocks: Clocks
  clock_setter: ClockSetter
  readings: ReportedReadings
}

export function createClockWatch(
  { db, log, clocks, clock_setter, readings }: Needs,
  { every_ms = 300_000, first_delay_ms = 8_000 }: ClockWatchOptions = {},
): ClockWatch {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let under_way: Promise<void> | undefined

  async function measure(): Promise<void> {
    await clocks.poll(ending.signal)
    if (ending.signal.aborted) return
    for (const row of allCameras(db)) if (row.onvif_supported === 1) reportCameraClock(readings, clocks, row)
    await clock_setter.setWrongOnes(ending.signal)
  }
  const runNow = () =>
    (under_way ??= measure()
      .catch((error: unknown) => {
        if (!ending.signal.aborted) log.error({ err: error }, 'the clocks could not be measured')
      })
      .finally(() => (under_way = undefined)))

  return {
    runNow,
    start() {
      timer = setTimeout(() => {
        void runNow()
        timer = setInterval(() => void runNow(), every_ms)
      }, first_delay_ms)
    },
    async stop() {
      ending.abort()
      clearTimeout(timer)
      await under_way
    },
  }
}
