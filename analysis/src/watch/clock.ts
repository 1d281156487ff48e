/** The program's clock: the system clock, or a faster one in tests. */
import { setTimeout as sleep } from 'node:timers/promises'

export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Resolves after `ms` milliseconds of this clock, or when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export const real_clock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
}
