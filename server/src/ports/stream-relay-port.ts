/** Offers encrypted streams of cameras as plain streams on loopback, for the analysis application. */
import type { VideoSource } from './video-port.ts'

export type StreamRelayPort = {
  /** Listens on loopback. `find` is called at each connection, so that a changed password applies at once. */
  start(find: (name: string) => VideoSource | undefined): Promise<void>
  /**
   * The plain address of the encrypted stream `name`, whose own address is `url`; empty until the relay
   * listens.
   */
  addressOf(name: string, url: string): string
  stop(): Promise<void>
}
