/** Exporting events as a file (ours, beyond spec §7). */
import * as z from 'zod/mini'
import { defineCall, workers } from '../core/call.ts'
import { event_filter } from './event-filter.ts'
import { filled, text, whole } from '../core/fields.ts'

/** The columns of the table, in order. */
export const export_columns = [
  'uuid',
  'event_time_str',
  'create_time_str',
  'parking_no',
  'camera_name',
  'lot_no',
  'event_type',
  'plate_number',
  'plate_read',
  'plate_color',
  'confidence',
  'standing',
  'status',
  'count_tried',
  'send_time_str',
  'response_status',
  'response_time_str',
  'response_info',
  'comment',
  'pictures',
] as const
export type ExportColumn = (typeof export_columns)[number]

/** Texts to print instead of wire values. */
const words = z.optional(z.record(text(32), text(100)))

export const export_parking_event = defineCall({
  path: '/api/parking/export_parking_event',
  roles: workers,
  effect: 'write',
  slow: true,
  summary:
    'Export events for a download in the next ten minutes: as a table (CSV), or as a ZIP of the table, ' +
    'the pictures and the clips with a manifest of their hashes.',
  body: z.strictObject({
    format: z.enum(['csv', 'zip']),
    /** True for manual checks. */
    manual: z.optional(z.boolean()),
    filter: z.strictObject(event_filter),
    /** Only these of the events that match the filter. */
    list: z.optional(z.array(filled(36)).check(z.minLength(1), z.maxLength(10_000))),
    /** The texts for columns and values in the table; wire names and numbers by default. */
    words: z.optional(
      z.strictObject({
        columns: words,
        event_type: words,
        status: words,
        standing: words,
        response_status: words,
        plate_color: words,
      }),
    ),
  }),
  /**
   * nothing: no event matches. too_many: more than `export_limits`. too_large: the files exceed one ZIP. Only
   * `ready` has a `download`.
   */
  answer: z.strictObject({
    state: z.enum(['ready', 'nothing', 'too_many', 'too_large']),
    download: text(500),
    file_name: text(100),
    events: whole(0, 1_000_000_000),
    /** The number of pictures and clips, and their total bytes; 0 for a table. */
    files: whole(0, 1_000_000_000),
    bytes: z.int(),
  }),
  example: { format: 'csv', filter: { status: 2 } },
  ours: true,
})

export const event_export_calls = { export_parking_event }
