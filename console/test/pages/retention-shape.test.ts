/** The retention rule in the form, and its effect on a disk. */
import { retention_factory } from '@parking/contract/retention/retention.ts'
import { describe, expect, test } from 'vitest'
import {
  budgetIssues,
  lastsFor,
  tightened,
  formIssues,
  formOf,
  bodyOf,
} from '#src/pages/device/storage/retention-shape.ts'

const gb = 1_000_000_000
const form = formOf(retention_factory)

describe('the form and the call', () => {
  test('the budget is in GB in the form and in bytes in the call, which has only the changed fields', () => {
    expect(formOf({ ...retention_factory, budget_bytes: 2_500_000_000 }).budget_gb).toBe(2.5)
    expect(bodyOf({ ...form, budget_gb: 0.1 }, ['budget_gb'])).toEqual({ budget_bytes: 100_000_000 })
    expect(bodyOf({ ...form, media_days: 7 }, ['media_days'])).toEqual({ media_days: 7 })
  })

  test('an issue of the bytes is shown at the field, in GB', () => {
    expect(
      formIssues([
        { field: 'budget_bytes', issue: 'too_small', limit: 100_000_000 },
        { field: 'sent_days', issue: 'too_big', limit: 3650 },
      ]),
    ).toEqual([
      { field: 'budget_gb', issue: 'too_small', limit: 0.1 },
      { field: 'sent_days', issue: 'too_big', limit: 3650 },
    ])
    expect(budgetIssues({ ...form, budget_gb: 0.09 })).toHaveLength(1)
    expect([0, 0.1, 16_000].flatMap((budget_gb) => budgetIssues({ ...form, budget_gb }))).toEqual([])
  })
})

describe('the effect on the disk', () => {
  const disk = { total: 100 * gb, free: 30 * gb, used: 20 * gb, per_day: gb }

  test('without a budget the room is the used and the usable space', () => {
    expect(lastsFor({ budget_gb: 0, keep_free_percent: 10 }, disk)).toEqual({ room: 40 * gb, days: 40 })
    expect(lastsFor({ budget_gb: 0, keep_free_percent: 50 }, disk)).toEqual({ room: 0, days: 0 })
  })

  test('the room is limited by the disk, not only by the budget', () => {
    expect(lastsFor({ budget_gb: 12.5, keep_free_percent: 10 }, disk)).toEqual({ room: 12.5 * gb, days: 12 })
    expect(lastsFor({ budget_gb: 500, keep_free_percent: 10 }, disk)?.days).toBe(40)
  })

  test('there is no forecast before the first whole day', () => {
    expect(lastsFor(form, { ...disk, per_day: null })).toBeUndefined()
    expect(lastsFor(form, { ...disk, per_day: 0 })).toBeUndefined()
  })

  test('the tightened limits are listed', () => {
    expect(tightened(form, form)).toEqual([])
    expect(tightened(form, { ...form, media_days: 89, sent_days: 400, keep_free_percent: 9 })).toEqual([
      'media_days',
    ])
    expect(tightened(form, { ...form, budget_gb: 10, keep_free_percent: 11 })).toEqual([
      'budget_gb',
      'keep_free_percent',
    ])
    expect(tightened({ ...form, budget_gb: 10 }, { ...form, budget_gb: 0 })).toEqual([])
  })
})
