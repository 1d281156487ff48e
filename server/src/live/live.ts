/**
 * The live sources of all cameras: one of each kind per camera, at most eight videos at the same time, and
 * none running without viewers.
 */
import type { Deps } from '../core/deps.ts'
import { pictureFeed, videoFeed } from './feeds.ts'
import { Source, type SourceOptions, type Viewer } from './source.ts'

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
