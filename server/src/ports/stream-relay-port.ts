/** Offers the streams of cameras on loopback, for the analysis application. */
import type { VideoSource } from './video-port.ts'

/** `signed` gets whether the camera has accepted the account, once for each session that is opened. */
export type RelayedSource = VideoSource & { signed?: (accepted: boolean) => void }

export type StreamRelayPort = {
  /**
   * Listens on loopback. `find` is called at each connection, so that a changed password applies at once. It
   * throws a CameraError for a stream that must not be opened.
   */
  start(find: (name: string) => RelayedSource | undefined): Promise<void>
  /** The address of the stream `name`; empty until the relay listens. */
  addressOf(name: string): string
  stop(): Promise<void>
}
