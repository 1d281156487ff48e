/**
 * Delivers events to the platform (docs/platform.md): oldest first, in order within a lot, at least once. A
 * row changes only with an outcome, so a crash during an attempt just repeats it. Long because a lane (one
 * for events, one for timer pictures) shares its breaker and queue among attempts, outcomes and retries.
 */
import { deviceSentence, event_status, log_type, response_status } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import type { Meters } from '../core/meters.ts'
import { group, type Part } from '../core/part.ts'
import { redrawEvidence } from '../events/record/evidence.store.ts'
import { recordAttempt, triesOf } from '../events/record/attempt.store.ts'
import { eventBody, idempotencyKey } from '../platform/event-body.ts'
import {
  dueEvent,
  dueEvents,
  hasPending,
  nextDue,
  type QueuedEvent,
} from '../events/record/event-queue.store.ts'
import {
  retryEventsNow,
  lanes,
  capNextTry,
  settleDelivery,
  type Lane,
} from '../events/record/event-state.store.ts'
import { sendingPause } from '../queue/sending-pause.ts'
import type { PlatformOutcome } from '../ports/platform-port.ts'
import { backoff, type Random } from '../core/flow/retry-backoff.ts'
import { openBreaker } from '../core/flow/circuit-breaker.ts'
import type { PlatformSession } from '../platform/platform-session.ts'
import { openBatch } from '../core/flow/batch.ts'
import { createWorkQueue } from '../core/flow/work-queue.ts'

export type EventSenderOptions = {
  random?: Random
  /** The backoff of one event: 1 s to 5 min (docs/platform.md). */
  first_delay_ms?: number
  max_delay_ms?: number
  at_once?: number
  /** Makes sure that the evidence of an event is drawn before the event is sent. */
  drawn?: (event_id: number) => Promise<void>
}
export type EventSender = Part & {
  /** To be called when the platform has answered: sends everything that waits for a retry at once. */
  hurry(): void
}

type Needs = Deps & { meters: Meters }

const circuit_max_delay_ms = 60_000
/** The limit of requests in flight, in bytes of pictures: base64 and JSON make several copies of each. */
const max_bytes: Record<Lane, number> = { 0: 16 * 1024 * 1024, 1: 8 * 1024 * 1024 }

export function createEventSender(
  deps: Needs,
  session: PlatformSession,
  options: EventSenderOptions = {},
): EventSender {
  const senders = lanes.map((lane) => createLane(deps, session, lane, options))
  return {
    hurry: () => senders.forEach((sender) => sender.retryIfFailing()),
    ...group(senders),
  }
}

function createLane(deps: Needs, session: PlatformSession, lane: Lane, options: EventSenderOptions) {
  const { db, bus, log } = deps
  const {
    random = Math.random,
    first_delay_ms = 1_000,
    max_delay_ms = 300_000,
    at_once = lane === 0 ? 4 : 2,
    drawn = () => Promise.resolve(),
  } = options
  const breaker = openBreaker({
    first_delay_ms,
    max_delay_ms: Math.min(max_delay_ms, circuit_max_delay_ms),
    random,
  })
  const address = () => (lane === 0 ? session.param().data_url : session.param().timer_data_url)
  const work_queue = createWorkQueue<QueuedEvent>(deps, {
    breaker,
    max_running: at_once,
    first_delay_ms,
    max_delay_ms,
    max_bytes: max_bytes[lane],
    mayStart: () => address() !== '' && !sendingPause(db).paused,
    due: (now, max) => (hasPending(db, lane) ? dueEvents(db, lane, now, max) : []),
    stillDue: ({ event_id }, now) => dueEvent(db, lane, event_id, now),
    // The evidence is drawn while other events are being sent; a failure is reported when the event itself is
    // sent.
    prepare: ({ event_id }) => void drawn(event_id).catch(() => undefined),
    next(now) {
      if (!hasPending(db, lane)) return undefined
      capNextTry(db, event_status.pending, now + 2 * max_delay_ms, now)
      return nextDue(db, lane)
    },
    run: deliver,
  })
  let in_flight = 0
  const settled = openBatch(
    db,
    () => work_queue.phase() !== 'stopped',
    () => in_flight > 0,
  )

  async function deliver(event: QueuedEvent, makeRoom: () => void): Promise<void> {
    const url = address()
    const send_ms = deps.now()
    const began = performance.now()
    await drawn(event.event_id)
    const { operator_no } = session.param()
    const device_sn = await session.deviceSn()
    const body = async () => eventBody(deps, event, { operator_no, device_sn })
    // Drawn pictures can be drawn again; only the originals are irreplaceable.
    const ready =
      (await body()) ??
      (redrawEvidence(db, event.event_id) ? await drawn(event.event_id).then(body) : undefined)
    in_flight++
    const outcome: PlatformOutcome = await (
      ready
        ? session.post(url, ready, idempotencyKey(event))
        : Promise.resolve<PlatformOutcome>({ kind: 'refused', info: deviceSentence('picture_missing') })
    ).finally(() => in_flight--)
    if (work_queue.phase() === 'stopped') return
    // The result does not change the breaker, so the next event is sent while this outcome is stored.
    if (outcome.kind === 'accepted' && breaker.failures() === 0) makeRoom()
    await settle(event, outcome, {
      url,
      send_ms,
      took_ms: performance.now() - began,
      asked: ready !== undefined,
    })
  }

  async function settle(
    event: QueuedEvent,
    outcome: PlatformOutcome,
    { url, send_ms, took_ms, asked }: { url: string; send_ms: number; took_ms: number; asked: boolean },
  ): Promise<void> {
    const { kind, info } = outcome
    const wait_ms = outcome.kind === 'busy' ? Math.min(outcome.wait_ms ?? 0, max_delay_ms) : 0
    if (wait_ms > 0) breaker.hold(wait_ms)
    const answered = kind !== 'silent' && asked
    const result = !asked ? 'missing' : kind === 'signed_out' ? 'busy' : kind
    deps.meters.deliver.count(result)
    if (asked) deps.meters.deliver_s.observe(took_ms / 1000)
    const retry = kind !== 'accepted' && kind !== 'refused'
    const now = deps.now()
    // If a power cut undoes this write, the attempt is repeated, as after a crash: the platform drops
    // duplicates.
    await settled(() => {
      const there = recordAttempt(db, event.event_id, {
        at_ms: send_ms,
        step: 'deliver',
        outcome: result,
        address: url,
        info,
        took_ms,
      })
      if (!there) return
      settleDelivery(db, event.event_id, {
        status:
          kind === 'accepted'
            ? event_status.sent
            : kind === 'refused'
              ? event_status.send_failed
              : event_status.pending,
        response_status: !answered
          ? response_status.none
          : kind === 'accepted'
            ? response_status.success
            : response_status.failure,
        response_info: info,
        reason: kind === 'accepted' ? 'accepted' : asked ? 'refused' : 'picture_missing',
        moved_ms: now,
        send_ms,
        response_ms: answered ? now : null,
        next_try_ms: retry
          ? now +
            Math.max(
              wait_ms,
              backoff(triesOf(db, event.event_id, 'deliver'), first_delay_ms, max_delay_ms, random),
            )
          : event.next_try_ms,
        correction: event.correction,
      })
    })
    if (asked) judge(retry, info)
  }

  function judge(failed: boolean, info: string): void {
    if (failed) {
      if (breaker.fail())
        log.warn(
          { log_type: log_type.alarm, what: 'queue_stalled', info },
          'the platform does not take events; they wait',
        )
    } else if (breaker.succeed()) {
      log.info({ log_type: log_type.alarm, what: 'queue_moves' }, 'the platform accepts events again')
      retryEventsNow(db, lane, deps.now())
    }
  }

  const hurry = () => {
    breaker.reset()
    retryEventsNow(db, lane, deps.now())
    work_queue.check()
  }
  let unsubscribe: (() => void)[] = []
  return {
    start() {
      unsubscribe = [
        bus.subscribe('queue', work_queue.check),
        bus.subscribe('ready', work_queue.check),
        bus.subscribe('platform', hurry),
        bus.subscribe('resume', hurry),
      ]
      work_queue.check()
    },
    retryIfFailing() {
      if (breaker.failures() > 0 && !breaker.held()) hurry()
    },
    async stop() {
      unsubscribe.forEach((off) => off())
      // Waiting briefly for an answer saves the platform a
      // duplicate; a silent platform must not delay the stop.
      await work_queue.stop()
    },
  }
}
