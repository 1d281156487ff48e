/** Which lot a plate stands in: the ground of its vehicle is a little below it. */
import { expect, test } from 'vitest'
import type { Box, Point } from '#src/look/boxes.ts'
import { type Ground, standsIn } from '#src/read/lot-below.ts'

const ground = ([left, top, right, bottom]: Box, motorcycles = false): Ground => ({
  polygon: [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ],
  motorcycles,
})
/** The lots, by number, in which a plate with this middle and a width of a tenth of the height stands. */
const lotsOf = (middle: Point, grounds: readonly Ground[]): number[] =>
  grounds.flatMap((_, at) => (standsIn({ middle, width: 0.1 }, { grounds, at }) ? [at] : []))

test('a plate stands in the lot below it, not in the one beside it, and not in one far below', () => {
  const grounds = [ground([0.2, 0.5, 0.4, 0.7]), ground([0.4, 0.5, 0.6, 0.7])]
  expect([lotsOf([0.39, 0.5], grounds), lotsOf([0.41, 0.5], grounds)]).toEqual([[0], [1]])
  expect(lotsOf([0.3, 0.2], grounds)).toEqual([])
  expect(lotsOf([0.3, 0.8], grounds)).toEqual([])
})

test('of two lots behind each other, a plate stands in the one that begins at its wheels', () => {
  const grounds = [ground([0.2, 0.4, 0.5, 0.55]), ground([0.2, 0.55, 0.5, 0.75])]
  expect([0.4, 0.46, 0.5, 0.62].map((y) => lotsOf([0.3, y], grounds))).toEqual([[0], [0], [1], [1]])
})

test('the wheels of a motorcycle are farther below its plate than those of a car', () => {
  const cells = [ground([0.2, 0.5, 0.5, 0.6], true), ground([0.2, 0.6, 0.5, 0.7], true)]
  const lots = cells.map(({ polygon }): Ground => ({ polygon, motorcycles: false }))
  expect([lotsOf([0.3, 0.5], cells), lotsOf([0.3, 0.5], lots)]).toEqual([[1], [0]])
})

test('a motorcycle stands in one cell only, wherever its plate is', () => {
  const slanting = Array.from({ length: 4 }, (_, at): Ground => {
    const y = 0.4 + at * 0.05
    const polygon: Point[] = [
      [0.2, y],
      [0.5, y + 0.1],
      [0.5, y + 0.15],
      [0.2, y + 0.05],
    ]
    return { polygon, motorcycles: true }
  })
  for (let x = 0.21; x < 0.5; x += 0.03)
    for (let y = 0.25; y < 0.6; y += 0.03) expect(lotsOf([x, y], slanting).length).toBeLessThanOrEqual(1)
})
