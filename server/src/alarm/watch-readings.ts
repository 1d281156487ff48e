/**
 * Readings from the analysis application's reports of its own work: cameras without pictures, and overload.
 */
import { alarm_limits, camera_state } from '@parking/contract'
import { allCameras } from '../camera/camera.store.ts'
import type { WatchFigures, WatchSums } from '../camera/watch-figures.ts'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { CameraLooks } from '../camera/look.ts'
import type { Deps } from '../core/deps.ts'
import { levelAbove, type Level } from './machine.ts'
import type { Reading } from './reading.ts'

/** A failing camera is tried every half minute, so two minutes contain four attempts. */
const span_s = 120

type Needs = Pick<Deps, 'db' | 'now'> & {
  looks: CameraLooks
  analysis: AnalysisConnection
  watch_figures: WatchFigures
}

/** Without an application, the levels are unknown. If it reports no figures, they are well. */
export function watchReadings({ db, now, looks, analysis, watch_figures }: Needs): Reading[] {
  const unknown: Level = analysis.peer === null ? 'between' : 'well'
  const watched = allCameras(db).flatMap(({ camera_sn, camera_name, state }) => {
    const sums = watch_figures.of(camera_sn, span_s, now())
    // An offline camera has an alarm of its own, and so has one with dark or frozen pictures.
    const elsewhere = state !== camera_state.online || (looks.get(camera_sn)?.health ?? '') !== ''
    return [{ camera_sn, camera_name, elsewhere, sums }]
  })
  return [
    ...watched.map(({ camera_sn, camera_name, elsewhere, sums }): Reading => {
      const attempts = (sums?.looks ?? 0) + (sums?.misses ?? 0)
      const percent = attempts === 0 ? 0 : Math.round(((sums?.misses ?? 0) / attempts) * 100)
      return {
        kind: 'camera_unseen',
        subject: camera_sn,
        name: camera_name,
        level: elsewhere
          ? 'between'
          : !sums
            ? unknown
            : attempts === 0
              ? 'between'
              : levelAbove(percent, alarm_limits.unseen_percent),
        facts: sums ? { percent, why: sums.why } : {},
      }
    }),
    overloadReading(
      watched.flatMap(({ sums }) => sums ?? []),
      unknown,
    ),
  ]
}

/** One reading for the box, because its cameras share the processor. */
function overloadReading(sums: readonly WatchSums[], unknown: Level): Reading {
  const slowed = sums.filter((one) => one.slowed)
  const latency_s = Math.max(0, ...sums.map(({ latency_ms }) => (latency_ms ?? 0) / 1000))
  const interval_s = Math.max(0, ...sums.map(({ interval_ms }) => interval_ms / 1000))
  return {
    kind: 'overload',
    subject: '',
    name: '',
    level:
      sums.length === 0 ? unknown : slowed.length > 0 ? 'bad' : levelAbove(latency_s, alarm_limits.latency_s),
    facts: {
      cameras: slowed.length,
      interval_s: Math.round(interval_s * 10) / 10,
      latency_s: Math.round(latency_s * 10) / 10,
    },
  }
}
