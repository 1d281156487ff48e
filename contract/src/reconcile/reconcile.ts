/**
 * Compares the device's events of a day with the platform's own export, row by row, and shows what is
 * missing, duplicated or different on either side (ours; docs/reconcile.md). Nothing is stored or changed.
 */
import * as z from 'zod/mini'
import { defineCall, workers } from '../core/call.ts'
import { event_status, event_type } from '../core/codes.ts'
import { filled, lines, nothing, openCoded, stamp, stampOrEmpty, text, whole } from '../core/fields.ts'
import { max_platform_rows, row_fields, found_by } from './reconcile-words.ts'

/** A row of the platform's export, after its columns were mapped. */
export const platform_row = z.strictObject({
  /** The line number in the file, from 1, so that a user can find it. */
  line: whole(1, 10_000_000),
  /** Empty if the export has none. */
  uuid: text(64),
  time_ms: z.int(),
  event_type: z.nullable(openCoded(event_type)),
  lot_no: text(64),
  plate_number: text(64),
})
export type PlatformRow = z.output<typeof platform_row>

const ours = z.strictObject({
  uuid: filled(36),
  event_time_str: stamp(),
  event_type: openCoded(event_type),
  camera_name: text(64),
  lot_no: text(32),
  plate_number: text(32),
  status: openCoded(event_status),
  count_tried: z.int(),
  /** When it was last sent, and what the platform answered. */
  send_time_str: stampOrEmpty(),
  response_info: lines(2000),
})
const theirs = z.strictObject({
  line: z.int(),
  uuid: text(64),
  time_str: stamp(),
  event_type: z.nullable(z.int()),
  lot_no: text(64),
  plate_number: text(64),
})
export type OurEvent = z.output<typeof ours>

/** At most 500 of each are listed; `n` counts all of them. */
const listed = <Item extends z.ZodMiniType>(item: Item) => z.strictObject({ n: z.int(), list: z.array(item) })

export const compare_platform_day = defineCall({
  path: '/api/parking/compare_platform_day',
  roles: workers,
  effect: 'read',
  slow: true,
  summary:
    "Compares the device's events of a day with rows of the platform's export (30 s): those of the day " +
    'and, for events around midnight, of the five minutes before and after it.',
  body_bytes: 8 * 1024 * 1024,
  body: z.strictObject({
    /** The day, by the device's clock. */
    day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
    rows: z.array(platform_row).check(z.maxLength(max_platform_rows)),
    /** The event types that the export contains; events of other types are not compared. */
    event_types: z.array(openCoded(event_type)).check(z.minLength(1), z.maxLength(20)),
  }),
  answer: z.strictObject({
    /** The device's events of the day that the platform should have. */
    ours: z.int(),
    /** The platform's rows of the day. */
    theirs: z.int(),
    /** Pairs without a difference. */
    equal: z.int(),
    /** Sent and answered according to the device's records, but not in the export. */
    missing: listed(ours),
    /** Not in the export because the device has not sent them yet, or failed to. */
    unsent: listed(ours),
    /** In the export, but not on this device. */
    unknown: listed(theirs),
    /** The same event in more than one row. */
    double: listed(z.strictObject({ ours, lines: z.array(z.int()) })),
    different: listed(
      z.strictObject({ ours, theirs, fields: z.array(z.enum(row_fields)), by: z.enum(found_by) }),
    ),
    /** Rows that match several events equally well: they are shown, not guessed. */
    unclear: listed(z.strictObject({ theirs, candidates: z.array(ours) })),
    /** Sent although a user discarded it or the parameters skip it; the platform should not have it. */
    unexpected: listed(z.strictObject({ ours, theirs })),
    /** Entries followed by another entry on the same lot without an exit in between. */
    open_ours: listed(ours),
    open_theirs: listed(theirs),
  }),
  example: {
    day: '2026-11-23',
    rows: [
      {
        line: 2,
        uuid: '0190a1b2-0000-7000-8000-000000000001',
        time_ms: 1_795_000_000_000,
        event_type: 1,
        lot_no: 'A01',
        plate_number: '粤B12345',
      },
    ],
    event_types: [0, 1, 3],
  },
  ours: true,
})

/**
 * Which column of the export holds which field, by the names in its header, and which of its words stands for
 * which event type.
 */
export const reconcile_mapping = z.strictObject({
  /** Empty if the export has no such column. */
  columns: z.strictObject({
    uuid: text(100),
    time: text(100),
    event_type: text(100),
    lot_no: text(100),
    plate_number: text(100),
  }),
  /** The export's names for event types; null: such rows are not compared. */
  types: z
    .array(z.strictObject({ word: text(100), event_type: z.nullable(openCoded(event_type)) }))
    .check(z.maxLength(50)),
})
export type ReconcileMapping = z.output<typeof reconcile_mapping>

export const get_reconcile_mapping = defineCall({
  path: '/api/parking/get_reconcile_mapping',
  roles: workers,
  effect: 'read',
  summary: "How the columns of the platform's export were mapped last; null before the first time.",
  body: nothing,
  answer: z.strictObject({ mapping: z.nullable(reconcile_mapping) }),
  example: {},
  ours: true,
})

export const update_reconcile_mapping = defineCall({
  path: '/api/parking/update_reconcile_mapping',
  roles: workers,
  effect: 'write',
  summary: "Keeps how the columns of the platform's export are mapped.",
  body: reconcile_mapping,
  answer: z.strictObject({}),
  example: {
    columns: { uuid: 'uuid', time: 'time', event_type: 'type', lot_no: 'lot', plate_number: 'plate' },
    types: [{ word: 'in', event_type: 1 }],
  },
  ours: true,
})

export const reconcile_calls = { compare_platform_day, get_reconcile_mapping, update_reconcile_mapping }
