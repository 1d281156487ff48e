/** What runs unasked: the camera watch, the analysis socket, the sender and the heartbeat. */
import type { Deps } from '../deps.ts'

export type Workers = {
  /** Resolves when the analysis socket listens; rejects with a sentence when it cannot. */
  ready: Promise<void>
  /** Answers when all have come to rest. */
  stop(): Promise<void>
}

/** Starts every worker. `socket` is where the analysis application is met (PARKING_SOCKET). */
export function startWorkers(_deps: Deps, _options: { socket?: string } = {}): Workers {
  return { ready: Promise.resolve(), stop: async () => {} }
}
