/**
 * The live sources of all cameras: one of each kind per camera, at most eight videos at the same time, and
 * none running without viewers.
 */
import type { Deps } from '../core/deps.ts'
import { type Feed, Source, type SourceOptions, type Viewer } from './source.ts'
import { openedCamera } from '../camera/camera-secrets.ts'
import { cameraBySn } from '../camera/camera.store.ts'
import { liveStreamOf, patient_ms, takePicture } from '../camera/take-picture.ts'
import { CameraError } from '../ports/camera-port.ts'
import { createCutter } from './fragments.ts'

const max_videos = 8
export type LiveKind = 'video' | 'pictures'

export type Live = {
  /** Adds a viewer. Returns a function that removes it, or `busy` if no more videos can be started. */
  join(camera_sn: string, kind: LiveKind, viewer: Viewer): (() => void) | 'busy'
  /** Whether this camera's video is running or could be started. */
  hasRoom(camera_sn: string): boolean
  /** The current state of a camera's source. */
  state(camera_sn: string, kind: LiveKind): Source['state']
  close(): Promise<void>
}

const defaults: SourceOptions = {
  linger_ms: 5_000,
  first_retry_ms: 1_000,
  max_retry_ms: 15_000,
  random: Math.random,
}

export function openLive(
  deps: Pick<Deps, 'db' | 'secrets' | 'cameras' | 'video' | 'log'>,
  options: Partial<SourceOptions> = {},
): Live {
  const sources = { video: new Map<string, Source>(), pictures: new Map<string, Source>() }
  const videos = (): number => [...sources.video.values()].filter((source) => source.state !== 'idle').length
  const isBusy = (source: Source | undefined): boolean =>
    (source?.state ?? 'idle') === 'idle' && videos() >= max_videos
  return {
    state: (camera_sn, kind) => sources[kind].get(camera_sn)?.state ?? 'idle',
    hasRoom: (camera_sn) => !isBusy(sources.video.get(camera_sn)),
    join(camera_sn, kind, viewer) {
      // Sources without viewers are removed when a viewer joins, which also removes those of deleted cameras.
      for (const [name, source] of sources[kind])
        if (source.state === 'idle' && name !== camera_sn) sources[kind].delete(name)
      const known = sources[kind].get(camera_sn)
      if (kind === 'video' && isBusy(known)) return 'busy'
      const source =
        known ??
        new Source((kind === 'video' ? videoFeed : pictureFeed)(camera_sn, deps), { ...defaults, ...options })
      sources[kind].set(camera_sn, source)
      return source.join(viewer)
    },
    async close() {
      await Promise.all(
        [...sources.video.values(), ...sources.pictures.values()].map((source) => source.close()),
      )
    },
  }
}

/** Pause between two pictures: one to two pictures per second, for all viewers together. */
const pause_ms = 600

type Needs = Pick<Deps, 'db' | 'secrets' | 'cameras' | 'video' | 'log'>
const nothing_to_stop = { stop: () => Promise.resolve() }

/**
 * Reads the camera's settings at each start, so that a changed password or address takes effect immediately.
 */
const videoFeed =
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

const pictureFeed =
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
