/** The manifest of a user's model: what it is, its source, how it is fed, and how its output is read. */
import { z } from 'zod'
import { decoders, type ModelSpec } from '../detect/model-spec.ts'
import { labels } from '../look/boxes.ts'

const name = z.string().min(1).max(100)
/** A bare file name in the folder of the manifest. */
const file = z.string().regex(/^[\w-][\w.-]{0,99}$/, 'a bare file name')
const three = z.tuple([z.number(), z.number(), z.number()])
const names = z.union([name.transform((one) => [one]), z.array(name).max(8)])
const unit = z.number().min(0).max(1)
const side = z.number().int().min(32).max(2048)

/** Version 1 (docs/models.md has an example). Unknown keys are rejected, to catch misspelt ones. */
export const manifest_schema = z.strictObject({
  schema: z.literal(1),
  name,
  version: name,
  file,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, '64 digits from 0 to f'),
  licence: name,
  source: z.string().max(500),
  decoder: z.enum(decoders),
  input: z.strictObject({
    name,
    layout: z.enum(['NCHW', 'NHWC']),
    width: side,
    height: side,
    order: z.enum(['RGB', 'BGR']),
    mean: three,
    std: three.refine((values) => values.every((value) => value > 0), 'above 0'),
    scale: z.number().positive(),
    fit: z.enum(['stretch', 'letterbox', 'topleft']),
    pad: z.number().min(0).max(255),
  }),
  outputs: z.strictObject({ boxes: names, scores: names.default([]) }),
  sigmoid: z.boolean(),
  strides: z.array(z.number().int().min(1).max(256)).max(8).default([]),
  anchors: z
    .strictObject({
      grids: z.array(z.number().int().min(1).max(160)).min(1).max(8),
      min_scale: unit,
      max_scale: unit,
      ratios: z.array(z.number().positive()).min(1).max(8),
      reduce_lowest: z.boolean(),
    })
    .optional(),
  classes: z
    .record(z.string().regex(/^\d{1,4}$/), z.enum(labels))
    .refine((classes) => Object.keys(classes).length > 0, 'at least one class'),
  score: unit,
  nms: unit,
  selfTest: z.strictObject({
    picture: file,
    /** The boxes that the model finds in it, from 0 to 1 of the picture. */
    boxes: z
      .array(z.strictObject({ box: z.tuple([unit, unit, unit, unit]), score: unit, label: z.enum(labels) }))
      .min(1)
      .max(200),
  }),
})
export type Manifest = z.infer<typeof manifest_schema>

/** The part that the decoder needs. */
export const specOf = ({ anchors, ...manifest }: Manifest): ModelSpec => ({
  decoder: manifest.decoder,
  input: manifest.input,
  outputs: manifest.outputs,
  sigmoid: manifest.sigmoid,
  strides: manifest.strides,
  ...(anchors && { anchors }),
  classes: manifest.classes,
  score: manifest.score,
  nms: manifest.nms,
})
