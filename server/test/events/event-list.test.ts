/**
 * The event list compared with a straightforward implementation of its filters: every page by number and by
 * cursor, and the tallies that it uses. Long because all tests share a model of random events.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  barePlate,
  code,
  event_status,
  initial_statuses,
  plateFold,
  sameSigns,
  type Body,
} from '@parking/contract'
import { countByStatus } from '#src/events/record/event.store.ts'
import { listEvents } from '#src/events/list/event-list.ts'
import { momentOf, stampOf } from '#src/core/stamp.ts'
import { openDevice, type Device } from '../device.ts'
import { storeEvent } from './event-device.ts'

let device: Device
const day = 86_400_000
const begin = Date.UTC(2026, 0, 1)
/** Spec §4 reads a number without a name as "manually discarded". */
const statuses = { ...event_status, unnamed: 42 }
const may_begin: readonly number[] = initial_statuses.map((word) => event_status[word])
type Kept = {
  uuid: string
  event_ms: number
  event_id: number
  lot_no: string
  camera_name: string
  event_type: number
  plate: string
  color: string
  status: number
}
const kept: Kept[] = []
const plates = [
  '粤B12345',
  '粤BI2345',
  '粤D8Q001',
  '沪A0O0O0',
  '浙A00000',
  'ABC-1234',
  'A8C1234',
  '',
  'B',
  '琼A1',
  '粵B·1234S',
  '京A[1]*',
  'N7?M',
]

beforeAll(async () => {
  device = await openDevice()
  const { db } = device.deps
  db.run('INSERT INTO event_move_rule VALUES (?, ?)', [event_status.skipped, statuses.unnamed])
  const draw = fc.sample(
    fc.record({
      at: fc.integer({ min: 0, max: 12 * 24 }),
      lot: fc.integer({ min: 0, max: 5 }),
      type: fc.constantFrom(0, 1, 3, 7, 8),
      plate: fc.constantFrom(...plates),
      color: fc.constantFrom('blue', 'green', 'unknown'),
      status: fc.constantFrom<keyof typeof statuses>(
        ...(['pending', 'skipped', 'delayed', 'manually_discarded', 'unnamed'] as const),
      ),
    }),
    { numRuns: 400, seed: 6 },
  )
  for (const { at, lot, type, plate, color, status } of draw) {
    const uuid = randomUUID()
    // Many events at the same moment, some days without events, and no order, as after an outage.
    const event_ms = begin + Math.floor(at / 24) * 2 * day + (at % 24) * 3_600_000
    const place = {
      parking_no: 'P-1',
      camera_sn: `S${lot % 2}`,
      camera_name: `Cam ${lot % 2}`,
      scene_id: 's',
      lot_no: `L${lot}`,
    }
    storeEvent(db, event_ms, {
      uuid,
      event_type: type,
      plate_number: plate,
      plate_color: color as 'blue',
      confidence: 1,
      status: may_begin.includes(statuses[status]) ? statuses[status] : event_status.skipped,
      place,
    })
    db.run('UPDATE event SET status = ? WHERE uuid = ?', [statuses[status], uuid])
    kept.push({
      uuid,
      event_ms,
      event_id: db.get<{ id: number }>('SELECT max(event_id) AS id FROM event')!.id,
      lot_no: place.lot_no,
      camera_name: place.camera_name,
      event_type: type,
      plate: barePlate(plate),
      color,
      status: statuses[status],
    })
  }
})
afterAll(() => device.close())

type Filter = Omit<Body<'parking_event'>, 'page' | 'page_size' | 'cursor'>

/** The filter, applied event by event. */
function meant(filter: Filter, manual: boolean): string[] {
  return kept
    .filter(
      (event) =>
        (!manual || [7, 8].includes(event.event_type)) &&
        (filter.event_type === undefined || event.event_type === filter.event_type) &&
        (filter.status === undefined ||
          (filter.status === event_status.manually_discarded
            ? event.status > event_status.skipped
            : event.status === filter.status)) &&
        (filter.plate_color === undefined || event.color === filter.plate_color) &&
        (!filter.lot_no || event.lot_no === filter.lot_no) &&
        (!filter.camera_name || event.camera_name === filter.camera_name) &&
        (filter.start_time === undefined || event.event_ms >= momentOf(filter.start_time)) &&
        (filter.end_time === undefined || event.event_ms < momentOf(filter.end_time) + 1000) &&
        (filter.plate_like
          ? plateFold(event.plate).includes(plateFold(barePlate(filter.plate_number ?? '')))
          : sameSigns(event.plate).includes(sameSigns(barePlate(filter.plate_number ?? '')))),
    )
    .toSorted((a, b) => b.event_ms - a.event_ms || b.event_id - a.event_id)
    .map(({ uuid }) => uuid)
}

const stamp = fc
  .integer({ min: -20, max: 26 * 24 })
  .map((hours) =>
    new Date(begin + hours * 3_600_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
  )
const part = fc.oneof(
  fc.constantFrom(...plates),
  fc
    .tuple(fc.constantFrom(...plates), fc.nat(4), fc.integer({ min: 1, max: 5 }))
    .map(([plate, at, length]) => plate.slice(at, at + length)),
  fc.constantFrom('8', 'D', '00', 'OQD', '*', '[1', '?'),
)
const filters: fc.Arbitrary<Filter> = fc.record(
  {
    start_time: stamp,
    end_time: stamp,
    lot_no: fc.constantFrom('L0', 'L3', 'L9', ''),
    camera_name: fc.constantFrom('Cam 0', 'Cam 1'),
    event_type: fc.constantFrom(1, 7, 8, 2),
    status: fc.constantFrom(0, 8, 2, 9),
    plate_color: fc.constantFrom('blue', 'green', 'red'),
    plate_number: part,
    plate_like: fc.boolean(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Filter>

test('an invalid cursor is refused by name', async () => {
  const admin = await device.tokenOf('admin')
  for (const cursor of ['first', 'older-1', 'older--1-2', 'newer-1-2-3', "older-1-1'"]) {
    expect(await device.call('parking_event', { page: 1, page_size: 20, cursor }, admin)).toMatchObject({
      code: code.format_error,
      data: [{ field: 'cursor', issue: 'format' }],
    })
  }
})

test('for any filter the total, each page by number, and the cursors both ways are right', () => {
  const { db, media } = device.deps
  fc.assert(
    fc.property(filters, fc.constantFrom(3, 20, 57), fc.boolean(), (filter, page_size, manual) => {
      const wanted = meant(filter, manual)
      const ask = (where: { page: number; cursor?: string }) =>
        listEvents(db, media, { ...filter, manual, page_size, ...where }, begin)
      const uuids = (answer: ReturnType<typeof ask>) => answer.list.map(({ uuid }) => uuid)
      const pages = Math.max(1, Math.ceil(wanted.length / page_size))
      for (const page of new Set([1, 2, Math.ceil(pages / 2), pages, pages + 1])) {
        const answer = ask({ page })
        expect(answer.total).toBe(wanted.length)
        expect(uuids(answer)).toEqual(wanted.slice((page - 1) * page_size, page * page_size))
      }
      const forth: string[] = []
      let answer = ask({ page: 1 })
      for (;;) {
        forth.push(...uuids(answer))
        if (answer.next === undefined) break
        answer = ask({ page: 1, cursor: answer.next })
        expect(answer).toMatchObject({ total: wanted.length, previous: expect.any(String) })
      }
      expect(forth).toEqual(wanted)
      answer = ask({ page: 1, cursor: 'last' })
      expect(uuids(answer)).toEqual(wanted.slice(-page_size))
      const back = uuids(answer)
      while (answer.previous !== undefined) {
        answer = ask({ page: 1, cursor: answer.previous })
        back.unshift(...uuids(answer).filter((uuid) => !back.includes(uuid)))
      }
      expect(back).toEqual(wanted)
      expect(uuids(answer)).toEqual(wanted.slice(0, page_size))
    }),
    { numRuns: 300, seed: 11 },
  )
})

test('an event whose status has no name is counted and found as manually discarded', () => {
  const { db, media } = device.deps
  const unnamed = kept.filter(({ status }) => status === statuses.unnamed)
  const discarded = kept.filter(({ status }) => status === event_status.manually_discarded)
  expect(unnamed.length).toBeGreaterThan(20)
  expect(countByStatus(db).get(event_status.manually_discarded)).toBe(unnamed.length + discarded.length)
  const found = listEvents(
    db,
    media,
    { page: 1, page_size: 500, status: event_status.manually_discarded },
    begin,
  )
  expect(found.total).toBe(unnamed.length + discarded.length)
  expect(found.list.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(unnamed.map(({ uuid }) => uuid)))
  expect(found.list.map(({ status }) => status)).toContain(statuses.unnamed)
})

test('the days that have events are those of the calendar of the device', async () => {
  const admin = await device.tokenOf('admin')
  const days = kept.map(({ event_ms }) => stampOf(event_ms).slice(0, 10)).toSorted()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const ask = (start_time: string, count: number, of?: 'manual' | 'checks') =>
    device.call('event_days', { start_time, days: count, ...(of && { of }) }, admin)
  expect((await ask(`${first} 12:00:00`, 62)).data).toEqual({ list: [...new Set(days)] })
  expect((await ask(`${last} 00:00:00`, 1)).data).toEqual({ list: [last] })
  expect((await ask('2001-01-01 00:00:00', 62)).data).toEqual({ list: [] })
  expect((await ask(`${first} 00:00:00`, 63)).code).not.toBe(code.success)
  // Days of checks: those in the ledger, and those of manual checks as long as their event exists.
  const today = stampOf(device.deps.now()).slice(0, 10)
  expect((await ask('2001-01-01 00:00:00', 62, 'checks')).data).toEqual({ list: [] })
  const [drawn, by_hand] = [false, true].map(
    (manual) => kept.find(({ event_type: type }) => [7, 8].includes(type) === manual)?.uuid ?? '',
  )
  const check = (uuid = '') =>
    device.call('check_parking_event', { uuid, verdict: 'confirmed', seen_checks: 0 }, admin)
  await check(drawn)
  expect((await ask(`${today} 00:00:00`, 1, 'checks')).data).toEqual({ list: [today] })
  expect((await ask(`${today} 00:00:00`, 1, 'manual')).data).toEqual({ list: [] })
  await check(by_hand)
  expect((await ask(`${today} 00:00:00`, 1, 'manual')).data).toEqual({ list: [today] })
})

test('the tallies equal a count after any change, and the search follows a corrected plate', async () => {
  const { db, media } = device.deps
  const admin = await device.tokenOf('admin')
  const [first, second, third] = kept
  db.run("UPDATE event SET status = 1, reason = 'no_address' WHERE status = 0 AND event_id % 3 = 0")
  expect((await device.call('delete_parking_event', { list: [first!.uuid] }, admin)).data).toEqual({
    deleted: 1,
  })
  db.run("UPDATE event SET plate_key = 'XYZ9988', checked_plate = 'XYZ-9988' WHERE uuid = ?", [second!.uuid])
  expect(
    db.all(
      `SELECT day, event_type, plate_color, status, response_status, n FROM event_day WHERE n <> 0
        ORDER BY 1, 2, 3, 4, 5`,
    ),
  ).toEqual(
    db.all(
      `SELECT event_ms / 86400000 AS day, event_type, plate_color, status, response_status, count(*) AS n
        FROM event GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
    ),
  )
  const find = (plate_number: string, plate_like?: true) =>
    listEvents(db, media, { page: 1, page_size: 500, plate_number, plate_like }, begin)
  expect(find('xyz-998').list).toMatchObject([
    {
      uuid: second!.uuid,
      plate_number: 'XYZ-9988',
      plate_read: db.get<{ plate_number: string }>('SELECT plate_number FROM event WHERE uuid = ?', [
        second!.uuid,
      ])!.plate_number,
    },
  ])
  expect(find('KVZ99BB', true).list).toHaveLength(1)
  expect(find('KVZ99BB').list).toEqual([])
  db.run("UPDATE event SET plate_key = '粤B10045' WHERE uuid = ?", [second!.uuid])
  // As an input method of Taiwan writes the province, and with letters that plates draw as digits.
  for (const typed of ['粵B', '粵b·1oO', 'bIo04', '00４5'])
    expect([typed, find(typed).list.some(({ uuid }) => uuid === second!.uuid)]).toEqual([typed, true])
  db.run("UPDATE event SET plate_key = 'XYZ9988' WHERE uuid = ?", [second!.uuid])
  expect(find(third!.plate || 'B1').list.map(({ uuid }) => uuid)).not.toContain(second!.uuid)
  db.run('UPDATE event SET to_check = 1, media_gone_ms = 5 WHERE uuid = ?', [second!.uuid])
  expect(find('XYZ').list[0]).toMatchObject({ to_check: true, media_gone: true, pictures: [] })
})
