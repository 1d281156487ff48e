/**
 * Evidence of real events: stored first and then drawn, once, even after a crash; users and the platform get
 * the drawn pictures.
 */
import { started } from '#src/core/part.ts'
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sweepOrphans } from '#src/analysis/sweep.ts'
import { placeOfLot } from '#src/camera/scene.store.ts'
import { redrawEvidence, isToDraw, shownPictures } from '#src/events/record/evidence.store.ts'
import { drawnPath, picturePath } from '#src/events/record/event-paths.ts'
import { createEvidenceDrawer } from '#src/workers/evidence-drawer.ts'
import { createWorkers } from '#src/workers.ts'
import { openDevice, type Device } from '../device.ts'
import { brokenJpeg, newEvent, startApplication } from '../events/event-application.ts'
import { plantLots, storeEvent } from '../events/event-device.ts'
import { until } from '../until.ts'

let device: Device
let token: string
let frame: Buffer

beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  token = await device.tokenOf('operator')
  frame = await sharp({
    create: {
      width: 640,
      height: 360,
      channels: 3,
      background: '#567',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer()
})
afterEach(() => device.close())

const list = async () => (await device.call('parking_event', { page: 1, page_size: 20 }, token)).data.list
const file = (path: string) => join(device.deps.media.folder, path)

/** An event as the intake leaves it: rows and pictures, nothing drawn. */
function store(picture: Buffer, held = false): { event_id: number; uuid: string; at: number } {
  const { db, now } = device.deps
  const [uuid, at] = [randomUUID(), now()]
  mkdirSync(dirname(file(picturePath(at, uuid, 0))), { recursive: true })
  writeFileSync(file(picturePath(at, uuid, 0)), picture)
  db.transaction(() =>
    storeEvent(db, at, {
      uuid,
      plate_number: '粤B·12345',
      status: 1,
      place: placeOfLot(db, { camera_sn: 'SN-0001', scene_id: 'scene-1', lot_no: 'A01' })!,
      evidence: { plate_box: [0.15, 0.2, 0.25, 0.26], held },
      pictures: [
        { kind: 'image', width: 640, height: 360, bytes: picture.length, sha256: new Uint8Array(32) },
      ],
    }),
  )
  return {
    uuid,
    at,
    event_id: db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [uuid])!.event_id,
  }
}

test('an event is acknowledged at once and drawn soon after, in addition to the original', async () => {
  const workers = await started(createWorkers(device.deps))
  const application = await startApplication(device.deps.socket)
  const event = newEvent({
    plate_box: [0.15, 0.2, 0.25, 0.26],
    pictures: [{ kind: 'image', file: application.spool(frame) }],
  })
  expect(await application.report(event)).toMatchObject({ type: 'ack', result: 'stored' })
  expect(await application.report({ ...newEvent(), plate_box: [0.5, 0.5, 0.4, 0.6] })).toMatchObject({
    type: 'refused',
  })
  const shown = await until(
    'the drawn pictures',
    async () => (await list())[0]?.pictures.length === 3 && (await list())[0]!.pictures,
  )
  expect(shown.map(({ kind }) => kind)).toEqual(['image', 'car', 'plate'])
  for (const { url, bytes, width, height } of shown) {
    const got = (await device.app.inject({ url })).rawPayload
    expect(got.length).toBe(bytes)
    expect(await sharp(got).metadata()).toMatchObject({ width, height })
    expect(got.equals(frame)).toBe(false)
  }
  const { create_ms } = device.deps.db.get<{ create_ms: number }>('SELECT create_ms FROM event')!
  const { files } = device.deps.media
  expect((await files.read(picturePath(create_ms, event.uuid, 0))).equals(frame)).toBe(true)
  expect(await sweepOrphans(device.deps)).toBe(0)
  application.close()
  await workers.stop()
})

test('an event that a crash left undrawn is drawn; a missing drawn file is drawn again', async () => {
  const { event_id, uuid, at } = store(frame)
  const again = store(frame)
  expect(shownPictures(device.deps.db, event_id)).toMatchObject([{ kind: 'image', drawn: 0 }])
  const drawer = await started(createEvidenceDrawer(device.deps, { window_ms: 1 }))
  await until(
    'both are drawn',
    () => !isToDraw(device.deps.db, event_id) && !isToDraw(device.deps.db, again.event_id),
  )
  expect(shownPictures(device.deps.db, event_id).map(({ drawn }) => drawn)).toEqual([1, 1, 1])
  rmSync(file(drawnPath(at, uuid, 0)))
  expect(redrawEvidence(device.deps.db, event_id)).toBe(true)
  await Promise.all([drawer.ensure(event_id), drawer.ensure(event_id)])
  expect(await device.deps.media.files.sizeOf(drawnPath(at, uuid, 0))).toBe(
    shownPictures(device.deps.db, event_id)[0]!.bytes,
  )
  await drawer.stop()
})

test('with privacy no undrawn picture is shown, not even if it cannot be drawn', async () => {
  const [good, bad] = [store(frame, true), store(brokenJpeg, true)]
  expect([good, bad].map(({ event_id }) => shownPictures(device.deps.db, event_id))).toEqual([[], []])
  const drawer = await started(createEvidenceDrawer(device.deps, { window_ms: 1 }))
  await Promise.all([drawer.ensure(good.event_id), drawer.ensure(bad.event_id)])
  await drawer.stop()
  expect(shownPictures(device.deps.db, good.event_id)).toHaveLength(3)
  expect(shownPictures(device.deps.db, bad.event_id)).toEqual([])
})

test('a picture that cannot be drawn is shown as it came; with processing off nothing is drawn', async () => {
  const bad = store(brokenJpeg)
  const drawer = await started(createEvidenceDrawer(device.deps, { window_ms: 60_000 }))
  await drawer.ensure(bad.event_id)
  expect(shownPictures(device.deps.db, bad.event_id)).toMatchObject([{ drawn: 0 }])
  await device.call('update_event_param', { images_process: false }, token)
  const plain = store(frame)
  await drawer.ensure(plain.event_id)
  expect(shownPictures(device.deps.db, plain.event_id)).toMatchObject([{ drawn: 0, bytes: frame.length }])
  await drawer.stop()
})
