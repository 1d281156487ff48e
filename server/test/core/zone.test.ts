/** The zone of the process is computed without `Intl`: both computations must agree. */
import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { stampOf, zoneOfProcess } from '#src/core/stamp.ts'
import { momentIn, offsetAt, stampIn } from '#src/core/zone.ts'

const before = process.env['TZ']
afterEach(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

const as = <T>(zone: string, work: () => T): T => {
  process.env['TZ'] = zone
  return work()
}
/** With zones that change their clocks, also by half an hour. */
const zones = [
  'Asia/Shanghai',
  'Asia/Taipei',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'UTC',
]
const moment = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2060, 0, 1) })

test('a zone gives the same times as the zone of the process and from another process zone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), moment, (zone, ms) => {
      const other = zone === 'Asia/Tokyo' ? 'UTC' : 'Asia/Tokyo'
      const [own, foreign] = [zone, other].map((here) =>
        as(here, () => [stampIn(ms, zone), offsetAt(ms, zone), momentIn(stampIn(ms, zone), zone, ms)]),
      )
      expect(own).toEqual(foreign)
      expect(as(zone, () => [zoneOfProcess(), stampOf(ms)])).toEqual([zone, own![0]])
    }),
    { numRuns: 300 },
  )
})

test('an old zone name is known; an invalid zone or time is refused', () => {
  expect(as('Asia/Chungking', () => stampIn(0, zoneOfProcess()))).toBe('1970-01-01 08:00:00')
  expect(() => as('UTC', () => stampIn(0, 'Mars/Olympus'))).toThrow(RangeError)
  expect(() => as('UTC', () => stampIn(Number.NaN, 'UTC'))).toThrow(RangeError)
})
