import { expect, test } from 'vitest'
import { supportsOf } from '#src/detect/lot-supports.ts'
import type { Box, Detection } from '#src/look/boxes.ts'
import type { LotPlace } from '#src/look/look.ts'

const lotAt = (lot_no: string, [left, top, right, bottom]: Box): LotPlace => ({
  scene_id: 's',
  lot_no,
  cell: 0,
  polygon: [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ],
  difficult: 0,
  motorcycles: false,
})
const far = lotAt('far', [0.4, 0.4, 0.6, 0.5])
const near = lotAt('near', [0.4, 0.5, 0.6, 0.65])
const van: Detection = { box: [0.4, 0.2, 0.6, 0.65], score: 0.8, label: 'car' }
const car: Detection = { box: [0.41, 0.3, 0.59, 0.5], score: 0.5, label: 'car' }
const view = { lots: [far, near], motor_det: false }

test('a van in the near lot does not count for the far lot, but covers it', () => {
  const { supports, borrowed } = supportsOf([van], [{}, { vehicle: van }], view)
  expect(supports.map(({ by }) => by)).toEqual([undefined, van])
  expect(borrowed).toEqual([true, false])
})

test("the far lot's own car supports it, whatever is in front of it", () => {
  const { supports, borrowed } = supportsOf([van, car], [{ vehicle: car }, { vehicle: van }], view)
  expect(supports.map(({ by }) => by)).toEqual([car, van])
  expect(borrowed).toEqual([false, false])
})

test('a vehicle without a lot supports the lot that it fits best', () => {
  const { supports, borrowed } = supportsOf([car], [{}, {}], view)
  expect(supports[0]?.by).toBe(car)
  expect(borrowed).toEqual([false, false])
})
