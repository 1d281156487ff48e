/**
 * The device's side of a comparison with the platform's own export: its events of a time span, and the events
 * that a file names (ours; docs/reconcile.md). The console compares; the file never leaves the browser.
 */
import * as z from 'zod/mini'
import { defineCall, workers } from '../core/call.ts'
import { event_status, event_type } from '../core/codes.ts'
import { filled, lines, nothing, openCoded, text, whole } from '../core/fields.ts'
import { reconcile_page, reconcile_states } from './reconcile-words.ts'

const reconcile_event = z.strictObject({
  uuid: filled(36),
  event_ms: z.int(),
  event_type: openCoded(event_type),
  camera_name: text(64),
  lot_no: text(32),
  /** The plate as it is sent, after corrections. */
  plate_number: text(32),
  status: openCoded(event_status),
  state: z.enum(reconcile_states),
  count_tried: z.int(),
  /** When it was last sent; null if never. The beginning of the platform's answer follows. */
  send_ms: z.nullable(z.int()),
  response_info: lines(200),
  /** How many vehicles fitted on the lot when the event happened. */
  room: z.int(),
})
export type ReconcileEvent = z.output<typeof reconcile_event>

const cursor = z.strictObject({ event_ms: z.int(), event_id: z.int() })

export const list_reconcile_events = defineCall({
  path: '/api/parking/list_reconcile_events',
  roles: workers,
  effect: 'read',
  slow: true,
  summary:
    "The device's events of a time span for a comparison with the platform's export, oldest first (30 s).",
  body: z.strictObject({
    from_ms: z.int(),
    /** Exclusive. */
    to_ms: z.int(),
    /** `next` of the page before; null for the first page. */
    after: z.nullable(cursor),
  }),
  answer: z.strictObject({
    /** All events of the span. */
    total: z.int(),
    list: z.array(reconcile_event).check(z.maxLength(reconcile_page)),
    /** null on the last page. */
    next: z.nullable(cursor),
  }),
  example: { from_ms: 1_795_363_200_000, to_ms: 1_795_449_600_000, after: null },
  ours: true,
})

export const find_reconcile_events = defineCall({
  path: '/api/parking/find_reconcile_events',
  roles: workers,
  effect: 'read',
  slow: true,
  summary: 'The events that have these uuids, and the deleted ones among them (30 s).',
  body_bytes: 1024 * 1024,
  body: z.strictObject({ uuids: z.array(text(64)).check(z.maxLength(reconcile_page)) }),
  answer: z.strictObject({
    list: z.array(reconcile_event),
    /** `deleted_by` is empty if the device deleted it (retention). */
    deleted: z.array(z.strictObject({ uuid: filled(36), deleted_ms: z.int(), deleted_by: text(64) })),
  }),
  example: { uuids: ['0190a1b2-0000-7000-8000-000000000001'] },
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
    /** The time of the event; in an export with one row a stay, the time of entry. */
    time: text(100),
    /** Only in an export with one row a stay: the time of exit, and the uuid of the exit. */
    exit_time: text(100),
    exit_uuid: text(100),
    /** Only in an export with one row a stay that lacks the time of entry or exit: the length of the stay. */
    length: z.optional(text(100)),
    event_type: text(100),
    lot_no: text(100),
    plate_number: text(100),
  }),
  /** The export's names for event types; null: such rows are not compared. */
  types: z
    .array(z.strictObject({ word: text(100), event_type: z.nullable(openCoded(event_type)) }))
    .check(z.maxLength(50)),
  /**
   * Minutes by which times without an offset are ahead of UTC; null: the device's clock. Absent if every time
   * of the export names its offset.
   */
  utc_offset: z.optional(z.nullable(whole(-840, 840, 'min'))),
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
    columns: {
      uuid: 'uuid',
      time: 'time',
      exit_time: '',
      exit_uuid: '',
      event_type: 'type',
      lot_no: 'lot',
      plate_number: 'plate',
    },
    types: [{ word: 'in', event_type: 1 }],
    utc_offset: null,
  },
  ours: true,
})

export const reconcile_calls = {
  list_reconcile_events,
  find_reconcile_events,
  get_reconcile_mapping,
  update_reconcile_mapping,
}
