/**
 * The state of the heartbeat: its worker writes it, `platform_state` and the alarms read it. It is in
 * memory, because writing it every few seconds would wear out the flash memory.
 */
import type { Answer } from '@parking/contract'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import type { PlatformOutcome } from '../ports/platform-port.ts'
import { countWaiting } from '../events/record/event.store.ts'
import { platformParam } from './platform-param.store.ts'

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
const known = new WeakMap<Db, Heartbeat>()

export const heartbeatOf = (db: Db): Heartbeat => known.get(db) ?? none
/** The settings changed: the state of the old platform says nothing about the new one. */
export const forgetHeartbeat = (db: Db): void => void known.delete(db)
export const noteNextHeartbeat = (db: Db, next_ms: number): void =>
  void known.set(db, { ...heartbeatOf(db), next_ms })

/** Records one heartbeat that ended at `now`, by the device's clock in milliseconds. */
export function noteHeartbeat(db: Db, outcome: PlatformOutcome, now: number): void {
  const before = heartbeatOf(db)
  const heard = 'heard' in outcome ? outcome.heard : undefined
  const good = outcome.kind === 'accepted'
  known.set(db, {
    ...before,
    tried_ms: now,
    said: outcome.info,
    success_ms: good ? now : before.success_ms,
    failing_since_ms: good ? null : (before.failing_since_ms ?? now),
    failures: good ? 0 : before.failures + 1,
    round_trips: heard ? [...before.round_trips, heard.took_ms].slice(-max_trips) : before.round_trips,
    clock: clockOf(outcome, now) ?? before.clock,
  })
}

/** The platform read its clock between request and response; a Date header is cut to the second. */
export function clockOf(outcome: PlatformOutcome, now: number): Clock | undefined {
  if (!('heard' in outcome) || !outcome.heard) return undefined
  const { took_ms, date_ms } = outcome.heard
  const ours = now - took_ms / 2
  const told = outcome.kind === 'accepted' ? timestampIn(outcome.data) : undefined
  if (told !== undefined)
    return {
      offset_ms: Math.round(told - ours),
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
 * Milliseconds since 1970 if the platform reports them. Ten digits are seconds (spec §9), which are too
 * coarse.
 */
function timestampIn(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('timestamp' in data)) return undefined
  const { timestamp } = data
  return typeof timestamp === 'number' && timestamp > 1e12 && timestamp < 1e14 ? timestamp : undefined
}

export function platformState(deps: Deps): Answer<'platform_state'> {
  const { device_hb_url } = platformParam(deps)
  const { tried_ms, success_ms, failing_since_ms, failures, next_ms, said, round_trips, clock } = heartbeatOf(
    deps.db,
  )
  const state =
    device_hb_url === '' ? 'off' : failures > 0 ? 'failing' : success_ms !== null ? 'good' : 'waiting'
  return {
    state,
    now_ms: deps.now(),
    tried_ms,
    success_ms,
    failing_since_ms,
    failures,
    next_ms: state === 'off' ? null : next_ms,
    said: said.slice(0, 2000),
    round_trip_ms: round_trips.at(-1) ?? null,
    round_trips,
    clock,
    queue: countWaiting(deps.db),
  }
}
