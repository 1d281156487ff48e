/**
 * Clips of events, made by the real ffmpeg from a camera's real RTSP stream: recorded, shared, reduced,
 * refused, and the status of the event meanwhile. Tests that need ffmpeg are skipped without it. Long because
 * all tests use one device and one camera.
 */
import { started, type Part } from '#src/core/part.ts'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Params } from '@parking/contract'
import { unpackDebian, ffmpegFolder } from '../debian.ts'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { rtsp_packages, startDebianRtsp } from '@parking/sim/peers/rtsp/debian-rtsp.ts'
import { ffmpegVideo } from '#src/adapters/video/ffmpeg-video.ts'
import { sweepOrphans } from '#src/analysis/sweep.ts'
import { clipOf } from '#src/events/record/clip.store.ts'
import { clipPath, dayFolder } from '#src/events/record/event-paths.ts'
import { clipStreamOf } from '#src/workers/clip-recorder.ts'
import { createWorkers, type WorkersOptions } from '#src/workers.ts'
import { openDevice, type Device } from '../device.ts'
import { newEvent, startApplication, type Application } from './event-application.ts'
import { plantLots } from './event-device.ts'
import { until } from '../until.ts'

const [programs, unpacked] = [await ffmpegFolder(), await unpackDebian('rtsp', rtsp_packages)]
const no_ffmpeg = programs === undefined
const password = "Str'eet#20 26%"
const MB = 1_000_000
let jpeg: Buffer
let device: Device
let camera: Camera
let workers: Part
let application: Application

beforeAll(async () => {
  jpeg = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#446' } })
    .jpeg()
    .toBuffer()
})
beforeEach(async () => {
  camera = await startCamera({
    name: 'East',
    model: 'SL',
    serial: 'SN-0001',
    password,
    frame: async () => jpeg,
  })
})
afterEach(async () => {
  application?.close()
  await workers?.stop()
  await camera.stop()
  await device.close()
})

/** A device whose camera has this stream, with clips of one second. */
async function begin(
  param: Partial<Params['event_param']> = {},
  options: WorkersOptions['clips'] = {},
  stream = `rtsp://127.0.0.1:${camera.rtsp!.port}/main`,
  ffmpeg = true,
): Promise<void> {
  device = await openDevice(
    ffmpeg ? { ports: { video: ffmpegVideo({ allow_loopback: true, programs }) } } : {},
  )
  const { db, secrets } = device.deps
  plantLots(db)
  db.run('UPDATE camera SET stream_url_main = ?, username = ?, password = ?', [
    stream,
    'admin',
    secrets.seal(password),
  ])
  await device.call(
    'update_event_param',
    { video_enabled: true, video_duration: 1, images_process: false, ...param },
    await device.tokenOf('admin'),
  )
  workers = await started(createWorkers(device.deps, { clips: options }))
  application = await startApplication(device.deps.socket)
}

type EventOptions = Partial<Parameters<typeof newEvent>[0]>
async function report(more: EventOptions = {}): Promise<{ event_id: number; uuid: string }> {
  const event = newEvent({ event_time: device.deps.now(), pictures: [], ...more })
  expect(await application.report(event)).toMatchObject({ type: 'ack', result: 'stored' })
  return {
    uuid: event.uuid,
    event_id: device.deps.db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [
      event.uuid,
    ])!.event_id,
  }
}
const clip = (event_id: number) => clipOf(device.deps, event_id)
const statusOf = (event_id: number) =>
  device.deps.db.get<{ status: number }>('SELECT status FROM event WHERE event_id = ?', [event_id])?.status
const settled = (event_id: number) =>
  until(
    'the clip to be settled',
    () => {
      const now = clip(event_id)
      return now?.state !== 'recording' && now
    },
    30_000,
  )
const fileOf = (uuid: string) => join(device.deps.media.folder, clipPath(device.deps.now(), uuid))
const addressOf = (uuid: string) => device.mediaAddress(clipPath(device.deps.now(), uuid))
const filesThere = () => readdirSync(join(device.deps.media.folder, dayFolder(device.deps.now())))

test.skipIf(no_ffmpeg)(
  'two events of one moment share a recording, wait for it, and their deletion deletes it',
  async () => {
    await begin()
    const [one, two] = [await report(), await report({ lot_no: 'A02', event_type: 3 })]
    expect([statusOf(one.event_id), statusOf(two.event_id)]).toEqual([7, 7])
    const shown = await settled(one.event_id)
    expect(shown).toMatchObject({ state: 'recorded', width: 640, height: 360 })
    expect(await settled(two.event_id)).toMatchObject({ state: 'recorded' })
    expect([statusOf(one.event_id), statusOf(two.event_id)]).toEqual([1, 1]) // there is no platform
    if (shown?.state !== 'recorded') throw new Error('not recorded')
    expect(shown.duration_ms).toBeGreaterThanOrEqual(900)
    expect(statSync(fileOf(one.uuid)).ino).toBe(statSync(fileOf(two.uuid)).ino)
    expect(statSync(fileOf(one.uuid)).size).toBeGreaterThan(shown.bytes) // encrypted
    expect(readFileSync(fileOf(one.uuid)).includes('ftyp')).toBe(false)

    const url = await addressOf(one.uuid)
    const whole = await device.app.inject({ url })
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': String(shown.bytes),
    })
    expect(whole.rawPayload.subarray(4, 8).toString()).toBe('ftyp')
    // The index comes before the media data, so that a browser can start at once.
    expect(whole.rawPayload.indexOf('moov')).toBeLessThan(whole.rawPayload.indexOf('mdat'))
    expect(whole.rawPayload.includes('avc1')).toBe(true)
    const part = async (range: string) => device.app.inject({ url, headers: { range } })
    const middle = await part('bytes=100-199')
    expect([middle.statusCode, middle.headers['content-range'], middle.headers['content-length']]).toEqual([
      206,
      `bytes 100-199/${shown.bytes}`,
      '100',
    ])
    expect(middle.rawPayload.equals(whole.rawPayload.subarray(100, 200))).toBe(true)
    expect((await part('bytes=100-')).rawPayload.equals(whole.rawPayload.subarray(100))).toBe(true)
    expect((await part('bytes=-50')).rawPayload.equals(whole.rawPayload.subarray(-50))).toBe(true)
    expect((await part(`bytes=0-${shown.bytes * 2}`)).rawPayload.equals(whole.rawPayload)).toBe(true)
    const outside = await part(`bytes=${shown.bytes}-`)
    expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${shown.bytes}`])
    for (const odd of ['bytes=9-2', 'bytes=0-1,5-6', 'pages=1-2', 'bytes=-', 'bytes=x'])
      expect([odd, (await part(odd)).statusCode]).toEqual([odd, 200])
    expect((await device.app.inject({ url: url.replace(/sign=.{4}/, 'sign=AAAA') })).statusCode).toBe(404)
    expect(JSON.stringify(shown) + device.logged()).not.toContain(password)

    // A restart keeps the clip, and deletes incomplete files.
    writeFileSync(`${fileOf(one.uuid)}.clip.raw`, 'half')
    await sweepOrphans(device.deps)
    expect(filesThere().sort()).toEqual([`${one.uuid}-c.mp4`, `${two.uuid}-c.mp4`].sort())
    await device.call('delete_parking_event', { list: [one.uuid] }, await device.tokenOf('admin'))
    expect([existsSync(fileOf(one.uuid)), existsSync(fileOf(two.uuid))]).toEqual([false, true])
    // Deleted by retention: the page gets no clip.
    device.deps.db.run('UPDATE event SET media_gone_ms = 1 WHERE event_id = ?', [two.event_id])
    expect(clip(two.event_id)).toBeNull()
  },
)

test.skipIf(no_ffmpeg)('a stream above the limits is encoded into them', async () => {
  await begin({ video_width: 320, video_height: 240, video_fps: 5, video_max_bytes: 100_000 })
  const shown = await settled((await report()).event_id)
  expect(shown).toMatchObject({ state: 'recorded', width: 320, height: 180 })
  expect(shown?.state === 'recorded' && shown.bytes <= 100_000).toBe(true)
})

test.skipIf(no_ffmpeg || unpacked === undefined)(
  'H.265, which browsers do not play, becomes H.264',
  async () => {
    const rtsp = await startDebianRtsp(unpacked!, { username: 'admin', password, paths: { '/hevc': 'H265' } })
    await begin({}, {}, `rtsp://127.0.0.1:${rtsp.port}/hevc`)
    const { event_id, uuid } = await report()
    expect(await settled(event_id)).toMatchObject({ state: 'recorded', width: 320, height: 180 })
    const { rawPayload } = await device.app.inject({ url: await addressOf(uuid) })
    expect(rawPayload.includes('avc1')).toBe(true)
    await rtsp.stop()
  },
)

test.skipIf(no_ffmpeg)(
  'a camera that is unreachable or refuses the device does not delay an event',
  async () => {
    await begin()
    device.deps.db.run('UPDATE camera SET password = ?', [device.deps.secrets.seal('wrong')])
    const one = await report()
    expect(await settled(one.event_id)).toEqual({ state: 'absent', why: 'camera' })
    expect(statusOf(one.event_id)).toBe(1)
    device.deps.db.run('UPDATE camera SET stream_url_main = ?', ['rtsp://127.0.0.1:1/main'])
    expect(await settled((await report()).event_id)).toEqual({ state: 'absent', why: 'camera' })
    expect(filesThere()).toEqual([])
  },
)

test.skipIf(no_ffmpeg)(
  'a stop leaves no incomplete file, and a minute later the clip is too late',
  async () => {
    await begin({ video_duration: 60 })
    const one = await report()
    await until(
      'the recording',
      () =>
        existsSync(join(device.deps.media.folder, dayFolder(device.deps.now()))) && filesThere().length > 0,
    )
    await workers.stop()
    expect([clip(one.event_id), statusOf(one.event_id)]).toEqual([{ state: 'recording' }, 7])
    expect(filesThere()).toEqual([])
    device.wait(61_000)
    workers = await started(createWorkers(device.deps))
    expect(await settled(one.event_id)).toEqual({ state: 'absent', why: 'too_late' })
    expect(statusOf(one.event_id)).toBe(1)
  },
)

test.skipIf(no_ffmpeg)('no clip on a full disk, or if the wait for a free slot is too long', async () => {
  await begin({}, { space: async () => ({ total: 100 * MB, free: MB, inodes: null }) })
  expect(await settled((await report()).event_id)).toEqual({ state: 'absent', why: 'disk' })
  application.close()
  await workers.stop()
  workers = await started(createWorkers(device.deps, { clips: { at_once: 0, wait_ms: 20 } }))
  application = await startApplication(device.deps.socket)
  const { event_id } = await report()
  await until('its turn to be over', () => {
    device.deps.bus.emit('queue')
    return clip(event_id)?.state === 'absent'
  })
  expect([clip(event_id), statusOf(event_id)]).toEqual([{ state: 'absent', why: 'too_busy' }, 1])
})

test('no event waits without ffmpeg or stream, too late, with privacy, or of another kind', async () => {
  await begin({}, {}, undefined, false)
  const one = await report()
  expect(await settled(one.event_id)).toEqual({ state: 'absent', why: 'no_ffmpeg' })
  expect(statusOf(one.event_id)).toBe(1)
  const at_once = async (stored: EventOptions, wanted: ReturnType<typeof clip>) => {
    const { event_id } = await report(stored)
    expect([clip(event_id), statusOf(event_id)]).toEqual([wanted, 1])
  }
  await at_once({ event_time: device.deps.now() - 61_000 }, { state: 'absent', why: 'too_late' })
  device.deps.db.run("UPDATE camera SET stream_url_main = ''")
  await at_once({}, { state: 'absent', why: 'no_stream' })
  const admin = await device.tokenOf('admin')
  await device.call('update_event_param', { images_process: true, privacy_protection: true }, admin)
  await at_once({}, { state: 'absent', why: 'privacy' })
  await device.call('update_event_param', { video_enabled: false }, admin)
  await at_once({}, null)

  // The smaller stream is used if the larger one would have to be reduced.
  const both = { stream_url_main: 'rtsp://c/main', stream_url_sub: 'rtsp://c/sub', width: 2560, height: 1440 }
  expect(clipStreamOf(both, { video_width: 1280, video_height: 720 })).toBe('rtsp://c/sub')
  expect(clipStreamOf(both, { video_width: 2560, video_height: 1440 })).toBe('rtsp://c/main')
  expect(clipStreamOf({ ...both, stream_url_sub: '' }, { video_width: 1280, video_height: 720 })).toBe(
    'rtsp://c/main',
  )
})
