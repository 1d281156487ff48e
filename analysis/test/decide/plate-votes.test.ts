/** The looks of one parked car share their errors: more of them never make a plate more certain. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptedPlate, castVote, certaintiesOf, no_votes, votedPlate } from '#src/decide/plate-votes.ts'
import type { PlateReading } from '#src/look/look.ts'
import { reading } from './looks.ts'

const factory = { plate_type: 0, plate_th: 0.5, sign_th: 0.5 }
const votesOf = (readings: readonly PlateReading[]) =>
  readings.reduce((votes, one, at) => castVote(votes, one, at === 0 ? 1 : 0.7), no_votes)
const many = (one: PlateReading, count: number) => votesOf(Array.from({ length: count }, () => one))
const certaintyOf = (votes: ReturnType<typeof votesOf>, type = 0) =>
  certaintiesOf(votedPlate(votes)!, type).plate

describe('votes', () => {
  test('a wrong reading of 0.9 is not accepted, however often it is repeated', () => {
    for (const count of [1, 2, 5, 20])
      expect(acceptedPlate(many(reading('皖A59031', 0.9, 94), count), factory)).toBeUndefined()
  })

  test('a clear reading is accepted at the first look, and at the twentieth', () => {
    for (const count of [1, 2, 5, 20])
      expect(acceptedPlate(many(reading('粤B12345', 0.97, 94), count), factory)?.text).toBe('粤B12345')
  })

  test('property: no look makes a plate more certain than the most certain look', () => {
    const looks = fc.array(
      fc.record({
        text: fc.constantFrom('粤B12345', '粤B12346', '粤BD12345'),
        p: fc.double({ min: 0.02, max: 0.999, noNaN: true }),
      }),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(looks, (seen) => {
        const readings = seen.map(({ text, p }) => reading(text, p, 100))
        const best = Math.max(...readings.map((one) => votedPlate(votesOf([one]))!.p))
        expect(votedPlate(votesOf(readings))!.p).toBeLessThanOrEqual(best + 1e-9)
      }),
    )
  })

  test('looks that contradict each other leave a doubt', () => {
    const both = votesOf([reading('粤B12345', 0.98, 100), reading('粤B12346', 0.98, 100)])
    expect(certaintyOf(both)).toBeLessThan(0.1)
    const lengths = votesOf([reading('粤B12345', 0.98, 100), reading('粤BD12345', 0.98, 100)])
    expect(certaintyOf(lengths)).toBeLessThan(0.1)
  })

  test('a narrow plate and a rare form need more; what fits no form is never accepted', () => {
    const wide = certaintyOf(many(reading('粤B12345', 0.97, 80), 2))
    expect(certaintyOf(many(reading('粤B12345', 0.97, 50), 2))).toBeLessThan(wide / 2)
    expect(certaintyOf(many(reading('RX300', 0.96, 100), 2), 1)).toBeLessThan(0.5)
    expect(certaintyOf(many(reading('ABC1235', 0.97, 100), 2), 1)).toBeGreaterThan(0.5)
    expect(certaintyOf(many(reading('浙A2102', 0.99, 100), 2))).toBe(0)
  })

  test('signs that different looks read clearly are put together', () => {
    const blurred = (at: number, wrong: string) => {
      const { signs, ...rest } = reading('粤B12345', 0.99, 100)
      const doubtful = [
        { sign: wrong, p: 0.5 },
        { sign: signs[at]![0]!.sign, p: 0.45 },
      ]
      return { ...rest, signs: signs.map((one, place) => (place === at ? doubtful : one)) }
    }
    expect(votedPlate(votesOf([blurred(3, '7'), blurred(5, '6')]))!.text).toBe('粤B12345')
  })
})
