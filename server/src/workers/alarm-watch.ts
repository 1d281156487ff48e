/** Evaluates the alarms every few seconds, and the clock every few minutes. */
import type { DeviceCertificate } from '../tls/device-certificate.ts'
import type { Clocks } from '../clocks/clocks.ts'
import type { BoxClock } from '../device/box-clock.ts'
import type { HeartbeatState } from '../platform/heartbeat-state.ts'
import type { CameraLooks } from '../camera/look.ts'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import { openAlarmRegistry } from '../alarm/alarms.ts'
import { clockReading } from '../alarm/clock-reading.ts'
import type { FailedUpgrade } from '../alarm/failed-upgrade.ts'
import type { ReportedReadings } from '../alarm/reading.ts'
import type { WatchFigures } from '../camera/watch-figures.ts'
import { isGone, readingsNow } from '../alarm/readings.ts'
import type { Deps } from '../core/deps.ts'
import { repeated, type Repeated } from '../core/flow/repeated.ts'
import { spaceOf, type Space } from '../core/files/disk-space.ts'

type Needs = Deps & {
  analysis: AnalysisConnection
  looks: CameraLooks
  heartbeat: HeartbeatState
  readings: ReportedReadings
  watch_figures: WatchFigures
  certificate: DeviceCertificate
  box_clock: BoxClock
  clocks: Clocks
  upgrade: { readonly failed: FailedUpgrade | undefined }
}

export type AlarmWatchOptions = {
  every_ms?: number
  clock_every_ms?: number
  /** A monotonic clock, in milliseconds. */
  steady?: () => number
  space?: (folder: string) => Promise<Space>
  /** Called after each evaluation. */
  onEvaluated?: () => void
}

export type AlarmWatch = Repeated

export function createAlarmWatch(
  deps: Needs,
  {
    every_ms = 5_000,
    clock_every_ms = 300_000,
    steady = () => performance.now(),
    space = spaceOf,
    onEvaluated,
  }: AlarmWatchOptions = {},
): AlarmWatch {
  const registry = openAlarmRegistry(deps)
  let clock_due = steady() + Math.min(60_000, clock_every_ms)

  async function evaluate(signal: AbortSignal): Promise<void> {
    const room = await space(deps.folder).catch(() => undefined)
    if (steady() >= clock_due) {
      clock_due = steady() + clock_every_ms
      deps.readings.report(await clockReading(deps))
    }
    if (signal.aborted) return
    registry.take(readingsNow(deps, room), (alarm) => isGone(deps, alarm), steady())
    onEvaluated?.()
  }
  return repeated(evaluate, {
    every_ms,
    first_ms: every_ms,
    onFailure: (error) => deps.log.error({ err: error }, 'the alarms could not be evaluated'),
  })
}
