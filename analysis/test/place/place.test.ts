/** Assigns boxes to lots along a kerb, seen from a camera above the pavement. */
import { expect, test } from 'vitest'
import type { Box, Detection, Label, Point } from '#src/look/boxes.ts'
import type { LotPlace, View } from '#src/look/look.ts'
import { place } from '#src/place/place.ts'

const lotAt = (lot_no: string, polygon: Point[], motorcycles = false): LotPlace => ({
  scene_id: 's',
  lot_no,
  cell: 0,
  polygon,
  difficult: 0,
  motorcycles,
})
/** Three lots, one behind another: A is far, C is near. */
const kerb = [
  lotAt('A', [
    [0.4, 0.4],
    [0.6, 0.4],
    [0.62, 0.5],
    [0.38, 0.5],
  ]),
  lotAt('B', [
    [0.38, 0.5],
    [0.62, 0.5],
    [0.65, 0.65],
    [0.35, 0.65],
  ]),
  lotAt('C', [
    [0.35, 0.65],
    [0.65, 0.65],
    [0.7, 0.9],
    [0.3, 0.9],
  ]),
]
const view = (changes: Partial<View> = {}): View => ({
  camera_sn: 'C1',
  lots: kerb,
  focus: null,
  feature: [],
  cover_th: 0.4,
  plate_type: 0,
  motor_det: false,
  ...changes,
})
const found = (box: Box, label: Label = 'car', score = 0.8): Detection => ({ box, score, label })
const carIn = {
  A: found([0.4, 0.3, 0.6, 0.49]),
  B: found([0.37, 0.4, 0.63, 0.64]),
  C: found([0.32, 0.5, 0.68, 0.89]),
}
const owners = (detections: Detection[], changes: Partial<View> = {}) =>
  Object.fromEntries(
    place(detections, view(changes)).map(({ key, vehicle }) => [
      key.split('/')[1],
      detections.indexOf(vehicle!),
    ]),
  )

test('each vehicle gets its own lot, although its box rises over the lot behind', () => {
  expect(owners([carIn.C, carIn.A, carIn.B])).toEqual({ A: 1, B: 2, C: 0 })
  expect(owners([carIn.B])).toEqual({ A: -1, B: 0, C: -1 })
})

test('of two boxes in one lot, the better one gets it and the other gets none', () => {
  expect(owners([found([0.37, 0.42, 0.63, 0.62], 'car', 0.4), carIn.B])).toEqual({ A: -1, B: 1, C: -1 })
})

test('a vehicle on the road next to the lots gets no lot; a higher cover_th requires more overlap', () => {
  expect(owners([found([0.66, 0.4, 0.9, 0.64])])).toEqual({ A: -1, B: -1, C: -1 })
  const half = found([0.5, 0.4, 0.8, 0.64])
  expect(owners([half], { cover_th: 0.3 })).toMatchObject({ B: 0 })
  expect(owners([half], { cover_th: 0.7 })).toMatchObject({ B: -1 })
})

test('a nearer vehicle hides the lot behind it, but a farther one does not', () => {
  const [a, b, c] = place([carIn.B], view())
  expect(a!.hidden).toBeGreaterThan(0.6)
  expect(b!.hidden).toBe(0)
  expect(c!.hidden).toBe(0)
  const truck = found([0.3, 0.2, 0.7, 0.95], 'truck')
  expect(place([truck], view()).map(({ hidden }) => hidden > 0.6)).toEqual([true, true, false])
})

test('people hide a lot but are not vehicles', () => {
  const [, b] = place([found([0.3, 0.3, 0.7, 0.65], 'person')], view())
  expect(b).toMatchObject({ people: 1, hidden: 0 })
  expect(b!.vehicle).toBeUndefined()
})

test('vehicles outside the focus and fixed features are ignored', () => {
  const focus: Point[] = [
    [0, 0.66],
    [1, 0.66],
    [1, 1],
    [0, 1],
  ]
  expect(owners([carIn.A, carIn.C], { focus })).toEqual({ A: -1, B: -1, C: 1 })
  const mark: Point[] = [
    [0.36, 0.38],
    [0.64, 0.38],
    [0.64, 0.66],
    [0.36, 0.66],
  ]
  expect(owners([carIn.B], { feature: [mark] })).toMatchObject({ B: -1 })
})

test('motorcycles count in their own lots, and in car lots only with motor_det', () => {
  const rider = found([0.45, 0.5, 0.55, 0.64], 'motorcycle')
  expect(owners([rider])).toMatchObject({ B: -1 })
  expect(owners([rider], { motor_det: true })).toMatchObject({ B: 0 })
  expect(owners([rider], { lots: kerb.map((lot) => ({ ...lot, motorcycles: true })) })).toMatchObject({
    B: 0,
  })
})
