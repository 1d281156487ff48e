/** The stay on a lot that an event belongs to, read from a real database. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventRows } from '#src/events/list/event-row.ts'
import { sessionOf } from '#src/events/record/session.store.ts'
import { updateStays } from '#src/stays/update-stays.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeEvent } from './event-device.ts'

let device: Device
beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
})
afterEach(() => device.close())

type More = { status?: number; camera_name?: string; lot_no?: string; checked?: string }
/** Returns the number of the event. */
function addEvent(
  event_type: number,
  event_ms: number,
  plate_number = '',
  { status = 1, camera_name = '东门 1', lot_no = 'A01', checked }: More = {},
): number {
  const uuid = randomUUID()
  const place = { parking_no: 'P-1', camera_sn: 'SN-0001', camera_name, scene_id: 'scene-1', lot_no }
  storeEvent(device.deps.db, event_ms, {
    uuid,
    event_type,
    plate_number,
    status: status === 9 ? 1 : status,
    place,
  })
  if (status === 9) device.deps.db.run('UPDATE event SET status = 9 WHERE uuid = ?', [uuid])
  if (checked !== undefined)
    device.deps.db.run('UPDATE event SET checked_plate = ? WHERE uuid = ?', [checked, uuid])
  return device.deps.db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [uuid])!
    .event_id
}
const session = (event_id: number) => {
  const { events, flags, open } = sessionOf(device.deps.db, event_id)
  return {
    events: events.map(
      ({ event_type, event_ms, plate_number }) => `${event_type} ${event_ms} ${plate_number}`,
    ),
    flags,
    open,
  }
}

test('every event of a stay leads to the whole stay, despite a renamed camera or a corrected plate', () => {
  const ids = [
    addEvent(1, 100, 'A'),
    addEvent(2, 200, 'B', { checked: 'C' }),
    addEvent(5, 300, 'B', { camera_name: '东门 2' }),
    addEvent(8, 350),
    addEvent(10, 400, 'C'),
    addEvent(9, 400, 'C'),
    addEvent(3, 500, 'C', { camera_name: '东门 2' }),
  ]
  addEvent(1, 50, 'Z', { lot_no: 'A02' })
  addEvent(3, 90, 'Y')
  const empty = [addEvent(5, 600), addEvent(7, 700)]
  const next = addEvent(1, 800, 'D')
  for (const id of ids)
    expect(session(id)).toEqual({
      events: ['1 100 A', '2 200 C', '5 300 B', '8 350 ', '10 400 C', '9 400 C', '3 500 C'],
      flags: [],
      open: false,
    })
  for (const id of empty)
    expect(session(id)).toEqual({ events: ['5 600 ', '7 700 '], flags: [], open: false })
  expect(session(next)).toEqual({ events: ['1 800 D'], flags: [], open: true })
  expect(session(99_999)).toEqual({ events: [], flags: [], open: false })
})

test('problems of a stay are flagged', () => {
  const alone = addEvent(3, 100, 'A')
  const forgotten = addEvent(1, 200, 'B')
  const twice = addEvent(1, 300, 'C')
  addEvent(0, 400, 'C')
  const other = addEvent(3, 500, 'D')
  const false_alarm = addEvent(1, 600, 'E', { status: 9 })
  expect(session(alone)).toMatchObject({ flags: ['entry_missing'], open: false })
  expect(session(forgotten)).toMatchObject({ events: ['1 200 B'], flags: ['exit_missing'], open: false })
  expect(session(twice)).toMatchObject({ flags: ['double_entry', 'plate_differs'], open: false })
  expect(session(other)).toEqual(session(twice))
  expect(session(false_alarm)).toEqual({ events: ['1 600 E'], flags: [], open: false })
})

test('an exit reported after a later scheduled event keeps that event in its session', () => {
  const entry = addEvent(1, 100, 'A')
  addEvent(10, 1000, 'A')
  addEvent(3, 900, 'A')
  addEvent(5, 1100)
  expect(session(entry)).toEqual({ events: ['1 100 A', '3 900 A', '10 1000 A'], flags: [], open: false })
})

test('each of several vehicles on a lot has its own session', () => {
  device.deps.db.run("UPDATE lot SET motor_num = 4 WHERE lot_no = 'A01'")
  const [a, b] = [addEvent(1, 100, 'A'), addEvent(1, 200, 'B')]
  const picture = addEvent(5, 300, 'A')
  addEvent(3, 400, 'A')
  expect(session(a)).toEqual({ events: ['1 100 A', '5 300 A', '3 400 A'], flags: [], open: false })
  expect(session(picture)).toEqual(session(a))
  expect(session(b)).toEqual({ events: ['1 200 B'], flags: [], open: true })
})

test('a stay with ten thousand timer pictures is read by indexes only: both ends and the neighbours', () => {
  const { db } = device.deps
  const entry = addEvent(1, 100, 'A')
  db.transaction(() => {
    for (let n = 0; n < 10_000; n++) addEvent(5, 1000 + n, 'A')
  })
  const exit = addEvent(3, 20_000, 'A')
  const middle = db.get<{ event_id: number }>('SELECT event_id FROM event WHERE event_ms = 6000')!.event_id
  for (const id of [entry, middle, exit]) {
    const { events, open } = sessionOf(db, id)
    expect(open).toBe(false)
    expect(events.length).toBeLessThanOrEqual(202)
    expect([events[0]!.event_type, events.at(-1)!.event_type]).toEqual([1, 3])
  }
  expect(session(middle).events).toContain('5 6000 A')
  const plan = db
    .all<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT event_id FROM event INDEXED BY event_stay
      WHERE event_type IN (0, 1, 2, 3) AND place_id = 1 AND (event_ms, event_id) <= (5, 5)
      ORDER BY event_ms DESC, event_id DESC LIMIT 5`,
    )
    .map(({ detail }) => detail)
  expect(plan.join()).toMatch(/SEARCH event USING INDEX event_stay \(place_id=\? AND event_ms<\?\)/)
  expect(plan.join()).not.toContain('TEMP B-TREE')
})

test('the list shows the length of the stay at its events, and that it is open', () => {
  const [entry, exit, other, withdrawn] = [
    addEvent(1, 1_000, 'A'),
    addEvent(3, 61_000, 'A'),
    addEvent(1, 61_000, 'B'),
    addEvent(1, 70_000, 'C', { status: 9 }),
  ]
  updateStays(device.deps.db, 'A01')
  const rows = eventRows(device.deps.db, device.deps.media, [entry, exit, other, withdrawn], 80_000)
  expect(rows.map(({ stay_ms }) => stay_ms)).toEqual([60_000, 60_000, null, undefined])
})

test('the list shows no length of a stay whose entry or exit was not seen', () => {
  const [lone_exit, unclosed, next] = [
    addEvent(3, 1_000, 'A'),
    addEvent(1, 2_000, 'B'),
    addEvent(1, 62_000, 'C'),
  ]
  updateStays(device.deps.db, 'A01')
  const rows = eventRows(device.deps.db, device.deps.media, [lone_exit, unclosed, next], 80_000)
  expect(rows.map(({ stay_ms }) => stay_ms)).toEqual([undefined, undefined, null])
})
