import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nearest, plotOf, scaleOf, type Reading } from '#src/pages/dashboard/health/plot.ts'

const readings = fc
  .array(fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: null }), { maxLength: 2000 })
  .map((values) => values.map((value, at): Reading => [1_790_000_000_000 + at * 60_000, value]))

it('stays inside its box and below the limit of points for all readings (property)', () => {
  fc.assert(
    fc.property(readings, (history) => {
      const plot = plotOf(history, 0, 100)
      if (!plot) return
      expect(plot.points.length).toBeLessThanOrEqual(240)
      for (const { x, y } of plot.points) expect(x >= 0 && x <= 100 && y >= 0 && y <= 100).toBe(true)
      expect(plot.line).not.toMatch(/NaN|Infinity/)
      expect(plot.min).toBeLessThanOrEqual(plot.max)
    }),
    { numRuns: 60 },
  )
})

it('draws nothing without readings, and a gap as a gap', () => {
  expect(plotOf([], 0, 100)).toBe(undefined)
  expect(
    plotOf(
      [
        [1, null],
        [2, null],
      ],
      0,
      100,
    ),
  ).toBe(undefined)
  expect(
    plotOf(
      [
        [0, 10],
        [1, 20],
        [2, null],
        [3, 30],
        [4, 40],
      ],
      0,
      100,
    )?.line,
  ).toBe('M0 90L25 80M75 70L100 60')
})

it('finds the nearest point', () => {
  const plot = plotOf(
    [
      [0, 1],
      [50, 2],
      [100, 3],
    ],
    0,
    10,
  )
  expect([0, 30, 99].map((x) => nearest(plot?.points ?? [], x))).toEqual([0, 1, 2])
})

it('keeps noise small', () => {
  expect(
    scaleOf(
      [
        [0, 50],
        [1, 50.4],
      ],
      10,
    ),
  ).toEqual({ low: 45, high: 56 })
  expect(scaleOf([], 10)).toEqual({ low: 0, high: 10 })
})
