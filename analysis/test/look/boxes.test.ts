import { expect, test } from 'vitest'
import { boxAround, iouOf, overlapOf } from '#src/look/boxes.ts'
import { keyOf } from '#src/look/look.ts'

test('overlap and IoU of two boxes', () => {
  expect(overlapOf([0, 0, 0.5, 0.5], [0.25, 0.25, 1, 1])).toBeCloseTo(0.0625)
  expect(iouOf([0, 0, 1, 1], [0, 0, 1, 1])).toBe(1)
  expect(iouOf([0, 0, 0.5, 1], [0.5, 0, 1, 1])).toBe(0)
  expect(iouOf([0, 0, 0.5, 1], [0.25, 0, 0.75, 1])).toBeCloseTo(1 / 3)
})

test('the bounding box of a polygon, and the key of a place', () => {
  expect(
    boxAround([
      [0.2, 0.9],
      [0.4, 0.1],
      [0.1, 0.5],
    ]),
  ).toEqual([0.1, 0.1, 0.4, 0.9])
  expect(keyOf({ scene_id: 's', lot_no: 'A01', cell: 0 })).toBe('s/A01/0')
})
