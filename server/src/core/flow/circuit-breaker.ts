/** Protects a peer that failed several times in a row: one attempt at a time probes whether it is back. */
import { backoff, type Random } from './retry-backoff.ts'

export type BackoffOptions = { first_delay_ms: number; max_delay_ms: number; random: Random }
export type Breaker = {
  /** Milliseconds until the next attempt is allowed; 0: now. */
  wait_ms(): number
  /** Number of attempts that may be in flight at once, at most `max`. */
  room(max: number): number
  /** Number of attempts that failed in a row. */
  failures(): number
  /** Records a failure. Returns whether it opened the breaker. */
  fail(): boolean
  /** Records a success. Returns whether the breaker was open. */
  succeed(): boolean
  /** Blocks attempts for this long, in milliseconds, without a failure; a success does not end it. */
  hold(ms: number): void
  /** Whether attempts are held. */
  held(): boolean
  /** Clears all failures and holds. */
  reset(): void
}

/** This many failures in a row, for whatever reason, mean that the peer is at fault. */
const max_failures = 3

export function openBreaker({ first_delay_ms, max_delay_ms, random }: BackoffOptions): Breaker {
  let failures = 0
  let [closed_until, held_until] = [0, 0] // on the monotonic clock
  return {
    wait_ms: () => Math.max(0, Math.max(closed_until, held_until) - performance.now()),
    room: (max) => (failures > 0 ? 1 : max),
    failures: () => failures,
    fail() {
      failures++
      if (failures >= max_failures)
        closed_until =
          performance.now() + backoff(failures - max_failures + 1, first_delay_ms, max_delay_ms, random)
      return failures === max_failures
    },
    succeed() {
      const was_open = failures >= max_failures
      failures = closed_until = 0
      return was_open
    },
    hold(ms) {
      held_until = Math.max(held_until, performance.now() + ms)
    },
    held: () => held_until > performance.now(),
    reset() {
      failures = closed_until = held_until = 0
    },
  }
}
