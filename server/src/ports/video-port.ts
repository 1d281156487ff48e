/** Live video of a camera as fragmented MP4 without re-encoding, single pictures of a stream, and clips. */
import type { CameraStep, ClipAbsence } from '@parking/contract'
import type { Picture } from './camera-port.ts'
import { PortError } from './port-error.ts'

/**
 * `url` contains no credentials: user name and password are never part of an address that is shown or logged.
 * `server_trust`: what an encrypted stream is verified against (contract/src/core/server-trust.ts).
 */
export type VideoSource = { url: string; username: string; password: string; server_trust?: string }

export type VideoListener = {
  /**
   * Bytes of fragmented MP4 as they arrive: an opening (ftyp, moov), then fragments (moof, mdat) of one
   * picture each.
   */
  data(chunk: Buffer): void
  /** Called once if the video ends by itself, with the step that failed. */
  ended(step: CameraStep, message: string): void
}

/** A picture of a stream, and what the stream reports about itself; 0 and empty if it does not. */
export type Still = Picture & {
  frame_rate: number
  /** kbit/s */ bit_rate: number
  /** `H.264` */ codec: string
}

/**
 * The limits of a clip: seconds, pixels, pictures a second, bytes. `file` is its path in an existing folder.
 */
export type ClipRequest = {
  file: string
  duration_s: number
  width: number
  height: number
  fps: number
  max_bytes: number
}
/** The properties of the clip: pixels, milliseconds, bytes. */
export type Clip = { width: number; height: number; duration_ms: number; bytes: number }

type ClipReason = Extract<ClipAbsence, 'no_ffmpeg' | 'camera' | 'too_busy' | 'disk'>

/** Why there is no clip. The message never contains the address. */
export class ClipError extends PortError<ClipReason, undefined> {
  override readonly name = 'ClipError'
  constructor(reason: ClipReason, message: string) {
    super(message, { reason, step: undefined })
  }
}

export type VideoPort = {
  /** Whether the device has ffmpeg. Checked each time, so that a new installation is noticed. */
  available(): boolean
  /**
   * Starts at once and reports failures to `ended`. `stop` resolves when its process has ended; after that
   * nothing is reported.
   */
  play(source: VideoSource, listener: VideoListener): { stop(): Promise<void> }
  /**
   * One picture of the stream. Ends within its timeout and throws a CameraError of step reach, port, signin
   * or stream; the signal aborts it. The default timeout fits the 5 s that the console waits for a picture
   * (spec §9).
   */
  still(
    source: VideoSource,
    options?: { signal?: AbortSignal | undefined; timeout_ms?: number },
  ): Promise<Still>
  /**
   * Records from now on into a complete MP4 with H.264 at `wish.file`, flushed to the disk. A stream within
   * the limits is copied, any other is encoded. Throws a ClipError and leaves no file; the signal aborts it.
   */
  record(source: VideoSource, wish: ClipRequest, signal?: AbortSignal): Promise<Clip>
}
