/** The alarm state machine: when an alarm is raised and when it recovers. */
import { alarm_rules } from '@parking/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { levelAbove, levelBelow, quiet, nextPhase, type Level, type Phase } from '#src/alarm/machine.ts'

describe('the alarm state machine', () => {
  test('raises after a bad period, recovers after a good period, and ignores levels in between', () => {
    const rule = { raise_s: 60, recover_s: 30 }
    const reported: [number, string][] = []
    let phase: Phase = quiet
    const levels: Level[] = [
      'well',
      'bad',
      'bad',
      'between',
      'bad',
      ...Array<Level>(7).fill('bad'),
      'between',
      'well',
      'bad',
      'well',
      'well',
      'between',
      'well',
      'well',
      'well',
      'well',
    ]
    for (const [at, level] of levels.entries()) {
      const next = nextPhase(phase, level, at * 10_000, rule)
      phase = next.phase
      if (next.report) reported.push([at, next.report])
    }
    expect(reported).toEqual([
      [10, 'raised'],
      [21, 'recovered'],
    ])
  })

  test('alternates raised and recovered for any readings, never sooner than the rule allows', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom<Level>('bad', 'between', 'well'), fc.integer({ min: 1, max: 40_000 })),
          { maxLength: 80 },
        ),
        (seen) => {
          const rule = { raise_s: 60, recover_s: 30 }
          let [phase, now, last]: [Phase, number, { report: string; at: number } | undefined] = [
            quiet,
            0,
            undefined,
          ]
          let bad_since: number | undefined
          for (const [level, ms] of seen) {
            now += ms
            if (level === 'bad') bad_since ??= now
            else bad_since = undefined
            const next = nextPhase(phase, level, now, rule)
            phase = next.phase
            if (!next.report) continue
            expect(next.report).toBe(last?.report === 'raised' ? 'recovered' : 'raised')
            if (next.report === 'raised') expect(now - (bad_since ?? now)).toBeGreaterThanOrEqual(60_000)
            last = { report: next.report, at: now }
          }
        },
      ),
    )
    expect([
      levelAbove(10, { bad: 10, well: 5 }),
      levelAbove(7, { bad: 10, well: 5 }),
      levelAbove(5, { bad: 10, well: 5 }),
    ]).toEqual(['bad', 'between', 'well'])
    expect([
      levelBelow(5, { bad: 5, well: 8 }),
      levelBelow(6, { bad: 5, well: 8 }),
      levelBelow(8, { bad: 5, well: 8 }),
    ]).toEqual(['bad', 'between', 'well'])
  })
})

test('every kind has a plausible rule', () => {
  for (const { raise_s, recover_s } of Object.values(alarm_rules))
    expect(raise_s + recover_s).toBeLessThanOrEqual(600)
})
