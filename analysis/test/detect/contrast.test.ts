/** The evenness of lots is a second opinion, which each picture scales by what its detector says. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrastEvidence, contrastOf } from '#src/detect/contrast.ts'
import type { Point } from '#src/look/boxes.ts'

const lot: Point[] = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.75, 0.75],
  [0.25, 0.75],
]
const [width, height] = [80, 60]
const greyOf = (valueAt: (x: number, y: number) => number) => ({
  width,
  height,
  luma: Uint8Array.from({ length: width * height }, (_, at) => valueAt(at % width, Math.floor(at / width))),
})

describe('the contrast of a lot', () => {
  test('an even lot has none; what a nearer car covers does not count', () => {
    const striped = greyOf((x) => (x > 40 && x % 8 < 4 ? 220 : 60))
    expect(
      contrastOf(
        greyOf(() => 90),
        lot,
        [],
      ),
    ).toBe(0)
    expect(contrastOf(striped, lot, [])).toBeGreaterThan(3.5)
    expect(contrastOf(striped, lot, [[0.5, 0, 1, 1]])).toBe(0)
  })

  test('is unknown if nearer cars cover most of the lot', () => {
    expect(
      contrastOf(
        greyOf(() => 90),
        lot,
        [[0.3, 0, 1, 1]],
      ),
    ).toBeUndefined()
  })
})

describe('the evidence of contrasts', () => {
  test('in a car park that is empty but uneven, no lot looks taken', () => {
    const uneven = Array.from({ length: 40 }, (_, at) => 3.2 + (at % 7) / 20)
    expect(
      Math.max(
        ...contrastEvidence(
          uneven,
          uneven.map(() => -4),
        ),
      ),
    ).toBeLessThan(0)
  })

  test('in a full car park no lot looks empty', () => {
    const cars = Array.from({ length: 40 }, (_, at) => 3.6 + (at % 7) / 10)
    expect(
      Math.min(
        ...contrastEvidence(
          cars,
          cars.map(() => 3),
        ),
      ),
    ).toBeGreaterThan(0)
  })

  test('the contrast separates a car that the detector doubts from the ground beside it', () => {
    const contrasts = [2.2, 2.4, 2.3, 3.9, 3.8, 3.9]
    const said = contrastEvidence(contrasts, [-4, -5, -4, 4, 5, -0.5])
    expect(said[5]).toBeGreaterThan(1)
    expect(said[0]).toBeLessThan(-1)
  })

  test('property: it is finite, limited, 0 where it is unknown, and never less for a more uneven lot', () => {
    const lots = fc.array(
      fc.record({
        x: fc.option(fc.double({ min: 0, max: 5, noNaN: true }), { nil: undefined }),
        llr: fc.double({ min: -30, max: 30, noNaN: true }),
      }),
      { minLength: 1, maxLength: 30 },
    )
    fc.assert(
      fc.property(lots, (all) => {
        const said = contrastEvidence(
          all.map(({ x }) => x),
          all.map(({ llr }) => llr),
        )
        for (const [at, { x }] of all.entries()) {
          expect(Math.abs(said[at]!)).toBeLessThanOrEqual(3)
          if (x === undefined) expect(said[at]).toBe(0)
          for (const [other, { x: value }] of all.entries())
            if (x !== undefined && value !== undefined && x > value)
              expect(said[at]!).toBeGreaterThanOrEqual(said[other]!)
        }
      }),
    )
  })
})
