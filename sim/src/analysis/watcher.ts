/** Watches one camera: a picture about every second, independent of the other cameras. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readFrame, type FrameTruth } from './frame-comment.ts'
import { fetchSnapshot } from '@parking/analysis/sources/snapshot.ts'
import type { CameraConfig, WriteLog } from './wire.ts'

const max_wait_ms = 10_000

export type Watcher = {
  readonly key: string
  /** Returns the counts since the last call. */
  readHealth: () => {
    looks: number
    misses: number
    latency_ms: number | null
    interval_ms: number
    why: string
  }
  stop: () => void
}
export type WatchOptions = {
  camera: CameraConfig
  interval: number
  /** Awaited, so that a camera's frames are processed in order. */
  onFrame: (truth: FrameTruth, picture: Buffer) => Promise<void>
  log: WriteLog
}

/** The settings that a watcher depends on. A new watcher is needed if the key changes. */
export const watchKey = ({ frame_url }: CameraConfig): string => frame_url

/** Starts watching. A failing camera is polled less and less often and reported once. */
export function watch({ camera, interval, onFrame, log }: WatchOptions): Watcher {
  const end = new AbortController()
  let failures = 0
  let [looks, misses, taken_ms, interval_ms, why] = [0, 0, 0, interval, '']

  async function run(): Promise<void> {
    while (!end.signal.aborted) {
      const began = Date.now()
      try {
        const frame = readFrame(await fetchSnapshot(camera.frame_url))
        if (!frame) throw new Error('the picture is no JPEG of the simulated street')
        if (end.signal.aborted) return
        if (failures)
          log('INFO', `${camera.camera_name}: pictures again after ${failures} failed attempts`, {
            what: 'app_camera_back',
            facts: { camera_name: camera.camera_name, attempts: failures },
          })
        failures = 0
        await onFrame(frame.truth, frame.picture)
        looks++
        taken_ms += Date.now() - began
      } catch (error) {
        misses++
        why = reasonOf(error).slice(0, 200)
        if (++failures === 1)
          log('WARNING', `${camera.camera_name}: no picture: ${why}`, {
            what: 'app_camera_silent',
            facts: { camera_name: camera.camera_name, why },
          })
      }
      const pause = Math.min(interval * 2 ** Math.min(failures, 8), failures ? max_wait_ms : interval)
      interval_ms = pause
      await sleep(Math.max(20, pause - (Date.now() - began)), undefined, { signal: end.signal }).catch(
        () => undefined,
      )
    }
  }
  void run()
  return {
    key: watchKey(camera),
    readHealth() {
      const latency_ms = looks === 0 ? null : Math.round(taken_ms / looks)
      const read = { looks, misses, latency_ms, interval_ms, why }
      ;[looks, misses, taken_ms, why] = [0, 0, 0, '']
      return read
    },
    stop: () => end.abort(),
  }
}

/** `fetch` puts the reason into `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
