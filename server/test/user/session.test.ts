/** The session of a lot, read from a real database. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertEvent } from '#src/events/record/event.store.ts'
import { sessionOf } from '#src/events/record/session.store.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'

let device: Device
beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
})
afterEach(() => device.close())

type More = { status?: number; camera_name?: string; lot_no?: string; checked?: string }
/** Answers its number. */
function tell(
  event_type: number,
  event_ms: number,
  plate_number = '',
  { status = 1, camera_name = '东门 1', lot_no = 'A01', checked }: More = {},
): number {
  const uuid = randomUUID()
  const place = { parking_no: 'P-1', camera_sn: 'SN-0001', camera_name, scene_id: 'scene-1', lot_no }
  insertEvent(device.deps.db, {
    uuid,
    event_ms,
    create_ms: event_ms,
    event_type,
    plate_number,
    plate_color: 'blue',
    confidence: 90,
    status: status === 9 ? 1 : status,
    place,
    pictures: [],
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

test('the whole of a stay from any of its events: entry, update, timer picture, check, cuts, exit; the renamed camera and the corrected plate too', () => {
  const ids = [
    tell(1, 100, 'A'),
    tell(2, 200, 'B', { checked: 'C' }),
    tell(5, 300, 'B', { camera_name: '东门 2' }),
    tell(8, 350),
    tell(10, 400, 'C'),
    tell(9, 400, 'C'),
    tell(3, 500, 'C', { camera_name: '东门 2' }),
  ]
  tell(1, 50, 'Z', { lot_no: 'A02' })
  tell(3, 90, 'Y')
  const empty = [tell(5, 600), tell(7, 700)]
  const next = tell(1, 800, 'D')
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

test('what is wrong with it is flagged', () => {
  const alone = tell(3, 100, 'A')
  const forgotten = tell(1, 200, 'B')
  const twice = tell(1, 300, 'C')
  tell(0, 400, 'C')
  const other = tell(3, 500, 'D')
  const false_alarm = tell(1, 600, 'E', { status: 9 })
  expect(session(alone)).toMatchObject({ flags: ['entry_missing'], open: false })
  expect(session(forgotten)).toMatchObject({ events: ['1 200 B'], flags: ['exit_missing'], open: false })
  expect(session(twice)).toMatchObject({ flags: ['double_entry', 'plate_differs'], open: false })
  expect(session(other)).toEqual(session(twice))
  expect(session(false_alarm)).toEqual({ events: ['1 600 E'], flags: [], open: false })
})

test('an exit that was told after a cut of later keeps that cut in its session', () => {
  const entry = tell(1, 100, 'A')
  tell(10, 1000, 'A')
  tell(3, 900, 'A')
  tell(5, 1100)
  expect(session(entry)).toEqual({ events: ['1 100 A', '3 900 A', '10 1000 A'], flags: [], open: false })
})

test('where many stand each has a session of its own', () => {
  device.deps.db.run("UPDATE lot SET motor_num = 4 WHERE lot_no = 'A01'")
  const [a, b] = [tell(1, 100, 'A'), tell(1, 200, 'B')]
  const picture = tell(5, 300, 'A')
  tell(3, 400, 'A')
  expect(session(a)).toEqual({ events: ['1 100 A', '5 300 A', '3 400 A'], flags: [], open: false })
  expect(session(picture)).toEqual(session(a))
  expect(session(b)).toEqual({ events: ['1 200 B'], flags: [], open: true })
})

test('of a stay with ten thousand timer pictures the entry and the exit are there, and what is near, by the indexes alone', () => {
  const { db } = device.deps
  const entry = tell(1, 100, 'A')
  db.transaction(() => {
    for (let n = 0; n < 10_000; n++) tell(5, 1000 + n, 'A')
  })
  const exit = tell(3, 20_000, 'A')
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
      'EXPLAIN QUERY PLAN SELECT event_id FROM event INDEXED BY event_stay WHERE event_type IN (0, 1, 2, 3) AND place_id = 1 AND (event_ms, event_id) <= (5, 5) ORDER BY event_ms DESC, event_id DESC LIMIT 5',
    )
    .map(({ detail }) => detail)
  expect(plan.join()).toMatch(/SEARCH event USING INDEX event_stay \(place_id=\? AND \(event_ms,rowid\)</)
  expect(plan.join()).not.toContain('TEMP B-TREE')
})
