import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  areaOf,
  isHost,
  isIpv4,
  isNetmask,
  isUrl,
  latitudeIssue,
  longitudeIssue,
  motorCellsIssue,
  passwordHasContext,
  passwordIssue,
  polygonIssue,
  scheduleIssue,
  vpnFileNameIssue,
  type Point,
} from '../src/core/rules.ts'

const timeOf = (second: number) => new Date(second * 1000).toISOString().slice(11, 19)
const second = fc.integer({ min: 0, max: 86_399 })

describe('new password: 8 to 32, letters, digits and a symbol (spec §5)', () => {
  test.each([
    ['Kerb#2026', undefined],
    ['kerb#202', undefined],
    ['1!aaaaaa', undefined],
    [`${'a'.repeat(30)}1!`, undefined],
    ['停车场ab12#', undefined],
    ['Kerb#20', 'too_short'],
    ['', 'too_short'],
    [`${'a'.repeat(31)}1!`, 'too_long'],
    ['Kerb2026', 'password'],
    ['Kerb####', 'password'],
    ['####2026', 'password'],
    ['Kerb 2026', 'password'],
  ])('%j is %s', (password, issue) => expect(passwordIssue(password)).toBe(issue))

  test('length counts characters, not code units', () => {
    expect(passwordIssue('🅿️🅿️a1!')).toBe('too_short')
  })

  test('context words are found in any case, and short ones are ignored', () => {
    expect(passwordHasContext('My-PE0001-x!', ['pe0001'])).toBe(true)
    expect(passwordHasContext('Lamp-post-77', ['pe0001', 'p'])).toBe(false)
  })
})

describe('degrees: integer part to 180 or 90, up to 6 decimals (spec §5)', () => {
  test.each([[0], [113.94386], [180], ['179.999999']])('longitude %s is valid', (value) =>
    expect(longitudeIssue(value)).toBeUndefined(),
  )
  test.each([[-1], [180.000001], [1.1234567], ['1e2'], ['113.'], [''], [' 1'], [Number.NaN]])(
    'longitude %s is refused',
    (value) => expect(longitudeIssue(value)).toBe('longitude'),
  )
  test.each([[0], [22.54023], [90]])('latitude %s is valid', (value) =>
    expect(latitudeIssue(value)).toBeUndefined(),
  )
  test.each([[-0.1], [90.1], [1e-7]])('latitude %s is refused', (value) =>
    expect(latitudeIssue(value)).toBe('latitude'),
  )
  test('every multiple of a millionth in range is valid', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 180_000_000 }),
        (millionths) => longitudeIssue((millionths / 1e6).toFixed(6)) === undefined,
      ),
    )
  })
})

describe('schedule (spec §5)', () => {
  test('periods that touch by a second overlap; neighbours do not', () => {
    expect(
      scheduleIssue([
        { start: '08:00:00', end: '12:00:00' },
        { start: '12:00:00', end: '13:00:00' },
      ]),
    ).toEqual({ index: 1, issue: 'overlap' })
    expect(
      scheduleIssue([
        { start: '08:00:00', end: '11:59:59' },
        { start: '12:00:00', end: '13:00:00' },
      ]),
    ).toBeUndefined()
  })
  test('a period over midnight is refused', () => {
    expect(scheduleIssue([{ start: '22:00:00', end: '06:00:00' }])).toEqual({ index: 0, issue: 'midnight' })
  })
  test('a text that is not a time of day is refused', () =>
    expect(scheduleIssue([{ start: '24:00:00', end: '25:00:00' }])).toEqual({ index: 0, issue: 'time' }))

  test('the order of the periods does not matter', () => {
    const period = fc
      .tuple(second, second)
      .map(([a, b]) => ({ start: timeOf(Math.min(a, b)), end: timeOf(Math.max(a, b)) }))
    fc.assert(
      fc.property(
        fc.array(period, { maxLength: 8 }),
        (periods) =>
          (scheduleIssue(periods) === undefined) === (scheduleIssue([...periods].reverse()) === undefined),
      ),
    )
  })
})

test('motorcycle cells are 1 to 32', () => {
  expect([0, 1, 32, 33, 1.5].map(motorCellsIssue)).toEqual([
    'motor_cells',
    undefined,
    undefined,
    'motor_cells',
    'motor_cells',
  ])
})

test('a VPN file name is bare and ends in .ovpn or .conf', () => {
  expect(['a.ovpn', 'A.CONF', '盒子.conf'].map(vpnFileNameIssue)).toEqual([undefined, undefined, undefined])
  for (const name of ['a.txt', '.ovpn', 'a.ovpn.exe', '../a.conf', 'a\\b.conf', 'a\0.conf', ''])
    expect(vpnFileNameIssue(name)).toBe('vpn_file_name')
})

test('addresses', () => {
  expect(['192.0.2.1', '0.0.0.0', '255.255.255.255'].every(isIpv4)).toBe(true)
  expect(
    ['192.0.2', '192.0.2.256', '192.0.2.1.', '01.2.3.4', ' 1.2.3.4', '1.2.3.4\n', '::1'].some(isIpv4),
  ).toBe(false)
  expect(['255.255.255.0', '255.255.254.0', '128.0.0.0', '255.255.255.252'].every(isNetmask)).toBe(true)
  expect(['255.0.255.0', '0.0.0.0', '255.255.255.255', '255.255.255.1'].some(isNetmask)).toBe(false)
  expect(['camera-1.lan', 'localhost', '192.0.2.1', 'xn--fiq228c.example'].every(isHost)).toBe(true)
  expect(['-a.lan', 'a..b', '3232235521', 'a b', '', 'a/b', 'a:80'].some(isHost)).toBe(false)
  expect(isUrl('https://iot.example.com:8443/data?x=1', ['https'])).toBe(true)
  for (const url of ['http://a', 'https://user:pw@a/', 'https:', 'javascript:alert(1)', '//a', 'a.b'])
    expect(isUrl(url, ['https'])).toBe(false)
})

describe("a lot's outline", () => {
  const square: Point[] = [
    [0.1, 0.1],
    [0.3, 0.1],
    [0.3, 0.3],
    [0.1, 0.3],
  ]
  test('accepts a square, and refuses a bow tie', () => {
    expect(polygonIssue(square)).toBeUndefined()
    expect(polygonIssue([square[0]!, square[2]!, square[1]!, square[3]!])).toBe('polygon')
  })
  test('refuses too few points, points outside the picture, and no area', () => {
    expect(polygonIssue(square.slice(0, 2))).toBe('polygon')
    expect(
      polygonIssue([
        [0, 0],
        [1.01, 0],
        [1, 1],
      ]),
    ).toBe('polygon')
    expect(
      polygonIssue([
        [0, 0],
        [0.5, 0.5],
        [1, 1],
      ]),
    ).toBe('polygon')
  })
  test('the first corner and the direction make no difference', () => {
    const point = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 7 }), (points) => {
        const turned = [...points.slice(1), points[0]!]
        return (
          polygonIssue(points) === polygonIssue(turned) || Math.abs(Math.abs(areaOf(points)) - 1e-6) < 1e-12
        )
      }),
    )
  })
})
