/**
 * The detail of one event: its transitions, attempts, checks, clip, stay and the outline of its lot.
 * Long because it covers every part of the answer.
 */
import { started } from '#src/core/part.ts'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  allowed_event_statuses,
  event_status,
  parking_event_detail,
  type EventStatus,
} from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findScenes, placeOfLot, saveScene } from '#src/camera/scene.store.ts'
import { recordAttempt } from '#src/events/record/attempt.store.ts'
import { clipPath, picturePath } from '#src/events/record/event-paths.ts'
import { createEvidenceDrawer } from '#src/workers/evidence-drawer.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeAnswer, storeEvent } from './event-device.ts'
import { frameOf } from '../camera/turned-frame.ts'

let device: Device
let token: string
beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  token = await device.tokenOf('viewer')
})
afterEach(() => device.close())

const detail = async (uuid: string) => {
  const answer = await device.call('parking_event_detail', { uuid }, token)
  if (answer.code === 0)
    expect(parking_event_detail.answer.safeParse(answer.data).error?.issues ?? []).toEqual([])
  return answer
}

type Given = {
  event_type?: number
  plate_number?: string
  status?: number
  reason?: 'taken_in' | 'unsure'
  comment?: string
  jpeg?: Buffer
  evidence?: boolean
}

function store({
  event_type = 1,
  plate_number = '粤B12345',
  status = event_status.pending,
  reason = 'taken_in',
  comment = '',
  jpeg,
  evidence = false,
}: Given = {}) {
  const { db, media, now } = device.deps
  const [uuid, at] = [randomUUID(), now()]
  const file = join(media.folder, picturePath(at, uuid, 0))
  mkdirSync(dirname(file), { recursive: true })
  if (jpeg) writeFileSync(file, jpeg)
  db.transaction(() =>
    storeEvent(db, at, {
      uuid,
      event_type,
      plate_number,
      status,
      reason,
      comment,
      place: placeOfLot(db, { camera_sn: 'SN-0001', scene_id: 'scene-1', lot_no: 'A01' })!,
      pictures: jpeg
        ? [{ kind: 'image', width: 160, height: 90, bytes: jpeg.length, sha256: new Uint8Array(32) }]
        : [],
      ...(evidence && { evidence: { plate_box: undefined, held: false } }),
    }),
  )
  return {
    uuid,
    at,
    event_id: db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [uuid])!.event_id,
  }
}

test('a refused event: every transition with its reason, every attempt with the exact answer', async () => {
  const { db, now } = device.deps
  const { uuid, event_id, at } = store()
  device.wait(1_000)
  recordAttempt(db, event_id, {
    at_ms: now(),
    step: 'deliver',
    outcome: 'silent',
    address: 'https://key@iot.example.com/data?token=secret',
    info: 'no answer within 20 s',
    took_ms: 20_000,
  })
  device.wait(60_000)
  const said = '{"code":7001,"message":"refused: this parking place is not under contract"}\n'
  recordAttempt(db, event_id, {
    at_ms: now(),
    step: 'deliver',
    outcome: 'refused',
    address: 'https://iot.example.com/data',
    info: said,
    took_ms: 41.6,
  })
  storeAnswer(db, event_id, now(), {
    status: event_status.send_failed,
    reason: 'refused',
    response_status: 1,
    response_info: said,
  })
  const { data } = await detail(uuid)
  expect(data).toMatchObject({
    uuid,
    status: event_status.send_failed,
    reason: 'refused',
    plate_read: '粤B12345',
    checked_plate: null,
    checks: [],
    objects: [],
    clip: null,
    lot: null,
    media_gone_str: '',
  })
  expect(data.moves).toEqual([
    {
      timestamp_ms: at + 61_000,
      time_str: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
      from: event_status.pending,
      to: event_status.send_failed,
      reason: 'refused',
      by: '',
    },
  ])
  expect(data.attempts).toMatchObject([
    {
      timestamp_ms: at + 1_000,
      step: 'deliver',
      outcome: 'silent',
      address: 'https://iot.example.com/data',
      took_ms: 20_000,
    },
    { timestamp_ms: at + 61_000, step: 'deliver', outcome: 'refused', info: said, took_ms: 42 },
  ])
  expect(data.session).toMatchObject({
    events: [{ uuid, event_type: 1, plate_number: '粤B12345' }],
    flags: [],
    open: true,
  })
})

test('the stay: entry, update and exit, and what is missing', async () => {
  const entry = store({ event_type: 1 })
  device.wait(3_600_000)
  const update = store({ event_type: 2 })
  device.wait(3_600_000)
  const exit = store({ event_type: 3 })
  for (const { uuid } of [entry, update, exit]) {
    const { session } = (await detail(uuid)).data
    expect(session).toMatchObject({ flags: [], open: false })
    expect(session.events.map((event) => event.uuid)).toEqual([entry.uuid, update.uuid, exit.uuid])
    expect(session.events[2]!.timestamp_ms - session.events[0]!.timestamp_ms).toBe(7_200_000)
  }
  device.wait(60_000)
  const lone = store({ event_type: 3, plate_number: '粤B99999' })
  const { session } = (await detail(lone.uuid)).data
  expect(session.flags).toContain('entry_missing')
  expect(session.events.map((event) => event.uuid)).toEqual([lone.uuid])
})

test('checks, the corrected plate, the objects in the object storage, and deleted media', async () => {
  const { db, now } = device.deps
  const { uuid, event_id, at } = store({ status: event_status.skipped, reason: 'unsure' })
  db.run("UPDATE event SET checked_plate = '粤B12346', media_gone_ms = ? WHERE event_id = ?", [
    now(),
    event_id,
  ])
  db.run(
    `INSERT INTO event_check (event_id, at_ms, checked_by, verdict, plate_before, plate_after, reason)
      VALUES (?, ?, 'li', 'corrected', '粤B12345', '粤B12346', 'dirt on the 5')`,
    [event_id, now()],
  )
  db.run("INSERT INTO event_object VALUES (?, 1, 'image', 'kerb/2026/1.jpg', 1234, x'00', ?)", [
    event_id,
    now(),
  ])
  const { data } = await detail(uuid.toUpperCase())
  expect(data).toMatchObject({
    reason: 'unsure',
    plate_read: '粤B12345',
    checked_plate: '粤B12346',
    media_gone_str: data.create_time_str,
    checks: [
      {
        timestamp_ms: at,
        by: 'li',
        verdict: 'corrected',
        plate_before: '粤B12345',
        plate_after: '粤B12346',
        reason: 'dirt on the 5',
      },
    ],
    objects: [{ kind: 'image', key: 'kerb/2026/1.jpg', bytes: 1234 }],
  })
})

test('the clip: not yet recorded, recorded with a working address, absent with the reason', async () => {
  const { db, media } = device.deps
  const { uuid, event_id, at } = store()
  db.run('INSERT INTO event_clip (event_id) VALUES (?)', [event_id])
  expect((await detail(uuid)).data.clip).toEqual({ state: 'recording' })
  const file = join(media.folder, clipPath(at, uuid))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'moving pictures')
  db.run(
    `UPDATE event_clip SET outcome = 1, width = 640, height = 360, duration_ms = 8000, bytes = 15
      WHERE event_id = ?`,
    [event_id],
  )
  const { clip } = (await detail(uuid)).data
  if (clip?.state !== 'recorded') throw new Error('The clip is not there')
  expect(clip).toMatchObject({ width: 640, height: 360, duration_ms: 8000, bytes: 15 })
  expect((await device.app.inject({ url: clip.url })).payload).toBe('moving pictures')
  db.run("UPDATE event_clip SET outcome = 2, why = 'no_stream' WHERE event_id = ?", [event_id])
  expect((await detail(uuid)).data.clip).toEqual({ state: 'absent', why: 'no_stream' })
})

test('the outline of the lot: as its scene defines it now, and whether it may have changed', async () => {
  const { db, now } = device.deps
  const jpeg = await frameOf(6)
  const polygon = [
    [0.1, 0.1],
    [0.3, 0.1],
    [0.2, 0.4],
  ]
  const raw = store({ jpeg })
  expect((await detail(raw.uuid)).data.lot).toEqual({ polygon, scene_changed: false })
  const drawn = store({ jpeg, evidence: true })
  const drawer = await started(createEvidenceDrawer(device.deps, { window_ms: 60_000 }))
  await drawer.ensure(drawn.event_id)
  await drawer.stop()
  // Direction adaption is off: the picture is shown as the camera stored it, and the outline is rotated too.
  expect((await detail(drawn.uuid)).data.lot?.polygon).toEqual([
    [0.1, 0.9],
    [0.1, 0.7],
    [0.4, 0.8],
  ])
  expect((await detail(store({ jpeg, comment: 'camera_moved' }).uuid)).data.lot).toEqual({
    polygon,
    scene_changed: true,
  })
  expect((await detail(store().uuid)).data.lot).toBeNull() // There is no picture to draw on.
  device.wait(1_000)
  const [scene] = findScenes(db, { scene_id: 'scene-1' })
  saveScene(db, { ...scene!.row, update_ms: now() }, scene!.lots)
  expect((await detail(raw.uuid)).data.lot).toEqual({ polygon, scene_changed: true })
  saveScene(
    db,
    { ...scene!.row, update_ms: now() },
    scene!.lots.filter(({ lot_no }) => lot_no !== 'A01'),
  )
  expect((await detail(raw.uuid)).data.lot).toBeNull()
})

test('answers 3000 for an unknown event, and only to signed-in users', async () => {
  expect(await detail(randomUUID())).toMatchObject({ code: 3000 })
  expect(await device.call('parking_event_detail', { uuid: randomUUID() })).toMatchObject({ code: 4000 })
})

test('the device resends exactly the events that the table allows', async () => {
  const { db } = device.deps
  const operator = await device.tokenOf('operator')
  const to_rest: readonly EventStatus[] = [
    'delayed',
    'sent',
    'send_failed',
    'validation_failed',
    'discarded',
    'manually_discarded',
    'skipped',
    'pending',
    'awaiting_upload',
    'awaiting_processing',
  ]
  const resent: string[] = []
  for (const status of to_rest) {
    const { uuid, event_id } = store({ status: event_status.awaiting_processing })
    if (status === 'sent' || status === 'send_failed')
      db.run('UPDATE event SET status = 0 WHERE event_id = ?', [event_id])
    db.run('UPDATE event SET status = ? WHERE event_id = ?', [event_status[status], event_id])
    if ((await device.call('resend_parking_event', { list: [uuid] }, operator)).data.resent === 1)
      resent.push(status)
  }
  expect(resent.sort()).toEqual([...allowed_event_statuses.resend].sort())
})

test('the detail opens the check of an event wherever it is in the queue', async () => {
  const operator = await device.tokenOf('operator')
  const [, , third, fourth] = [0, 1, 2, 3].map(() =>
    store({ status: event_status.skipped, reason: 'unsure' }),
  )
  device.deps.db.run('UPDATE event SET to_check = 1 WHERE uuid <> ?', [fourth!.uuid])
  expect((await detail(third!.uuid)).data.to_check).toBe(true)
  const queue = async (first: string) =>
    (await device.call('event_check_queue', { limit: 2, first }, operator)).data.list.map(({ uuid }) => uuid)
  expect((await queue(third!.uuid))[0]).toBe(third!.uuid)
  expect(await queue(third!.uuid)).toHaveLength(2)
  expect(await queue(fourth!.uuid), 'nobody need look at it').not.toContain(fourth!.uuid)
})
