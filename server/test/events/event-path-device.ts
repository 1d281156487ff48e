/** A device with a real object storage and a real platform, for the tests of an event's path. */
import { started, type Part } from '#src/core/part.ts'
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { event_status, type Body, type EventStatus } from '@parking/contract'
import sharp from 'sharp'
import { afterEach, beforeEach, expect } from 'vitest'
import { startPlatform, type Platform } from '@parking/sim/peers/platform/platform.ts'
import { startS3Peer, type S3Peer } from '@parking/sim/peers/storage/s3-peer.ts'
import { anyStorage } from '#src/adapters/storage/any-storage.ts'
import { httpPlatform } from '#src/adapters/http/http-platform.ts'
import { placeOfLot } from '#src/camera/scene.store.ts'
import { attemptsOf } from '#src/events/record/attempt.store.ts'
import { initialEventState } from '#src/events/record/initial-event-state.ts'
import { insertEvent, transitionsOf } from '#src/events/record/event.store.ts'
import { picturePath } from '#src/events/record/event-paths.ts'
import { createWorkers } from '#src/workers.ts'
import { openDevice, type Device } from '../device.ts'
import { newEvent, startApplication, type Application } from './event-application.ts'
import { plantLots } from './event-device.ts'
import { until } from '../until.ts'

export const quick = { first_delay_ms: 4, max_delay_ms: 60 }
export const secret = 'street-storage-secret'

export let platform: Platform
export let s3: S3Peer
export let device: Device
export let workers: Part
export let application: Application
export let frame: Buffer

/** Registers the hooks of a test file: everything starts before each test, and stops after it. */
export function setUpEventPath(): void {
  beforeEach(async () => {
    frame ??= await sharp({
      create: {
        width: 640,
        height: 360,
        channels: 3,
        background: '#567',
        noise: { type: 'gaussian', mean: 120, sigma: 30 },
      },
    })
      .jpeg({ quality: 80 })
      .toBuffer()
    platform = await startPlatform()
    s3 = await startS3Peer({ username: 'street', password: secret, bucket: 'evidence' })
    device = await openDevice({
      ports: {
        now: Date.now,
        platform: httpPlatform({ allow_loopback: true, timeout_ms: 250 }),
        storage: anyStorage({ allow_loopback: true, idle_ms: 300 }),
      },
    })
    plantLots(device.deps.db, ['A01', 'A02', 'A03'])
    workers = await started(createWorkers(device.deps, { sender: quick, uploader: quick, lots: quick }))
    application = await startApplication(device.deps.socket)
  })
  afterEach(async () => {
    application.close()
    await workers.stop()
    await Promise.all([platform.stop(), s3.stop()])
    await device.close()
  })
}

/** Stops the workers and the application, and starts both again. */
export async function restartWorkers(options: Parameters<typeof createWorkers>[1]): Promise<void> {
  await workers.stop()
  application.close()
  workers = await started(createWorkers(device.deps, options))
  application = await startApplication(device.deps.socket)
}

export const change = async (
  name: 'update_storage_param' | 'update_platform_param' | 'update_alg_param' | 'update_event_param',
  body: Body<typeof name>,
) => expect(await device.call(name, body, await device.tokenOf('admin'))).toMatchObject({ code: 0 })
export const setStorage = (more = {}) =>
  change('update_storage_param', {
    protocol: 4,
    endpoint: s3.url,
    username: 'street',
    password: secret,
    directory: 'evidence/box',
    key_re: '{lot_no}/{uuid}-{n}-{kind}.{ext}',
    ...more,
  })
export const setPlatform = (more = {}) =>
  change('update_platform_param', { operator_no: 'OP-0755', ...platform.urls, ...more })
/** Reports an event, by default with one picture that is not drawn on. */
export async function report(
  more: Parameters<typeof newEvent>[0] = {},
  kind: 'image' | 'car' = 'car',
): Promise<string> {
  const event = newEvent({
    pictures: [{ kind, file: application.spool(frame) }],
    plate_number: '粤B12345',
    ...more,
  })
  expect(await application.report(event)).toMatchObject({ type: 'ack', result: 'stored' })
  return event.uuid
}
/** Stores an event as the device creates it by its own clock (timer pictures, scheduled events). */
export function plant(event_type: number, lot_no = 'A01'): string {
  const { db, bus, media } = device.deps
  const [uuid, create_ms] = [randomUUID(), Date.now()]
  const file = join(media.folder, picturePath(create_ms, uuid, 0))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, frame)
  const pictures = [
    {
      kind: 'car' as const,
      width: 640,
      height: 360,
      bytes: frame.length,
      sha256: createHash('sha256').update(frame).digest(),
    },
  ]
  const place = placeOfLot(db, { camera_sn: 'SN-0001', scene_id: 'scene-1', lot_no })!
  const seen = {
    uuid,
    event_ms: create_ms,
    create_ms,
    event_type,
    plate_number: '',
    plate_color: 'unknown',
    confidence: 100,
    place,
    pictures,
  }
  db.transaction(() => insertEvent(db, { ...seen, ...initialEventState(device.deps)(seen) }))
  bus.emit('queue')
  return uuid
}
export type Row = {
  event_id: number
  uuid: string
  status: number
  reason: string
  create_ms: number
  next_try_ms: number
  to_check: number
  count_tried: number
  correction: number
}
export const rowOf = (uuid: string): Row =>
  device.deps.db.get<Row>('SELECT * FROM event WHERE uuid = ?', [uuid])!
export const becomes = (uuid: string, status: EventStatus, reason?: string) =>
  until(
    `${status} ${reason ?? ''}`,
    () =>
      rowOf(uuid).status === event_status[status] && (reason === undefined || rowOf(uuid).reason === reason),
  )
export const historyOf = (uuid: string) =>
  transitionsOf(device.deps.db, rowOf(uuid).event_id).map(({ to_status, reason }) => `${to_status} ${reason}`)
export const tries = (uuid: string) => attemptsOf(device.deps.db, rowOf(uuid).event_id)
export const got = (uuid: string) => platform.received().find((one) => one.uuid === uuid)
export const storageReading = () => device.deps.readings.all().find(({ kind }) => kind === 'storage')
