/**
 * The state of the heartbeat: its worker writes it, `platform_state` and the alarms read it. It is kept in
 * memory, because writing it every few seconds would wear out the flash memory.
 */
import type { Answer } from '@parking/contract'
import type { PlatformOutcome } from '../ports/platform-port.ts'

type Clock = NonNullable<Answer<'platform_state'>['clock']>
export type Heartbeat = {
  tried_ms: number | null
  success_ms: number | null
  failing_since_ms: number | null
  failures: number
  next_ms: number | null
  said: string
  round_trips: number[]
  clock: Clock | null
}

const max_trips = 20
const none: Heartbeat = {
  tried_ms: null,
  success_ms: null,
  failing_since_ms: null,
  failures: 0,
  next_ms: null,
  said: '',
  round_trips: [],
  clock: null,
}
export class HeartbeatState {
  #current = none

  get current(): Heartbeat {
    return this.#current
  }

  /** Call when the settings change: the state of the old platform does not apply to the new one. */
  reset(): void {
    this.#current = none
  }

  setNext(next_ms: number): void {
    this.#current = { ...this.#current, next_ms }
  }

  /** Records a heartbeat that ended at `now`, by the box's own clock in milliseconds. */
  record(outcome: PlatformOutcome, now: number): void {
    const before = this.#current
    const timing = 'timing' in outcome ? outcome.timing : undefined
    const accepted = outcome.kind === 'accepted'
    this.#current = {
      ...before,
      tried_ms: now,
      said: outcome.info,
      success_ms: accepted ? now : before.success_ms,
      failing_since_ms: accepted ? null : (before.failing_since_ms ?? now),
      failures: accepted ? 0 : before.failures + 1,
      round_trips: timing ? [...before.round_trips, timing.took_ms].slice(-max_trips) : before.round_trips,
      clock: clockOf(outcome, now) ?? before.clock,
    }
  }
}

/**
 * Assumes that the platform read its clock halfway between request and response; a Date header is truncated
 * to the second.
 */
export function clockOf(outcome: PlatformOutcome, now: number): Clock | undefined {
  if (!('timing' in outcome) || !outcome.timing) return undefined
  const { took_ms, date_ms } = outcome.timing
  const ours = now - took_ms / 2
  const platform_ms = outcome.kind === 'accepted' ? timestampIn(outcome.data) : undefined
  if (platform_ms !== undefined)
    return {
      offset_ms: Math.round(platform_ms - ours),
      error_ms: Math.ceil(took_ms / 2),
      by: 'body',
      measured_ms: now,
    }
  return date_ms === undefined
    ? undefined
    : {
        offset_ms: Math.round(date_ms + 500 - ours),
        error_ms: 500 + Math.ceil(took_ms / 2),
        by: 'date',
        measured_ms: now,
      }
}

/**
 * The platform's time in milliseconds since 1970, if reported. Ten digits mean seconds (spec §9), which is
 * too coarse.
 */
function timestampIn(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('timestamp' in data)) return undefined
  const { timestamp } = data
  return typeof timestamp === 'number' && timestamp > 1e12 && timestamp < 1e14 ? timestamp : undefined
}
