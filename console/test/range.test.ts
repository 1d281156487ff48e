/** The pure parts of the range picker: typed times, steps, usual ranges, and the days of a month. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  daysOf,
  isWrongOrder,
  presetRange,
  sameDayIn,
  weekdayOf,
  weeksOf,
} from '#src/time/range/range-model.ts'
import { readTime, stepTime, unitAt, type Unit } from '#src/time/range/time-text.ts'
import { stampOf } from '#src/time/zone.ts'

const today = '2026-11-23'

describe('a typed time', () => {
  it.each([
    ['2026-11-23 10:10:20', '2026-11-23 10:10:20', '2026-11-23 10:10:20'],
    ['2026-11-23T10:10', '2026-11-23 10:10:00', '2026-11-23 10:10:59'],
    ['2026-11-23', '2026-11-23 00:00:00', '2026-11-23 23:59:59'],
    ['2026/1/2 3:4', '2026-01-02 03:04:00', '2026-01-02 03:04:59'],
    ['20261123', '2026-11-23 00:00:00', '2026-11-23 23:59:59'],
    ['20261123101020', '2026-11-23 10:10:20', '2026-11-23 10:10:20'],
    ['11-23 10:10', '2026-11-23 10:10:00', '2026-11-23 10:10:59'],
    ['2026年11月23日 10时10分', '2026-11-23 10:10:00', '2026-11-23 10:10:59'],
    ['２０２６－１１－２３', '2026-11-23 00:00:00', '2026-11-23 23:59:59'],
  ])('%s is read as %s, as an end %s', (text, start, end) =>
    expect([readTime(text, 'start', today), readTime(text, 'end', today)]).toEqual([start, end]),
  )
  it.each([
    '',
    '2026',
    '2026-02-30',
    '2026-13-01',
    '2026-11-23 24:00:00',
    'tomorrow',
    '1-2-3-4-5-6-7',
    '2026-1',
  ])('%j is not a time', (text) => expect(readTime(text, 'start', today)).toBeUndefined())
})

describe('the arrow keys', () => {
  it.each<[string, Unit, number, string]>([
    ['2026-11-23 10:59:59', 4, 1, '2026-11-23 11:00:59'],
    ['2026-11-23 23:00:00', 3, 1, '2026-11-24 00:00:00'],
    ['2026-01-31 00:00:00', 1, 1, '2026-02-28 00:00:00'],
    ['2024-02-29 00:00:00', 0, 1, '2025-02-28 00:00:00'],
    ['2026-01-01 00:00:00', 2, -1, '2025-12-31 00:00:00'],
  ])('%s, unit %i by %i is %s', (stamp, unit, by, wanted) => expect(stepTime(stamp, unit, by)).toBe(wanted))
  it('step the unit at the caret', () => {
    const text = '2026-11-23 10:10:20'
    expect([0, 4, 5, 8, 11, 16, 19].map((at) => unitAt(text, at))).toEqual([0, 0, 1, 2, 3, 4, 5])
  })
})

describe('a range', () => {
  it('covers whole days of the calendar, and the last hour up to now', () => {
    expect(presetRange('today', '2026-03-01 08:00:00')).toEqual({
      start: '2026-03-01 00:00:00',
      end: '2026-03-01 23:59:59',
    })
    expect(presetRange('yesterday', '2026-03-01 08:00:00')).toEqual({
      start: '2026-02-28 00:00:00',
      end: '2026-02-28 23:59:59',
    })
    expect(presetRange('d7', '2026-01-03 08:00:00')).toEqual({
      start: '2025-12-28 00:00:00',
      end: '2026-01-03 23:59:59',
    })
    expect(presetRange('month', '2026-03-09 08:00:00').start).toBe('2026-03-01 00:00:00')
    expect(presetRange('hour', '2026-03-01 00:30:00')).toEqual({
      start: '2026-02-28 23:30:00',
      end: undefined,
    })
  })
  it('counts its days, and is in order', () => {
    expect(daysOf(presetRange('d30', '2026-03-01 08:00:00'))).toBe(30)
    expect(daysOf({ start: undefined, end: '2026-03-01 00:00:00' })).toBeUndefined()
    expect(isWrongOrder({ start: '2026-03-02 00:00:00', end: '2026-03-01 00:00:00' })).toBe(true)
  })
})

describe('a month', () => {
  const any_day = fc.integer({ min: 0, max: 40_000 }).map((n) => stampOf(n * 86_400_000).slice(0, 10))
  it('is six weeks from Monday with each of its days once, under its weekday', () =>
    fc.assert(
      fc.property(any_day, (day) => {
        const weeks = weeksOf(`${day.slice(0, 8)}01`)
        const days = weeks.flat().filter((one) => one !== undefined)
        const last = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()
        expect(weeks).toHaveLength(6)
        expect(days).toEqual([...new Set(days)].toSorted())
        expect(days).toHaveLength(last)
        for (const week of weeks)
          for (const [at, one] of week.entries()) if (one !== undefined) expect(weekdayOf(one)).toBe(at)
      }),
    ))
  it('keeps the day of another month, or ends with its last', () => {
    expect(sameDayIn('2026-03-31', -1)).toBe('2026-02-28')
    expect(sameDayIn('2026-03-15', 12)).toBe('2027-03-15')
  })
})
