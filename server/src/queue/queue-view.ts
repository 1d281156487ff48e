/**
 * The queue view: what is in the queue, how fast it moves, and what holds it up
 * (contract/src/queue/queue.ts).
 */
import { charge_mode, event_status, type Answer, type QueueState } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import {
  failedRun,
  oldestByStatus,
  paceOf,
  queueHeads,
  queueFailures,
  type FailedRun,
  type Heads,
} from './queue-view.store.ts'
import { countByStatus } from '../events/record/event.store.ts'
import { readParam } from '../params/param.store.ts'
import { platformParam } from '../platform/platform-param.store.ts'
import { sendingPause } from './sending-pause.ts'

type Queue = Answer<'event_queue'>
type StepState = Queue['deliver']

const { pending, delayed, awaiting_upload, awaiting_processing, send_failed, validation_failed } =
  event_status
const max_errors = 20
/**
 * This many failures in a row, across events, mean that the peer has failed, not a single event
 * (workers/event-sender.ts).
 */
const stalled_tries = 3
/** A shorter wait does not mean that the queue is growing. */
const growing_after_ms = 60_000

export function eventQueue(deps: Pick<Deps, 'db' | 'secrets' | 'now'>): Queue {
  const { db } = deps
  const now = deps.now()
  const counted = countByStatus(db)
  const count = (...statuses: number[]) =>
    statuses.reduce((sum, status) => sum + (counted.get(status) ?? 0), 0)
  const heads = queueHeads(db, now)
  const oldest = oldestByStatus(db, heads)
  const [minute, minutes_5, hour] = [paceOf(db, now, 1), paceOf(db, now, 5), paceOf(db, now, 60)]
  const pause = sendingPause(db)
  const [upload, deliver] = [
    stepState(failedRun(db, 'upload'), awaiting_upload, heads, now),
    stepState(failedRun(db, 'deliver'), pending, heads, now),
  ]
  const missing = missingAddresses(deps, heads)
  const ready = count(pending, awaiting_upload, awaiting_processing)
  const drain_s = drainOf(ready, minute)
  const facts: Facts = {
    paused: pause.paused,
    waiting: count(pending, delayed, awaiting_upload, awaiting_processing),
    ready,
    missing,
    drain_s,
    stalled:
      (upload.state === 'waiting' && count(awaiting_upload) > 0) ||
      (deliver.state === 'waiting' && count(pending) > 0),
    for_check: readParam(deps, 'alg_param').charge_mode === charge_mode.delayed,
    oldest_ready_ms: Math.min(
      ...[pending, awaiting_upload, awaiting_processing].map((status) => oldest.get(status) ?? Infinity),
    ),
    now,
  }
  const state = queueState(facts)
  return {
    state,
    by_status: Object.fromEntries(
      [...counted].flatMap(([status, n]) => (n > 0 ? [[String(status), n]] : [])),
    ),
    waiting: facts.waiting,
    parked: count(send_failed, validation_failed),
    oldest_ms: Object.fromEntries(
      [...oldest].flatMap(([status, ms]) => (count(status) > 0 ? [[String(status), ms]] : [])),
    ),
    rate_in: { minutes_5: rounded(minutes_5.taken_in), hour: rounded(hour.taken_in) },
    rate_out: { minutes_5: rounded(minutes_5.sent), hour: rounded(hour.sent) },
    drain_s: state === 'moving' ? drain_s : null,
    missing,
    errors: queueFailures(db, max_errors),
    pause,
    upload,
    deliver,
  }
}

type Facts = {
  paused: boolean
  /** All events in the queue; `ready`: those of them that only need to be processed, uploaded or sent. */
  waiting: number
  ready: number
  missing: Queue['missing']
  stalled: boolean
  /** `charge_mode` requires a check before sending. */
  for_check: boolean
  drain_s: number | null
  oldest_ready_ms: number
  now: number
}

/**
 * The most important state: a cause that holds up the whole queue outranks a cause that holds up a part of
 * it.
 */
export function queueState({
  paused,
  waiting,
  ready,
  missing,
  stalled,
  for_check,
  drain_s,
  oldest_ready_ms,
  now,
}: Facts): QueueState {
  if (paused) return 'paused'
  if (waiting === 0) return 'empty'
  if (missing.includes('data_url')) return 'no_address'
  if (stalled) return 'stalled'
  if (ready === 0) return missing.length > 0 ? 'no_address' : for_check ? 'waits_for_check' : 'moving'
  return drain_s === null && now - oldest_ready_ms > growing_after_ms ? 'growing' : 'moving'
}

/**
 * Seconds until `ready` events are sent at the rate of the last minute; null if their number is not
 * falling.
 */
export function drainOf(
  ready: number,
  { taken_in, sent }: { taken_in: number; sent: number },
): number | null {
  if (ready === 0) return 0
  if (sent === 0) return null
  // At most a minute's work: new events are then only normal traffic.
  if (ready <= sent) return Math.ceil((ready / sent) * 60)
  return sent > taken_in ? Math.ceil((ready / (sent - taken_in)) * 60) : null
}

/**
 * `status`: the status of events that wait for the step. Only the newest attempts of an event are stored, so
 * the age of a repeatedly tried event shows since when the step has been failing.
 */
function stepState(
  { n, first_ms, info, answered_ms }: FailedRun,
  status: number,
  heads: readonly Heads[],
  now: number,
): StepState {
  if (n < stalled_tries) return { state: 'working', since_ms: null, until_ms: null, reason: '' }
  const again = heads.filter((head) => head.status === status)
  const since_ms = Math.max(
    answered_ms ?? 0,
    Math.min(first_ms ?? now, ...again.map(({ tried_ms }) => tried_ms ?? now)),
  )
  const next = Math.min(...again.map(({ next_ms }) => next_ms ?? Infinity))
  return { state: 'waiting', since_ms, until_ms: Number.isFinite(next) ? next : null, reason: info ?? '' }
}

/** Timer pictures have their own address, which a device without timer pictures does not need. */
function missingAddresses(deps: Pick<Deps, 'db' | 'secrets'>, heads: readonly Heads[]): Queue['missing'] {
  const { data_url, timer_data_url } = platformParam(deps)
  const held = (lane: Heads['lane']) =>
    heads.some((head) => head.lane === lane && head.status === delayed && head.reason === 'no_address')
  return [
    ...(data_url === '' ? ['data_url' as const] : []),
    ...(timer_data_url === '' && held(1) ? ['timer_data_url' as const] : []),
  ]
}

/** Rounded to hundredths: ten events an hour are 0.17 a minute. */
const rounded = (rate: number): number => Math.round(rate * 100) / 100
