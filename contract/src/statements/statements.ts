/** Daily statements of the events for the platform (ours; docs/reconcile.md). */
import * as z from 'zod/mini'
import { defineCall, workers } from '../core/call.ts'
import { event_status, event_type } from '../core/codes.ts'
import { openCoded, paging, stamp, text } from '../core/fields.ts'

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
/** Texts to print instead of wire values. */
const words = z.optional(z.record(text(32), text(100)))

export const list_statements = defineCall({
  path: '/api/parking/list_statements',
  roles: workers,
  effect: 'read',
  summary:
    'The daily statements, the newest day first. Each is made once its day of the evidence log is closed, ' +
    'and never changed; they are kept for three years.',
  body: z.strictObject(paging),
  answer: z.strictObject({
    total: z.int(),
    /** The total size of all statements on the disk. */
    bytes: z.int(),
    list: z.array(
      z.strictObject({
        /** From 1, in the order in which they were created. */
        number: z.int(),
        day,
        made_str: stamp(),
        /** The root of the evidence log's day that seals the statement. */
        root: text(64),
        /** Number of events of this day. */
        events: z.int(),
        /** Number of events of earlier days whose status changed since the previous statement. */
        changes: z.int(),
        /** A type or status of null means that the event was deleted. */
        counts: z.array(
          z.strictObject({
            event_type: z.nullable(openCoded(event_type)),
            status: z.nullable(openCoded(event_status)),
            n: z.int(),
          }),
        ),
        bytes: z.int(),
        key_id: text(64),
      }),
    ),
  }),
  example: { page: 1, page_size: 20 },
  ours: true,
})

export const export_statement = defineCall({
  path: '/api/parking/export_statement',
  roles: workers,
  effect: 'read',
  slow: true,
  summary:
    'A daily statement as a file: JSON signed by the device, which `parking-verify` verifies, or a table ' +
    '(CSV). 3000 for a day without a statement.',
  body: z.strictObject({
    day,
    format: z.enum(['json', 'csv']),
    /** The texts for columns, rows and values of the table; wire names and numbers by default. */
    words: z.optional(z.strictObject({ columns: words, row: words, event_type: words, status: words })),
  }),
  /** `content` is the file, byte for byte. */
  answer: z.strictObject({ file_name: text(100), content: z.string() }),
  example: { day: '2026-11-23', format: 'json' },
  ours: true,
})

export const statement_calls = { list_statements, export_statement }
