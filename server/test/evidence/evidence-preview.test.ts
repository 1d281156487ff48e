/**
 * `preview_event_param`: on the picture of an event or a camera, or without one; bounded; nothing is saved
 * and no file is left.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { code, event_factory, type Answer, type Body } from '@parking/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storePicture } from '#src/camera/picture-file.ts'
import { placeOfLot } from '#src/camera/scene.store.ts'
import { picturePath } from '#src/events/record/event-paths.ts'
import { openDevice, type Device } from '../device.ts'
import { brokenJpeg } from '../events/event-application.ts'
import { plantLots, storeEvent } from '../events/event-device.ts'

let device: Device
let token: string
let jpeg: Buffer
const preview = (body: Partial<Body<'preview_event_param'>> = {}) =>
  device.call('preview_event_param', { event_param: {}, ...body }, token)
const kept = () => readdirSync(join(device.folder, 'media', 'previews'))
const open = async (made: Answer<'preview_event_param'>, at: number) =>
  (await device.app.inject({ url: made.pictures[at]!.url })).rawPayload

beforeAll(async () => {
  device = await openDevice()
  token = await device.tokenOf('viewer')
  jpeg = await sharp({ create: { width: 960, height: 540, channels: 3, background: '#556' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => device.close())

test('a device without a camera says so, and still forecasts a day', async () => {
  const { data } = await preview()
  expect(data).toMatchObject({
    source: 'none',
    pictures: [],
    texts: [],
    camera_sn: '',
    lot_no: '',
    time_str: '',
    forecast: { counted_days: 0, lot_num: 0, per_day: 0 },
  })
  expect(data.forecast.free).toBeGreaterThan(0)
})

test("without an event the camera's last picture is used, with a sample plate", async () => {
  plantLots(device.deps.db)
  expect((await preview()).data).toMatchObject({ source: 'none', camera_sn: 'SN-0001', lot_no: 'A01' })
  await storePicture(device.deps, 'SN-0001', jpeg, device.deps.now())
  const { data } = await preview({ camera_sn: 'SN-0001' })
  expect(data).toMatchObject({ source: 'camera', lot_no: 'A01' })
  expect(data.texts.map(({ text }) => text)).toContain('粤B·12345')
  expect(data.warnings.map(({ kind }) => kind)).toContain('no_plate')
  expect(data.forecast).toMatchObject({ lot_num: 2, per_lot: 12, events_per_day: 24 })
})

test('the newest event of the lot is shown; older pictures are deleted', async () => {
  const { db, media, now } = device.deps
  const [uuid, at] = [randomUUID(), now() - 3 * 86_400_000]
  const small = await sharp(jpeg).resize(120, 40).jpeg().toBuffer()
  for (const [position, content] of [jpeg, small].entries()) {
    const file = join(media.folder, picturePath(at, uuid, position))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  const place = placeOfLot(db, { camera_sn: 'SN-0001', scene_id: 'scene-1', lot_no: 'A02' })!
  const sha256 = new Uint8Array(32)
  db.transaction(() =>
    storeEvent(db, at, {
      uuid,
      plate_number: '粤A·99999',
      plate_color: 'green',
      status: 1,
      place,
      pictures: [
        { kind: 'image', width: 960, height: 540, bytes: jpeg.length, sha256 },
        { kind: 'plate', width: 120, height: 40, bytes: small.length, sha256 },
      ],
    }),
  )
  const { data } = await preview({ lot_no: 'A02', event_param: { osd_plate_color: true } })
  expect(data).toMatchObject({
    source: 'event',
    camera_sn: 'SN-0001',
    lot_no: 'A02',
    forecast: { counted_days: 3 },
  })
  expect(data.texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['粤A·99999', '绿色', 'A02']))
  expect(data.pictures.map(({ kind }) => kind)).toEqual(['image', 'car', 'plate'])
  for (const [at, { width, height, bytes }] of data.pictures.entries()) {
    const content = await open(data, at)
    expect(content.length).toBe(bytes)
    expect(await sharp(content).metadata()).toMatchObject({ width, height, format: 'jpeg' })
  }
  await preview({ lot_no: 'A02' })
  expect(kept()).toHaveLength(6) // these, and those before, which a browser may still be fetching
})

test('a preview saves nothing', async () => {
  await preview({ event_param: { osd_align: 1, image_width: 640, image_height: 360 } })
  const { revision: _, ...read } = (await device.call('get_event_param', {}, token)).data
  expect(read).toEqual(event_factory)
})

test('refuses values that are out of range, inconsistent or unknown, with their fields', async () => {
  expect(await preview({ event_param: { image_width: 1 } })).toMatchObject({
    code: code.format_error,
    data: [{ field: 'event_param.image_width', issue: 'too_small' }],
  })
  expect(await preview({ event_param: { images_process: false, privacy_protection: true } })).toMatchObject({
    code: code.format_error,
    data: [{ field: 'event_param.privacy_protection' }],
  })
  expect(await preview({ lot_no: 'Z99' })).toMatchObject({ code: code.not_found })
  expect(await preview({ camera_sn: 'SN-9999' })).toMatchObject({ code: code.not_found })
})

test('only the newest preview of a session is drawn; another session has its own', async () => {
  const other = await device.tokenOf('operator')
  const [first, second, third, theirs] = await Promise.all([
    preview(),
    preview(),
    preview({ event_param: { osd_align: 1 } }),
    device.call('preview_event_param', { event_param: {} }, other),
  ])
  expect([first, second, third, theirs].map((reply) => reply.code)).toEqual([
    code.busy,
    code.busy,
    code.success,
    code.success,
  ])
  expect(kept().length).toBeLessThanOrEqual(12)
})

test('a broken picture is reported, and the next preview is drawn again', async () => {
  writeFileSync(join(device.folder, 'media', 'cameras', 'SN-0001', 'last.jpg'), 'no picture')
  expect((await preview({ lot_no: 'A01' })).data).toMatchObject({ source: 'none', pictures: [] })
  writeFileSync(join(device.folder, 'media', 'cameras', 'SN-0001', 'last.jpg'), brokenJpeg)
  expect(await preview({ lot_no: 'A01' })).toMatchObject({ code: code.failed })
  expect((await preview({ lot_no: 'A02' })).data.source).toBe('event')
})
