/**
 * Transitions of an event in the database: only those of the contract, each with its reason; deletion; and
 * the balance of the ledger. Long because one model of operations covers all of it.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { code, event_transitions, event_status, initial_statuses, type EventStatus } from '@parking/contract'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { countByStatus, eventLedger, hasEvent, transitionsOf } from '#src/events/record/event.store.ts'
import { holdEvents, releaseEvents, settleDelivery } from '#src/events/record/event-state.store.ts'
import { resumeEvents } from '#src/queue/resend.ts'
import { picturePath } from '#src/events/record/event-paths.ts'
import { stampOf } from '#src/core/stamp.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeAnswer, storeEvent } from './event-device.ts'

let device: Device
let token: string
let camera: Camera | undefined

beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  token = await device.tokenOf('admin')
})
afterEach(async () => {
  await camera?.stop()
  camera = undefined
  await device.close()
})

const statuses = Object.keys(event_status) as EventStatus[]
const kept_picture = { kind: 'image' as const, width: 1, height: 1, bytes: 3, sha256: new Uint8Array(32) }

/** A new event with one picture on the disk. */
function plant(
  status: EventStatus = 'pending',
  event_type = 1,
): { uuid: string; event_id: number; file: string } {
  const { db, now, media } = device.deps
  const uuid = randomUUID()
  storeEvent(db, now(), { uuid, event_type, status: event_status[status], pictures: [kept_picture] })
  const file = join(media.folder, picturePath(now(), uuid, 0))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'jpg')
  return {
    uuid,
    event_id: db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [uuid])!.event_id,
    file,
  }
}

const force = (event_id: number, to: EventStatus) =>
  device.deps.db.run(
    "UPDATE event SET status = ?, reason = 'resumed', moved_ms = 5, moved_by = 'admin' WHERE event_id = ?",
    [event_status[to], event_id],
  )

/** Plants an event and brings it to a status by the shortest path of the contract. */
function bring(to: EventStatus): number {
  const ways: EventStatus[][] = initial_statuses.map((first) => [first])
  for (const way of ways) {
    if (way.at(-1) === to) {
      const { event_id } = plant(way[0])
      for (const step of way.slice(1)) force(event_id, step)
      return event_id
    }
    for (const next of event_transitions[way.at(-1)!]) if (!way.includes(next)) ways.push([...way, next])
  }
  throw new Error(`${to} cannot be reached`)
}

test('the database allows the transitions of the contract, and no others', () => {
  const { db } = device.deps
  for (const from of statuses) {
    for (const to of statuses.filter((one) => one !== from)) {
      const event_id = bring(from)
      const before = transitionsOf(db, event_id).length
      if (event_transitions[from].includes(to)) {
        force(event_id, to)
        expect(transitionsOf(db, event_id).slice(before)).toEqual([
          {
            at_ms: 5,
            from_status: event_status[from],
            to_status: event_status[to],
            reason: 'resumed',
            moved_by: 'admin',
          },
        ])
      } else {
        expect(() => force(event_id, to)).toThrow('cannot go')
        expect(transitionsOf(db, event_id)).toHaveLength(before)
      }
    }
  }
  for (const status of statuses.filter((one) => !initial_statuses.includes(one)))
    expect(() => plant(status)).toThrow('cannot begin')
})

test('the history of an event has its reasons: held, released, refused, put back by a user, accepted', () => {
  const { db, bus } = device.deps
  const { event_id } = plant('pending')
  holdEvents(db, 0, 10, 100)
  releaseEvents(db, 0, 10, 200)
  const tried = {
    response_status: 1,
    response_info: 'no such lot',
    next_try_ms: 0,
    send_ms: 250,
    response_ms: 260,
    correction: 0,
  }
  // Tried again later, so it keeps its status.
  settleDelivery(db, event_id, { ...tried, status: event_status.pending, reason: 'refused', moved_ms: 260 })
  settleDelivery(db, event_id, {
    ...tried,
    status: event_status.send_failed,
    reason: 'refused',
    moved_ms: 300,
  })
  resumeEvents(db, bus, 400, 'admin')
  settleDelivery(db, event_id, { ...tried, status: event_status.sent, reason: 'accepted', moved_ms: 500 })
  expect(
    transitionsOf(db, event_id).map(({ at_ms, to_status, reason, moved_by }) => [
      at_ms,
      to_status,
      reason,
      moved_by,
    ]),
  ).toEqual([
    [100, 1, 'no_address', ''],
    [200, 0, 'address_set', ''],
    [300, 4, 'refused', ''],
    [400, 0, 'resumed', 'admin'],
    [500, 2, 'accepted', ''],
  ])
})

test('after any operations each event has exactly one status or a tombstone', async () => {
  const { db, bus } = device.deps
  const uuids: string[] = []
  const sum = () => [...countByStatus(db).values()].reduce((all, n) => all + n, 0)
  const acts = {
    plant: (n: number) => void uuids.push(plant(n % 2 ? 'delayed' : 'pending', n % 5 === 0 ? 7 : 1).uuid),
    hold: (n: number) => void holdEvents(db, 0, n, n),
    release: (n: number) => void releaseEvents(db, 0, n, n),
    resume: (n: number) => void resumeEvents(db, bus, n, 'admin'),
    settle: (n: number) => storeAnswer(db, n, n, { status: [2, 4, 0][n % 3]!, reason: 'accepted' }),
    remove: async (n: number) =>
      void (await device.call(
        n % 2 ? 'delete_parking_event' : 'delete_manual_parking_event',
        { list: [uuids[n % Math.max(1, uuids.length)] ?? randomUUID()] },
        token,
      )),
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])), fc.nat(30)), {
        maxLength: 30,
      }),
      async (steps) => {
        for (const [act, n] of steps) {
          await acts[act](n)
          const { created, deleted } = eventLedger(db)
          expect(sum() + deleted).toBe(created)
          expect(created).toBe(uuids.length)
        }
      },
    ),
    { numRuns: 30 },
  )
})

test('deletion by administrators removes rows and pictures, and leaves a tombstone', async () => {
  const { db } = device.deps
  const [one, other] = [plant('delayed'), plant('pending')]
  expect(
    (await device.call('delete_parking_event', { list: [one.uuid] }, await device.tokenOf('operator'))).code,
  ).toBe(code.permission_denied)
  const list = [one.uuid.toUpperCase(), one.uuid, randomUUID()]
  expect((await device.call('delete_parking_event', { list }, token)).data).toEqual({ deleted: 1 })
  expect((await device.call('delete_parking_event', { list }, token)).data).toEqual({ deleted: 0 })
  expect([existsSync(one.file), existsSync(other.file)]).toEqual([false, true])
  expect(
    (await device.call('parking_event', { page: 1, page_size: 10 }, token)).data.list.map(({ uuid }) => uuid),
  ).toEqual([other.uuid])
  expect(db.get('SELECT uuid, lot_no, plate_number, status, deleted_by FROM event_tombstone')).toEqual({
    uuid: one.uuid,
    lot_no: 'A01',
    plate_number: '粤B12345',
    status: 1,
    deleted_by: 'admin',
  })
  const viewer = await device.tokenOf('viewer')
  const stone = await device.call('parking_event_tombstone', { uuid: one.uuid.toUpperCase() }, viewer)
  expect(stone).toMatchObject({
    code: 0,
    data: {
      uuid: one.uuid,
      parking_no: 'P-1',
      lot_no: 'A01',
      event_type: 1,
      typed: false,
      plate_number: '粤B12345',
      status: 1,
      deleted_by: 'admin',
    },
  })
  expect([stone.data.event_time_str, stone.data.deleted_str]).toEqual([
    stampOf(device.deps.now()),
    stampOf(device.deps.now()),
  ])
  for (const uuid of [other.uuid, randomUUID()])
    expect((await device.call('parking_event_tombstone', { uuid }, viewer)).code).toBe(code.not_found)
  expect(hasEvent(db, one.uuid)).toBe(true) // A repeated report is recognised.
  expect(
    (await device.call('log', { type: 2, page: 1, page_size: 5 }, token)).data.list.some(
      ({ audit }) => audit?.call === 'delete_parking_event',
    ),
  ).toBe(true)
})

test('the manual log lists and deletes manual checks only', async () => {
  const [vacant, entry] = [plant('pending', 7), plant('pending', 1)]
  const listed = await device.call('manual_parking_event', { page: 1, page_size: 10 }, token)
  expect(listed.data).toMatchObject({ total: 1, list: [{ uuid: vacant.uuid, event_type: 7 }] })
  expect(
    (await device.call('manual_parking_event', { page: 1, page_size: 10, event_type: 1 }, token)).data.total,
  ).toBe(0)
  expect(
    (await device.call('manual_parking_event', { page: 1, page_size: 10, plate_number: '12345' }, token)).data
      .total,
  ).toBe(1)
  expect(
    (await device.call('delete_manual_parking_event', { list: [entry.uuid, vacant.uuid] }, token)).data,
  ).toEqual({ deleted: 1 })
  expect(
    (await device.call('parking_event', { page: 1, page_size: 10 }, token)).data.list.map(({ uuid }) => uuid),
  ).toEqual([entry.uuid])
})

test('a manual check is an event with a current picture, and refused without one', async () => {
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#446' } })
    .jpeg()
    .toBuffer()
  camera = await startCamera({
    name: 'East',
    model: 'SL-B4216',
    serial: 'SN-0001',
    password: 'Street#2026',
    frame: async () => jpeg,
  })
  device.deps.db.run('UPDATE camera SET frame_url = ?, username = ?, password = ?', [
    `http://127.0.0.1:${camera.port}/snapshot.jpg`,
    'admin',
    device.deps.secrets.seal('Street#2026'),
  ])
  const operator = await device.tokenOf('operator')
  const { data } = await device.call(
    'human_check',
    { lot_no: 'A02', event_type: 8, comment: '两轮车压线' },
    operator,
  )
  const {
    list: [row],
  } = (await device.call('manual_parking_event', { page: 1, page_size: 10 }, operator)).data
  expect(row).toMatchObject({
    uuid: data.uuid,
    event_type: 8,
    lot_no: 'A02',
    comment: '两轮车压线',
    status: event_status.awaiting_processing,
    pictures: [{ kind: 'image', width: 64, height: 48 }],
  })
  expect((await device.app.inject({ url: row!.pictures[0]!.url })).rawPayload.equals(jpeg)).toBe(true)
  expect(
    await device.call('human_check', { lot_no: 'Z99', event_type: 7, comment: '' }, operator),
  ).toMatchObject({ code: code.format_error, data: [{ field: 'lot_no', issue: 'not_found' }] })
  await camera.stop()
  expect(
    (await device.call('human_check', { lot_no: 'A01', event_type: 7, comment: '' }, operator)).code,
  ).toBe(code.failed)
  expect((await device.call('manual_parking_event', { page: 1, page_size: 10 }, operator)).data.total).toBe(1)
  expect(
    (
      await device.call(
        'human_check',
        { lot_no: 'A01', event_type: 7, comment: '' },
        await device.tokenOf('viewer'),
      )
    ).code,
  ).toBe(code.permission_denied)
})
