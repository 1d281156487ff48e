/**
 * The input of ffmpeg: never a camera's own address, always the relay, which holds the connection to the
 * camera (docs/decisions/0084).
 */
import { relayedList } from '@parking/contract/live/relayed-stream.ts'
import { CameraError } from '#src/ports/camera-port.ts'
import type { VideoSource } from '#src/ports/video-port.ts'
import { refusals } from './rtsp-answer.ts'
import { openRelay } from './rtsp-relay.ts'
import type { SharedStreams } from './shared-streams.ts'

/** What ffmpeg opens, and how to close what is behind it. */
export type Input = { list: string; close(): void }

const silent_ms = 5_000

/**
 * Joins the stream within `opening_ms`. `replay_ms`: how old its first picture may be. Throws a CameraError
 * of step reach, port or stream.
 */
export async function openInput(
  streams: SharedStreams,
  source: VideoSource,
  replay_ms: number,
  opening_ms?: number,
): Promise<Input> {
  const seat = await streams.join(source, opening_ms)
  const { url, close } = await openRelay(seat, replay_ms).catch((error: unknown) => {
    seat.leave()
    throw error
  })
  return { list: relayedList(url.href, silent_ms), close }
}

/** The kind of failure in ffmpeg's output, which is never passed on. */
export function failureIn(said: string): CameraError {
  if (/\b40[13] |unauthorized|authorization failed/i.test(said))
    return new CameraError('signin', 'The camera refused this user name and password')
  if (said.includes(refusals.elsewhere))
    return new CameraError('stream', 'The camera leads its stream to another address, which is not followed')
  if (said.includes(refusals.only_udp))
    return new CameraError('stream', 'The camera sends this stream over UDP only')
  if (said.includes(refusals.sessions))
    return new CameraError('stream', 'The camera serves as many others as it can', 'session_limit')
  if (said.includes(refusals.client_certificate))
    return new CameraError('port', 'The camera wants a certificate of the device', 'client_certificate')
  if (/timed out/i.test(said))
    return new CameraError('stream', 'The stream server took the connection and did not answer')
  return new CameraError('stream', 'The stream could not be opened, or has ended')
}
