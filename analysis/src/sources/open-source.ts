/**
 * Opens the picture source of a camera: its snapshot address, else its streams. All of them are addresses of
 * the device's relay: this program connects to no camera.
 */
import { deviceSentence } from '@parking/contract/core/device-sentences.ts'
import { isRelayed } from '@parking/contract/live/relayed-stream.ts'
import { openKeyFrames } from './key-frames.ts'
import { fetchSnapshot } from './snapshot.ts'
import type { Source } from './source.ts'

export type Place = {
  readonly frame_url: string
  readonly stream_url_main: string
  readonly stream_url_sub: string
}

/** What a source depends on: when this changes, a new source is needed. */
export const sourceKey = ({ frame_url, stream_url_main, stream_url_sub }: Place): string =>
  JSON.stringify([frame_url, stream_url_main, stream_url_sub])

/**
 * Snapshots cost least. If they fail or there are none, key frames of the main stream are used, where plates
 * are larger, and then of the sub stream. A source that works is kept until it fails. The reported reason is
 * that of the first source, because the others only replace it.
 */
export function openSource(place: Place, now: () => number): Source {
  const openers = [
    ...(isRelayed(place.frame_url) ? [() => snapshots(place.frame_url, now)] : []),
    ...[place.stream_url_main, place.stream_url_sub]
      .filter((url) => isRelayed(url) && /^rtsp:/i.test(url))
      .map((url) => () => openKeyFrames(url, now)),
  ]
  let at = 0
  let source: Source | undefined
  let reason: unknown
  return {
    async next() {
      if (openers.length === 0) throw new Error(deviceSentence('unseen_no_address'))
      source ??= openers[at]!()
      try {
        const picture = await source.next()
        reason = undefined
        return picture
      } catch (error) {
        if (at === 0) reason = error
        source.close()
        source = undefined
        at = (at + 1) % openers.length
        throw reason ?? error
      }
    },
    close: () => source?.close(),
  }
}

const snapshots = (address: string, now: () => number): Source => ({
  async next() {
    const jpeg = await fetchSnapshot(address)
    return { jpeg, time: now() }
  },
  close: () => undefined,
})
