/**
 * One event in detail: its transitions, attempts and checks, and the stay to which it belongs (ours, beyond
 * spec §7).
 */
import * as z from 'zod/mini'
import { defineCall, everyone } from '../core/call.ts'
import { event_status, event_type } from '../core/codes.ts'
import { event_standings } from '../core/event-standings.ts'
import { look_facts } from './event-looks.ts'
import { event_reasons } from './event-transitions.ts'
import { attempt_outcomes, attempt_steps, clip_absences, shown_verdicts } from './event-path.ts'
import { session_flags } from './event-session.ts'
import { filled, lines, openCoded, stamp, stampOrEmpty, text } from '../core/fields.ts'
import { lot_in_picture, parking_event_row } from './event.ts'

/** The time as a number and as the device's clock shows it. */
const moment = { timestamp_ms: z.int(), time_str: stamp() }

const event_clip = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('recorded'),
    /** A signed address. */
    url: text(500),
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
    'One event: pictures, clip, every transition with its reason, every attempt with the answer, the ' +
    'checks, the looks that led to it, and the stay of its lot. 3000 if it does not exist.',
  body: z.strictObject({ uuid: filled(36) }),
  answer: z.extend(parking_event_row, {
    /** The reason of its status. */
    reason: z.enum(event_reasons),
    /** Oldest first; `by` is empty if the device itself made the transition. */
    moves: z.array(
      z.strictObject({
        ...moment,
        from: openCoded(event_status),
        to: openCoded(event_status),
        reason: z.enum(event_reasons),
        by: text(64),
      }),
    ),
    /** The newest fifty, oldest first; `info` is the answer of the other end. */
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
        verdict: z.enum(shown_verdicts),
        plate_before: text(32),
        plate_after: text(32),
        reason: lines(500),
      }),
    ),
    /**
     * `plate_read` is the recognised plate and never changes; `checked_plate` is the last verdict, null
     * without one.
     */
    plate_read: text(32),
    checked_plate: z.nullable(text(32)),
    /** The objects in the object storage. */
    objects: z.array(
      z.strictObject({ kind: z.string(), key: z.string(), bytes: z.int(), stored_str: stamp() }),
    ),
    /** null if no clip was requested. */
    clip: z.nullable(event_clip),
    /**
     * The stay on the lot that the event belongs to, oldest first; `flags`: what is wrong with it; `open`: it
     * has not ended.
     */
    session: z.strictObject({
      events: z.array(
        z.strictObject({
          ...moment,
          uuid: filled(36),
          event_type: openCoded(event_type),
          plate_number: text(32),
          status: openCoded(event_status),
          standing: z.enum(event_standings),
        }),
      ),
      flags: z.array(z.enum(session_flags)),
      /** It is open because its exit was deleted: when the vehicle left is unknown. */
      lost_exit: z.boolean(),
      open: z.boolean(),
    }),
    lot: lot_in_picture,
    /** What the analysis application saw around its decision, oldest first; empty if it did not report it. */
    looks: z.array(z.strictObject({ ...moment, ...look_facts })),
    /**
     * A picture with one thumbnail per look, side by side and of equal width; null if there never was one.
     * `url` is empty if it was deleted (`look_strip_budget`).
     */
    look_strip: z.nullable(z.strictObject({ url: text(500), width: z.int(), height: z.int() })),
    /** When its pictures and its clip were deleted; empty while they exist. */
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
    'What is kept of a deleted event: its identity, and when and by whom it was deleted. 3000 if there ' +
    'is no such record.',
  body: z.strictObject({ uuid: filled(36) }),
  answer: z.strictObject({
    uuid: filled(36),
    event_time_str: stamp(),
    parking_no: text(64),
    lot_no: text(32),
    event_type: openCoded(event_type),
    /** Whether a user had typed it; false if it was deleted by a version that did not record that. */
    typed: z.boolean(),
    plate_number: text(32),
    /** The last status. */
    status: openCoded(event_status),
    deleted_str: stamp(),
    /** Empty if the device deleted it, because of its age or a full disk. */
    deleted_by: text(64),
  }),
  example: { uuid: '0190a1b2-0000-7000-8000-000000000001' },
  ours: true,
})

export const event_detail_calls = { parking_event_detail, parking_event_tombstone }
