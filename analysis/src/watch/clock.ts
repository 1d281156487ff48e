/** The time of the program: that of the computer, or in tests one that runs faster. */
import { setTimeout as sleep } from 'node:timers/promises'

export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Resolves after so many milliseconds of this clock, or when the signal ends it. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export const real_clock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
}
