import { expect, test } from 'vitest'
import { boxAround, iouOf, overlapOf } from '#src/look/boxes.ts'
import { keyOf } from '#src/look/look.ts'

test('the IoU of two boxes is their shared area divided by the area of both together', () => {
  expect(overlapOf([0, 0, 0.5, 0.5], [0.25, 0.25, 1, 1])).toBeCloseTo(0.0625)
  expect(iouOf([0, 0, 1, 1], [0, 0, 1, 1])).toBe(1)
  expect(iouOf([0, 0, 0.5, 1], [0.5, 0, 1, 1])).toBe(0)
  expect(iouOf([0, 0, 0.5, 1], [0.25, 0, 0.75, 1])).toBeCloseTo(1 / 3)
})

test('a bounding box encloses its polygon, and a key names scene, lot and cell', () => {
  expect(
    boxAround([
      [0.2, 0.9],
      [0.4, 0.1],
      [0.1, 0.5],
    ]),
  ).toEqual([0.1, 0.1, 0.4, 0.9])
  expect(keyOf({ scene_id: 's', lot_no: 'A01', cell: 0 })).toBe('s/A01/0')
})
