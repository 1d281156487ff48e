/** What a list of parking events can be narrowed by (spec §7 parking_event, and search condition), and how its pages hang together. */
import * as z from 'zod/mini'
import { event_status, event_type, plate_color, response_status } from '../core/codes.ts'
import { coded, stamp, text } from '../core/fields.ts'

/** All that is given must hold. */
export const event_filter = {
  start_time: z.optional(stamp()),
  end_time: z.optional(stamp()),
  parking_no: z.optional(text(64)),
  camera_name: z.optional(text(64)),
  lot_no: z.optional(text(32)),
  event_type: z.optional(coded(event_type)),
  /** Any part of the plate, spaces and dots ignored. */
  plate_number: z.optional(text(32)),
  /** Ours: what looks alike counts as the same (`look_alikes`). */
  plate_like: z.optional(z.boolean()),
  plate_color: z.optional(z.enum(plate_color)),
  status: z.optional(coded(event_status)),
  response_status: z.optional(coded(response_status)),
  uuid: z.optional(text(36)),
}

/** Ours: where a page begins, as an answer's `next` or `previous` said it; `last` is the oldest page. It stands in the place of `page`, stays where it is while events come in, and costs the same however far back it is. */
export const event_cursor = z.optional(z.string().check(z.regex(/^(last|(older|newer)-\d{1,15}-\d{1,15})$/)))
