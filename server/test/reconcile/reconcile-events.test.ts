/** The device's side of a comparison: its events in pages, their state, and those that a file names. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Body } from '@parking/contract'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeEvent } from '../events/event-device.ts'

let device: Device
let token: string
const start = new Date(2026, 10, 20).getTime()
const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

beforeAll(async () => {
  device = await openDevice({ now: start + 2 * 86_400_000 })
  plantLots(device.deps.db)
  token = await device.tokenOf('operator')
  for (let n = 0; n < 4; n++)
    storeEvent(device.deps.db, start + n * 60_000, {
      uuid: uuidOf(n),
      event_type: n % 2 === 0 ? 1 : 3,
      confidence: 97,
      ...(n === 2 && { typed: 1 as const }),
    })
  const { db } = device.deps
  db.run('UPDATE event SET status = 2, count_tried = 1, send_ms = ?, response_info = ?', [
    start,
    'x'.repeat(900),
  ])
  db.run("UPDATE event SET checked_plate = '粤B54321' WHERE uuid = ?", [uuidOf(0)])
})
afterAll(() => device.close())

const list = async (more: Partial<Body<'list_reconcile_events'>> = {}) =>
  (
    await device.call(
      'list_reconcile_events',
      { from_ms: start, to_ms: start + 86_400_000, after: null, ...more },
      token,
    )
  ).data
const find = async (...uuids: string[]) => (await device.call('find_reconcile_events', { uuids }, token)).data

test('events of a span come in order, with the plate and the beginning of the answer', async () => {
  const { total, list: events, next } = await list()
  expect([total, next]).toEqual([4, null])
  expect(events.map(({ uuid }) => uuid)).toEqual([0, 1, 2, 3].map(uuidOf))
  expect(events[0]).toMatchObject({ plate_number: '粤B54321', lot_no: 'A01', state: 'observed', room: 1 })
  expect(events[0]!.response_info).toHaveLength(200)
  expect((await list({ to_ms: start + 60_000 })).total).toBe(1)
  const rest = await list({ after: { event_ms: start + 60_000, event_id: 2 } })
  expect(rest.list.map(({ uuid }) => uuid)).toEqual([2, 3].map(uuidOf))
})

test('a withdrawn exit is withdrawn although the platform has it; a typed event is typed', async () => {
  const body = { uuid: uuidOf(3), seen_checks: 0, verdict: 'discarded', reason: 'test' } as const
  await device.call('check_parking_event', body, token)
  const states = (await list()).list.map(({ state }) => state)
  expect(states).toEqual(['observed', 'observed', 'typed', 'withdrawn'])
})

test('events are found by uuid whatever its letters, and deleted ones are named', async () => {
  const admin = await device.tokenOf('admin')
  await device.call('delete_parking_event', { list: [uuidOf(1)] }, admin)
  const found = await find(uuidOf(0).toUpperCase(), uuidOf(1), 'unknown')
  expect(found.list).toMatchObject([{ uuid: uuidOf(0) }])
  expect(found.deleted).toMatchObject([{ uuid: uuidOf(1), deleted_by: 'admin' }])
})

test('the mapping of the last file is kept', async () => {
  expect((await device.call('get_reconcile_mapping', {}, token)).data.mapping).toBeNull()
  const names = ['uuid', 'time', 'exit_time', 'exit_uuid', 'event_type', 'lot_no', 'plate_number'] as const
  const columns = Object.fromEntries(names.map((name) => [name, name])) as Record<
    (typeof names)[number],
    string
  >
  const mapping = { columns, types: [{ word: '驶离', event_type: 3 }], utc_offset: 0 }
  await device.call('update_reconcile_mapping', mapping, token)
  expect((await device.call('get_reconcile_mapping', {}, token)).data.mapping).toEqual(mapping)
})
