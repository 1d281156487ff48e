/** Area `parking`, the human check (ours, beyond spec §7; docs/decisions/0022): which events somebody should look at, what they say of one, and taking it back. */
import * as z from 'zod/mini'
import { defineCall, workers } from '../core/call.ts'
import { check_causes } from './check-effect.ts'
import { event_status, event_type } from '../core/codes.ts'
import { check_verdicts } from '../events/event-path.ts'
import { filled, openCoded, stamp, text, whole } from '../core/fields.ts'
import { lot_in_picture, picture_kinds } from '../events/event.ts'
import { plate_doubts } from '../plate/plate-grammar.ts'

/** How many events one who checks may have in hand: what is shown, and what is loaded already. */
export const check_at_once = 8

const pictures = z.array(
  z.strictObject({ kind: z.enum(picture_kinds), url: text(500), width: z.int(), height: z.int() }),
)
const check = z.strictObject({
  at_str: stamp(),
  by: text(64),
  verdict: z.enum(check_verdicts),
  plate_before: text(32),
  plate_after: text(32),
  reason: text(500),
})

export const event_to_check = z.strictObject({
  uuid: filled(36),
  event_time_str: stamp(),
  parking_no: text(64),
  camera_name: text(64),
  lot_no: text(32),
  event_type: openCoded(event_type),
  status: openCoded(event_status),
  /** What was read, for good; and what stands now: the last correction, or what was read. */
  plate_read: text(32),
  plate_number: text(32),
  plate_color: text(32),
  /** How sure the analysis was, 0 to 100. */
  confidence: z.number(),
  comment: text(500),
  why: z.enum(check_causes),
  /** Why its plate is doubtful; null where nothing speaks against it. */
  doubt: z.nullable(z.enum(plate_doubts)),
  pictures,
  lot: lot_in_picture,
  /** The other end of the stay: the entry of an exit or an update, the exit of an entry; null where it is not there. */
  partner: z.nullable(
    z.strictObject({
      uuid: filled(36),
      event_time_str: stamp(),
      event_type: openCoded(event_type),
      plate_number: text(32),
      plate_color: text(32),
      pictures,
    }),
  ),
  /** What was said of it before, oldest first. */
  checks: z.array(check),
})

export const event_check_queue = defineCall({
  path: '/api/parking/event_check_queue',
  roles: workers,
  effect: 'read',
  summary:
    "The events that somebody should look at, oldest first; those that somebody else has in hand are left out. What is listed is in the hand of the caller's session for a minute.",
  /** `limit` 0 only counts, and takes nothing in hand. `skip`: put off by the caller. `first`: begins with this one, where somebody should look at it and nobody else has it in hand. */
  body: z.strictObject({
    limit: whole(0, check_at_once),
    why: z.optional(z.enum(check_causes)),
    skip: z.optional(z.array(filled(36)).check(z.maxLength(500))),
    first: z.optional(filled(36)),
  }),
  answer: z.strictObject({
    /** All that somebody should look at, and by why, whoever has them in hand. */
    total: z.int(),
    by_why: z.strictObject({
      waits_for_check: z.int(),
      validation_failed: z.int(),
      unsure: z.int(),
      doubtful_plate: z.int(),
    }),
    /** `alg_param.plate_type`: by which grammar plates are looked at. */
    plate_type: z.int(),
    list: z.array(event_to_check),
    /** Who else checks now, and how many of them they have in hand. */
    others: z.array(z.strictObject({ username: text(64), count: z.int() })),
  }),
  example: { limit: 4 },
  ours: true,
})

/** How many checks it had when it was shown: where somebody was first meanwhile, nothing is changed. */
const seen_checks = whole(0, 1_000_000)

export const check_parking_event = defineCall({
  path: '/api/parking/check_parking_event',
  roles: workers,
  effect: 'write',
  summary:
    'What somebody who looked says of an event: it goes on, goes on corrected, or is discarded for good. 7000 `changed_meanwhile` where somebody was first, with their name in `detail`.',
  /** `plate_number` belongs to `corrected`, and a `reason` is owed for `discarded`. */
  body: z.strictObject({
    uuid: filled(36),
    verdict: z.enum(check_verdicts),
    plate_number: z.optional(text(32)),
    reason: z.optional(text(200)),
    seen_checks,
  }),
  /** How many are left to be looked at. */
  answer: z.strictObject({ left: z.int() }),
  example: {
    uuid: '0190a1b2-0000-7000-8000-000000000001',
    verdict: 'corrected',
    plate_number: '粤B12346',
    seen_checks: 0,
  },
  ours: true,
})

export const undo_check = defineCall({
  path: '/api/parking/undo_check',
  roles: workers,
  effect: 'write',
  summary:
    "Take back one's own last check of an event: it waits to be looked at again, with the plate it had before. 7000 `changed_meanwhile` where it is not the last, or what it led to is for good.",
  body: z.strictObject({ uuid: filled(36), seen_checks }),
  answer: z.strictObject({ left: z.int() }),
  example: { uuid: '0190a1b2-0000-7000-8000-000000000001', seen_checks: 1 },
  ours: true,
})

export const event_check_calls = { event_check_queue, check_parking_event, undo_check }
