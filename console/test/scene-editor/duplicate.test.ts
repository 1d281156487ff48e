/** Lots taken to another picture: shapes are kept in pixels whatever the picture's form, and no number is given twice. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { as_it_was, freeNumbers, isInside, placed } from '#src/scene-editor/model/duplicate.ts'
import { share } from '#src/scene-editor/model/geometry.ts'
import { lotLike, place } from './arbitraries.ts'

const clipOf = (points: readonly ReturnType<typeof share>[]) => ({
  points,
  lots: [{ corners: [...points.keys()], attributes: lotLike('A01') }],
})
const wide = { width: 1920, height: 1080 }
const tall = { width: 1080, height: 1920 }

test('as it was it stays where it was; moved back, turned back and sized back it is there again', () => {
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 3, maxLength: 8 }),
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: 0.3, max: 3, noNaN: true }),
      (points, turn, scale) => {
        const clip = clipOf(points)
        expect(placed(clip, as_it_was, wide)).toEqual(points)
        const there = placed(clip, { ...as_it_was, mirrored: true }, wide)
        for (const [i, at] of placed(clipOf(there), { ...as_it_was, mirrored: true }, wide).entries())
          for (const axis of [0, 1] as const) expect(at[axis]).toBeCloseTo(points[i]![axis], 5)
        // Lengths grow by the scale alone, on a picture of any form.
        const length = (list: readonly (readonly [number, number])[], { width, height }: typeof wide) =>
          Math.hypot((list[0]![0] - list[1]![0]) * width, (list[0]![1] - list[1]![1]) * height)
        for (const size of [wide, tall])
          expect(length(placed(clip, { ...as_it_was, turn, scale }, size), size)).toBeCloseTo(
            scale * length(points, size),
            1,
          )
      },
    ),
  )
})

test('a shift moves every corner alike, and what hangs over the rim is seen', () => {
  const clip = clipOf([share(0.1, 0.1), share(0.3, 0.1), share(0.3, 0.2)])
  expect(placed(clip, { ...as_it_was, x: 0.2, y: 0.5 }, wide)).toEqual([
    share(0.3, 0.6),
    share(0.5, 0.6),
    share(0.5, 0.7),
  ])
  expect(isInside(placed(clip, as_it_was, wide))).toBe(true)
  expect(isInside(placed(clip, { ...as_it_was, x: 0.75 }, wide))).toBe(false)
})

test('numbers: kept where they are free, the next free one where not, a prefix in the place of the letters; never one twice', () => {
  expect(freeNumbers(['A01', 'A02'], new Set(), '')).toEqual(['A01', 'A02'])
  expect(freeNumbers(['A01', 'A02'], new Set(['A01', 'A02', 'A03']), '')).toEqual(['A04', 'A05'])
  expect(freeNumbers(['A01', 'A02'], new Set(['B02']), 'B')).toEqual(['B01', 'B03'])
  expect(freeNumbers(['', '东'], new Set(['A01']), '')).toEqual(['A02', '东'])
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('A01', 'A02', 'B9', '', '东', 'X-07a'), { maxLength: 12 }),
      fc.array(fc.constantFrom('A01', 'A02', 'A03', 'Q1', 'B9', 'B10'), { maxLength: 6 }),
      fc.constantFrom('', 'Q', 'B'),
      (numbers, taken, prefix) => {
        const given = freeNumbers(numbers, new Set(taken), prefix)
        expect(new Set([...given, ...taken]).size).toBe(given.length + new Set(taken).size)
        expect(given.every((number) => number.trim() !== '')).toBe(true)
      },
    ),
  )
})
