/** The comparison of looks is optimised for speed; these tests compare it with its plain definition. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedAbove, changedShare, correlationOf } from '#src/decide/similarity.ts'
import { luma_size, type Appearance } from '#src/look/look.ts'

const { width, height } = luma_size
const parts = width * height
const bytes = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 255 }), { minLength: count, maxLength: count })
const rows = fc.array(fc.integer({ min: 0, max: 2 ** width - 1 }), { minLength: height, maxLength: height })
const look = fc.record({ luma: bytes(parts), colours: bytes(parts / 2), shown: rows, above: rows })
const noise = fc.array(fc.integer({ min: -14, max: 14 }), { minLength: parts, maxLength: parts })

const noisy = (values: readonly number[], by: readonly number[]): number[] =>
  values.map((value, at) => Math.max(0, Math.min(255, value + by[at]!)))

/** The definition: a part differs by more than 7 steps plus 8 %, in brightness or in its doubled colours. */
function shareOf(a: Appearance, b: Appearance, which: 'shown' | 'above'): number | undefined {
  const all = Array.from({ length: parts }, (_, at) => at).filter(
    (at) =>
      (a[which]![Math.floor(at / width)]! & b[which]![Math.floor(at / width)]! & (1 << (at % width))) !== 0,
  )
  const changed = all.filter((at) => {
    const colour = Math.floor(at / width / 2) * width + Math.floor((at % width) / 2) * 2
    const colours = a.colours.length > 0 && b.colours.length > 0 ? [colour, colour + 1] : []
    const steps = colours.map((one) => 2 * Math.abs(a.colours[one]! - b.colours[one]!))
    const step = Math.max(Math.abs(a.luma[at]! - b.luma[at]!), ...steps)
    return step > 7 && step > 7 + 0.08 * Math.max(a.luma[at]!, b.luma[at]!)
  })
  return all.length < 12 ? undefined : changed.length / all.length
}

test('the share of changed parts equals its definition', () => {
  fc.assert(
    fc.property(look, noise, rows, fc.boolean(), (a, by, mask, grey) => {
      const b = { ...a, luma: noisy(a.luma, by), colours: grey ? [] : noisy(a.colours, by), above: mask }
      expect(changedShare(a, b)).toBe(shareOf(a, b, 'shown'))
      expect(changedAbove(a, b)).toBe(shareOf(a, b, 'above'))
    }),
  )
})

test('the correlation equals that of the deviations from the means', () => {
  fc.assert(
    fc.property(bytes(parts), noise, (a, by) => {
      const b = noisy(a, by)
      const deviations = (values: readonly number[]): number[] => {
        const mean = values.reduce((sum, value) => sum + value, 0) / parts
        return values.map((value) => value - mean)
      }
      const [x, y] = [deviations(a), deviations(b)]
      const sum = (one: readonly number[], other: readonly number[]): number =>
        one.reduce((total, value, at) => total + value * other[at]!, 0)
      expect(correlationOf(a, b)).toBeCloseTo(sum(x, y) / Math.sqrt(sum(x, x) * sum(y, y)), 9)
    }),
  )
})
