/** The parts in which a large picture is searched for text. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOwn, max_input, min_overlap, spansOf } from '#src/read/spans.ts'

const wholes = fc.integer({ min: 1, max: 80 }).map((count) => count * 32)

test('a picture that fits one input is one part', () => {
  expect(spansOf(max_input)).toEqual([{ from: 0, length: max_input, own: [-Infinity, Infinity] }])
})

test('the parts fit the finder and lie in the picture', () => {
  fc.assert(
    fc.property(wholes, (whole) => {
      for (const { from, length } of spansOf(whole)) {
        expect(length % 32).toBe(0)
        expect(length).toBeLessThanOrEqual(max_input)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(from + length).toBeLessThanOrEqual(whole)
      }
    }),
  )
})

test('each line of text is found once, and whole', () => {
  const lines = wholes.chain((whole) =>
    fc.tuple(
      fc.constant(whole),
      fc.double({ min: 0, max: whole, maxExcluded: true, noNaN: true }),
      fc.double({ min: 0, max: min_overlap - 1, noNaN: true }),
    ),
  )
  fc.assert(
    fc.property(lines, ([whole, middle, width]) => {
      const own = spansOf(whole).filter((span) => isOwn(span, middle))
      expect(own).toHaveLength(1)
      const { from, length } = own[0]!
      expect(from).toBeLessThanOrEqual(Math.max(0, middle - width / 2))
      expect(from + length).toBeGreaterThanOrEqual(Math.min(whole, middle + width / 2))
    }),
  )
})
