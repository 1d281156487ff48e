/**
 * The human check of events: the queue, the verdict, and its undo (ours, beyond spec §7;
 * docs/decisions/0022).
 */
import * as z from 'zod/mini'
import { checkers, defineCall } from '../core/call.ts'
import { check_causes } from './check-effect.ts'
import { event_standings } from '../core/event-standings.ts'
import { event_status, event_type } from '../core/codes.ts'
import { check_verdicts, shown_verdicts } from '../events/event-path.ts'
import { filled, lines, openCoded, stamp, text, whole } from '../core/fields.ts'
import { lot_in_picture, picture_kinds } from '../events/event.ts'
import { plate_doubts } from '../plate/plate-grammar.ts'

/** Maximum number of events leased by one user: the event shown, and those already loaded. */
export const check_at_once = 8

const pictures = z.array(
  z.strictObject({ kind: z.enum(picture_kinds), url: text(500), width: z.int(), height: z.int() }),
)
const check = z.strictObject({
  at_str: stamp(),
  by: text(64),
  verdict: z.enum(shown_verdicts),
  plate_before: text(32),
  plate_after: text(32),
  reason: lines(500),
})

export const event_to_check = z.strictObject({
  uuid: filled(36),
  event_time_str: stamp(),
  parking_no: text(64),
  camera_name: text(64),
  lot_no: text(32),
  event_type: openCoded(event_type),
  status: openCoded(event_status),
  /**
   * `plate_read` is the recognised plate and never changes; `plate_number` is the last correction, or the
   * recognised plate.
   */
  plate_read: text(32),
  plate_number: text(32),
  plate_color: text(32),
  standing: z.enum(event_standings),
  /** Whether the platform has the event or may have it: then a verdict against it withdraws it there. */
  at_platform: z.boolean(),
  /** What the looks of the analysis read, accepted or not: the most frequent first. */
  readings: z.array(text(32)),
  /** The confidence of the analysis, 0 to 100; null for a typed event. */
  confidence: z.nullable(z.number()),
  comment: lines(500),
  why: z.enum(check_causes),
  /** Why the plate is doubtful; null if it is not. */
  doubt: z.nullable(z.enum(plate_doubts)),
  pictures,
  lot: lot_in_picture,
  /**
   * The other end of the stay: the entry of an exit or an update, the exit of an entry; null if it does not
   * exist.
   */
  partner: z.nullable(
    z.strictObject({
      uuid: filled(36),
      event_time_str: stamp(),
      event_type: openCoded(event_type),
      standing: z.enum(event_standings),
      plate_number: text(32),
      plate_color: text(32),
      pictures,
    }),
  ),
  /** The previous checks, oldest first. */
  checks: z.array(check),
})

export const event_check_queue = defineCall({
  path: '/api/parking/event_check_queue',
  roles: checkers,
  effect: 'read',
  summary:
    'The events that need a check, oldest first, without those leased by other users. The listed events ' +
    "are leased to the caller's session for a minute.",
  /**
   * `limit` 0 only counts and leases nothing. `skip`: events that the caller has postponed. `first`: starts
   * with this event, if it needs a check and no other user has leased it.
   */
  body: z.strictObject({
    limit: whole(0, check_at_once),
    why: z.optional(z.enum(check_causes)),
    skip: z.optional(z.array(filled(36)).check(z.maxLength(500))),
    first: z.optional(filled(36)),
  }),
  answer: z.strictObject({
    /** All events that need a check, in total and by reason, leased or not. */
    total: z.int(),
    by_why: z.strictObject({
      waits_for_check: z.int(),
      validation_failed: z.int(),
      unsure: z.int(),
      doubtful_plate: z.int(),
      /**
       * The events that the caller may review: a tenth of all those checked by others (docs/decisions/0051).
       */
      second_review: z.int(),
    }),
    /** `alg_param.plate_type`: the grammar for plates. */
    plate_type: z.int(),
    list: z.array(event_to_check),
    /** The other users who are checking now, and the number of their leases. */
    others: z.array(z.strictObject({ username: text(64), count: z.int() })),
    /** The number of the caller's checks in the last 60 minutes, and since midnight by the device's clock. */
    mine: z.strictObject({ hour: z.int(), today: z.int() }),
  }),
  example: { limit: 4 },
  ours: true,
})

/** The number of checks when the event was shown: if another user checked it first, nothing changes. */
const seen_checks = whole(0, 1_000_000)

export const check_parking_event = defineCall({
  path: '/api/parking/check_parking_event',
  roles: checkers,
  effect: 'write',
  summary:
    'Record the verdict of a user: the event is sent, sent with a correction, or discarded for good. ' +
    '7000 `changed_meanwhile` if another user was first, whose name is in `detail`.',
  /**
   * `plate_number` is required with `corrected`, empty for a car without a plate; `reason` is required for a
   * verdict that withdraws the event: `discarded`, `vacant` of an arrival and `occupied` of an exit.
   */
  body: z.strictObject({
    uuid: filled(36),
    verdict: z.enum(check_verdicts),
    plate_number: z.optional(text(32)),
    reason: z.optional(text(200)),
    seen_checks,
    /** A second review (`second_review` in the queue): recorded in the ledger, no effect on the event. */
    review: z.optional(z.boolean()),
  }),
  /** The number of events that still need a check. */
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
  roles: checkers,
  effect: 'write',
  summary:
    'Undo the last check of an event that stands: it needs a check again, with the plate it had before. ' +
    "The caller's own; administrators may undo another user's. 7000 `changed_meanwhile` if the event was " +
    'checked or an undo made since `seen_checks`, or its effect is final.',
  body: z.strictObject({
    uuid: filled(36),
    seen_checks,
    /**
     * Undoes the second review of the last check instead of that check, which then waits for a review again.
     */
    review: z.optional(z.boolean()),
  }),
  answer: z.strictObject({ left: z.int() }),
  example: { uuid: '0190a1b2-0000-7000-8000-000000000001', seen_checks: 1 },
  ours: true,
})

export const event_check_calls = { event_check_queue, check_parking_event, undo_check }
