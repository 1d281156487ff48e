/** A day of a real device against exports with exactly one fault each. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { code, event_status, type Body, type PlatformRow } from '@parking/contract'
import { insertEvent } from '#src/events/record/event.store.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'

let device: Device
let token: string
const day = '2026-11-20'
const start = new Date(2026, 10, 20).getTime()
const uuids = ['in', 'out', 'waiting', 'skipped', 'corrected'].map(
  (_, n) => `00000000-0000-4000-8000-00000000000${n}`,
)
const [entry, exit, waiting, skipped, corrected] = uuids as [string, string, string, string, string]

beforeAll(async () => {
  device = await openDevice({ now: start + 2 * 86_400_000 })
  plantLots(device.deps.db)
  token = await device.tokenOf('operator')
  const put = (uuid: string, at_s: number, event_type: number, lot_no: string, status: number) => {
    const place = {
      parking_no: 'P-1',
      camera_sn: 'SN-0001',
      camera_name: '东门 1',
      scene_id: 'scene-1',
      lot_no,
    }
    const event_ms = start + at_s * 1000
    insertEvent(device.deps.db, {
      uuid,
      event_ms,
      create_ms: event_ms,
      event_type,
      place,
      pictures: [],
      plate_number: '粤B12345',
      plate_color: 'blue',
      confidence: 97,
      status,
    })
  }
  put(entry, 60, 1, 'A01', event_status.pending)
  put(exit, 3600, 3, 'A01', event_status.pending)
  put(waiting, 7200, 1, 'A02', event_status.pending)
  put(skipped, 9000, 3, 'A02', event_status.skipped)
  put(corrected, 86_399, 1, 'A01', event_status.pending)
  const { db } = device.deps
  for (const uuid of [entry, exit, corrected])
    db.run('UPDATE event SET status = ?, count_tried = 1, send_ms = ?, response_info = ? WHERE uuid = ?', [
      event_status.sent,
      start + 90_000_000,
      'ok',
      uuid,
    ])
  db.run("UPDATE event SET checked_plate = '粤B54321' WHERE uuid = ?", [corrected])
})
afterAll(() => device.close())

const row = (uuid: string, at_s: number, event_type: number, lot_no: string): PlatformRow => ({
  line: uuids.indexOf(uuid) + 2,
  uuid,
  time_ms: start + at_s * 1000,
  event_type,
  lot_no,
  plate_number: uuid === corrected ? '粤B54321' : '粤B12345',
})
const right = () => [
  row(entry, 60, 1, 'A01'),
  row(exit, 3600, 3, 'A01'),
  // Just behind midnight by the platform's clock.
  row(corrected, 86_399, 1, 'A01'),
]
const compare = async (rows: PlatformRow[], more: Partial<Body<'compare_platform_day'>> = {}) =>
  (await device.call('compare_platform_day', { day, rows, event_types: [1, 3], ...more }, token)).data

test('an export that agrees: the corrected plate counts, and waiting events are separate', async () => {
  const result = await compare(right())
  expect(result).toMatchObject({ ours: 4, theirs: 3, equal: 3, missing: { n: 0 }, unknown: { n: 0 } })
  expect(result.unsent).toMatchObject({ n: 1, list: [{ uuid: waiting, status: event_status.pending }] })
  expect([result.double.n, result.different.n, result.unexpected.n]).toEqual([0, 0, 0])
})

test('a missing row is listed with the attempts and the answer of the platform', async () => {
  const { missing } = await compare(right().slice(1))
  expect(missing).toMatchObject({ n: 1, list: [{ uuid: entry, count_tried: 1, response_info: 'ok' }] })
})

test('finds rows that are duplicate, different, unknown, or of an event that was not sent', async () => {
  expect((await compare([...right(), { ...right()[0]!, line: 99 }])).double).toMatchObject({
    n: 1,
    list: [{ ours: { uuid: entry }, lines: [2, 99] }],
  })
  const [first, ...rest] = right()
  expect((await compare([{ ...first!, plate_number: '粤B00000' }, ...rest])).different).toMatchObject({
    n: 1,
    list: [{ fields: ['plate_number'], by: 'uuid' }],
  })
  expect((await compare([...right(), { ...first!, uuid: 'f', line: 9 }])).unknown).toMatchObject({ n: 1 })
  expect((await compare([...right(), row(skipped, 9000, 3, 'A02')])).unexpected).toMatchObject({
    n: 1,
    list: [{ ours: { uuid: skipped } }],
  })
})

test('an event at midnight matches its row after midnight, and counts only on its own day', async () => {
  const [first, second, last] = right()
  const rows = [first!, second!, { ...last!, time_ms: start + 86_401_000 }]
  expect(await compare(rows)).toMatchObject({ theirs: 2, missing: { n: 0 }, different: { n: 1 } })
  expect(await compare(rows, { day: '2026-11-21' })).toMatchObject({
    ours: 0,
    different: { n: 0 },
    theirs: 1,
  })
})

test('stays that were never closed are listed on either side', async () => {
  const rows = [row(entry, 60, 1, 'A01'), { ...row(exit, 3600, 1, 'A01'), uuid: '' }]
  const result = await compare(rows)
  expect(result.open_theirs).toMatchObject({ n: 1, list: [{ line: 2 }] })
  expect(result.open_ours.n).toBe(0)
})

test('a malformed day or too many rows are refused with their field', async () => {
  const wrong = await device.call('compare_platform_day', { day: 'today', rows: [], event_types: [1] }, token)
  expect(wrong.code).toBe(code.format_error)
  expect(wrong.data).toEqual([{ field: 'day', issue: 'format' }])
})
