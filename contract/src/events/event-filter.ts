/** The filter and the cursor of a list of parking events (spec §7 parking_event, and search condition). */
import * as z from 'zod/mini'
import { event_status, event_type, plate_color, response_status } from '../core/codes.ts'
import { coded, stamp, text } from '../core/fields.ts'

/** All given conditions must hold. */
export const event_filter = {
  start_time: z.optional(stamp()),
  end_time: z.optional(stamp()),
  parking_no: z.optional(text(64)),
  camera_name: z.optional(text(64)),
  lot_no: z.optional(text(32)),
  event_type: z.optional(coded(event_type)),
  /** Any part of the plate; spaces and dots are ignored. */
  plate_number: z.optional(text(32)),
  /** Ours: characters that look alike count as equal (`look_alikes`). */
  plate_like: z.optional(z.boolean()),
  plate_color: z.optional(z.enum(plate_color)),
  status: z.optional(coded(event_status)),
  response_status: z.optional(coded(response_status)),
  uuid: z.optional(text(36)),
}

/**
 * Ours: the start of a page, from `next` or `previous` of an answer; `last` is the oldest page. It replaces
 * `page`, does not shift when events arrive, and costs the same for every page.
 */
export const event_cursor = z.optional(z.string().check(z.regex(/^(last|(older|newer)-\d{1,15}-\d{1,15})$/)))
