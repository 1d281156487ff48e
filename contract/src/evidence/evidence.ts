/** Area `parking`: evidence as it would be drawn with parameters that nobody has saved yet, and what a day of it weighs (ours). */
import * as z from 'zod/mini'
import { defineCall, everyone } from '../core/call.ts'
import { filled, stampOrEmpty, text } from '../core/fields.ts'
import { event_param } from '../params/params.ts'
import { picture_kinds } from '../events/event.ts'

/** Which picture the preview is drawn on: of the lot's newest event, the camera's last one, the one on which the lots were drawn; none: there is none at all. */
export const evidence_source = ['event', 'camera', 'reference', 'none'] as const

/** covers_*: text stands on it. larger_than_camera: the limits never take effect. The others say what cannot be drawn, and why. */
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

/** What a byte of the forecast is spent on, and how the figure was come by. original: the camera's own picture, which the device keeps beside what is drawn. */
export const evidence_part = [...picture_kinds, 'original', 'video'] as const
export const figure_sources = ['measured', 'estimated', 'limit'] as const

const bytes = z.int().check(z.gte(0))
const pixels = z.int().check(z.gte(1))
const param_field = z.enum(Object.keys(event_param.shape) as [keyof z.output<typeof event_param>])

export const evidence_forecast = z.strictObject({
  /** Of the last days with events that are over, seven at most; of none of them there is `counted_days` 0, and `lot_num` times `per_lot` are assumed. */
  events_per_day: z.number().check(z.gte(0)),
  counted_days: z.int(),
  lot_num: z.int(),
  per_lot: z.int(),
  /** `bytes` for one event. */
  parts: z.array(
    z.strictObject({ part: z.enum(evidence_part), bytes, per_day: bytes, from: z.enum(figure_sources) }),
  ),
  per_day: bytes,
  free: bytes,
  total: bytes,
  /** After how many days pictures are let go; null: never. */
  retention_days: z.nullable(z.int()),
})

export const preview_event_param = defineCall({
  path: '/api/parking/preview_event_param',
  roles: everyone,
  effect: 'read',
  ours: true,
  summary:
    'The evidence as these parameters would draw it, on a real picture of a camera, and the bytes of a day. Fields that are not named are as saved. One at a time for a session: a newer one ends an older one (6000).',
  body: z.strictObject({
    event_param: z.partial(event_param),
    camera_sn: z.optional(filled(64)),
    lot_no: z.optional(filled(32)),
  }),
  answer: z.strictObject({
    source: z.enum(evidence_source),
    /** When the picture was taken; empty where there is none. */
    time_str: stampOrEmpty(),
    camera_sn: text(64),
    lot_no: text(32),
    /** `url` is a signed address. `quality` is the JPEG's, 100 for a picture that was not touched. */
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
    /** Where each text stands on the whole picture, in its pixels. */
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
