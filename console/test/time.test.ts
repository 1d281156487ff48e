import { afterEach, describe, expect, test } from 'vitest'
import { deviceZone } from '../src/stores/device-zone.ts'
import tw from '../src/locales/tw/shell/shell.ts'
import zh from '../src/locales/zh/shell/shell.ts'
import { durationText, formatDate, formatTime, momentOf, relativeTime } from '../src/time/time.ts'

const now = new Date(2026, 10, 21, 12, 0, 0).getTime()
const ago = (seconds: number) => relativeTime(now - seconds * 1000, zh.time, now)

describe('relative time, spec §9', () => {
  test.each([
    [0, '刚刚'],
    [29.9, '刚刚'],
    [30, '1 分钟前'],
    [61, '1 分钟前'],
    [119, '1 分钟前'],
    [120, '2 分钟前'],
    [3_541, '59 分钟前'],
    [3_599, '59 分钟前'],
    [3_600, '1 小时前'],
    [3_601, '1 小时前'],
    [82_801, '23 小时前'],
    [86_399, '23 小时前'],
    [86_400, '1 天前'],
    [172_799, '1 天前'],
    [172_800, '2026-11-19 12:00:00'],
    [-10, '刚刚'],
    [-3_600, '2026-11-21 13:00:00'],
  ])('%d s ago reads %s', (seconds, text) => {
    expect(ago(seconds)).toBe(text)
  })

  test('a missing moment reads --', () => {
    for (const value of [null, undefined, '', 0, 'not a date'])
      expect(relativeTime(value, tw.time, now)).toBe('--')
  })
})

describe('moments', () => {
  test('ten digits are seconds', () => {
    expect(momentOf(1_795_000_000)?.getTime()).toBe(1_795_000_000_000)
    expect(momentOf('1795000000')?.getTime()).toBe(1_795_000_000_000)
    expect(momentOf(1_795_000_000_123)?.getTime()).toBe(1_795_000_000_123)
  })

  test('the wire format is local time and round-trips', () => {
    expect(formatTime('2026-01-02 03:04:05')).toBe('2026-01-02 03:04:05')
    expect(formatDate('2026-01-02')).toBe('2026-01-02')
    expect(formatTime('')).toBe('')
  })
})

describe('uptime, spec §2', () => {
  const units = zh.time.units
  test.each([
    [0, '0 秒'],
    [61, '1 分 1 秒'],
    [86_400, '1 天 0 小时 0 分 0 秒'],
    [31_536_000 + 2 * 2_592_000 + 3 * 86_400 + 4 * 3_600 + 5 * 60 + 6, '1 年 2 个月 3 天 4 小时 5 分 6 秒'],
  ])('%d s', (seconds, text) => expect(durationText(seconds, units)).toBe(text))
  test('a missing duration reads --', () => {
    for (const value of [null, undefined, Number.NaN, -1]) expect(durationText(value, units)).toBe('--')
  })
})

describe("the device's zone", () => {
  afterEach(() => deviceZone.set(''))

  test.each([
    ['Asia/Shanghai', '2026-11-21 20:00:00'],
    ['Asia/Kathmandu', '2026-11-21 17:45:00'],
    ['America/New_York', '2026-11-21 07:00:00'],
  ])('a moment is shown in %s, and a text of the device is read in it', (zone, text) => {
    deviceZone.set(zone)
    const moment = Date.UTC(2026, 10, 21, 12)
    expect(formatTime(moment)).toBe(text)
    expect(formatDate(moment)).toBe(text.slice(0, 10))
    expect(momentOf(text)?.getTime()).toBe(moment)
    expect(formatTime(text)).toBe(text)
    expect(relativeTime(text, zh.time, moment + 61_000)).toBe('1 分钟前')
  })

  test('the hours around a clock change stay distinct', () => {
    deviceZone.set('America/New_York')
    for (const hour of [4, 5, 7, 8]) {
      const moment = Date.UTC(2026, 10, 1, hour)
      expect(momentOf(formatTime(moment))?.getTime()).toBe(moment)
    }
  })

  test('a zone that the browser does not know falls back to the zone of the browser', () => {
    deviceZone.set('Mars/Olympus')
    const noon = new Date(2026, 10, 21, 12)
    expect(formatTime(noon)).toBe('2026-11-21 12:00:00')
    expect(momentOf('2026-11-21 12:00:00')?.getTime()).toBe(noon.getTime())
  })
})
