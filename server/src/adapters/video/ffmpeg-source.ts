/**
 * The input of ffmpeg: never a camera's own address, always the relay, which holds the connection to the
 * camera (docs/decisions/0084).
 */
import type { CameraStep } from '@parking/contract'
import { relayedList } from '@parking/contract/live/relayed-stream.ts'
import type { VideoSource } from '#src/ports/video-port.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { connectStream } from './rtsp-connect.ts'
import { refusals } from './rtsp-answer.ts'
import { openRelay } from './rtsp-relay.ts'

/** What ffmpeg opens, and how to close what is behind it. */
export type Input = { list: string; close(): void }

const silent_ms = 5_000

/** Connects to the camera within `opening_ms`. Throws a CameraError of step reach or port. */
export async function openInput(source: VideoSource, reach: Reach, opening_ms?: number): Promise<Input> {
  const camera = await connectStream(source, reach, opening_ms)
  const { url, close } = await openRelay(camera, source).catch((error: unknown) => {
    camera.destroy()
    throw error
  })
  return { list: relayedList(url.href, silent_ms), close }
}

/** The kind of failure in ffmpeg's output, which is never passed on. */
export function failureIn(said: string): [CameraStep, string] {
  if (/\b40[13] |unauthorized|authorization failed/i.test(said))
    return ['signin', 'The camera refused this user name and password']
  if (said.includes(refusals.elsewhere))
    return ['stream', 'The camera leads its stream to another address, which is not followed']
  if (said.includes(refusals.only_udp)) return ['stream', 'The camera sends this stream over UDP only']
  if (/timed out/i.test(said)) return ['stream', 'The stream server took the connection and did not answer']
  return ['stream', 'The stream could not be opened, or has ended']
}
