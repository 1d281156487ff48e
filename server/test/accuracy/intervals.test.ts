/** Intervals and numbers of judgements against published tables. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { neededFor, rateOf, tailOf, upperBound, wilson } from '#src/accuracy/intervals.ts'

const percent = (share: number) => Math.round(share * 10_000) / 100

test.each([
  [0, 300, 0, 1.26],
  [0, 1000, 0, 0.38],
  [3, 1000, 0.1, 0.88],
  [10, 2000, 0.27, 0.92],
])("Wilson's interval of %i in %i", (wrong, n, low, high) => {
  const interval = wilson(wrong, n)
  expect([percent(interval.low), percent(interval.high)]).toEqual([low, high])
})

test.each([
  [0.01, [299, 473, 628]],
  [0.005, [598, 947, 1258]],
  [0.001, [2995, 4742, 6294]],
])('how many judgements show a rate of at most %f with 0, 1 and 2 errors', (rate, needed) => {
  expect([0, 1, 2].map((wrong) => neededFor(wrong, rate, 0.05))).toEqual(needed)
})

test('the upper bound is the rate that the test just refutes', () => {
  expect(upperBound(0, 299, 0.05)).toBeCloseTo(1 - 0.05 ** (1 / 299), 9)
  expect([upperBound(0, 0, 0.05), upperBound(3, 3, 0.05)]).toEqual([1, 1])
  for (const [wrong, rate] of [
    [0, 0.01],
    [4, 0.02],
  ] as const) {
    const n = neededFor(wrong, rate, 0.05)
    expect(upperBound(wrong, n, 0.05)).toBeLessThanOrEqual(rate)
    expect(upperBound(wrong, n - 1, 0.05)).toBeGreaterThan(rate)
  }
})

test('the tail of the binomial distribution is right, even for very many judgements', () => {
  expect(tailOf(0, 620, 0.01)).toBeCloseTo(0.00197, 4)
  expect(tailOf(9, 1710, 0.01)).toBeCloseTo(0.024, 3)
  expect(tailOf(15, 1900, 0.01)).toBeCloseTo(0.2135, 4)
  expect(tailOf(3, 3, 0.5)).toBe(1)
  // For n so large that 0.99 ** n is zero.
  expect(tailOf(1000, 100_000, 0.01)).toBeCloseTo(0.508, 2)
})

const sample = fc.array(
  fc.record({ wrong: fc.boolean(), share: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
  { maxLength: 200 },
)

test('an interval contains its rate, and is within 0 and 1', () => {
  fc.assert(
    fc.property(sample, (judged) => {
      const { rate, low, high } = rateOf(judged)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(1)
      expect(low).toBeLessThanOrEqual(rate + 1e-9)
      expect(high).toBeGreaterThanOrEqual(rate - 1e-9)
    }),
  )
})

test('equal shares give the interval of plain counts; unequal shares give a wider one', () => {
  const even = Array.from({ length: 400 }, (_, at) => ({ wrong: at < 4, share: 0.05 }))
  const { rate, low, high } = rateOf(even)
  expect(rate).toBeCloseTo(0.01, 12)
  expect({ low, high }).toEqual({
    low: expect.closeTo(wilson(4, 400).low, 12),
    high: expect.closeTo(wilson(4, 400).high, 12),
  })
  const uneven = even.map((one, at) => ({ ...one, share: at % 2 === 0 ? 0.05 : 0.5 }))
  const wider = rateOf(uneven)
  expect(wider.high - wider.low).toBeGreaterThan(high - low)
})
