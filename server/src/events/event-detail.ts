/** Everything that is known about one event (contract, parking_event_detail). */
import type { Deps } from '../core/deps.ts'
import type { Answer, Body } from '@parking/contract'
import { clipOf } from './record/clip.store.ts'
import { notFound } from '../core/refusal.ts'
import { stampOf } from '../core/stamp.ts'
import { attemptsOf } from './record/attempt.store.ts'
import { checksOf } from '../checks/event-check.store.ts'
import { isTyping, shownCheck } from '../checks/standing-checks.ts'
import { listEvents } from './list/event-list.ts'
import { looksOf } from './record/event-looks.store.ts'
import { stripOf } from './record/look-strip.store.ts'
import { lotOf } from './record/event-lot.ts'
import { tombstoneOf } from './record/event-tombstone.store.ts'
import { eventByUuid, transitionsOf } from './record/event.store.ts'
import { objectsOf } from './record/object.store.ts'
import { goneAround, hasLostExit } from '../stays/gone-events.ts'
import { stayWith } from '../stays/stay-events.ts'
import { sessionOf } from './record/session.store.ts'

type Detail = Answer<'parking_event_detail'>
type Needs = Pick<Deps, 'db' | 'media' | 'now'>

/** Throws 3000 for an event that does not exist, or was deleted. */
export async function eventDetail({ uuid }: Body<'parking_event_detail'>, deps: Needs): Promise<Detail> {
  const { db, media, now } = deps
  const row = listEvents(db, media, { page: 1, page_size: 1, uuid }, now()).list[0]
  const event = eventByUuid(db, uuid)
  if (!row || !event) throw notFound('The event')
  const { event_id } = event
  const session = sessionOf(db, event_id)
  const stay = session.open ? stayWith(db, event_id) : undefined
  return {
    ...row,
    reason: event.reason,
    moves: transitionsOf(db, event_id).map(({ at_ms, from_status, to_status, reason, moved_by }) => ({
      ...moment(at_ms),
      from: from_status,
      to: to_status,
      reason,
      by: moved_by,
    })),
    attempts: attemptsOf(db, event_id).map(({ at_ms, ...attempt }) => ({ ...moment(at_ms), ...attempt })),
    checks: checksOf(db, event_id).map((check) => ({
      ...moment(check.at_ms),
      ...shownCheck(check, isTyping(event, check)),
    })),
    plate_read: event.plate_number,
    checked_plate: event.checked_plate,
    objects: objectsOf(db, event_id).map(({ kind, key, bytes, stored_ms }) => ({
      kind,
      key,
      bytes,
      stored_str: stampOf(stored_ms),
    })),
    clip: clipOf(deps, event_id),
    session: {
      ...session,
      lost_exit: stay !== undefined && hasLostExit(db, stay, goneAround(db, stay, session.events)),
      events: session.events.map(({ event_ms, ...other }) => ({ ...moment(event_ms), ...other })),
    },
    lot: await lotOf(event, deps),
    looks: looksOf(db, event_id).map(({ time, ...look }) => ({ ...moment(time), ...look })),
    look_strip: stripOf(deps, event_id),
    media_gone_str: stampOf(event.media_gone_ms),
  }
}

const moment = (ms: number) => ({ timestamp_ms: ms, time_str: stampOf(ms) })

/** Throws 3000 for an event that was never deleted, or that is still listed after it was discarded unsent. */
export function eventTombstone(
  { uuid }: Body<'parking_event_tombstone'>,
  { db }: Pick<Deps, 'db'>,
): Answer<'parking_event_tombstone'> {
  const tombstone = tombstoneOf(db, uuid)
  if (!tombstone) throw notFound('The tombstone')
  const { event_ms, deleted_ms, typed, ...rest } = tombstone
  return {
    ...rest,
    typed: typed === 1,
    event_time_str: stampOf(event_ms),
    deleted_str: stampOf(deleted_ms),
  }
}
