/** Area `parking`, one event with everything that is known of it (ours, beyond spec §7): how it came to its status, what was tried, who checked it, and the stay that it belongs to. */
import * as z from 'zod/mini'
import { defineCall, everyone } from '../core/call.ts'
import { event_status, event_type } from '../core/codes.ts'
import { event_reasons } from './event-moves.ts'
import { attempt_outcomes, attempt_steps, check_verdicts, clip_absences } from './event-path.ts'
import { session_flags } from './event-session.ts'
import { filled, openCoded, stamp, stampOrEmpty, text } from '../core/fields.ts'
import { lot_in_picture, parking_event_row } from './event.ts'

/** When it was: for counting, and as the device's own clock shows it. */
const moment = { timestamp_ms: z.int(), time_str: stamp() }

const event_clip = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('recorded'),
    /** A signed address. */ url: text(500),
    width: z.int(),
    height: z.int(),
    duration_ms: z.int(),
    bytes: z.int(),
  }),
  z.strictObject({ state: z.literal('recording') }),
  z.strictObject({ state: z.literal('absent'), why: z.enum(clip_absences) }),
])

export const parking_event_detail = defineCall({
  path: '/api/parking/parking_event_detail',
  roles: everyone,
  effect: 'read',
  summary:
    'One event: pictures, clip, every move with its reason, every attempt with the answer, the checks, and the stay of its lot. 3000 for one that is not there.',
  body: z.strictObject({ uuid: filled(36) }),
  answer: z.extend(parking_event_row, {
    /** Why it has its status. */
    reason: z.enum(event_reasons),
    /** Oldest first; `by` is empty where it was the device itself. */
    moves: z.array(
      z.strictObject({
        ...moment,
        from: openCoded(event_status),
        to: openCoded(event_status),
        reason: z.enum(event_reasons),
        by: text(64),
      }),
    ),
    /** The newest fifty, oldest first; `info` is what the other end said, word for word. */
    attempts: z.array(
      z.strictObject({
        ...moment,
        step: z.enum(attempt_steps),
        outcome: z.enum(attempt_outcomes),
        address: z.string(),
        info: z.string(),
        took_ms: z.int(),
      }),
    ),
    checks: z.array(
      z.strictObject({
        ...moment,
        by: text(64),
        verdict: z.enum(check_verdicts),
        plate_before: text(32),
        plate_after: text(32),
        reason: text(500),
      }),
    ),
    /** What was read, for good; and what somebody who looked says, null where nobody has. */
    plate_read: text(32),
    checked_plate: z.nullable(text(32)),
    /** What lies in the storage. */
    objects: z.array(
      z.strictObject({ kind: z.string(), key: z.string(), bytes: z.int(), stored_str: stamp() }),
    ),
    /** null where none was wanted. */
    clip: z.nullable(event_clip),
    /** The stay of a vehicle on this lot that the event belongs to, oldest first, what is missing in it, and whether it goes on. */
    session: z.strictObject({
      events: z.array(
        z.strictObject({
          ...moment,
          uuid: filled(36),
          event_type: openCoded(event_type),
          plate_number: text(32),
          status: openCoded(event_status),
        }),
      ),
      flags: z.array(z.enum(session_flags)),
      open: z.boolean(),
    }),
    lot: lot_in_picture,
    /** When its pictures and its clip were let go; empty while they are there. */
    media_gone_str: stampOrEmpty(),
  }),
  example: { uuid: '0190a1b2-0000-7000-8000-000000000001' },
  ours: true,
})

export const parking_event_tombstone = defineCall({
  path: '/api/parking/parking_event_tombstone',
  roles: everyone,
  effect: 'read',
  summary:
    'What stays of an event that was deleted: which it was, when it went, and by whom. 3000 where there is none.',
  body: z.strictObject({ uuid: filled(36) }),
  answer: z.strictObject({
    uuid: filled(36),
    event_time_str: stamp(),
    parking_no: text(64),
    lot_no: text(32),
    event_type: openCoded(event_type),
    plate_number: text(32),
    /** The one that it had at the end. */
    status: openCoded(event_status),
    deleted_str: stamp(),
    /** Empty where it was the device itself: too old, or no room. */
    deleted_by: text(64),
  }),
  example: { uuid: '0190a1b2-0000-7000-8000-000000000001' },
  ours: true,
})

export const event_detail_calls = { parking_event_detail, parking_event_tombstone }
