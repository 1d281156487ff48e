/** The calibration learns the mixture of supports of each camera, and stays monotonic. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { factory_calibration, learn, llrOf, logitFrom, logitOf, type Mixture } from '#src/detect/calibrate.ts'
import { fitOfBox, hiddenShares, supportOf } from '#src/detect/support.ts'
import type { Box, Detection, Point } from '#src/look/boxes.ts'

const { day } = factory_calibration
const many = (empty: number, taken: number) =>
  [
    ...Array.from({ length: 12 }, (_, i) => empty * (0.8 + i / 30)),
    ...Array.from({ length: 12 }, (_, i) => taken * (0.8 + i / 30)),
  ].map(logitOf)
const llrAt = (support: number, mixture: Mixture) => llrOf(logitOf(support), mixture)

describe('calibration', () => {
  test('a camera with scores half as high judges by its own mixture within a day', () => {
    expect(llrAt(0.12, day)).toBeLessThan(0)
    let own = day
    for (let look = 0; look < 144; look++) own = learn(own, many(0.012, 0.15), 1, 'day')
    expect(llrAt(0.12, own)).toBeGreaterThan(0)
    expect(llrAt(0.02, own)).toBeLessThan(0)
  })

  test('a street that stays empty is not judged half full', () => {
    let mixture = day
    for (let look = 0; look < 500; look++) mixture = learn(mixture, many(0.02, 0.05), 0.5, 'day')
    expect(llrAt(0.05, mixture)).toBeLessThan(0)
    expect(llrAt(0.5, mixture)).toBeGreaterThan(0)
  })

  test('one look teaches little: the lots of one picture share its light and angle', () => {
    const all_empty = Array.from({ length: 40 }, (_, at) => logitOf(0.01 + at / 1000))
    const { empty, taken } = learn(day, all_empty, 1, 'day')
    expect(empty.mean - day.empty.mean).toBeGreaterThan(-0.3)
    expect(taken.mean - day.taken.mean).toBeGreaterThan(-0.1)
  })

  test('clutter on even ground is not learned as cars, however long it stays', () => {
    let own = day
    const clutter = Array.from({ length: 20 }, () => logitOf(0.14))
    const even = clutter.map(() => -3)
    for (let look = 0; look < 500; look++) own = learn(own, clutter, 1, 'day', even)
    expect(llrAt(0.14, own) - 3).toBeLessThan(-2)
  })

  test('property: more support is never less evidence for a vehicle, whatever was learned', () => {
    const support = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(support, { maxLength: 30 }), support, support, (seen, a, b) => {
        const mixture = learn(day, seen.map(logitOf), 1, 'day')
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        expect(llrAt(high, mixture)).toBeGreaterThanOrEqual(llrAt(low, mixture))
        expect(Number.isFinite(llrAt(low, mixture))).toBe(true)
      }),
    )
  })
})

test('property: the logit is recovered from its evidence, whatever was learned', () => {
  const support = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.array(support, { maxLength: 30 }), support, (seen, one) => {
      const mixture = learn(day, seen.map(logitOf), 1, 'day')
      expect(logitFrom(llrAt(one, mixture), mixture)).toBeCloseTo(logitOf(one), 9)
    }),
  )
})

describe('support', () => {
  const lot: Point[] = [
    [0.4, 0.5],
    [0.6, 0.5],
    [0.6, 0.7],
    [0.4, 0.7],
  ]
  const found = (box: Box, score = 0.8, label: Detection['label'] = 'car'): Detection => ({
    box,
    score,
    label,
  })

  test('a car in its lot counts in full, a car next to it not at all, a box around three cars little', () => {
    expect(fitOfBox(found([0.41, 0.45, 0.59, 0.69]), lot)).toBe(1)
    expect(fitOfBox(found([0.62, 0.45, 0.8, 0.69]), lot)).toBe(0)
    expect(fitOfBox(found([0.1, 0.2, 0.95, 0.95]), lot)).toBeLessThan(0.5)
    expect(supportOf([], lot)).toEqual({ value: 0, by: undefined })
    const best = found([0.41, 0.45, 0.59, 0.69], 0.6)
    expect(supportOf([found([0.1, 0.2, 0.95, 0.95]), best], lot)).toEqual({ value: 0.6, by: best })
  })

  test('a nearer van hides a lot; its own car and a weak box do not', () => {
    const van = found([0.38, 0.3, 0.62, 0.95])
    expect(hiddenShares([van], lot).vehicles).toBe(1)
    expect(hiddenShares([{ ...van, score: 0.1 }], lot).vehicles).toBe(0)
    expect(hiddenShares([found([0.41, 0.45, 0.59, 0.71])], lot).vehicles).toBe(0)
    expect(hiddenShares([found([0.4, 0.2, 0.5, 0.7], 0.8, 'person')], lot).people).toBeCloseTo(0.5)
  })
})
