/** Live video of a camera as fragmented MP4, without encoding it anew, in our words. */
import type { CameraStep } from '@parking/contract'

/** `url` carries no sign-in; user name and password are never part of an address that is shown or logged. */
export type VideoSource = { url: string; username: string; password: string }

export type VideoHear = {
  /** Bytes of fragmented MP4, as they come: an opening (ftyp, moov), then fragments (moof, mdat) of one picture each. */
  data(chunk: Buffer): void
  /** Once, when it has ended by itself: the step at which it failed. */
  ended(step: CameraStep, message: string): void
}

export type VideoPort = {
  /** Whether the box has what it takes: looked up anew each time, so that an installation is noticed. */
  available(): boolean
  /** Begins at once; failures are told to `ended`. `stop` resolves when nothing of it runs any more, and nothing is heard after it was asked for. */
  play(source: VideoSource, hear: VideoHear): { stop(): Promise<void> }
}
