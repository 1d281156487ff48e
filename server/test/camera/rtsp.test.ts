/**
 * Cameras without ONVIF against an independent RTSP server (GStreamer from Debian, digest sign-in) through
 * the real ffmpeg: adding, measuring, pictures, live view, loss. Skipped with a message if either is missing.
 * Long because all of it shares one server.
 */
import { started } from '#src/core/part.ts'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import type { Body, LiveMessage } from '@parking/contract'
import { unpackDebian, ffmpegFolder } from '../debian.ts'
import { startCamera } from '@parking/sim/peers/camera/camera.ts'
import { rtsp_packages, startDebianRtsp, type DebianRtsp } from '@parking/sim/peers/rtsp/debian-rtsp.ts'
import { ffmpegVideo } from '#src/adapters/video/ffmpeg-video.ts'
import { streamIn } from '#src/adapters/video/ffmpeg-still.ts'
import { openPtz } from '#src/adapters/camera/onvif-ptz.ts'
import { cameraBySn, insertCamera } from '#src/camera/camera.store.ts'
import { createCameraWatch } from '#src/workers/camera-watch.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'
import { plainJpeg } from '../plain-jpeg.ts'

const [unpacked, programs] = [await unpackDebian('rtsp', rtsp_packages), await ffmpegFolder()]
const missing = unpacked === undefined || programs === undefined
const password = "Str'eet#20 26%"
const shown = { username: 'admin', password, paths: { '/main': 'H264', '/hevc': 'H265' } } as const
let rtsp: DebianRtsp
let udp: DebianRtsp
let device: Device
let token: string

beforeAll(async () => {
  if (!unpacked || programs === undefined) return
  ;[rtsp, udp] = await Promise.all([
    startDebianRtsp(unpacked, shown),
    startDebianRtsp(unpacked, { ...shown, paths: { '/main': 'H264' }, transport: 'udp' }),
  ])
  device = await openDevice({
    live: { linger_ms: 50, first_retry_ms: 50, max_retry_ms: 200 },
    ports: { video: ffmpegVideo({ allow_loopback: true, programs, still_ms: 10_000 }), now: Date.now },
  })
  token = await device.tokenOf('admin')
  await device.app.listen({ port: 0, host: '127.0.0.1' })
})
/** GStreamer's server sometimes crashes when a client disconnects: restarts it for the next test. */
async function ensureRunning(): Promise<void> {
  if (rtsp && !rtsp.alive()) rtsp = await startDebianRtsp(unpacked!, { ...shown, port: rtsp.port })
}
/** GStreamer's server may hang after eight clients have left it at once: replaces it. */
async function replaceServer(): Promise<void> {
  await rtsp.stop()
  await ensureRunning()
}
beforeEach(ensureRunning)
afterAll(async () => {
  await rtsp?.stop()
  await udp?.stop()
  await device?.close()
})

const form = (path: string, more: Partial<Body<'add_common_camera'>> = {}): Body<'add_common_camera'> => ({
  camera_name: `West ${path}`,
  username: 'admin',
  password,
  stream_url_main: `rtsp://127.0.0.1:${rtsp.port}${path}`,
  stream_url_sub: '',
  frame_url: '',
  ...more,
})
const add = (body: Body<'add_common_camera'>) => device.call('add_common_camera', body, token)

test.skipIf(missing)(
  'each failure of a stream is reported with its step, and nothing is stored',
  async () => {
    const fails = async (body: Body<'add_common_camera'>, step: string) =>
      expect(await add(body)).toMatchObject({ code: 7000, data: { step } })
    await fails(form('/main', { password: 'wrong' }), 'signin')
    await fails(form('/main', { username: '', password: '' }), 'signin')
    await fails(form('/nothing'), 'stream')
    await fails(form('/main', { stream_url_main: 'rtsp://127.0.0.1:1/main' }), 'port')
    await fails(form('/main', { stream_url_main: 'rtsp://no-such-camera.invalid/main' }), 'reach')
    const { data } = await device.call('list_cameras', { page: 1, page_size: 10 }, token)
    expect(data.total).toBe(0)
  },
)

test.skipIf(missing)(
  'a stream is tried, added, measured and photographed, and its password appears nowhere',
  async () => {
    const { camera_name: _, ...body } = form('/main')
    const tried = await device.call('try_common_camera', body, token)
    expect(tried).toMatchObject({
      code: 0,
      data: {
        width: 320,
        height: 180,
        frame_rate: 10,
        codec: 'H.264',
        passed: ['reach', 'port', 'signin', 'stream', 'picture'],
      },
    })
    expect(tried.data.picture).toMatch(/^data:image\/jpeg;base64,/)
    const added = await add(form('/main'))
    expect(added).toMatchObject({
      code: 0,
      data: { width: 320, height: 180, frame_rate: 10, codec: 'H.264', state: 1, state_reason: '' },
    })
    expect(
      (await device.app.inject({ url: added.data.snapshot })).rawPayload.subarray(0, 2).toString('hex'),
    ).toBe('ffd8')
    const taken = await device.call('snapshot', { camera_sn: added.data.camera_sn }, token)
    expect(taken).toMatchObject({ code: 0, data: { width: 320, height: 180 } })
    const { data } = await device.call('list_cameras', { page: 1, page_size: 10 }, token)
    for (const secret of [password, encodeURIComponent(password)])
      expect(JSON.stringify([tried, added, data]) + device.logged()).not.toContain(secret)
    // Renaming does not open the stream; another password does, and is refused.
    const camera_sn = added.data.camera_sn
    expect(
      await device.call(
        'update_common_camera',
        { ...form('/main', { camera_name: 'North', password: '' }), camera_sn },
        token,
      ),
    ).toMatchObject({ code: 0, data: { camera_name: 'North', codec: 'H.264', width: 320 } })
    expect(
      await device.call(
        'update_common_camera',
        { ...form('/main', { password: 'wrong' }), camera_sn },
        token,
      ),
    ).toMatchObject({ code: 7000, data: { step: 'signin' } })
  },
)

test.skipIf(missing)(
  'H.265 is measured and played without conversion; a camera that supports only UDP is refused as such',
  async () => {
    const hevc = (await add(form('/hevc'))).data
    expect(hevc).toMatchObject({ codec: 'H.265', width: 320, height: 180, state: 1 })
    const { said, frames, socket } = await look(hevc.camera_sn)
    await until('the first fragments', () => frames.length > 2)
    expect(said[0]).toEqual({ kind: 'video', codec: expect.stringMatching(/^h(vc|ev)1\./) as string })
    socket.terminate()
    const only_udp = await add(form('/main', { stream_url_main: `rtsp://127.0.0.1:${udp.port}/main` }))
    expect(only_udp).toMatchObject({ code: 7000, message: /UDP/, data: { step: 'stream' } })
  },
)

async function look(camera_sn: string) {
  const { url } = (await device.call('live_view', { camera_sn }, token)).data
  const socket = new WebSocket(`ws://127.0.0.1:${(device.app.server.address() as AddressInfo).port}${url}`)
  const seen = { socket, said: [] as LiveMessage[], frames: [] as Buffer[] }
  socket.on(
    'message',
    (data: Buffer, binary) =>
      void (binary ? seen.frames.push(data) : seen.said.push(JSON.parse(data.toString()) as LiveMessage)),
  )
  socket.on('error', () => undefined)
  onTestFinished(() => socket.terminate())
  return seen
}

test.skipIf(missing)(
  'at most eight videos run at once: the ninth waits until a viewer leaves',
  { retry: 1 },
  async () => {
    const { data } = await device.call('list_cameras', { page: 1, page_size: 10, text: 'North' }, token)
    const row = cameraBySn(device.deps.db, data.list[0]!.camera_sn)!
    const names = Array.from({ length: 9 }, (_, at) => `copy-${at}`)
    for (const camera_sn of names)
      if (!cameraBySn(device.deps.db, camera_sn)) insertCamera(device.deps.db, { ...row, camera_sn })
    const looks = await Promise.all(names.slice(0, 8).map(look))
    await until('eight to run', () =>
      names.slice(0, 8).every((camera_sn) => device.deps.live.state(camera_sn, 'video') === 'running'),
    )
    expect((await device.call('live_view', { camera_sn: 'copy-8' }, token)).data).toMatchObject({
      kind: 'none',
      reason: 'busy',
    })
    for (const { socket } of looks) socket.terminate()
    await until('room again', () => device.deps.live.hasRoom('copy-8'))
    await replaceServer()
    const pictures = await Promise.all(
      names.slice(0, 5).map((camera_sn) => device.call('snapshot', { camera_sn }, token)),
    )
    expect(pictures.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
    for (const camera_sn of names) await device.call('delete_camera', { camera_sn }, token)
  },
)

test.skipIf(missing)(
  'a lost server is reported to viewers, the state follows, and both recover with it',
  async () => {
    const { camera_sn } = (
      await device.call('list_cameras', { page: 1, page_size: 10, text: 'North' }, token)
    ).data.list[0]!
    const watch = await started(createCameraWatch(device.deps, { every_ms: 100, confirmations: 1 }))
    onTestFinished(() => watch.stop())
    const stateOf = async () =>
      (await device.call('list_cameras', { page: 1, page_size: 10, text: 'North' }, token)).data.list[0]
    await replaceServer()
    const { said, frames, socket } = await look(camera_sn)
    await until('video', () => frames.length > 2).catch((error: unknown) => {
      const live = device.deps.live.state(camera_sn, 'video')
      throw new Error(`${String(error)}; the live view is ${live} and said ${JSON.stringify(said)}`)
    })
    await rtsp.stop()
    await until('the failed step', () => said.some((one) => one.kind === 'failed'))
    await until('the state', async () => (await stateOf())?.state === 0)
    const before = frames.length
    await until('video again', () => ensureRunning().then(() => frames.length > before + 2))
    await until('the state again', () =>
      ensureRunning()
        .then(stateOf)
        .then((row) => row?.state === 1),
    )
    socket.terminate()
    await until('the last viewer to be gone', () => device.deps.live.state(camera_sn, 'video') === 'idle')
    expect(said.at(-1)?.kind).toBe('video')
  },
)

test.skipIf(programs === undefined)(
  'the stream of the simulated dome shows where its motor points',
  async () => {
    const plain = (background: string) => plainJpeg(64, 36, background)
    const [away, home] = await Promise.all([plain('#fff'), plain('#000')])
    const dome = await startCamera({
      name: 'Dome',
      model: 'SL-D',
      serial: 'DOME-1',
      password,
      ptz: true,
      frame: async ({ zoom }) => (zoom > 0.3 ? away : home),
    })
    const video = ffmpegVideo({ allow_loopback: true, programs, still_ms: 20_000 })
    const brightness = async () =>
      (
        await sharp(
          (
            await video.still({
              url: `rtsp://127.0.0.1:${dome.rtsp!.port}/main`,
              username: 'admin',
              password,
            })
          ).jpeg,
        ).stats()
      ).channels[0]!.mean
    expect(await brightness()).toBeLessThan(20)
    await openPtz(
      { ipv4: '127.0.0.1', onvif_port: dome.port, username: 'admin', password },
      { allow_loopback: true },
      { open_ms: 30_000, call_ms: 30_000 },
    ).then((ptz) => ptz.goTo('2'))
    await expect.poll(brightness).toBeGreaterThan(235)
    await dome.stop()
  },
)

test('the details of a stream are read from the output of ffmpeg, and nonsense is ignored', () => {
  expect(
    streamIn(
      'Input #0\n  Stream #0:0(und): Video: hevc (Main), yuv420p(tv, bt709), 2560x1440, 2048 ' +
        'kb/s, 12.50 fps, 25 tbr\nOutput #0\n  Stream #0:0: Video: mjpeg, 200 kb/s, 25 fps',
    ),
  ).toEqual({ codec: 'H.265', bit_rate: 2048, frame_rate: 12.5 })
  expect(streamIn('')).toEqual({ codec: '', bit_rate: 0, frame_rate: 0 })
  expect(streamIn('Stream #0:0: Video: h264, 90000 fps, 99999999 kb/s')).toEqual({
    codec: 'H.264',
    bit_rate: 0,
    frame_rate: 0,
  })
})
