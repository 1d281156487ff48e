/** The part of a manifest that a decoder needs: how the model is fed and how its output is read. */
import type { Label } from '../look/boxes.ts'

export const decoders = ['ssd', 'yolov5', 'yolov8', 'yolo-e2e', 'yolox', 'nanodet', 'nanodet-plus'] as const
export type DecoderKind = (typeof decoders)[number]

/** Sizes are in pixels; colours are `(value * scale - mean) / std` of values from 0 to 255. */
export type InputSpec = {
  readonly name: string
  readonly layout: 'NCHW' | 'NHWC'
  readonly width: number
  readonly height: number
  readonly order: 'RGB' | 'BGR'
  readonly mean: readonly [number, number, number]
  readonly std: readonly [number, number, number]
  readonly scale: number
  /** The picture is stretched, centred with bars, or placed in the top left corner. */
  readonly fit: 'stretch' | 'letterbox' | 'topleft'
  /** Grey of the bars, 0 to 255. */
  readonly pad: number
}

/** Anchors of an SSD model, as in its training configuration. */
export type AnchorSpec = {
  readonly grids: readonly number[]
  readonly min_scale: number
  readonly max_scale: number
  readonly ratios: readonly number[]
  /** The first grid has three anchors: (0.1, 1), (its scale, 2), (its scale, 1/2). */
  readonly reduce_lowest: boolean
}

export type ModelSpec = {
  readonly decoder: DecoderKind
  readonly input: InputSpec
  /** Names of the outputs; NanoDet has a pair for each stride. */
  readonly outputs: { readonly boxes: readonly string[]; readonly scores: readonly string[] }
  /** Whether the scores still need a sigmoid. */
  readonly sigmoid: boolean
  /** Distance of neighbouring places in pixels, for each level of the model. */
  readonly strides: readonly number[]
  readonly anchors?: AnchorSpec
  /** Our label for each class number of the model. Classes without an entry are ignored. */
  readonly classes: Readonly<Record<string, Label>>
  /** Detections with a lower score are dropped. */
  readonly score: number
  /** Boxes that overlap by more than this IoU are the same object. */
  readonly nms: number
}

/** The shipped detector (docs/models.md): SSD MobileNetV2 of MediaPipe, trained on Open Images. */
export const shipped_detector: ModelSpec = {
  decoder: 'ssd',
  input: {
    name: 'normalized_input_image_tensor',
    layout: 'NHWC',
    width: 300,
    height: 300,
    order: 'RGB',
    mean: [127.5, 127.5, 127.5],
    std: [127.5, 127.5, 127.5],
    scale: 1,
    fit: 'stretch',
    pad: 0,
  },
  outputs: { boxes: ['raw_outputs/box_encodings'], scores: ['raw_outputs/class_predictions'] },
  sigmoid: true,
  strides: [],
  anchors: {
    grids: [19, 10, 5, 3, 2, 1],
    min_scale: 0.2,
    max_scale: 0.95,
    ratios: [1, 2, 0.5, 3, 0.3333],
    reduce_lowest: true,
  },
  classes: { 1: 'bicycle', 4: 'person', 18: 'vehicle', 23: 'car' },
  score: 0.02,
  nms: 0.5,
}
