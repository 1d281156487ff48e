/** Where the pictures of a camera come from: its snapshot address, else its streams. */
import { createPictureClient } from './snapshot.ts'
import { openKeyFrames } from './key-frames.ts'
import type { Source } from './source.ts'

export type Place = {
  readonly frame_url: string
  readonly stream_url_main: string
  readonly stream_url_sub: string
  readonly username: string
  readonly password: string
}

/** What a source depends on: when this changes, another one is needed. */
export const sourceKey = ({
  frame_url,
  stream_url_main,
  stream_url_sub,
  username,
  password,
}: Place): string => JSON.stringify([frame_url, stream_url_main, stream_url_sub, username, password])

/**
 * Snapshots cost least. Where they fail, or there are none, key frames of the main stream, whose plates are
 * larger, and then of the sub stream. What works is kept until it fails.
 */
export function openSource(place: Place, now: () => number): Source {
  const { username, password } = place
  const openers = [
    ...(place.frame_url ? [() => snapshots(place.frame_url, username, password, now)] : []),
    ...[place.stream_url_main, place.stream_url_sub]
      .filter((url) => /^rtsp:/i.test(url))
      .map((url) => () => openKeyFrames({ url, username, password }, now)),
  ]
  let at = 0
  let source: Source | undefined
  return {
    async next() {
      if (openers.length === 0) throw new Error('the camera has neither a snapshot nor an RTSP address')
      source ??= openers[at]!()
      try {
        return await source.next()
      } catch (error) {
        source.close()
        source = undefined
        at = (at + 1) % openers.length
        throw error
      }
    },
    close: () => source?.close(),
  }
}

function snapshots(address: string, username: string, password: string, now: () => number): Source {
  const client = createPictureClient(address, username, password)
  return {
    async next() {
      const jpeg = await client.get()
      return { jpeg, time: now() }
    },
    close: () => undefined,
  }
}
