/** One event with everything that is known of it (contract, parking_event_detail). */
import type { Answer, Body, event_detail_calls, EventReason } from '@parking/contract'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { clipOf } from './record/clip.store.ts'
import { notFound } from '../core/refusal.ts'
import type { Handlers } from '../core/call-context.ts'
import { stampOf } from '../core/stamp.ts'
import { attemptsOf } from './record/attempt.store.ts'
import { checksOf } from '../checks/event-check.store.ts'
import { listEvents } from './list/event-list.ts'
import { lotOf } from './record/event-lot.ts'
import { eventTombstone } from './record/event-tombstone.ts'
import { movesOf } from './record/event.store.ts'
import { sessionOf } from './record/session.store.ts'

type Detail = Answer<'parking_event_detail'>
type Known = {
  event_id: number
  uuid: string
  event_ms: number
  create_ms: number
  reason: EventReason
  comment: string
  plate_number: string
  checked_plate: string | null
  media_gone_ms: number | null
  place_id: number
}
type ObjectRow = { kind: string; key: string; bytes: number; stored_ms: number }
type Needs = Pick<Deps, 'db' | 'media' | 'now'>

/** Throws 3000 for an event that is not there, or not any more. */
export async function eventDetail({ uuid }: Body<'parking_event_detail'>, deps: Needs): Promise<Detail> {
  const { db, media, now } = deps
  const row = listEvents(db, media, { page: 1, page_size: 1, uuid }, now()).list[0]
  const event = db.get<Known>(
    `SELECT event_id, uuid, event_ms, create_ms, reason, comment, plate_number, checked_plate, media_gone_ms, place_id
     FROM event WHERE uuid = ?`,
    [uuid.toLowerCase()],
  )
  if (!row || !event) throw notFound('The event')
  const { event_id } = event
  const session = sessionOf(db, event_id)
  return {
    ...row,
    reason: event.reason,
    moves: movesOf(db, event_id).map(({ at_ms, from_status, to_status, reason, moved_by }) => ({
      ...moment(at_ms),
      from: from_status,
      to: to_status,
      reason,
      by: moved_by,
    })),
    attempts: attemptsOf(db, event_id).map(({ at_ms, ...attempt }) => ({ ...moment(at_ms), ...attempt })),
    checks: checksOf(db, event_id).map(
      ({ at_ms, checked_by, verdict, plate_before, plate_after, reason }) => ({
        ...moment(at_ms),
        by: checked_by,
        verdict,
        plate_before,
        plate_after,
        reason,
      }),
    ),
    plate_read: event.plate_number,
    checked_plate: event.checked_plate,
    objects: objectsOf(db, event_id).map(({ stored_ms, ...object }) => ({
      ...object,
      stored_str: stampOf(stored_ms),
    })),
    clip: clipOf(deps, event_id),
    session: {
      ...session,
      events: session.events.map(({ event_ms, ...other }) => ({ ...moment(event_ms), ...other })),
    },
    lot: await lotOf(event, deps),
    media_gone_str: stampOf(event.media_gone_ms),
  }
}

const moment = (ms: number) => ({ timestamp_ms: ms, time_str: stampOf(ms) })

const objectsOf = (db: Db, event_id: number): ObjectRow[] =>
  db.all<ObjectRow>('SELECT kind, key, bytes, stored_ms FROM event_object WHERE event_id = ? ORDER BY n', [
    event_id,
  ])

export const event_detail_handlers = {
  parking_event_detail: (body, context) => eventDetail(body, context),
  parking_event_tombstone: eventTombstone,
} satisfies Handlers<keyof typeof event_detail_calls>
