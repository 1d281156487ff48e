/**
 * Exports that hide a part of each plate, have uuids of their own, or one time and the length of a stay.
 * Long because each form is written and compared here.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeviceEvent } from '#src/pages/business/reconcile/pair.ts'
import { tableOf } from '#src/pages/business/reconcile/read-file.ts'
import { timesOf } from '#src/pages/business/reconcile/records.ts'
import { fitsShown, shownParts } from '#src/pages/business/reconcile/cells/shown-plate.ts'
import { readLength } from '#src/pages/business/reconcile/cells/stay-length.ts'
import { deviceZone } from '#src/stores/device-zone.ts'
import { stampOf } from '#src/time/zone.ts'
import { compared, sentEvent } from '#test/reconcile/compared.ts'

beforeEach(() => deviceZone.set('Asia/Shanghai'))
afterEach(() => deviceZone.set(''))

const midnight = Date.parse('2026-11-23T00:00:00+08:00')
const day_ms = 86_400_000
type Stay = { lot: string; plate: string; in_s: number; out_s: number }
const eventsOf = (stays: readonly Stay[]) =>
  stays.flatMap(({ lot, plate, in_s, out_s }, n) =>
    [in_s, out_s].map((at, exit) =>
      sentEvent(n * 2 + exit, { event_ms: midnight + at * 1000, lot_no: lot, plate_number: plate }),
    ),
  )
const clock = (at_s: number) => stampOf(Date.UTC(2026, 10, 23) + at_s * 1000)

function compare(header: string, rows: readonly (readonly string[])[], events: readonly DeviceEvent[]) {
  const text = [header, ...rows.map((cells) => cells.join(','))].join('\n')
  const table = tableOf(text, midnight + 2 * day_ms)!
  const result = compared(table, events, { from_ms: midnight, to_ms: midnight + day_ms })
  expect([result.file.closes, result.device.closes]).toEqual([true, true])
  return { ...result, times: timesOf(table, result.columns, null) }
}
const kindsOf = ({ days }: ReturnType<typeof compare>) =>
  days.flatMap(({ findings }) => findings.map(({ kind }) => kind)).toSorted()

const stays: readonly Stay[] = [
  { lot: '001', plate: '粤B12345', in_s: 1_805, out_s: 8_100 },
  { lot: '002', plate: '粤BD12345', in_s: 27_315, out_s: 43_325 },
  { lot: '003', plate: '京A8Q123', in_s: 30_001, out_s: 45_296 },
]

test.each([
  ['粤B1***5', '粤B12345', true],
  ['粤B1***5', '粤BD12345', false],
  ['粤B***45', '粤BD12345', true],
  ['粤B·1**45', '粤B12345', true],
  ['粤B·1**46', '粤B12345', false],
  ['京A•…', '京A8Q123', true],
  ['京A•••23', '京A8Q123', true],
  ['京A………', '京B8Q123', false],
  ['粤B1＊＊＊5', '粤B12345', true],
  ['粤B1●●●5', '粤B12345', true],
  ['粤B1xxx5', '粤B12345', true],
  ['粤B1___5', '粤B12345', true],
  ['粤B---45', '粤B12345', true],
  ['?B12345', '粤B12345', true],
  ['***2345', '粤B12345', true],
  ['粤B12***', '粤B12345', true],
  ['粤*1**45', '粤B12345', true],
  ['ABC-**34', 'ABC-1234', true],
  ['ABC-**34', 'ABD-1234', false],
  ['粤BXXX5', '粤B12345', true],
  ['粤B1XXX5', '粤B12345', true],
  ['粤b1xxx6', '粤B12345', false],
  ['京AXXXXX', '京A8Q123', true],
  ['粤B12XX', '粤B12345', true],
  ['ABC-XX35', 'ABC-1235', true],
  ['粤B1？？5', '粤B12345', true],
  ['粤B1□□□5', '粤B12345', true],
  ['粤B1#5', '粤B12345', true],
  ['粤B1◆◆6', '粤B12345', false],
  ['粤B1⬤⬤⬤5', '粤B12345', true],
  ['粤B1~~~5', '粤B12345', true],
  ['粤B1。。5', '粤B12345', true],
  ['粤B1口口5', '粤B12345', true],
  ['粤某某345', '粤B12345', true],
  ['******', '粤B12345', true],
  ['粤B12345***', '粤B12345', false],
  ['粵B1***5', '粤B12345', true],
  ['粤BI***5', '粤B12345', true],
])('%s shows %s: %s', (cell, plate, fits) => {
  expect(fitsShown(shownParts(cell)!, plate)).toBe(fits)
})

const whole =
  '粤B·12345 粤B•12345 粤B-12345 ABC-1234 AB--1234 粤BXX123 粤bxx123 AXX-1235 xx-1235 粤B12345(蓝)'.split(' ')
test.each([...whole, ...'粤B∙12345 粤B−12345 粤B―12345 粵B⋅12345'.split(' '), '粤B12345/黄', '-', '--'])(
  '%s hides nothing',
  (cell) => {
    expect(shownParts(cell)).toBeNull()
  },
)

const signs = ['*', '＊', '●', '○', '■', '?', '#', '□', 'x', 'X']
test('a plate of which a part is hidden is never equal, and differs only in what is shown', () => {
  const plate = fc
    .tuple(fc.constantFrom('粤B', '京A', '沪C'), fc.stringMatching(/^[A-HJ-NP-Z0-9]{5,6}$/))
    .map((parts) => parts.join(''))
  const plan = fc.record({
    plate,
    sign: fc.constantFrom(...signs),
    from: fc.integer({ min: 2, max: 4 }),
    many: fc.integer({ min: 2, max: 3 }),
    edit: fc.constantFrom('keep', 'keep', 'shown', 'hidden', 'drop'),
  })
  fc.assert(
    fc.property(fc.array(plan, { minLength: 1, maxLength: 20 }), fc.boolean(), (plans, uuids) => {
      const own = plans.map((one, n): Stay => {
        const in_s = 600 + n * 2_000
        return { lot: `00${n % 3}`, plate: one.plate, in_s, out_s: in_s + 1_000 }
      })
      const events = eventsOf(own)
      const masked = plans.flatMap(({ plate: whole, sign, from, many, edit }, n) => {
        const cut = whole.slice(0, from) + sign.repeat(sign === 'X' ? 3 : many) + whole.slice(from + many)
        const cell = edit === 'shown' ? `川${cut.slice(1)}` : cut
        return edit === 'drop'
          ? []
          : [0, 1].map((exit) => {
              const { uuid, event_ms, lot_no } = events[n * 2 + exit]!
              return [
                uuids ? uuid : '',
                lot_no,
                cell,
                clock((event_ms - midnight) / 1000),
                exit ? '出' : '进',
              ]
            })
      })
      if (masked.length === 0) return
      const result = compare('事件编号,泊位,车牌,时间,类型', masked, events)
      const count = (edit: string) => plans.filter((one) => one.edit === edit).length * 2
      expect(result.device.terms).toMatchObject({
        equal: 0,
        different: count('shown'),
        missing: count('drop'),
        as_shown: count('keep') + count('hidden'),
      })
      expect(result.days.map(({ verdict }) => verdict)).not.toContain('agrees')
    }),
    { numRuns: 100 },
  )
})

test('two vehicles that show the same part of their plates do not leave one open', () => {
  const motorcycles = [
    { lot: '001', plate: '粤B12345', in_s: 1_000, out_s: 5_000 },
    { lot: '001', plate: '粤B19995', in_s: 2_000, out_s: 6_000 },
  ]
  const events = eventsOf(motorcycles)
    .map((one) => ({ ...one, room: 4 }))
    .toSorted((a, b) => a.event_ms - b.event_ms)
  const rows = events.map(({ event_ms, event_type }) => [
    '001',
    '粤B1***5',
    clock((event_ms - midnight) / 1000),
    event_type === 3 ? '出' : '进',
  ])
  const result = compare('泊位,车牌,时间,类型', rows, events)
  expect(result.days[0]).toMatchObject({ as_shown: 4, findings: [], open_theirs: [], open_ours: [] })
})

test("uuids of the platform's own are not used: the rows are compared by their facts", () => {
  const own = (n: number) => `f47ac10b-58cc-4372-a567-${String(n).padStart(12, '0')}`
  const rows = eventsOf(stays).map(({ lot_no, plate_number, event_ms, event_type }, n) => [
    own(n),
    lot_no,
    plate_number,
    clock((event_ms - midnight) / 1000),
    event_type === 3 ? '出' : '进',
  ])
  const result = compare('事件编号,泊位,车牌,时间,类型', rows.slice(1), eventsOf(stays))
  expect(result).toMatchObject({
    foreign_uuids: 5,
    foreign: false,
    device: { terms: { equal: 5, missing: 1 } },
  })
  // One known uuid shows that they are the device's: then an unknown one is an unknown event.
  const known = rows.with(1, rows[1]!.with(0, eventsOf(stays)[1]!.uuid))
  expect(compare('事件编号,泊位,车牌,时间,类型', known, eventsOf(stays))).toMatchObject({
    foreign_uuids: 0,
    device: { terms: { equal: 1, missing: 5 } },
  })
})

const minutes = (s: number) => String(Math.floor(s / 60))
const spoken = (s: number) => `${Math.floor(s / 3600)}小时${Math.floor(s / 60) % 60}分`
const lengths: Readonly<Record<string, readonly [name: string, written: (s: number) => string]>> = {
  'minutes by the header': ['停车时长（分钟）', minutes],
  'rounded up': ['停车时长(分)', (s) => String(Math.ceil(s / 60))],
  'in Taiwan': ['停車時數', (s) => `${Math.floor(s / 3600)}小時${Math.floor(s / 60) % 60}分`],
  'hours with decimals': ['停车时长（小时）', (s) => (s / 3600).toFixed(2)],
  seconds: ['durationSeconds', String],
  words: ['停车时长', spoken],
  'words to the second': ['停留时间', (s) => `${spoken(s)}${s % 60}秒`],
  'a clock': ['停车时长', (s) => clock(s).slice(11)],
  'a clock to the minute': ['时长', (s) => clock(s).slice(11, 16)],
  'days and a clock': ['时长', (s) => `0天 ${clock(s).slice(11)}`],
  'as .NET': ['Duration', (s) => `0.${clock(s).slice(11)}`],
  'ISO 8601': ['duration', (s) => `PT${Math.floor(s / 3600)}H${Math.floor(s / 60) % 60}M${s % 60}S`],
  'English words': ['Parking Duration', (s) => `${Math.floor(s / 3600)}h ${Math.floor(s / 60) % 60}m`],
}

test.for(Object.entries(lengths))(
  'an exit, or an entry, is derived from the length: %s',
  ([, [name, of]]) => {
    for (const lacks of ['exit', 'entry'] as const) {
      // The last vehicle is still parked in a file of entries; its exit is missing in a file of exits.
      const rows = stays.map(({ lot, plate, in_s, out_s }, n) => [
        lot,
        n === 1 ? '沪C99999' : plate,
        clock(lacks === 'exit' ? in_s : out_s),
        lacks === 'exit' && n === 2 ? '' : of(out_s - in_s),
      ])
      const time = lacks === 'exit' ? '入场时间' : '出场时间'
      const result = compare(`泊位,车牌,${time},${name}`, rows, eventsOf(stays))
      expect(result.derived).toBe(lacks === 'exit' ? 2 : 3)
      expect(result.file).toMatchObject({
        total: 6,
        terms: { equal: lacks === 'exit' ? 3 : 4, different: 2, without_exit: lacks === 'exit' ? 1 : 0 },
      })
      expect(kindsOf(result)).toEqual(
        lacks === 'exit' ? ['different', 'different', 'missing'] : ['different', 'different'],
      )
      expect(result.times).toHaveLength(lacks === 'exit' ? 5 : 6)
    }
  },
)

test('what gives no time is named, and the sums close', () => {
  const row = (length: string, more = '') => ['001', '粤B12345', clock(1_805), length, more]
  const result = (cells: string[], name = '停车时长') =>
    compare(`泊位,车牌,入场时间,${name},停车状态`, [cells], eventsOf(stays))
  expect(result(row('105')).faults).toMatchObject([{ line: 2, what: 'length', cell: '105' }])
  expect(result(row('很久')).file.terms).toMatchObject({ equal: 1, unreadable: 1 })
  const broken = result(row('105分').with(2, '??'))
  expect(broken.faults.map(({ what }) => what)).toEqual(['time', 'underived'])
  // A vehicle that is still parked has a length until now.
  expect(result(row('105分', '停车中')).file.terms).toMatchObject({ equal: 1, without_exit: 1 })
  expect(result(row('105分', '已离场')).file.terms).toMatchObject({ equal: 2, without_exit: 0 })
})

test.each([
  ['1天2小时', '', 93_600_000, 3_600_000],
  ['90', '停车时长(min)', 5_400_000, 60_000],
  ['1.5', '時數', 5_400_000, 360_000],
  ['5400000', 'duration_ms', 5_400_000, 0],
  ['1.02:03:04', '', 93_784_000, 0],
])('%s (%s) is %d ms', (cell, name, ms, slack_ms) => {
  expect(readLength(cell, name)).toEqual({ ms, slack_ms })
})
