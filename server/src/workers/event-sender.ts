/**
 * Delivers events to the platform (docs/platform.md): oldest first, a few at once but in order within a lot, at least once. A row changes only when there is
 * an outcome, so a crash in the middle of a try is simply tried again.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { event_status, log_type, response_status } from '@parking/contract'
import type { Deps } from '../deps.ts'
import { drawAgain, shownPictures } from '../evidence/evidence.store.ts'
import { dueEvents, holdEvents, hurryEvents, nextDue, pullIn, releaseEvents, settleEvent, type QueuedEvent } from '../parking/event.store.ts'
import { noteAttempt } from '../parking/attempt.store.ts'
import { drawnPath, picturePath } from '../parking/picture.ts'
import { sendingPause } from '../parking/sending-pause.ts'
import type { PlatformOutcome } from '../ports/platform-port.ts'
import { stampOf } from '../stamp.ts'
import { backoff, type Random } from './backoff.ts'
import type { PlatformSession } from './platform-session.ts'

export type EventSenderOptions = {
  random?: Random
  /** Waits of one event: docs/platform.md has 1 s to 5 min. */
  first_ms?: number
  longest_ms?: number
  at_once?: number
  /** Sees to it that the evidence of an event is drawn before it goes out. */
  drawn?: (event_id: number) => Promise<void>
}
export type EventSender = {
  /** The platform was heard from: what waits for another try goes at once. */
  hurry(): void
  stop(): Promise<void>
}

/** So many failures in a row, of whatever events, mean that it is the platform: then one event at a time asks whether it is back. */
const circuit_failures = 3
const circuit_longest_ms = 60_000
/** Events that change between pending and delayed in one go: some ten milliseconds of work. */
const moved_at_once = 1000
/** Bodies under way at once, in bytes of pictures: base64 and JSON make several copies of each. */
const most_bytes = 16 * 1024 * 1024
const stop_ms = 1_000

export function startEventSender(deps: Deps, session: PlatformSession, options: EventSenderOptions = {}): EventSender {
  const { db, bus, log } = deps
  const { random = Math.random, first_ms = 1_000, longest_ms = 300_000, at_once = 4, drawn = () => Promise.resolve() } = options
  const under_way = new Map<number, { bytes: number; done: Promise<void> }>()
  let failures = 0
  let closed_until = 0 // on the steady clock
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  /** stopping: nothing new is begun. stopped: the database may be gone, no outcome is written any more. */
  let phase: 'working' | 'stopping' | 'stopped' = 'working'

  const look = () => {
    soon ??= setImmediate(() => {
      soon = undefined
      try {
        pump()
      } catch (error) {
        log.error({ err: error }, 'the event queue could not be read')
        again(first_ms)
      }
    })
  }
  const again = (wait_ms: number) => {
    clearTimeout(timer)
    if (phase === 'working') timer = setTimeout(look, Math.min(wait_ms, longest_ms))
  }

  function pump(): void {
    if (phase !== 'working') return
    clearTimeout(timer)
    const { data_url } = session.param()
    const now = deps.now()
    const moved = data_url === '' ? holdEvents(db, moved_at_once, now) : releaseEvents(db, moved_at_once, now)
    if (moved === moved_at_once) look()
    if (data_url === '' || sendingPause(db).paused) return // who goes on tells of it
    const wait = closed_until - performance.now()
    if (wait > 0) return again(wait)
    const room = (failures > 0 ? 1 : at_once) - under_way.size
    if (room > 0) {
      for (const event of dueEvents(db, now, at_once + under_way.size).filter(({ event_id }) => !under_way.has(event_id)).slice(0, room)) {
        const bytes = [...under_way.values()].reduce((sum, other) => sum + other.bytes, event.bytes)
        if (under_way.size > 0 && bytes > most_bytes) break
        start(event, data_url)
      }
    }
    if (under_way.size > 0) return // its end looks again
    pullIn(db, now + 2 * longest_ms, now)
    const due = nextDue(db)
    if (due !== undefined) again(Math.max(1, due - now))
  }

  function start(event: QueuedEvent, data_url: string): void {
    const done = deliver(event, data_url)
      .catch((error: unknown) => {
        log.error({ err: error, uuid: event.uuid }, 'an event could not be sent')
        closed_until = performance.now() + first_ms
      })
      .then(() => {
        under_way.delete(event.event_id)
        look()
      })
    under_way.set(event.event_id, { bytes: event.bytes, done })
  }

  async function deliver(event: QueuedEvent, data_url: string): Promise<void> {
    const send_ms = deps.now()
    await drawn(event.event_id)
    // What was drawn can be drawn again: only what the analysis gave is gone when it is gone.
    const body = (await bodyOf(event, deps, session)) ?? (drawAgain(db, event.event_id) ? await drawn(event.event_id).then(() => bodyOf(event, deps, session)) : undefined)
    const outcome: PlatformOutcome = body ? await session.post(data_url, body, event.uuid) : { kind: 'refused', info: 'A picture of this event is missing on the device' }
    if (phase === 'stopped') return
    db.transaction(() => {
      const kind = outcome.kind === 'signed_out' ? 'busy' : outcome.kind
      noteAttempt(db, event.event_id, { at_ms: send_ms, step: 'deliver', outcome: body ? kind : 'missing', address: data_url, info: outcome.info, took_ms: deps.now() - send_ms })
      settle(event, outcome, send_ms, body !== undefined)
    })
  }

  function settle(event: QueuedEvent, outcome: PlatformOutcome, send_ms: number, asked: boolean): void {
    const { kind, info } = outcome
    const answered = kind !== 'silent' && asked
    const retry = kind !== 'accepted' && kind !== 'refused'
    settleEvent(db, event.event_id, {
      status: kind === 'accepted' ? event_status.sent : kind === 'refused' ? event_status.send_failed : event_status.pending,
      response_status: !answered ? response_status.none : kind === 'accepted' ? response_status.success : response_status.failure,
      response_info: info,
      reason: kind === 'accepted' ? 'accepted' : asked ? 'refused' : 'picture_missing',
      moved_ms: deps.now(),
      send_ms,
      response_ms: answered ? deps.now() : null,
      next_try_ms: retry ? deps.now() + backoff(event.count_tried + 1, first_ms, longest_ms, random) : event.next_try_ms,
    })
    if (!asked) return
    if (retry) {
      failures++
      if (failures === circuit_failures) log.warn({ log_type: log_type.alarm, what: 'queue_stalled', info }, 'the platform does not take events; they wait')
      if (failures >= circuit_failures) closed_until = performance.now() + backoff(failures - circuit_failures + 1, first_ms, Math.min(longest_ms, circuit_longest_ms), random)
      return
    }
    if (failures >= circuit_failures) {
      log.info({ log_type: log_type.alarm, what: 'queue_moves' }, 'the platform takes events again')
      hurryEvents(db, deps.now())
    }
    failures = 0
  }

  const hurry = () => {
    failures = 0
    closed_until = 0
    hurryEvents(db, deps.now())
    look()
  }
  const hush = [bus.on('queue', look), bus.on('platform', hurry), bus.on('resume', hurry)]
  look()
  return {
    hurry() {
      if (failures > 0) hurry()
    },
    async stop() {
      phase = 'stopping'
      clearTimeout(timer)
      if (soon) clearImmediate(soon)
      hush.forEach((off) => off())
      // An answer that is nearly here saves the platform a duplicate; a platform that is silent must not hold up the stop.
      const grace = new AbortController()
      await Promise.race([Promise.all([...under_way.values()].map(({ done }) => done)), pause(stop_ms, undefined, { signal: grace.signal }).catch(() => undefined)])
      grace.abort()
      phase = 'stopped'
    },
  }
}

/** The event as docs/platform.md has it; undefined when a picture is no longer what was taken in. */
async function bodyOf(event: QueuedEvent, deps: Deps, session: PlatformSession) {
  const pictures = []
  for (const { position, kind, sha256, drawn } of shownPictures(deps.db, event.event_id)) {
    const content = await readFile(join(deps.media.folder, (drawn ? drawnPath : picturePath)(event.create_ms, event.uuid, position))).catch(() => undefined)
    if (!content || !createHash('sha256').update(content).digest().equals(sha256)) return undefined
    pictures.push({ kind, content_type: 'image/jpeg', sha256: Buffer.from(sha256).toString('hex'), content: content.toString('base64') })
  }
  return {
    uuid: event.uuid, operator_no: session.param().operator_no, device_sn: await session.deviceSn(), event_time: event.event_ms, event_time_str: stampOf(event.event_ms),
    parking_no: event.parking_no, camera_sn: event.camera_sn, camera_name: event.camera_name, lot_no: event.lot_no, event_type: event.event_type,
    plate_number: event.plate_number, plate_color: event.plate_color, confidence: event.confidence, comment: event.comment, pictures,
  }
}
