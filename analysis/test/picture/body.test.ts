/** Which parts of a lot's window are its ground, are above it, and are in sight. */
import { expect, test } from 'vitest'
import type { Point } from '#src/look/boxes.ts'
import { bodyOf, bothOf, countOf, inSight } from '#src/picture/body.ts'

const lot: Point[] = [
  [0.4, 0.5],
  [0.6, 0.5],
  [0.6, 0.7],
  [0.4, 0.7],
]

test('the window rises above the lot, and no part is both ground and above it', () => {
  const { window, ground, above } = bodyOf(lot, 16 / 9)
  expect(window[1]).toBeLessThan(0.5)
  expect(window.slice(2)).toEqual([0.6, 0.7])
  expect(countOf(ground)).toBeGreaterThan(100)
  expect(countOf(above)).toBeGreaterThan(100)
  expect(countOf(bothOf(ground, above))).toBe(0)
})

test('a lot at the upper edge of the picture has no window above it', () => {
  expect(
    bodyOf(
      lot.map(([x, y]): Point => [x, y - 0.5]),
      16 / 9,
    ).window[1],
  ).toBe(0)
})

test('nearer boxes hide the parts that they cover, including a small margin', () => {
  const { window, ground } = bodyOf(lot, 16 / 9)
  const shown = (box: readonly [number, number, number, number]) =>
    countOf(bothOf(ground, inSight(window, [box])))
  expect(countOf(bothOf(ground, inSight(window, [])))).toBe(countOf(ground))
  expect(shown([0.3, 0.3, 0.7, 0.9])).toBe(0)
  const half = shown([0.5, 0.3, 0.7, 0.9])
  expect(half).toBeGreaterThan(0)
  expect(half).toBeLessThanOrEqual(countOf(ground) / 2)
})
