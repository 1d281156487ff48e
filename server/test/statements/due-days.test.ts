/** Days that can have a statement, in zones on both sides of UTC, with gaps and clock changes. */
import { afterEach, expect, test } from 'vitest'
import { dueDays, type LogDay } from '#src/statements/due-days.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const logOf = (...dates: string[]): LogDay[] =>
  dates.map((date, at) => ({ day: at + 1, date, first_seq: at * 10 + 1, size: 10, root: `r${at}` }))
const due = (closed: LogDay[], open: string, now: string, stated: string[] = []) =>
  dueDays(closed, open, new Set(stated), Date.parse(now)).map(({ day, sealed_by }) => [day, sealed_by.day])

test('a day in Shanghai is sealed by the UTC day in which it ends', () => {
  process.env['TZ'] = 'Asia/Shanghai'
  const closed = logOf('2026-11-20', '2026-11-21', '2026-11-22')
  expect(due(closed, '2026-11-23', '2026-11-23T00:00:05Z')).toEqual([
    ['2026-11-20', 1],
    ['2026-11-21', 2],
    ['2026-11-22', 3],
  ])
  expect(due(closed, '2026-11-23', '2026-11-23T00:00:05Z', ['2026-11-20', '2026-11-21'])).toEqual([
    ['2026-11-22', 3],
  ])
  const [first] = dueDays(closed, '2026-11-23', new Set(), Date.parse('2026-11-23T00:00:05Z'))
  expect([first!.from_ms, first!.to_ms].map((ms) => new Date(ms).toISOString())).toEqual([
    '2026-11-19T16:00:00.000Z',
    '2026-11-20T16:00:00.000Z',
  ])
})

test('in UTC and west of it, events of the last minutes of a day still get into its log', () => {
  process.env['TZ'] = 'UTC'
  const closed = logOf('2026-11-20', '2026-11-21')
  expect(due(closed, '2026-11-22', '2026-11-22T00:00:05Z')).toEqual([['2026-11-20', 2]])
  process.env['TZ'] = 'America/New_York'
  expect(due(closed, '2026-11-22', '2026-11-22T00:00:05Z')).toEqual([
    ['2026-11-19', 1],
    ['2026-11-20', 2],
  ])
})

test('a day on which the device was off has no statement; the days around it have theirs', () => {
  process.env['TZ'] = 'Asia/Taipei'
  expect(due(logOf('2026-11-20'), '2026-11-25', '2026-11-25T03:00:00Z')).toEqual([
    ['2026-11-20', 1],
    ['2026-11-21', 1],
  ])
})

test('a day in the future, caused by a wrong clock, waits', () => {
  process.env['TZ'] = 'Asia/Shanghai'
  const closed = logOf('2026-11-20', '2036-01-01', '2026-11-20')
  expect(due(closed, '2026-11-21', '2026-11-21T00:30:00Z').map(([day]) => day)).toEqual(['2026-11-20'])
})

test('a day of 23 hours ends where the next begins', () => {
  process.env['TZ'] = 'Europe/Berlin'
  const [day] = dueDays(logOf('2026-03-29'), '2026-03-31', new Set(['2026-03-30']), Date.parse('2026-03-31'))
  expect([day!.day, (day!.to_ms - day!.from_ms) / 3_600_000]).toEqual(['2026-03-29', 23])
})
