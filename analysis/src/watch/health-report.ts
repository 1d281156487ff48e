/** Reports how the program keeps up with its cameras: figures for the device, and log lines on overload. */
import type { WriteLog } from '../socket/wire.ts'
import { newFigures, type Figures } from './camera-watch.ts'

/** Number of reports for which an overload, or its end, must last before it is logged. */
const lasting_reports = 12

type Reported = {
  readonly camera: { readonly camera_sn: string; readonly camera_name: string }
  readonly figures: Figures
}
export type HealthReport = {
  /** Call this every five seconds. Without a connection the figures keep accumulating. */
  tick: () => void
}

export function createHealthReport(
  watched: () => Iterable<Reported>,
  now: () => number,
  send: (message: object) => boolean,
  log: WriteLog,
): HealthReport {
  const logged = new Map<string, { slowed: boolean; for: number }>()
  let since = now()

  /** Logs each change of a camera's overload once, even if the load fluctuates. */
  function logOverload({ camera: { camera_sn, camera_name }, figures }: Reported): void {
    const { slowed, interval_ms } = figures
    const last = logged.get(camera_sn) ?? { slowed: false, for: 0 }
    const lasted = slowed === last.slowed ? 0 : last.for + 1
    const is_lasting = lasted >= lasting_reports
    logged.set(camera_sn, is_lasting ? { slowed, for: 0 } : { slowed: last.slowed, for: lasted })
    if (!is_lasting) return
    const seconds = Math.round(interval_ms / 100) / 10
    const facts = { camera_name, seconds }
    if (slowed)
      log('WARNING', `${camera_name}: the processor is too busy, a look each ${seconds} s`, {
        what: 'app_slowed',
        facts,
      })
    else
      log('INFO', `${camera_name}: the processor keeps up again, a look each ${seconds} s`, {
        what: 'app_keeps_up',
        facts,
      })
  }

  return {
    tick() {
      const all = [...watched()]
      all.forEach(logOverload)
      const seconds = Math.min(3600, Math.max(0, (now() - since) / 1000))
      const cameras = all.map(({ camera, figures }) => {
        const { looks, misses, latency_ms, interval_ms, slowed, why } = figures
        return {
          camera_sn: camera.camera_sn,
          looks,
          misses,
          latency_ms: looks === 0 ? null : Math.round(latency_ms / looks),
          interval_ms: Math.round(interval_ms),
          slowed,
          why,
        }
      })
      if (!send({ type: 'health', seconds, cameras })) return
      since = now()
      for (const { figures } of all) {
        const { interval_ms, slowed } = figures
        Object.assign(figures, { ...newFigures(), interval_ms, slowed })
      }
    },
  }
}
