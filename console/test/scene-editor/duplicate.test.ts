/** Lots copied to another picture: shapes keep their proportions on any picture, and no number repeats. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  original_placement,
  freeNumbers,
  isInside,
  applyPlacement,
} from '#src/scene-editor/model/duplicate.ts'
import { share } from '#src/scene-editor/model/geometry.ts'
import { lotLike, place } from './arbitraries.ts'

const clipOf = (points: readonly ReturnType<typeof share>[]) => ({
  points,
  lots: [{ corners: [...points.keys()], attributes: lotLike('A01') }],
})
const wide = { width: 1920, height: 1080 }
const tall = { width: 1080, height: 1920 }

test('the original placement changes nothing, mirroring twice restores, turning keeps proportions', () => {
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 3, maxLength: 8 }),
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: 0.3, max: 3, noNaN: true }),
      (points, turn, scale) => {
        const clip = clipOf(points)
        expect(applyPlacement(clip, original_placement, wide)).toEqual(points)
        const there = applyPlacement(clip, { ...original_placement, mirrored: true }, wide)
        for (const [i, at] of applyPlacement(
          clipOf(there),
          { ...original_placement, mirrored: true },
          wide,
        ).entries())
          for (const axis of [0, 1] as const) expect(at[axis]).toBeCloseTo(points[i]![axis], 5)
        // Lengths change with the scale only, on a picture of any size.
        const length = (list: readonly (readonly [number, number])[], { width, height }: typeof wide) =>
          Math.hypot((list[0]![0] - list[1]![0]) * width, (list[0]![1] - list[1]![1]) * height)
        for (const size of [wide, tall])
          expect(
            length(applyPlacement(clip, { ...original_placement, turn, scale }, size), size),
          ).toBeCloseTo(scale * length(points, size), 1)
      },
    ),
  )
})

test('an offset moves every corner equally, and lots beyond the edge are detected', () => {
  const clip = clipOf([share(0.1, 0.1), share(0.3, 0.1), share(0.3, 0.2)])
  expect(applyPlacement(clip, { ...original_placement, x: 0.2, y: 0.5 }, wide)).toEqual([
    share(0.3, 0.6),
    share(0.5, 0.6),
    share(0.5, 0.7),
  ])
  expect(isInside(applyPlacement(clip, original_placement, wide))).toBe(true)
  expect(isInside(applyPlacement(clip, { ...original_placement, x: 0.75 }, wide))).toBe(false)
})

test('free numbers are kept, used ones become the next free ones, a prefix replaces the letters', () => {
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
