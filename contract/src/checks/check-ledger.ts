/** The ledger of checks: who decided what and when, and what it changed (ours; docs/decisions/0035). */
import * as z from 'zod/mini'
import { defineCall, everyone } from '../core/call.ts'
import { event_status, event_type } from '../core/codes.ts'
import { filled, lines, openCoded, stamp, text, whole } from '../core/fields.ts'
import { event_cursor } from '../events/event-filter.ts'
import { check_verdicts, shown_verdicts } from '../events/event-path.ts'

/**
 * Whether the caller may undo an entry with `undo_check`. not_last: a later check of the event stands.
 * not_yours: only the user who decided and administrators may. final: a discarded event stays discarded.
 * gone: the event was deleted. is_undo: an undo cannot be undone; the event is checked again instead. manual:
 * a manual check is an event itself, which can be deleted.
 */
export const undo_states = ['can', 'not_last', 'not_yours', 'final', 'gone', 'is_undo', 'manual'] as const
export type UndoState = (typeof undo_states)[number]

export const ledger_entry = z.strictObject({
  entry_id: z.int(),
  time_str: stamp(),
  username: text(64),
  /** The event. Its facts are those at the time of the check, because it may have been deleted since. */
  uuid: filled(36),
  event_time_str: stamp(),
  event_type: openCoded(event_type),
  parking_no: text(64),
  camera_name: text(64),
  lot_no: text(32),
  plate_color: text(32),
  verdict: z.enum(shown_verdicts),
  plate_before: text(32),
  plate_after: text(32),
  reason: lines(500),
  /** null for checks from before the ledger. */
  status_before: z.nullable(openCoded(event_status)),
  status_after: z.nullable(openCoded(event_status)),
  /** True if this check was undone later. */
  taken_back: z.boolean(),
  /** The user who undid it; empty if the check is still valid. */
  taken_back_by: text(64),
  /** What the first user had decided, if this entry is a second review of it; else null. */
  review: z.nullable(
    z.strictObject({
      agreed: z.boolean(),
      username: text(64),
      verdict: z.enum(check_verdicts),
      plate: text(32),
    }),
  ),
  undo: z.enum(undo_states),
  /** The number of checks of the event, for `undo_check`. */
  seen_checks: z.int(),
})

export const check_ledger = defineCall({
  path: '/api/parking/check_ledger',
  roles: everyone,
  effect: 'read',
  summary: 'The checks of events by users, newest first.',
  body: z.strictObject({
    page_size: whole(1, 100),
    /** Where the page starts; from `next` or `previous` of an answer. */
    cursor: event_cursor,
    username: z.optional(text(64)),
    start_time: z.optional(stamp()),
    end_time: z.optional(stamp()),
    /** Any part of the plate, before or after; spaces and dots are ignored. */
    plate_number: z.optional(text(32)),
    /** Only second reviews that disagree with the first check. */
    disagreed: z.optional(z.boolean()),
  }),
  answer: z.strictObject({
    total: z.int(),
    list: z.array(ledger_entry),
    next: z.optional(text(40)),
    previous: z.optional(text(40)),
    /** Every user who is in the ledger. */
    users: z.array(text(64)),
  }),
  example: { page_size: 20 },
  ours: true,
})

export const check_ledger_calls = { check_ledger }
