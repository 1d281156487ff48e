/** Pairing events with the platform's rows: each kind of difference, and properties of the pairing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlatformRow } from '@parking/contract'
import { matchDay, neverClosed, type OurRow } from '#src/reconcile/match-day.ts'

const noon = Date.UTC(2026, 10, 23, 4)
const event = (more: Partial<OurRow> = {}): OurRow => ({
  uuid: 'u-1',
  event_ms: noon,
  event_type: 1,
  lot_no: 'A01',
  plate_number: '粤B12345',
  ...more,
})
const row = (more: Partial<PlatformRow> = {}): PlatformRow => ({
  line: 2,
  uuid: '',
  time_ms: noon,
  event_type: 1,
  lot_no: 'A01',
  plate_number: '粤B·12345',
  ...more,
})

test('the uuid identifies an event whatever else differs, and the differences are listed', () => {
  const { pairs } = matchDay(
    [event()],
    [row({ uuid: 'U-1', time_ms: noon + 3_000, lot_no: 'A02', event_type: 3, plate_number: '粤B99999' })],
  )
  expect(pairs).toMatchObject([{ by: 'uuid', fields: ['time', 'event_type', 'lot_no', 'plate_number'] }])
  expect(matchDay([event()], [row({ uuid: 'u-1', time_ms: noon + 900 })]).pairs[0]?.fields).toEqual([])
})

test('without uuids: the nearest row of lot, type and plate within two minutes, then look-alikes', () => {
  const late = event({ uuid: 'u-2', event_ms: noon + 100_000 })
  expect(matchDay([event(), late], [row({ time_ms: noon + 90_000 })]).pairs).toMatchObject([
    { ours: { uuid: 'u-2' }, by: 'plate', fields: ['time'] },
  ])
  expect(matchDay([event()], [row({ time_ms: noon + 121_000 })])).toMatchObject({
    pairs: [],
    only_ours: [{ uuid: 'u-1' }],
    only_theirs: [{ line: 2 }],
  })
  const alike = matchDay([event({ plate_number: '粤B1O345' })], [row({ plate_number: '粤B10345' })])
  expect(alike.pairs).toMatchObject([{ by: 'look_alike', fields: ['plate_number'] }])
  expect(matchDay([event()], [row({ lot_no: 'A02' })]).pairs).toEqual([])
})

test('a second row of an event is a duplicate, by uuid and by its facts', () => {
  const uuids = matchDay([event()], [row({ uuid: 'u-1' }), row({ uuid: 'u-1', line: 3 })])
  expect([...uuids.doubles.values()]).toMatchObject([[{ line: 3 }]])
  const facts = matchDay([event()], [row(), row({ line: 3, time_ms: noon + 1_000 })])
  expect([...facts.doubles.values()]).toMatchObject([[{ line: 3 }]])
  expect([facts.only_ours, facts.only_theirs]).toEqual([[], []])
})

test('a near tie is reported, not guessed', () => {
  const two = [event(), event({ uuid: 'u-2', event_ms: noon + 60_000 })]
  const tie = matchDay(two, [row({ time_ms: noon + 30_000 })])
  expect(tie.unclear).toMatchObject([{ theirs: { line: 2 }, candidates: [{ uuid: 'u-1' }, { uuid: 'u-2' }] }])
  expect([tie.pairs, tie.only_ours]).toEqual([[], []])
})

test('an unknown uuid is not an event of this device, even if its facts would match', () => {
  expect(matchDay([event()], [row({ uuid: 'another' })])).toMatchObject({
    pairs: [],
    only_ours: [{ uuid: 'u-1' }],
    only_theirs: [{ uuid: 'another' }],
  })
})

test('an entry that is followed by another entry was never closed', () => {
  const stay = (...types: (number | null)[]) => types.map((type, n) => row({ line: n, event_type: type }))
  expect(neverClosed(stay(1, 3, 1, 3))).toEqual([])
  expect(neverClosed(stay(1, 1, 3)).map(({ line }) => line)).toEqual([0])
  expect(neverClosed(stay(0, 2, 9, 10, null)).map(({ line }) => line)).toEqual([0])
  expect(neverClosed([row(), row({ lot_no: 'A02' })])).toEqual([])
})

const any_event = fc.record({
  event_ms: fc.integer({ min: 0, max: 1_000_000 }),
  event_type: fc.constantFrom(1, 3),
  lot_no: fc.constantFrom('A01', 'A02'),
  plate_number: fc.constantFrom('粤B12345', '粤B1O345', '粤B10345', ''),
})
const rowOf = (one: OurRow, line: number, with_uuid: boolean): PlatformRow => ({
  line,
  uuid: with_uuid ? one.uuid : '',
  time_ms: one.event_ms,
  event_type: one.event_type,
  lot_no: one.lot_no,
  plate_number: one.plate_number,
})
const days = fc
  .array(any_event, { maxLength: 40 })
  .map((events) => events.map((one, n): OurRow => ({ ...one, uuid: `u-${n}` })))

test('each event and each row ends in exactly one place', () => {
  const rows = fc.array(
    fc.record({
      event_type: fc.constantFrom(1, 3),
      lot_no: fc.constantFrom('A01', 'A02'),
      uuid: fc.constantFrom('', 'u-0', 'u-1', 'stranger'),
      time_ms: fc.integer({ min: 0, max: 1_000_000 }),
      plate_number: fc.constantFrom('粤B12345', '粤B1O345', ''),
    }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(days, rows, (ours, given) => {
      const theirs = given.map((one, n): PlatformRow => ({ ...one, line: n + 1 }))
      const { pairs, doubles, unclear, only_ours, only_theirs } = matchDay(ours, theirs)
      const lines = [
        ...pairs.map((one) => one.theirs),
        ...[...doubles.values()].flat(),
        ...unclear.map((one) => one.theirs),
        ...only_theirs,
      ].map(({ line }) => line)
      expect(lines.toSorted((a, b) => a - b)).toEqual(theirs.map(({ line }) => line))
      const placed = new Set(pairs.map((one) => one.ours.uuid))
      expect(placed.size).toBe(pairs.length)
      for (const { uuid } of only_ours) expect(placed.has(uuid)).toBe(false)
    }),
  )
})

test('an export with all uuids agrees in any order; one that lacks a row lacks that event', () => {
  fc.assert(
    fc.property(days, fc.nat(), (ours, which) => {
      const rows = ours.map((one, n) => rowOf(one, n + 1, true)).toReversed()
      const all = matchDay(ours, rows)
      expect(all.pairs.filter(({ fields }) => fields.length > 0)).toEqual([])
      expect([all.only_ours, all.only_theirs, all.unclear]).toEqual([[], [], []])
      if (ours.length === 0) return
      const gone = ours[which % ours.length]!
      const part = matchDay(
        ours,
        rows.filter(({ uuid }) => uuid !== gone.uuid),
      )
      expect(part.only_ours).toEqual([gone])
    }),
  )
})
