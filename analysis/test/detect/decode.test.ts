/** Decoders of users' detectors, on synthetic outputs with known boxes. */
import { describe, expect, test } from 'vitest'
import { decode, OutputShapeError } from '#src/detect/decode.ts'
import { shipped_detector, type ModelSpec } from '#src/detect/model-spec.ts'
import { anchorsOf } from '#src/detect/ssd.ts'
import type { Tensor } from '#src/models/runtime.ts'

const coco = { 1: 'bicycle', 2: 'car', 3: 'motorcycle', 5: 'bus', 7: 'truck' } as const
const base: ModelSpec = {
  ...shipped_detector,
  decoder: 'yolov8',
  input: { ...shipped_detector.input, name: 'images', width: 64, height: 64, fit: 'letterbox' },
  outputs: { boxes: ['out'], scores: ['scores'] },
  sigmoid: false,
  strides: [8, 16, 32],
  classes: coco,
  score: 0.3,
}
const tensor = (dims: readonly number[], fill = 0): Tensor => ({
  dims,
  data: new Float32Array(dims.reduce((all, one) => all * one, 1)).fill(fill),
})
/** Decoded boxes, rounded to a thousandth of a pixel. */
const rounded = (spec: ModelSpec, outputs: Record<string, Tensor>) =>
  decode(spec, outputs).map(({ box, score, label }) => ({
    box: box.map((value) => Math.round(value * 1000) / 1000),
    score: Math.round(score * 1000) / 1000,
    label,
  }))
/** Logits of a distribution with its peak at exactly `distance` strides. */
const peak = (distance: number, bins: number): number[] =>
  Array.from({ length: bins }, (_, bin) => (bin === distance ? 40 : -40))

describe('the boxes of', () => {
  test('YOLOv5: centre and size in pixels, objectness times class', () => {
    const out = tensor([1, 3, 85])
    out.data.set([30, 20, 20, 10, 0.9], 85)
    out.data[85 + 5 + 2] = 0.5
    out.data[85 + 5 + 0] = 0.99 // a person, which the manifest does not name
    expect(rounded({ ...base, decoder: 'yolov5' }, { out })).toEqual([
      { box: [20, 15, 40, 25], score: 0.45, label: 'car' },
    ])
  })

  test.each([
    ['channels first', true],
    ['places first', false],
  ])('YOLOv8 and v11, %s', (_, first) => {
    const [channels, places] = [84, 336]
    const out = tensor(first ? [1, channels, places] : [1, places, channels])
    const set = (channel: number, value: number) =>
      void (out.data[first ? channel * places + 9 : 9 * channels + channel] = value)
    ;[30, 20, 20, 10].forEach((value, channel) => set(channel, value))
    set(4 + 7, 0.8)
    set(4 + 2, 0.6)
    expect(rounded(base, { out })).toEqual([{ box: [20, 15, 40, 25], score: 0.8, label: 'truck' }])
  })

  test('YOLOv10 and other end-to-end models: corners, score, class', () => {
    const out = tensor([1, 300, 6])
    out.data.set([1, 2, 30, 40, 0.7, 5, 5, 5, 9, 9, 0.9, 0, 1, 1, 9, 9, 0.1, 2])
    expect(rounded({ ...base, decoder: 'yolo-e2e' }, { out })).toEqual([
      { box: [1, 2, 30, 40], score: 0.7, label: 'bus' },
    ])
  })

  test('YOLOX: offsets in cells of their stride, sizes as exponents', () => {
    const out = tensor([1, 84, 85])
    // The second level starts after 8 x 8 places; its place (1, 2) has the index 64 + 2 * 4 + 1.
    const at = (64 + 9) * 85
    out.data.set([0.5, 0.25, Math.log(2), Math.log(1.5), 0.8], at)
    out.data[at + 5 + 3] = 0.5
    // Centre (1.5, 2.25) * 16 = (24, 36), size (32, 24).
    expect(rounded({ ...base, decoder: 'yolox' }, { out })).toEqual([
      { box: [8, 24, 40, 48], score: 0.4, label: 'motorcycle' },
    ])
  })

  test('NanoDet-Plus: distances as distributions around a corner of the cell', () => {
    const spec: ModelSpec = { ...base, decoder: 'nanodet-plus', strides: [8, 16, 32, 64] }
    const out = tensor([1, 64 + 16 + 4 + 1, 112])
    const at = (64 + 6) * 112 // second level, place (2, 1): the point (32, 16)
    out.data[at + 2] = 0.75
    out.data.set(
      [1, 0, 2, 3].flatMap((distance) => peak(distance, 8)),
      at + 80,
    )
    expect(rounded(spec, { out })).toEqual([{ box: [16, 16, 64, 64], score: 0.75, label: 'car' }])
  })

  test('NanoDet of 2020: two outputs for each stride, points at the centre of the cell', () => {
    const names = (what: string) => [8, 16, 32].map((stride) => `${what}_${stride}`)
    const spec: ModelSpec = {
      ...base,
      decoder: 'nanodet',
      outputs: { boxes: names('dis'), scores: names('cls') },
    }
    const places = { 8: 64, 16: 16, 32: 4 }
    const outputs = Object.fromEntries(
      Object.entries(places).flatMap(([stride, count]) => [
        [`cls_${stride}`, tensor([1, count, 80])],
        [`dis_${stride}`, tensor([1, count, 44])],
      ]),
    )
    // Stride 32, place (1, 0): the point (48, 16).
    outputs['cls_32']!.data[80 + 5] = 0.6
    outputs['dis_32']!.data.set(
      [1, 0, 0, 1].flatMap((distance) => peak(distance, 11)),
      44,
    )
    expect(rounded(spec, outputs)).toEqual([{ box: [16, 16, 48, 48], score: 0.6, label: 'bus' }])
  })

  test('SSD: encodings around anchors, a sigmoid for each class', () => {
    const anchors = anchorsOf(shipped_detector.anchors!)
    expect(anchors).toHaveLength(1917)
    // The last anchor is the whole picture, a square at sqrt(0.95 * 1).
    expect(anchors.at(-1)).toEqual([0.5, 0.5, Math.sqrt(0.95), Math.sqrt(0.95)])
    const boxes = tensor([1, 1917, 4])
    const scores = tensor([1, 1917, 24], -10)
    // Anchor 0 of place (0, 0): centre 1/38, size 0.1. One tenth of its height down, a fifth wider in logs.
    boxes.data.set([10, 0, 0, 5 * Math.log(2)])
    scores.data[23] = Math.log(4)
    scores.data[0] = 10 // a class that is ignored
    const [one, ...others] = decode(shipped_detector, {
      'raw_outputs/box_encodings': boxes,
      'raw_outputs/class_predictions': scores,
    })
    expect(others).toEqual([])
    expect(one?.score).toBeCloseTo(0.8)
    expect(one?.label).toBe('car')
    const [x, y] = [300 / 38, 300 / 38 + 30]
    expect(one?.box.map((value) => Math.round(value * 100))).toEqual(
      [x - 30, y - 15, x + 30, y + 15].map((value) => Math.round(value * 100)),
    )
  })
})

test('an invalid box is dropped', () => {
  const out = tensor([1, 300, 6])
  out.data.set([9, 9, 1, 1, 0.9, 2, Number.NaN, 0, 5, 5, 0.9, 2, 0, 0, Infinity, 5, 0.9, 2])
  expect(decode({ ...base, decoder: 'yolo-e2e' }, { out })).toEqual([])
})

test.each([
  ['no such output', 'yolov8', { other: tensor([1, 84, 84]) }, /no output "out"/],
  ['a batch', 'yolov8', { out: tensor([2, 84, 84]) }, /2 x 84 x 84/],
  ['fewer classes than are named', 'yolov8', { out: tensor([1, 9, 84]) }, /class 7 .* 5 classes/],
  ['rows of another length', 'yolo-e2e', { out: tensor([1, 300, 7]) }, /7 numbers/],
  ['places of other strides', 'yolox', { out: tensor([1, 85, 85]) }, /84 places/],
  ['other bins', 'nanodet-plus', { out: tensor([1, 84, 20]) }, /8 bins/],
  ['anchors of another model', 'ssd', { out: tensor([1, 9, 4]), scores: tensor([1, 9, 24]) }, /1917 anchors/],
] as const)('the output of a wrong model is rejected: %s', (_, decoder, outputs, words) => {
  expect(() => decode({ ...base, decoder }, outputs)).toThrow(OutputShapeError)
  expect(() => decode({ ...base, decoder }, outputs)).toThrow(words)
})
