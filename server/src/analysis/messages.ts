/**
 * Schemas of the messages from the analysis application (docs/analysis-socket.md). They are strict, because
 * it is a separate program.
 */
import {
  event_look,
  event_type,
  log_level,
  lines,
  max_looks,
  picture_kinds,
  plate_color,
  text,
  whole,
  decimal,
  filled,
  hasControl,
} from '@parking/contract'
import * as z from 'zod/mini'

export const max_line_bytes = 1024 * 1024
const max_pictures = 8

/** A bare file name: no folder, no hidden file, nothing that could be read as a path. */
const bare_name = z.string().check(
  z.minLength(1),
  z.maxLength(200),
  z.refine((name) => !/[/\\]/.test(name) && !hasControl(name) && !name.startsWith('.'), { error: 'format' }),
)
const uuid = z.string().check(
  z.refine((text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text), {
    error: 'format',
  }),
)
/**
 * The observations that the application reports. Users create checks; the device creates timer pictures and
 * scheduled events (docs/decisions/0022), so accepting these types here could bill a stay twice.
 */
const { initial_entry, entry, update, exit } = event_type

export const reported_event = z.strictObject({
  uuid,
  event_time: whole(0, 4_102_444_800_000),
  camera_sn: filled(64),
  scene_id: filled(64),
  lot_no: filled(32),
  event_type: z.enum({ initial_entry, entry, update, exit }),
  plate_number: text(32),
  plate_color: z.enum(plate_color),
  confidence: decimal(0, 100),
  /** Left, top, right and bottom of the detected plate, as shares (0 to 1) of the whole picture. */
  plate_box: z.optional(
    z
      .tuple([decimal(0, 1), decimal(0, 1), decimal(0, 1), decimal(0, 1)])
      .check(z.refine(([left, top, right, bottom]) => left < right && top < bottom, { error: 'format' })),
  ),
  /** The looks around the decision, oldest first. */
  looks: z.optional(z.array(event_look).check(z.maxLength(max_looks))),
  /** A JPEG with one thumbnail for each look, side by side and of equal width. */
  look_strip: z.optional(bare_name),
  pictures: z
    .array(z.strictObject({ kind: z.enum(picture_kinds), file: bare_name }))
    .check(z.maxLength(max_pictures)),
})
export type ReportedEvent = z.output<typeof reported_event>

export const hello = z.strictObject({
  type: z.literal('hello'),
  protocol: z.literal(1),
  name: filled(64),
  version: text(64),
  /** Present if it supports models from the device; describes its own model. */
  models: z.optional(
    z.strictObject({ name: text(100), version: text(100), licence: text(100), sha256: text(64) }),
  ),
})

const message_id = z.union([z.string().check(z.maxLength(200)), z.number()])
/** Figures of each watched camera, for the `seconds` since the previous message. */
const health = z.strictObject({
  type: z.literal('health'),
  seconds: decimal(0, 3600),
  cameras: z
    .array(
      z.strictObject({
        camera_sn: filled(64),
        looks: whole(0, 1_000_000),
        misses: whole(0, 1_000_000),
        latency_ms: z.nullable(decimal(0, 86_400_000)),
        interval_ms: decimal(0, 86_400_000),
        slowed: z.boolean(),
        why: lines(200),
      }),
    )
    .check(z.maxLength(1000)),
})
export type HealthMessage = z.output<typeof health>

/** Only the envelope of an event: an invalid event is refused by its id and does not close the connection. */
export const message = z.discriminatedUnion('type', [
  hello,
  z.strictObject({ type: z.literal('event'), id: message_id, event: z.unknown() }),
  z.strictObject({
    type: z.literal('state'),
    lots: z
      .array(
        z.strictObject({
          scene_id: filled(64),
          lot_no: filled(32),
          occupied: z.boolean(),
          plate_number: text(32),
          cover: decimal(0, 1),
        }),
      )
      .check(z.maxLength(10_000)),
  }),
  z.strictObject({
    type: z.literal('config_taken'),
    revision: whole(1, Number.MAX_SAFE_INTEGER),
    /** The id of the model that it uses; empty for its own model. */
    model: z.optional(text(64)),
    problems: z.array(z.strictObject({ field: filled(200), issue: lines(500) })).check(z.maxLength(100)),
  }),
  z.strictObject({
    type: z.literal('log'),
    level: z.enum(log_level),
    content: z.string(),
    /** The key of the line, so that the console can translate it; a line without a key is shown as it is. */
    what: z.optional(z.string()),
    facts: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  }),
  z.strictObject({
    type: z.literal('recording'),
    camera_sn: filled(64),
    from: whole(0, 4_102_444_800_000),
    to: whole(0, 4_102_444_800_000),
    looks: whole(1, 1_000_000),
    file: bare_name,
    pictures: z
      .array(z.strictObject({ time: whole(0, 4_102_444_800_000), file: bare_name }))
      .check(z.maxLength(64)),
  }),
  health,
  z.strictObject({ type: z.literal('ping') }),
])
export type MessageId = z.output<typeof message_id>
