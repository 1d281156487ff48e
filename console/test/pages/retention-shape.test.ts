/** The retention rule as it is typed, and what it means for a disk. */
import { retention_factory } from '@parking/contract/retention/retention.ts'
import { describe, expect, test } from 'vitest'
import {
  budgetIssues,
  lastsFor,
  shortened,
  typedIssues,
  typedOf,
  wireOf,
} from '#src/pages/device/storage/retention-shape.ts'

const gb = 1_000_000_000
const typed = typedOf(retention_factory)

describe('between the page and the wire', () => {
  test('the budget is typed in GB and sent in bytes, and only what was changed is sent', () => {
    expect(typedOf({ ...retention_factory, budget_bytes: 2_500_000_000 }).budget_gb).toBe(2.5)
    expect(wireOf({ ...typed, budget_gb: 0.1 }, ['budget_gb'])).toEqual({ budget_bytes: 100_000_000 })
    expect(wireOf({ ...typed, media_days: 7 }, ['media_days'])).toEqual({ media_days: 7 })
  })

  test('a complaint about bytes stands at the field, in GB', () => {
    expect(
      typedIssues([
        { field: 'budget_bytes', issue: 'too_small', limit: 100_000_000 },
        { field: 'sent_days', issue: 'too_big', limit: 3650 },
      ]),
    ).toEqual([
      { field: 'budget_gb', issue: 'too_small', limit: 0.1 },
      { field: 'sent_days', issue: 'too_big', limit: 3650 },
    ])
    expect(budgetIssues({ ...typed, budget_gb: 0.09 })).toHaveLength(1)
    expect([0, 0.1, 16_000].flatMap((budget_gb) => budgetIssues({ ...typed, budget_gb }))).toEqual([])
  })
})

describe('what it means', () => {
  const disk = { total: 100 * gb, free: 30 * gb, used: 20 * gb, per_day: gb }

  test('without a budget the room is what is used and what may be filled', () => {
    expect(lastsFor({ budget_gb: 0, keep_free_percent: 10 }, disk)).toEqual({ room: 40 * gb, days: 40 })
    expect(lastsFor({ budget_gb: 0, keep_free_percent: 50 }, disk)).toEqual({ room: 0, days: 0 })
  })

  test('a budget is no room where the disk has none', () => {
    expect(lastsFor({ budget_gb: 12.5, keep_free_percent: 10 }, disk)).toEqual({ room: 12.5 * gb, days: 12 })
    expect(lastsFor({ budget_gb: 500, keep_free_percent: 10 }, disk)?.days).toBe(40)
  })

  test('nothing is said before a whole day has passed', () => {
    expect(lastsFor(typed, { ...disk, per_day: null })).toBeUndefined()
    expect(lastsFor(typed, { ...disk, per_day: 0 })).toBeUndefined()
  })

  test('what goes sooner is named', () => {
    expect(shortened(typed, typed)).toEqual([])
    expect(shortened(typed, { ...typed, media_days: 89, sent_days: 400, keep_free_percent: 9 })).toEqual([
      'media_days',
    ])
    expect(shortened(typed, { ...typed, budget_gb: 10, keep_free_percent: 11 })).toEqual([
      'budget_gb',
      'keep_free_percent',
    ])
    expect(shortened({ ...typed, budget_gb: 10 }, { ...typed, budget_gb: 0 })).toEqual([])
  })
})
