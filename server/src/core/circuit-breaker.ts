/** Keeps another machine that has failed several times in a row from being hammered: then one thing at a time asks whether it is back. */
import { backoff, type Random } from './retry-backoff.ts'

export type Waits = { first_ms: number; longest_ms: number; random: Random }
export type Breaker = {
  /** So long nothing may be begun, in milliseconds; 0: now. */
  wait_ms(): number
  /** How many may be under way at once, of `most`. */
  room(most: number): number
  /** How many failures there were in a row. */
  failures(): number
  /** Answers whether this failure was the one that opened it. */
  fail(): boolean
  /** It went through. Answers whether it was open. */
  succeed(): boolean
  /** Nothing is begun for so long, in milliseconds, whoever is to blame. */
  hold(ms: number): void
  /** Nothing is held against it any more. */
  reset(): void
}

/** So many failures in a row, of whatever, mean that it is the other end. */
const max_failures = 3

export function openBreaker({ first_ms, longest_ms, random }: Waits): Breaker {
  let failures = 0
  let closed_until = 0 // on the steady clock
  return {
    wait_ms: () => Math.max(0, closed_until - performance.now()),
    room: (most) => (failures > 0 ? 1 : most),
    failures: () => failures,
    fail() {
      failures++
      if (failures >= max_failures)
        closed_until = performance.now() + backoff(failures - max_failures + 1, first_ms, longest_ms, random)
      return failures === max_failures
    },
    succeed() {
      const was_open = failures >= max_failures
      failures = closed_until = 0
      return was_open
    },
    hold(ms) {
      closed_until = Math.max(closed_until, performance.now() + ms)
    },
    reset() {
      failures = closed_until = 0
    },
  }
}
