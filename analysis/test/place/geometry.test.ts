/** Polygons, cells and the assignment, for arbitrary inputs. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Box, Point } from '#src/look/boxes.ts'
import { assign, coverOf } from '#src/place/place.ts'
import { cellsOf } from '#src/place/cells.ts'
import { areaOfPolygon, clipToBox, coveredShare, isInside } from '#src/place/polygon.ts'

test('the cells of a motorcycle lot are equal parts along its longer side', () => {
  const strip: Point[] = [
    [0, 0],
    [0.6, 0],
    [0.6, 0.1],
    [0, 0.1],
  ]
  for (const polygon of [strip, [...strip.slice(1), strip[0]!]]) {
    const cells = cellsOf(polygon, 3)
    expect(cells.map((cell) => areaOfPolygon(cell).toFixed(3))).toEqual(['0.020', '0.020', '0.020'])
    expect(
      cells.every((cell) => Math.max(...cell.map(([x]) => x)) - Math.min(...cell.map(([x]) => x)) < 0.21),
    ).toBe(true)
  }
  const five: Point[] = [
    [0, 0],
    [0.3, 0],
    [0.6, 0.05],
    [0.6, 0.1],
    [0, 0.1],
  ]
  const cells = cellsOf(five, 2)
  expect(cells.reduce((sum, cell) => sum + areaOfPolygon(cell), 0)).toBeCloseTo(areaOfPolygon(five))
})

const share = fc.double({ min: 0, max: 1, noNaN: true })
const box = fc
  .tuple(share, share, share, share)
  .map(([a, b, c, d]): Box => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)])

test('the intersection of a box and a polygon is never larger than either, and cover is a share', () => {
  fc.assert(
    fc.property(box, box, (one, other) => {
      const polygon: Point[] = [
        [one[0], one[1]],
        [one[2], one[1]],
        [one[2], one[3]],
        [one[0], one[3]],
      ]
      const cut = areaOfPolygon(clipToBox(polygon, other))
      expect(cut).toBeLessThanOrEqual(areaOfPolygon(polygon) + 1e-9)
      expect(cut).toBeLessThanOrEqual((other[2] - other[0]) * (other[3] - other[1]) + 1e-9)
      expect(coverOf(other, polygon)).toBeGreaterThanOrEqual(0)
      expect(coverOf(other, polygon)).toBeLessThanOrEqual(1)
      expect(coveredShare(polygon, [other])).toBeLessThanOrEqual(1)
    }),
  )
  const triangle: Point[] = [
    [0.2, 0.2],
    [0.8, 0.2],
    [0.5, 0.9],
  ]
  expect(isInside([0.5, 0.5], triangle)).toBe(true)
  expect(isInside([0.2, 0.8], triangle)).toBe(false)
})

/** The best assignment by brute force. */
function best(gains: number[][], row = 0, used = new Set<number>()): number {
  if (row === gains.length) return 0
  const without = best(gains, row + 1, used)
  return gains[row]!.reduce(
    (most, gain, column) =>
      used.has(column) ? most : Math.max(most, gain + best(gains, row + 1, new Set([...used, column]))),
    without,
  )
}

test('the assignment has the largest total, and uses no column twice', () => {
  const gains = fc
    .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }))
    .chain(([rows, columns]) =>
      fc.array(
        fc.array(fc.constantFrom(0, 0.1, 0.4, 0.5, 0.9, 1), { minLength: columns, maxLength: columns }),
        { minLength: rows, maxLength: rows },
      ),
    )
  fc.assert(
    fc.property(gains, (gains) => {
      const columns = assign(gains)
      const given = columns.filter((column) => column !== undefined)
      expect(new Set(given).size).toBe(given.length)
      const sum = columns.reduce(
        (total: number, column, row) => total + (column === undefined ? 0 : gains[row]![column]!),
        0,
      )
      expect(sum).toBeCloseTo(best(gains))
    }),
  )
})
