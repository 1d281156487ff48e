/**
 * Remembers the addresses that took a connection and then sent nothing: a link may drop large packets, such
 * as those of a handshake, and a proxy may answer for a peer that is gone.
 */
import type { Socket } from 'node:net'

/** How long an address counts as mute. */
const mute_ms = 600_000

export class MuteAddresses {
  readonly #since = new Map<string, number>()
  readonly #patience_ms: number

  /** A connection that was closed within `patience_ms` says nothing of its peer. */
  constructor(patience_ms = 3_000) {
    this.#patience_ms = patience_ms
  }

  /** Notes at the end of this connection whether its peer has sent anything. */
  watch(socket: Socket): void {
    const peer = `${socket.remoteAddress} ${socket.remotePort}`
    const began = performance.now()
    socket.once('close', () => {
      const now = performance.now()
      if (socket.bytesRead > 0) this.#since.delete(peer)
      else if (now - began > this.#patience_ms) this.#since.set(peer, now)
    })
  }

  has(address: string, port: number): boolean {
    return performance.now() - (this.#since.get(`${address} ${port}`) ?? -Infinity) < mute_ms
  }
}
