/** Preview of the evidence with unsaved parameters, and a forecast of its size (ours). */
import * as z from 'zod/mini'
import { defineCall, everyone } from '../core/call.ts'
import { filled, stampOrEmpty, text } from '../core/fields.ts'
import { event_param } from '../params/params.ts'
import { picture_kinds } from '../events/event.ts'

/**
 * The picture used for the preview: a picture of the lot's newest event, the camera's last picture, or the
 * reference of the scene; none: there is no picture.
 */
export const evidence_source = ['event', 'camera', 'reference', 'none'] as const

/**
 * covers_*: a text covers the plate or a line of a lot. larger_than_camera: the limits have no effect. The
 * others state what cannot be drawn, and why.
 */
export const evidence_warning = [
  'covers_plate',
  'covers_lot_line',
  'too_long',
  'not_drawable',
  'empty',
  'no_lot',
  'no_plate',
  'small_plate',
  'not_processed',
  'larger_than_camera',
  'coarse',
  'shrunk',
] as const

/**
 * The parts of the forecast, and the source of a value. original: the camera's picture, which is kept in
 * addition to the drawn one.
 */
export const evidence_part = [...picture_kinds, 'original', 'video'] as const
export const figure_sources = ['measured', 'estimated', 'limit'] as const

const bytes = z.int().check(z.gte(0))
const pixels = z.int().check(z.gte(1))
const param_field = z.enum(Object.keys(event_param.shape) as [keyof z.output<typeof event_param>])

export const evidence_forecast = z.strictObject({
  /**
   * The average of the last days with complete events, at most seven; without such days `counted_days` is 0,
   * and `lot_num` times `per_lot` is assumed.
   */
  events_per_day: z.number().check(z.gte(0)),
  counted_days: z.int(),
  lot_num: z.int(),
  per_lot: z.int(),
  /** `bytes` is the size for one event. */
  parts: z.array(
    z.strictObject({ part: z.enum(evidence_part), bytes, per_day: bytes, from: z.enum(figure_sources) }),
  ),
  per_day: bytes,
  free: bytes,
  total: bytes,
  /** The days after which pictures are deleted; null: never. */
  retention_days: z.nullable(z.int()),
})

export const preview_event_param = defineCall({
  path: '/api/parking/preview_event_param',
  roles: everyone,
  effect: 'read',
  slow: true,
  ours: true,
  summary:
    'Draw the evidence with these parameters on a real picture of a camera, and forecast the bytes of a ' +
    'day. Other fields are as saved. A session has one preview at a time: a new one cancels the one ' +
    'before (6000).',
  body: z.strictObject({
    event_param: z.partial(event_param),
    camera_sn: z.optional(filled(64)),
    lot_no: z.optional(filled(32)),
  }),
  answer: z.strictObject({
    source: z.enum(evidence_source),
    /** When the picture was taken; empty without a picture. */
    time_str: stampOrEmpty(),
    camera_sn: text(64),
    lot_no: text(32),
    /** `url` is a signed address. `quality` is the JPEG quality, 100 for an unchanged picture. */
    pictures: z.array(
      z.strictObject({
        kind: z.enum(picture_kinds),
        url: text(500),
        width: pixels,
        height: pixels,
        bytes,
        quality: z.int(),
      }),
    ),
    /** The position of each text on the whole picture, in pixels. */
    texts: z.array(
      z.strictObject({
        field: param_field,
        text: z.string(),
        x: z.number(),
        y: z.number(),
        width: z.number(),
        height: z.number(),
      }),
    ),
    warnings: z.array(
      z.strictObject({
        kind: z.enum(evidence_warning),
        field: param_field,
        lot_nos: z.array(text(32)),
        detail: z.string(),
      }),
    ),
    forecast: evidence_forecast,
  }),
  example: { event_param: { osd_align: 1 } },
})

export const param_evidence_calls = { preview_event_param }
