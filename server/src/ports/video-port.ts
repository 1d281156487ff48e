/** Live video of a camera as fragmented MP4, without encoding it anew, single pictures out of a stream, and clips of it, in our words. */
import type { CameraStep, ClipAbsence } from '@parking/contract'
import type { Picture } from './camera-port.ts'
import { PortError } from './port-error.ts'

/** `url` carries no sign-in; user name and password are never part of an address that is shown or logged. */
export type VideoSource = { url: string; username: string; password: string }

export type VideoHear = {
  /** Bytes of fragmented MP4, as they come: an opening (ftyp, moov), then fragments (moof, mdat) of one picture each. */
  data(chunk: Buffer): void
  /** Once, when it has ended by itself: the step at which it failed. */
  ended(step: CameraStep, message: string): void
}

/** A picture out of a stream, and what the stream says of itself; 0 and empty where it does not. */
export type Still = Picture & {
  frame_rate: number
  /** kbit/s */ bit_rate: number
  /** `H.264` */ codec: string
}

/** What a clip may be at most: seconds, pixels, pictures a second, bytes. `file` is where it is to lie, in a folder that is there. */
export type ClipWish = {
  file: string
  duration_s: number
  width: number
  height: number
  fps: number
  max_bytes: number
}
/** What it has become: pixels, milliseconds, bytes. */
export type Clip = { width: number; height: number; duration_ms: number; bytes: number }

type ClipReason = Extract<ClipAbsence, 'no_ffmpeg' | 'camera' | 'too_busy' | 'disk'>

/** Why there is no clip. The message never holds the address. */
export class ClipError extends PortError<ClipReason, undefined> {
  override readonly name = 'ClipError'
  constructor(reason: ClipReason, message: string) {
    super(message, { reason, step: undefined })
  }
}

export type VideoPort = {
  /** Whether the box has what it takes: looked up anew each time, so that an installation is noticed. */
  available(): boolean
  /** Begins at once; failures are told to `ended`. `stop` resolves when nothing of it runs any more, and nothing is heard after it was asked for. */
  play(source: VideoSource, hear: VideoHear): { stop(): Promise<void> }
  /** One picture out of the stream. Ends within its timeout and throws a CameraError of step reach, port, signin or stream; a signal cuts it off at once. */
  still(source: VideoSource, signal?: AbortSignal): Promise<Still>
  /**
   * Records from now on, and leaves a whole MP4 with H.264 at `wish.file`, which is on the disk: copied where the stream is one already that is no larger than
   * wished, else encoded. Throws a ClipError and leaves nothing behind; a signal cuts it off at once.
   */
  record(source: VideoSource, wish: ClipWish, signal?: AbortSignal): Promise<Clip>
}
