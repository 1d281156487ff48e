/**
 * Decodes the output of a detector: boxes in pixels of its input, each with the score of its best known
 * class. Long because it decodes seven kinds of detectors (docs/models.md names their sources).
 */
import type { Tensor } from '../models/runtime.ts'
import type { Box, Detection } from '../look/boxes.ts'
import type { DecoderKind, ModelSpec } from './model-spec.ts'
import { anchorsOf, boxOfAnchor } from './ssd.ts'

export type Outputs = Readonly<Record<string, Tensor>>

/** The output does not have the shape that the decoder expects. */
export class OutputShapeError extends Error {}

/**
 * The model's detections before non-maximum suppression. Boxes are in pixels of the input and may extend
 * beyond it. Throws OutputShapeError.
 */
export function decode(spec: ModelSpec, outputs: Outputs): Detection[] {
  return decoders[spec.decoder](spec, outputs).filter(
    ({ box, score }) =>
      score >= spec.score && box.every(Number.isFinite) && box[2] > box[0] && box[3] > box[1],
  )
}

type Decoder = (spec: ModelSpec, outputs: Outputs) => Detection[]

const decoders: Record<DecoderKind, Decoder> = {
  ssd,
  yolov5: (spec, outputs) => yoloRows(spec, outputs, (row, at) => centred(row, at)),
  yolov8,
  'yolo-e2e': endToEnd,
  yolox,
  nanodet,
  'nanodet-plus': nanodetPlus,
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))

/** The known classes: their numbers and labels. */
const classesOf = ({ classes }: ModelSpec) =>
  Object.entries(classes).map(([no, label]) => ({ no: Number(no), label }))

/** The best known class of a place; `scoreAt` returns the raw score of a class. */
function bestOf(
  known: ReturnType<typeof classesOf>,
  scoreAt: (no: number) => number,
): { score: number; label: Detection['label'] } {
  let best = { score: Number.NEGATIVE_INFINITY, label: known[0]?.label ?? 'vehicle' }
  for (const { no, label } of known) {
    const score = scoreAt(no)
    if (score > best.score) best = { score, label }
  }
  return best
}

function outputOf(outputs: Outputs, name: string | undefined, axes: number): Tensor {
  const tensor = outputs[name ?? '']
  if (!tensor)
    throw new OutputShapeError(`the model gives no output "${name}": it gives ${Object.keys(outputs)}`)
  if (tensor.dims.length !== axes || tensor.dims[0] !== 1)
    throw new OutputShapeError(`the output "${name}" has the shape ${tensor.dims.join(' x ')}`)
  return tensor
}

/** Rejects a model that has fewer classes than the manifest names. */
function checkClasses(spec: ModelSpec, count: number): void {
  const last = Math.max(-1, ...classesOf(spec).map(({ no }) => no))
  if (last >= count) throw new OutputShapeError(`class ${last} is named, but the model has ${count} classes`)
}

function ssd(spec: ModelSpec, outputs: Outputs): Detection[] {
  const encodings = outputOf(outputs, spec.outputs.boxes[0], 3)
  const scores = outputOf(outputs, spec.outputs.scores[0], 3)
  const anchors = spec.anchors ? anchorsOf(spec.anchors) : []
  const count = scores.dims[2] ?? 0
  if (encodings.dims[1] !== anchors.length || scores.dims[1] !== anchors.length || encodings.dims[2] !== 4)
    throw new OutputShapeError(
      `${anchors.length} anchors do not fit ${encodings.dims.join(' x ')} encodings ` +
        `and ${scores.dims.join(' x ')} scores`,
    )
  checkClasses(spec, count)
  const { width, height } = spec.input
  const known = classesOf(spec)
  return anchors.flatMap((anchor, at) => {
    const best = bestOf(known, (no) => scores.data[at * count + no]!)
    const score = spec.sigmoid ? sigmoid(best.score) : best.score
    if (!(score >= spec.score)) return []
    const [left, top, right, bottom] = boxOfAnchor(encodings.data, at * 4, anchor)
    return [{ box: [left * width, top * height, right * width, bottom * height], score, label: best.label }]
  })
}

/** A box from its centre and size, in pixels of the input. */
const centred = (values: Float32Array, at: number): Box => {
  const [x, y, wide, high] = [values[at]!, values[at + 1]!, values[at + 2]!, values[at + 3]!]
  return [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2]
}

/** YOLOv5 and YOLOX: a row for each place with its box, objectness and classes. */
function yoloRows(
  spec: ModelSpec,
  outputs: Outputs,
  boxAt: (values: Float32Array, at: number, row: number) => Box,
): Detection[] {
  const { data, dims } = outputOf(outputs, spec.outputs.boxes[0], 3)
  const [rows = 0, columns = 0] = dims.slice(1)
  if (columns < 6) throw new OutputShapeError(`rows of ${columns} numbers hold no box, objectness and class`)
  checkClasses(spec, columns - 5)
  const known = classesOf(spec)
  const final = spec.sigmoid ? sigmoid : (value: number) => value
  const found: Detection[] = []
  for (let row = 0; row < rows; row++) {
    const at = row * columns
    const objectness = final(data[at + 4]!)
    if (objectness < spec.score) continue
    const best = bestOf(known, (no) => data[at + 5 + no]!)
    const score = objectness * final(best.score)
    if (score >= spec.score) found.push({ box: boxAt(data, at, row), score, label: best.label })
  }
  return found
}

/** YOLOv8 and v11: channels first, no objectness. The shorter axis holds the 4 + classes channels. */
function yolov8(spec: ModelSpec, outputs: Outputs): Detection[] {
  const { data, dims } = outputOf(outputs, spec.outputs.boxes[0], 3)
  const [first = 0, second = 0] = dims.slice(1)
  const channels_first = first < second
  const [channels, places] = channels_first ? [first, second] : [second, first]
  if (channels < 5) throw new OutputShapeError(`${channels} channels hold no box and class`)
  checkClasses(spec, channels - 4)
  const valueAt = (channel: number, place: number): number =>
    channels_first ? data[channel * places + place]! : data[place * channels + channel]!
  const known = classesOf(spec)
  const found: Detection[] = []
  for (let place = 0; place < places; place++) {
    const best = bestOf(known, (no) => valueAt(4 + no, place))
    const score = spec.sigmoid ? sigmoid(best.score) : best.score
    if (score < spec.score) continue
    const box = Float32Array.of(valueAt(0, place), valueAt(1, place), valueAt(2, place), valueAt(3, place))
    found.push({ box: centred(box, 0), score, label: best.label })
  }
  return found
}

/** YOLOv10 and other end-to-end exports: corners, score and class of boxes that the model has selected. */
function endToEnd(spec: ModelSpec, outputs: Outputs): Detection[] {
  const { data, dims } = outputOf(outputs, spec.outputs.boxes[0], 3)
  if (dims[2] !== 6) throw new OutputShapeError(`rows of ${dims[2]} numbers instead of 6`)
  const labels = new Map(classesOf(spec).map(({ no, label }) => [no, label]))
  return Array.from({ length: dims[1] ?? 0 }, (_, row) => row * 6).flatMap((at) => {
    const label = labels.get(Math.round(data[at + 5]!))
    if (!label) return []
    return [{ box: [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!], score: data[at + 4]!, label }]
  })
}

/** The grid places of all levels: column, row and stride, level by level and row by row. */
function placesOf({
  input: { width, height },
  strides,
}: ModelSpec): [x: number, y: number, stride: number][] {
  return strides.flatMap((stride) => {
    const [across, down] = [Math.ceil(width / stride), Math.ceil(height / stride)]
    return Array.from({ length: across * down }, (_, at): [number, number, number] => [
      at % across,
      Math.floor(at / across),
      stride,
    ])
  })
}

function yolox(spec: ModelSpec, outputs: Outputs): Detection[] {
  const places = placesOf(spec)
  const rows = outputs[spec.outputs.boxes[0] ?? '']?.dims[1]
  if (rows !== undefined && rows !== places.length)
    throw new OutputShapeError(`${rows} rows, but the strides make ${places.length} places`)
  return yoloRows(spec, outputs, (values, at, row) => {
    const [x, y, stride] = places[row]!
    return centred(
      Float32Array.of(
        (values[at]! + x) * stride,
        (values[at + 1]! + y) * stride,
        Math.exp(values[at + 2]!) * stride,
        Math.exp(values[at + 3]!) * stride,
      ),
      0,
    )
  })
}

/** The expected value of a distribution over `bins` distances, in strides. */
function expectation(values: Float32Array, at: number, bins: number): number {
  let [max, sum, mean] = [Number.NEGATIVE_INFINITY, 0, 0]
  for (let bin = 0; bin < bins; bin++) max = Math.max(max, values[at + bin]!)
  for (let bin = 0; bin < bins; bin++) {
    const weight = Math.exp(values[at + bin]! - max)
    sum += weight
    mean += weight * bin
  }
  return mean / sum
}

/** A box from its left, top, right and bottom distances to a point, each given as a distribution. */
function boxAround(
  x: number,
  y: number,
  stride: number,
  values: Float32Array,
  at: number,
  bins: number,
): Box {
  const away = (side: number): number => expectation(values, at + side * bins, bins) * stride
  return [x - away(0), y - away(1), x + away(2), y + away(3)]
}

/** NanoDet-Plus: a point is the place times the stride, without half a cell (`nanodet_plus_head.py`). */
function nanodetPlus(spec: ModelSpec, outputs: Outputs): Detection[] {
  const { data, dims } = outputOf(outputs, spec.outputs.boxes[0], 3)
  const places = placesOf(spec)
  const [rows = 0, columns = 0] = dims.slice(1)
  const count = classCountOf(spec, columns)
  const bins = (columns - count) / 4
  if (rows !== places.length || !Number.isInteger(bins) || bins < 2)
    throw new OutputShapeError(`${rows} x ${columns} numbers do not fit ${places.length} places`)
  const known = classesOf(spec)
  return places.flatMap(([x, y, stride], row) => {
    const at = row * columns
    const best = bestOf(known, (no) => data[at + no]!)
    const score = spec.sigmoid ? sigmoid(best.score) : best.score
    if (score < spec.score) return []
    return [
      { box: boxAround(x * stride, y * stride, stride, data, at + count, bins), score, label: best.label },
    ]
  })
}

/** The number of classes in rows of classes + 4 x bins columns; NanoDet-Plus has 8 bins. */
function classCountOf(spec: ModelSpec, columns: number): number {
  const count = columns - 4 * 8
  if (count < 1) throw new OutputShapeError(`rows of ${columns} numbers hold no four distances of 8 bins`)
  checkClasses(spec, count)
  return count
}

/** NanoDet of 2020: a pair of outputs for each stride, points at the centre of the cell. */
function nanodet(spec: ModelSpec, outputs: Outputs): Detection[] {
  const known = classesOf(spec)
  return spec.strides.flatMap((stride, level) => {
    const scores = outputOf(outputs, spec.outputs.scores[level], 3)
    const sides = outputOf(outputs, spec.outputs.boxes[level], 3)
    const places = placesOf({ ...spec, strides: [stride] })
    const [count, bins] = [scores.dims[2] ?? 0, (sides.dims[2] ?? 0) / 4]
    if (scores.dims[1] !== places.length || sides.dims[1] !== places.length || !Number.isInteger(bins))
      throw new OutputShapeError(`level ${stride}: ${scores.dims.join(' x ')} and ${sides.dims.join(' x ')}`)
    checkClasses(spec, count)
    return places.flatMap(([x, y], row) => {
      const best = bestOf(known, (no) => scores.data[row * count + no]!)
      const score = spec.sigmoid ? sigmoid(best.score) : best.score
      if (score < spec.score) return []
      const [px, py] = [(x + 0.5) * stride, (y + 0.5) * stride]
      return [{ box: boxAround(px, py, stride, sides.data, row * bins * 4, bins), score, label: best.label }]
    })
  })
}
