/** Parking events and manual checks as lists (spec §3, §4, §7). */
import * as z from 'zod/mini'
import { admins, defineCall, everyone } from '../core/call.ts'
import { event_status, event_type, response_status } from '../core/codes.ts'
import { event_standings } from '../core/event-standings.ts'
import { event_cursor, event_filter } from './event-filter.ts'
import {
  filled,
  lines,
  nothing,
  openCoded,
  paging,
  stamp,
  stampOrEmpty,
  text,
  whole,
} from '../core/fields.ts'

export const picture_kinds = ['image', 'car', 'plate'] as const

/**
 * The outline of an event's lot in its picture of kind `image`, from 0 to 1; null if unknown. scene_changed:
 * the scene was redrawn after the event, or the camera had moved, so the outline may not fit.
 */
export const lot_in_picture = z.nullable(
  z.strictObject({ polygon: z.array(z.tuple([z.number(), z.number()])), scene_changed: z.boolean() }),
)

export const parking_event_row = z.strictObject({
  uuid: filled(36),
  event_time_str: stamp(),
  create_time_str: stamp(),
  parking_no: text(64),
  camera_name: text(64),
  lot_no: text(32),
  event_type: openCoded(event_type),
  plate_number: text(32),
  /** The signed addresses of the plate pictures. */
  pic_plates: z.array(text(500)),
  plate_color: text(32),
  send_time_str: stampOrEmpty(),
  count_tried: z.int(),
  response_time_str: stampOrEmpty(),
  response_status: openCoded(response_status),
  response_info: lines(2000),
  status: openCoded(event_status),
  comment: lines(500),
  /** Every picture of the event, with signed addresses; ours. */
  pictures: z.array(
    z.strictObject({
      kind: z.enum(picture_kinds),
      url: text(500),
      width: z.int(),
      height: z.int(),
      bytes: z.int(),
    }),
  ),
  /** Whether it was observed, typed by a user or withdrawn; ours. */
  standing: z.enum(event_standings),
  /** The confidence of the analysis, 0 to 100; null for a typed event; ours. */
  confidence: z.nullable(z.number()),
  /** The time of the next attempt, if the event waits for one; ours. */
  next_try_str: stampOrEmpty(),
  /** The recognised plate, if a check has corrected it; ours. */
  plate_read: z.optional(text(32)),
  /** The length of its stay in ms, null while it is open; absent if one of its ends was not seen; ours. */
  stay_ms: z.optional(z.nullable(z.int())),
  /** Whether the event needs a check; ours. */
  to_check: z.optional(z.literal(true)),
  /** Whether its pictures and clip were deleted (retention); ours. */
  media_gone: z.optional(z.literal(true)),
})

/**
 * A page of events. Ours: `next` (older) and `previous` (newer) are cursors, absent if there is no such page.
 */
const event_page = z.strictObject({
  total: z.int().check(z.gte(0)),
  list: z.array(parking_event_row),
  next: z.optional(z.string()),
  previous: z.optional(z.string()),
})
const event_paging = { ...paging, cursor: event_cursor }
/** A reader that follows `previous` receives events that it has already read. */
const newest_is_full =
  'By cursor, the newest page is always full: it repeats events of the page before it, which can be ' +
  'recognized by uuid.'

const uuids = z.strictObject({ list: z.array(filled(36)).check(z.minLength(1), z.maxLength(500)) })
const deleted = z.strictObject({ deleted: z.int() })

export const parking_event = defineCall({
  path: '/api/parking/parking_event',
  roles: everyone,
  effect: 'read',
  slow: true,
  summary: `The parking events, newest first (30 s). ${newest_is_full}`,
  body: z.strictObject({ ...event_paging, ...event_filter }),
  answer: event_page,
  example: { page: 1, page_size: 20, status: 2 },
})

export const parking_event_search_condition = defineCall({
  path: '/api/parking/parking_event_search_condition',
  roles: everyone,
  effect: 'read',
  summary: 'The values that occur in events, for the filter.',
  body: nothing,
  answer: z.strictObject({
    parking_no: z.array(z.string()),
    camera_name: z.array(z.string()),
    lot_no: z.array(z.string()),
    plate_color: z.array(z.string()),
  }),
  example: {},
})

export const event_days = defineCall({
  path: '/api/parking/event_days',
  ours: true,
  roles: everyone,
  effect: 'read',
  summary: 'The days with events (or manual checks, or checks) among at most 62 days from a given day.',
  body: z.strictObject({
    start_time: stamp(),
    days: whole(1, 62),
    /** The list to search: all events, only manual checks, or the ledger of checks. */
    of: z.optional(z.enum(['events', 'manual', 'checks'])),
  }),
  answer: z.strictObject({ list: z.array(filled(10)) }),
  example: { start_time: '2026-11-01 00:00:00', days: 30 },
})

export const delete_parking_event = defineCall({
  path: '/api/parking/delete_parking_event',
  roles: admins,
  effect: 'write',
  fresh: true,
  slow: true,
  summary:
    'Delete events. Leaves a tombstone (30 s). 7000 `correction_due` if the platform may have one of them ' +
    'and has not received its last correction; then none is deleted.',
  body: uuids,
  answer: deleted,
  example: { list: ['0190a1b2-0000-7000-8000-000000000001'] },
})

export const manual_parking_event = defineCall({
  path: '/api/parking/manual_parking_event',
  roles: everyone,
  effect: 'read',
  slow: true,
  summary: `The manual checks and second images, newest first (30 s). ${newest_is_full}`,
  body: z.strictObject({ ...event_paging, ...event_filter }),
  answer: event_page,
  example: { page: 1, page_size: 20 },
})

export const delete_manual_parking_event = defineCall({
  path: '/api/parking/delete_manual_parking_event',
  roles: admins,
  effect: 'write',
  fresh: true,
  slow: true,
  summary: 'Delete manual checks. Leaves a tombstone (30 s).',
  body: uuids,
  answer: deleted,
  example: { list: ['0190a1b2-0000-7000-8000-000000000002'] },
})

export const event_calls = {
  parking_event,
  parking_event_search_condition,
  event_days,
  delete_parking_event,
  manual_parking_event,
  delete_manual_parking_event,
}
