/** The two kinds of live feed: the camera's stream as video, or single pictures that are polled. */
import type { Deps } from '../core/deps.ts'
import { openedCamera } from '../camera/camera-secrets.ts'
import { cameraBySn } from '../camera/camera.store.ts'
import { liveStreamOf, patient_ms, takePicture } from '../camera/take-picture.ts'
import { CameraError } from '../ports/camera-port.ts'
import { createCutter } from './fragments.ts'
import type { Feed } from './source.ts'

/** Pause between two pictures: one to two pictures per second, for all viewers together. */
const pause_ms = 600

type Needs = Pick<Deps, 'db' | 'secrets' | 'cameras' | 'video' | 'log'>
const nothing_to_stop = { stop: () => Promise.resolve() }

/**
 * Reads the camera's settings at each start, so that a changed password or address takes effect immediately.
 */
export const videoFeed =
  (camera_sn: string, { db, secrets, video, log }: Needs): Feed =>
  (listener) => {
    const stored = cameraBySn(db, camera_sn)
    if (!stored) return endLater(() => listener.ended('stream'))
    const row = openedCamera(stored, { secrets })
    const cut = createCutter()
    const playing = video.play(
      {
        url: liveStreamOf(row),
        username: row.username,
        password: row.password,
        server_trust: row.server_trust,
      },
      {
        data(chunk) {
          try {
            for (const part of cut(chunk)) {
              if (part.kind === 'opening') listener.open({ kind: 'video', codec: part.codec }, part.bytes)
              else listener.frame(part.bytes, part.key)
            }
          } catch (error) {
            log.warn({ err: error, camera_sn }, 'what the stream is made of could not be read')
            listener.ended('stream')
          }
        },
        ended(step, message) {
          log.info({ camera_sn, step }, `live video ended: ${message}`)
          listener.ended(step)
        },
      },
    )
    return playing
  }

export const pictureFeed =
  (camera_sn: string, { db, secrets, cameras, video, log }: Needs): Feed =>
  (listener) => {
    const row = cameraBySn(db, camera_sn)
    if (!row) return endLater(() => listener.ended('picture'))
    const source = openedCamera(row, { secrets })
    let state: 'running' | 'stopped' = 'running'
    let timer: NodeJS.Timeout | undefined
    let opened: 'no' | 'yes' = 'no'
    const take = async (): Promise<void> => {
      try {
        const { jpeg } = await takePicture(source, { cameras, video }, { timeout_ms: patient_ms })
        if (state === 'stopped') return
        if (opened === 'no') listener.open({ kind: 'pictures' })
        opened = 'yes'
        listener.frame(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength), true)
        timer = setTimeout(() => void take(), pause_ms)
      } catch (error) {
        if (state === 'stopped') return
        if (!(error instanceof CameraError))
          log.error({ err: error, camera_sn }, 'a live picture could not be taken')
        listener.ended(error instanceof CameraError ? error.step : 'picture')
      }
    }
    timer = setTimeout(() => void take(), 0)
    return {
      async stop() {
        state = 'stopped'
        clearTimeout(timer)
      },
    }
  }

/** Reports the end of a feed asynchronously, never during its start. */
function endLater(report: () => void): { stop(): Promise<void> } {
  setImmediate(report)
  return nothing_to_stop
}
