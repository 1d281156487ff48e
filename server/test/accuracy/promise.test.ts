/** Promised thresholds: never below what the data support. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRng } from '@parking/sim/street/rng.ts'
import { missingFor, promise_steps, stepsFor } from '#src/accuracy/promise-report.ts'
import { riskAfter } from '#src/accuracy/settings.ts'

/** `checked` decisions at one confidence, the first `wrong` of them wrong. */
const at = (confidence: number, checked: number, wrong: number) =>
  Array.from({ length: checked }, (_, n) => ({
    confidence,
    outcome: n < wrong ? ('wrong' as const) : ('right' as const),
  }))

test('the table from the field: 0.90 is the lowest threshold that supports 1 % errors', () => {
  const decisions = [
    ...at(98.5, 620, 0),
    ...at(95.5, 480, 2),
    ...at(92.5, 380, 3),
    ...at(90.5, 230, 4),
    ...at(88.5, 190, 6),
  ]
  const steps = stepsFor(decisions, { rate: 0.01, risk: 0.05 })
  const row = (threshold: number) => steps.find((one) => one.threshold === threshold)
  expect(row(0.9)).toMatchObject({ checked: 1710, wrong: 9, verdict: 'supported' })
  expect(row(0.88)).toMatchObject({ checked: 1900, wrong: 15, verdict: 'too_few' })
  expect(steps.findLast(({ verdict }) => verdict === 'supported')?.threshold).toBe(0.9)
})

test('too few judgements support nothing; the series starts with enough, and ends at a failure', () => {
  const how = { rate: 0.01, risk: 0.05 }
  const supportedBy = (decisions: ReturnType<typeof at>) =>
    stepsFor(decisions, how).flatMap(({ threshold, verdict }) => (verdict === 'supported' ? [threshold] : []))
  expect(supportedBy(at(99.5, 298, 0))).toEqual([])
  expect(missingFor(stepsFor(at(99.5, 298, 0), how), how)).toBe(1)
  expect(supportedBy(at(99.5, 299, 0))).toEqual(promise_steps)
  expect(supportedBy([...at(99.5, 10, 0), ...at(90.5, 500, 0)])[0]).toBe(0.9)
  // A range with many errors ends the series, however good the ranges below it are.
  expect(supportedBy([...at(98.5, 400, 20), ...at(60.5, 100_000, 0)])).toEqual([])
  expect(missingFor(stepsFor(at(99.5, 400, 1), how), how)).toBe(73)
})

test('without data nothing is refuted; a lost sample is tested as an error; an ended series says so', () => {
  const how = { rate: 0.01, risk: 0.05 }
  const verdicts = (decisions: Parameters<typeof stepsFor>[0]) => [
    ...new Set(stepsFor(decisions, how).map(({ verdict }) => verdict)),
  ]
  expect(verdicts([])).toEqual(['too_few'])
  expect(verdicts(at(99.5, 20, 3))).toEqual(['refuted'])
  const lost = [...at(99.5, 298, 0), { confidence: 99.5, outcome: 'lost' as const }]
  expect(stepsFor(lost, how)[0]).toMatchObject({ checked: 298, wrong: 0, lost: 1, verdict: 'too_few' })
  expect(missingFor(stepsFor(lost, how), how)).toBe(473 - 299)
  // 0.98 and 0.97 fail, and everything below would pass by itself.
  const ended = stepsFor([...at(98.5, 400, 4), ...at(60.5, 100_000, 0)], how)
  expect(ended.find(({ threshold }) => threshold === 0.6)?.verdict).toBe('not_tested')
})

test('each choice of the promise halves the risk of the next', () => {
  expect([0, 1, 2, 3].map(riskAfter)).toEqual([0.05, 0.05, 0.025, 0.0125])
})

test('the promise is broken no more often than stated', () => {
  // 400 devices whose error rate is just above the promise: at most about 5 % of them may get a promise.
  const { next } = createRng(11)
  let broken = 0
  for (let device = 0; device < 400; device++) {
    const decisions = Array.from({ length: 400 }, () => ({
      confidence: 99.5,
      outcome: next() < 0.0101 ? ('wrong' as const) : ('right' as const),
    }))
    if (stepsFor(decisions, { rate: 0.01, risk: 0.05 }).some(({ verdict }) => verdict === 'supported'))
      broken += 1
  }
  expect(broken / 400).toBeLessThan(0.08)
})

test('another error never gives a looser threshold', () => {
  const decision = fc.record({
    confidence: fc.double({ min: 0, max: 100, noNaN: true }),
    outcome: fc.constantFrom('right' as const, 'wrong' as const, 'lost' as const),
  })
  fc.assert(
    fc.property(fc.array(decision, { maxLength: 300 }), decision, (decisions, extra) => {
      const how = { rate: 0.2, risk: 0.05 }
      const count = (of: typeof decisions) =>
        stepsFor(of, how).filter(({ verdict }) => verdict === 'supported').length
      expect(count([...decisions, { ...extra, outcome: 'wrong' }])).toBeLessThanOrEqual(
        count([...decisions, { ...extra, outcome: 'right' }]),
      )
      expect(stepsFor(decisions, how)).toHaveLength(promise_steps.length)
    }),
  )
})
