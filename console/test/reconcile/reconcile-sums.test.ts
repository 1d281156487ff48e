/**
 * The comparison as a whole: files derived from random days by dropping, doubling, shifting and editing rows
 * show exactly these differences, and both sums close. Long because the cases share how a file is written.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guessColumns, guessTypes } from '#src/pages/business/reconcile/guess-mapping.ts'
import { neverClosed } from '#src/pages/business/reconcile/open-stays.ts'
import type { DeviceEvent } from '#src/pages/business/reconcile/pair.ts'
import { tableOf } from '#src/pages/business/reconcile/read-file.ts'
import { reconcile, type Given } from '#src/pages/business/reconcile/reconcile.ts'
import { recordsOf } from '#src/pages/business/reconcile/records.ts'
import { listsOf } from '#src/pages/business/reconcile/lists.ts'
import { deviceZone } from '#src/stores/device-zone.ts'
import { formatDate } from '#src/time/time.ts'
import { stampOf } from '#src/time/zone.ts'
import { sentEvent, uuidOf } from '#test/reconcile/compared.ts'

beforeEach(() => deviceZone.set('Asia/Shanghai'))
afterEach(() => deviceZone.set(''))

const day_ms = 86_400_000
/** Midnight on the device's clock. */
const start = Date.UTC(2026, 10, 22, 16)
const sent = 2
const event = (n: number, more: Partial<DeviceEvent> = {}): DeviceEvent =>
  sentEvent(n, { event_ms: start + n * 3_600_000, lot_no: 'A01', ...more })

type Written = Pick<DeviceEvent, 'uuid' | 'event_ms' | 'event_type' | 'lot_no' | 'plate_number'>
/** A file with these rows, in the order given; times are in UTC without an offset. */
function fileOf(
  rows: readonly Written[],
  { uuids = true, words = { 1: '驶入', 3: '驶离' } as Record<number, string> } = {},
) {
  const text = [
    '事件编号,时间,类型,泊位,车牌',
    ...rows.map((row) =>
      [
        uuids ? row.uuid : '',
        Number.isNaN(row.event_ms) ? '??' : stampOf(row.event_ms),
        words[row.event_type] ?? row.event_type,
        row.lot_no,
        row.plate_number,
      ].join(','),
    ),
  ].join('\n')
  const table = tableOf(text)!
  const columns = guessColumns(table, null)
  const types = guessTypes(table, columns.event_type, null, []).map(({ word, event_type = null }) => ({
    word,
    event_type,
  }))
  return recordsOf(table, { columns, types, utc_offset: 0 })
}
function compare(events: readonly DeviceEvent[], file: Given['file'], more: Partial<Given> = {}) {
  const [from_ms, to_ms] = [more.from_ms ?? start, more.to_ms ?? start + 3 * day_ms]
  const total = events.filter(({ event_ms }) => event_ms >= from_ms && event_ms < to_ms).length
  const result = reconcile({ events, file, deleted: [], from_ms, to_ms, total, ...more })
  expect([result.file.closes, result.device.closes]).toEqual([true, true])
  return result
}
/** Each finding as its kind and the event or line that it names. */
const found = (result: ReturnType<typeof compare>) =>
  result.days
    .flatMap(({ findings }) => findings)
    .map(({ kind, ours, rows }) => `${kind} ${ours?.uuid ?? `line ${rows[0]?.line}`}`)
    .toSorted()
const verdicts = (result: ReturnType<typeof compare>) => result.days.map(({ verdict }) => verdict)

const changes = ['keep', 'keep', 'keep', 'drop', 'double', 'shift', 'plate', 'lot', 'type'] as const
const life = ['sent', 'sent', 'sent', 'sent', 'typed', 'pending', 'skipped', 'withdrawn', 'removed'] as const
/** Stays on a few lots over three days; on each lot at least ten minutes lie between two events. */
const streets = fc
  .array(
    fc.record({
      lot: fc.integer({ min: 0, max: 3 }),
      gap_s: fc.integer({ min: 600, max: 40_000 }),
      life: fc.constantFrom(...life),
      change: fc.constantFrom(...changes),
      shift_s: fc.integer({ min: 3, max: 90 }),
    }),
    { maxLength: 40 },
  )
  .map((plans) => {
    const [at, n_on] = [new Map<number, number>(), new Map<number, number>()]
    return plans.flatMap(({ lot, gap_s, ...plan }, n) => {
      const event_ms = (at.get(lot) ?? start) + gap_s * 1000
      if (event_ms >= start + 3 * day_ms) return []
      const on_lot = n_on.get(lot) ?? 0
      at.set(lot, event_ms)
      n_on.set(lot, on_lot + 1)
      const withdrawn = plan.life === 'withdrawn' || plan.life === 'removed'
      const ours = event(n, {
        event_ms,
        event_type: on_lot % 2 === 0 ? 1 : 3,
        lot_no: `A0${lot}`,
        plate_number: `粤B${lot}${String(on_lot >> 1).padStart(2, '0')}DE`,
        state: plan.life === 'typed' ? 'typed' : withdrawn ? 'withdrawn' : 'observed',
        status: plan.life === 'pending' ? 0 : plan.life === 'skipped' ? 8 : sent,
      })
      return [{ ...plan, ours }]
    })
  })

type Plan = (typeof streets extends fc.Arbitrary<infer T> ? T : never)[number]
/** The rows that the platform exports for an event, and the difference that this makes. */
function rowsOf({ ours, life: of, change, shift_s }: Plan): { rows: Written[]; finds: string[] } {
  const gone = change === 'drop' || of === 'removed' || of === 'skipped' || of === 'pending'
  if (gone) {
    const kind = of === 'pending' ? 'unsent' : 'missing'
    return {
      rows: [],
      finds: of === 'removed' || of === 'skipped' || of === 'withdrawn' ? [] : [`${kind} ${ours.uuid}`],
    }
  }
  const pair = of === 'withdrawn' ? `withdrawn ${ours.uuid}` : undefined
  const edited: Partial<Record<Plan['change'], Partial<Written>>> = {
    shift: { event_ms: ours.event_ms + shift_s * 1000 },
    plate: { plate_number: ours.plate_number.replace('DE', 'XY') },
    lot: { lot_no: 'Z99' },
    type: { event_type: ours.event_type === 1 ? 3 : 1 },
  }
  const edit = edited[change]
  const row: Written = { ...ours, ...edit }
  const first = pair ?? (edit ? `different ${ours.uuid}` : undefined)
  return {
    rows: change === 'double' ? [row, row] : [row],
    finds: [...(first ? [first] : []), ...(change === 'double' ? [`double ${ours.uuid}`] : [])],
  }
}

test.each([true, false])('the differences found are those made (uuids in the file: %s)', (uuids) => {
  fc.assert(
    fc.property(streets, fc.nat({ max: 3 }), fc.boolean(), (plans, strangers, reversed) => {
      const made = plans.map((plan) => ({ ...plan, ...rowsOf(plan) }))
      const unknown = Array.from({ length: strangers }, (_, n): Written => ({
        ...event(900 + n, { event_ms: start + n * day_ms + 1_000 }),
        lot_no: `S${n}`,
        plate_number: `粤S${n}0000`,
      }))
      const rows = [...made.flatMap((one) => one.rows), ...unknown]
      if (rows.length === 0) return
      const ordered = reversed ? rows.toReversed() : rows
      const file = fileOf(ordered, { uuids })
      const result = compare(
        plans.map(({ ours }) => ours),
        file,
      )
      // What the file lacks altogether is not compared: a whole day, or a type.
      const days = new Set([
        ...rows.map(({ event_ms }) => formatDate(event_ms)),
        ...made.filter((one) => one.rows.length > 0).map(({ ours }) => formatDate(ours.event_ms)),
      ])
      const types = new Set(rows.map(({ event_type }) => event_type))
      const expected = made.flatMap(({ ours, finds, rows: of }) => {
        if (of.length > 0) return finds
        if (!types.has(ours.event_type)) return []
        return days.has(formatDate(ours.event_ms)) ? finds : finds.map(() => `absent_day ${ours.uuid}`)
      })
      const lines = unknown.map((one) => `unknown line ${ordered.indexOf(one) + 2}`)
      expect(found(result)).toEqual([...expected, ...lines].toSorted())
      expect(result.file.total).toBe(rows.length)
    }),
    { numRuns: 500 },
  )
})

const stay = [event(0), event(1), event(2), event(3)]

test('unknown words, files without exits and absent days never agree', () => {
  const unmapped = compare(stay, fileOf(stay, { words: { 1: '驶入', 3: '走人' } }))
  expect(unmapped).toMatchObject({ without: { exits: 2 }, file: { terms: { not_compared: 2, equal: 2 } } })
  expect(verdicts(unmapped)[0]).toBe('partly')
  expect(unmapped.days[0]?.open_theirs).toEqual([])
  const entries = compare(stay, fileOf(stay.filter(({ event_type }) => event_type === 1)))
  expect(entries).toMatchObject({ without: { exits: 2 }, device: { terms: { not_compared: 2, equal: 2 } } })
  expect(entries.days[0]?.open_theirs).toEqual([])
  const three = [...stay, event(30), event(31), event(60), event(61)]
  const gap = compare(three, fileOf(three.filter(({ uuid }) => uuid !== uuidOf(30) && uuid !== uuidOf(31))))
  expect(verdicts(gap)).toEqual(['agrees', 'absent', 'agrees'])
  expect(gap.absent_days).toEqual([{ day: '2026-11-24', n: 2 }])
  expect(gap.days[1]!.findings.map(({ kind }) => kind)).toEqual(['absent_day', 'absent_day'])
  expect(listsOf(gap.days[1]!, gap)[0]?.resendable).toEqual([])
})

test('a withdrawn event that the platform still has differs; one that it removed is not sent again', () => {
  const [entry, exit] = [event(0), event(1, { state: 'withdrawn' })]
  const there = compare([entry, exit], fileOf([entry, exit]))
  expect(found(there)).toEqual([`withdrawn ${exit.uuid}`])
  expect(listsOf(there.days[0]!, there)[0]?.resendable).toEqual([exit.uuid])
  const removed = compare([entry, exit], fileOf([entry, event(3)]), {
    events: [entry, exit, event(3)],
    total: 3,
  })
  expect(removed.device.terms).toMatchObject({ equal: 2, absent_both: 1, missing: 0 })
  expect(found(removed)).toEqual([])
  // A typed exit is compared like any other, and counted.
  const typed = event(5, { state: 'typed' })
  expect(compare([entry, typed], fileOf([entry, typed]))).toMatchObject({
    typed: 1,
    device: { terms: { equal: 2 } },
  })
})

test('a deleted event is named; one of another day is found by its uuid; the rest is outside', () => {
  const late = event(1, { event_ms: start + 10 * day_ms })
  const rows = [
    event(0),
    { ...late, event_ms: start + 3_600_000 },
    event(8),
    event(2, { event_ms: start - day_ms }),
  ]
  const file = fileOf(rows)
  const result = compare([event(0), late], file, {
    deleted: [{ uuid: uuidOf(8), deleted_ms: start, deleted_by: 'admin' }],
    total: 1,
  })
  expect(result.file.terms).toMatchObject({ equal: 1, different: 1, deleted: 1, outside: 1 })
  expect(result.device.terms).toMatchObject({ equal: 1 })
})

test("a file of another device says so, and one of this device's events is enough not to", () => {
  const stranger = stay.map((one, n) => ({ ...one, uuid: uuidOf(700 + n), plate_number: `粤C0000${n}` }))
  expect(compare(stay, fileOf(stranger))).toMatchObject({ foreign: true, foreign_uuids: 4 })
  expect(compare(stay, fileOf([...stranger, stay[0]!])).foreign).toBe(false)
})

test('nothing is sent again because of a file that may be of another device', () => {
  const lists = (file: Given['file']) => {
    const result = compare(stay, file)
    return { foreign: result.foreign, again: result.days.flatMap((day) => listsOf(day, result)) }
  }
  const again = (file: Given['file']) => lists(file).again.flatMap(({ resendable }) => resendable)
  // The other device's lots have the same names, and its vehicles came at the same times.
  const stranger = stay.map((one, n) => ({ ...one, uuid: uuidOf(700 + n), plate_number: `粤C0000${n}` }))
  for (const file of [fileOf(stranger), fileOf(stranger, { uuids: false })]) {
    expect(lists(file).foreign).toBe(true)
    expect(lists(file).again.length).toBeGreaterThan(0)
    expect(again(file)).toEqual([])
  }
  const bare = fileOf(
    stay.map((one) => ({ ...one, event_ms: one.event_ms + 900_000, plate_number: '' })),
    { uuids: false },
  )
  expect([lists(bare).foreign, again(bare)]).toEqual([true, []])
  // One plate at its time, or half of the lots and times, is enough.
  const own = fileOf([...stranger.slice(1), stay[0]!], { uuids: false })
  expect(lists(own).foreign).toBe(false)
  expect(again(own)).not.toEqual([])
  const plateless = stay.slice(2).map((one) => ({ ...one, plate_number: '' }))
  expect(lists(fileOf(plateless, { uuids: false })).foreign).toBe(false)
})

const no_plates =
  '|-|--|—|/|*|?|_无_|无|無|空|N/A|n.a.|NULL|none|nan' +
  '|无牌|無牌|无牌车|無牌車|无车牌|無車牌|无号牌|无牌照|無牌照車輛|没有车牌' +
  '|未识别|未識別|未辨識|未识别车牌|未识别到车牌|车牌未识别|識別失敗|無法辨識' +
  '|未悬挂号牌|未上牌|未掛牌|未知|Unknown|No plate|UNRECOGNIZED|無法辨識車牌號碼'

test.each(no_plates.split('|'))('%j in the plate column is a vehicle without a plate', (cell) => {
  const unread = [event(0, { plate_number: '' }), event(1, { plate_number: '' })]
  for (const uuids of [true, false]) {
    const rows = unread.map((one) => ({ ...one, plate_number: cell }))
    expect(compare(unread, fileOf(rows, { uuids })).device.terms).toMatchObject({ equal: 2 })
    // It is no plate: of an event whose plate was read, it differs.
    const read = compare([event(0)], fileOf([{ ...event(0), plate_number: cell }], { uuids }))
    expect(read.days[0]!.findings).toMatchObject([{ kind: 'different', fields: ['plate_number'] }])
  }
})

test.each(['粤B12345', 'NA-1234', '無1234', 'ABC-0001', 'NO-0001', '空A12345', '未1'])(
  '%j in the plate column is a plate',
  (cell) => {
    const row = { ...event(0), plate_number: cell }
    expect(fileOf([row]).records).toMatchObject([{ plate_number: cell }])
  },
)

test('a row whose time is unreadable still belongs to its event', () => {
  const [entry, exit] = [event(0), event(1)]
  const broken = { ...exit, event_ms: Number.NaN }
  expect(found(compare([entry, exit], fileOf([entry, broken])))).toEqual([`different ${exit.uuid}`])
  const stranger = compare([entry, exit], fileOf([entry, exit, { ...broken, uuid: uuidOf(9) }]))
  expect(stranger.faults).toMatchObject([{ line: 4, what: 'time', cell: '??' }])
  expect(found(stranger)).toEqual([])
})

test('without uuids: look-alike plates, ties, and events that arrived meanwhile', () => {
  const read = event(0, { plate_number: '粤B1O345' })
  const alike = compare(
    [read, event(1)],
    fileOf([{ ...read, plate_number: '粤B10345' }, event(1)], { uuids: false }),
  )
  expect(alike.days[0]?.findings).toMatchObject([
    { kind: 'different', by: 'look_alike', fields: ['plate_number'] },
  ])
  const two = [event(0), event(2, { event_ms: start + 60_000 }), event(3)]
  const between = { ...two[0]!, event_ms: start + 30_000 }
  const tie = compare(two, fileOf([between, event(3)], { uuids: false }))
  expect(tie.file.terms).toMatchObject({ unclear: 1, equal: 1 })
  expect(tie.device.terms).toMatchObject({ unclear: 2, equal: 1 })
  expect(
    reconcile({
      events: stay,
      file: fileOf(stay),
      deleted: [],
      from_ms: start,
      to_ms: start + day_ms,
      total: 5,
    }).device.closes,
  ).toBe(false)
})

test('initial and scheduled entries are entries for a file with one word for all of them', () => {
  const events = [
    event(0, { event_type: 0 }),
    event(1, { event_type: 10 }),
    event(2, { event_type: 9 }),
    event(3),
  ]
  const rows = events.map((one) => ({
    ...one,
    event_type: one.event_type === 10 ? 3 : one.event_type === 3 ? 3 : 1,
  }))
  for (const uuids of [true, false]) expect(found(compare(events, fileOf(rows, { uuids })))).toEqual([])
})

test('an entry that a full lot cannot have held beside a later one was never closed', () => {
  const rows = (...plan: string[]) =>
    plan.map((one, line) => ({
      line,
      lot_no: 'A01',
      event_type: Number.parseInt(one, 10),
      plate_number: one.replace(/^\d+/, ''),
    }))
  const lines = (room: number, ...plan: string[]) =>
    neverClosed(rows(...plan), () => room).map(({ line }) => line)
  expect(lines(1, '1', '3', '1', '3')).toEqual([])
  expect(lines(1, '1', '1', '3')).toEqual([0])
  expect(lines(1, '0', '2', '9', '10')).toEqual([0])
  expect(lines(3, '1A', '1B', '1C', '3B', '1D')).toEqual([])
  expect(lines(2, '1A', '1B', '1C')).toEqual([0])
  expect(lines(3, '1A', '1A')).toEqual([0])
  const motorcycles = [
    event(0, { plate_number: 'A', room: 3 }),
    event(2, { plate_number: 'B', room: 3 }),
    event(3, { plate_number: 'A', room: 3 }),
  ]
  const { days } = compare(motorcycles, fileOf(motorcycles))
  expect(days.flatMap((day) => [...day.open_ours, ...day.open_theirs])).toEqual([])
})

test('on both sides a lot has the room of each time, whatever it is drawn for later', () => {
  const plates = ['A', 'B', 'C', 'A', 'C', 'B', 'D', 'E']
  const types = [1, 1, 1, 3, 3, 3, 1, 1]
  const own = plates.map((plate_number, n) =>
    event(n, { plate_number, event_type: types[n]!, room: n < 6 ? 3 : 1 }),
  )
  for (const uuids of [true, false]) {
    const [day] = compare(own, fileOf(own, { uuids })).days
    expect(day!.open_ours.map(({ plate_number }) => plate_number)).toEqual(['D'])
    expect(day!.open_theirs.map(({ plate_number }) => plate_number)).toEqual(['D'])
  }
  // A lot for three that becomes one for one: its next car replaces all that had not left.
  const full = [
    ...own.slice(0, 3),
    event(3, { plate_number: 'D', event_type: 1, room: 1 }),
    event(4, { plate_number: 'D', event_type: 3, room: 1 }),
  ]
  const { open_ours } = compare(full, fileOf(full)).days[0]!
  expect(open_ours.map(({ plate_number }) => plate_number)).toEqual(['A', 'B', 'C'])
})
