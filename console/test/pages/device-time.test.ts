import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountText } from '#src/pages/device/time/offset-text.ts'
import { cities, common_zones } from '#src/pages/device/time/cities.ts'
import { knowsZone, offsetOf, offsetText, stampOf, wallIn, wallOf } from '#src/time/zone.ts'
import { clockFrom, momentAt, wallAt } from '#src/pages/device/time/wall-clock.ts'
import {
  fullLabel,
  labelOf,
  offsetIn,
  searchZones,
  zoneNames,
  zonesOf,
} from '#src/pages/device/time/zones.ts'
import zh from '#src/locales/zh/device/time.ts'
import shell from '#src/locales/zh/shell/shell.ts'

const winter = Date.UTC(2026, 0, 15, 4, 0, 0)
const summer = Date.UTC(2026, 6, 15, 4, 0, 0)
const all = zonesOf(zoneNames('Asia/Shanghai'), 'zh', winter)
const first = (typed: string) => searchZones(all, typed)[0]?.name

describe('the wall clock', () => {
  it('reads and writes stamps', () => {
    expect(stampOf(wallOf('2026-11-21 08:30:05'))).toBe('2026-11-21 08:30:05')
    expect(stampOf(wallOf('2026-11-21T08:30'))).toBe('2026-11-21 08:30:00')
    expect(wallOf('tomorrow')).toBeNaN()
  })

  it('writes every wall time that it reads', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 946_684_800, max: 4_102_444_799 }),
        (seconds) => wallOf(stampOf(seconds * 1000)) === seconds * 1000,
      ),
    )
  })

  it('returns the offset of a zone in winter and in summer', () => {
    expect(offsetOf('Asia/Shanghai', winter)).toBe(480)
    expect(offsetOf('Asia/Kathmandu', winter)).toBe(345)
    expect([offsetOf('America/New_York', winter), offsetOf('America/New_York', summer)]).toEqual([-300, -240])
    expect(offsetOf('Asia/Atlantis', winter)).toBeUndefined()
    expect([offsetText(480), offsetText(-210), offsetText(0)]).toEqual([
      'UTC+08:00',
      'UTC-03:30',
      'UTC+00:00',
    ])
  })

  it('advances by the monotonic clock from the time of the answer', () => {
    const clock = clockFrom(
      { current_time: '2026-01-15 12:00:00', current_ms: winter, time_zone: 'Asia/Shanghai' },
      5_000,
      400,
    )
    expect(stampOf(wallAt(clock, 5_000 + 60_000 - 400))).toBe('2026-01-15 12:01:00')
    expect(momentAt(clock, 5_000)).toBe(winter + 400)
  })

  it('follows the change to summer time', () => {
    const before = Date.UTC(2026, 2, 8, 6, 59, 59)
    const clock = clockFrom(
      { current_time: '2026-03-08 01:59:59', current_ms: before, time_zone: 'America/New_York' },
      0,
      0,
    )
    expect([stampOf(wallAt(clock, 0)), stampOf(wallAt(clock, 1_000))]).toEqual([
      '2026-03-08 01:59:59',
      '2026-03-08 03:00:00',
    ])
  })

  it('falls back to the stamp for a device without milliseconds, or for an unsupported zone', () => {
    const plain = clockFrom({ current_time: '2026-01-15 12:00:00', time_zone: 'Asia/Shanghai' }, 0, 0)
    expect(stampOf(wallAt(plain, 61_000))).toBe('2026-01-15 12:01:01')
    expect(momentAt(plain, 0)).toBeUndefined()
    const odd = clockFrom(
      { current_time: '2026-01-15 12:00:00', current_ms: winter, time_zone: 'Asia/Atlantis' },
      0,
      0,
    )
    expect(stampOf(wallAt(odd, 1_000))).toBe('2026-01-15 12:00:01')
    expect(wallIn('Asia/Atlantis', winter)).toBeUndefined()
  })
})

describe('finding a zone', () => {
  it.each([
    ['北京', 'Asia/Shanghai'],
    ['上海', 'Asia/Shanghai'],
    ['台北', 'Asia/Taipei'],
    ['臺北', 'Asia/Taipei'],
    ['taibei', 'Asia/Taipei'],
    ['taipei', 'Asia/Taipei'],
    ['澳門', 'Asia/Macau'],
    ['澳门', 'Asia/Macau'],
    ['xianggang', 'Asia/Hong_Kong'],
    ['hong kong', 'Asia/Hong_Kong'],
    ['Hong_Kong', 'Asia/Hong_Kong'],
    ['烏魯木齊', 'Asia/Urumqi'],
    ['新疆', 'Asia/Urumqi'],
    ['東京', 'Asia/Tokyo'],
    ['东京', 'Asia/Tokyo'],
    ['胡志明', 'Asia/Ho_Chi_Minh'],
    ['saigon', 'Asia/Ho_Chi_Minh'],
    ['america/new_york', 'America/New_York'],
    ['雪梨', 'Australia/Sydney'],
    ['ｔｏｋｙｏ', 'Asia/Tokyo'],
    ['utc', 'UTC'],
  ])('%s', (typed, name) => expect(first(typed)).toBe(name))

  it('accepts an offset in common notations', () => {
    expect(
      [
        'UTC+8',
        'utc +08:00',
        '+8',
        '＋８',
        'GMT+0800',
        'UTC−3:30',
        '-0330',
        'utc+0',
        '+530',
        'UTC+15',
        '8',
        'utc',
        '+8:75',
      ].map(offsetIn),
    ).toEqual([480, 480, 480, 480, 480, -210, -210, 0, 330, undefined, undefined, undefined, undefined])
    expect(
      searchZones(all, 'UTC+8')
        .slice(0, 4)
        .map(({ name }) => name),
    ).toEqual(['Asia/Shanghai', 'Asia/Taipei', 'Asia/Hong_Kong', 'Asia/Macau'])
    expect(searchZones(all, 'UTC+8').every(({ offset }) => offset === 480)).toBe(true)
    expect(searchZones(all, '亞特蘭提斯')).toEqual([])
  })

  it('lists the common zones first, each zone once under its current name', () => {
    expect(all.slice(0, 5).map(({ name }) => name)).toEqual(common_zones)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(all.some(({ name }) => ['Asia/Calcutta', 'Asia/Saigon', 'Europe/Kiev'].includes(name))).toBe(false)
  })

  it("works without the browser's list, and keeps an unknown zone of the device", () => {
    const few = zoneNames('Asia/Atlantis', [])
    expect(few).toContain('Asia/Atlantis')
    expect(common_zones.every((name) => few.includes(name))).toBe(true)
    expect(labelOf('Asia/Atlantis', 'zh')).toBe('Atlantis')
    expect(labelOf('America/Argentina/Rio_Gallegos', 'tw')).toBe('Argentina, Rio Gallegos')
  })

  it("names a city in the user's language", () => {
    expect([labelOf('Asia/Dubai', 'zh'), labelOf('Asia/Dubai', 'tw')]).toEqual([
      '迪拜、阿布扎比',
      '杜拜、阿布達比',
    ])
    expect(fullLabel({ name: 'Asia/Taipei', city: '臺北', offset: 480, common: true })).toBe(
      '臺北 · Asia/Taipei · UTC+08:00',
    )
    expect(fullLabel({ name: 'UTC', city: 'UTC', offset: 0, common: false })).toBe('UTC · UTC+00:00')
  })

  it('contains only supported zones', () => expect(cities.filter(({ zone }) => !knowsZone(zone))).toEqual([]))
})

it.each([
  [0.214, '0.21 毫秒'],
  [-12.34, '12.3 毫秒'],
  [1_500, '1.5 秒'],
  [-59_940, '59.9 秒'],
  [3_725_000, '1 小时 2 分 5 秒'],
])('%d ms apart is %s', (ms, text) => {
  expect(amountText(ms, zh, shell.time.units)).toBe(text)
})
