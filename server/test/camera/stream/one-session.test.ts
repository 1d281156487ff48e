/**
 * A camera that serves one session a stream: live view, still, clip and analysis program share it, and a
 * camera whose session another program has is no broken camera. Skipped with a message if ffmpeg is missing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import { openSource } from '@parking/analysis/sources/open-source.ts'
import { startRtsp, type RtspServer } from '@parking/sim/peers/rtsp/rtsp-server.ts'
import { ffmpegVideo } from '#src/adapters/video/ffmpeg-video.ts'
import { rtspRelays } from '#src/adapters/video/rtsp-relays.ts'
import { sharedStreams } from '#src/adapters/video/shared-streams.ts'
import { analysisConfig } from '#src/analysis/config.ts'
import { cameraBySn } from '#src/camera/camera.store.ts'
import { createCameraWatch } from '#src/workers/camera-watch.ts'
import { borrowFfmpeg, ffmpegFolder } from '../../debian.ts'
import { openDevice } from '../../device.ts'
import { until } from '../../until.ts'

const programs = await ffmpegFolder()
const missing = programs === undefined || !(await borrowFfmpeg())
const login = { username: 'admin', password: 'Street#2026' }
const reach = { allow_loopback: true }
const ends: (() => unknown)[] = []
let rtsp: RtspServer
beforeEach(async () => {
  rtsp = await startRtsp({ username: 'admin', password: () => login.password, max_sessions: 1 })
  ends.push(() => rtsp.stop())
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})
const urlOf = () => `rtsp://127.0.0.1:${rtsp.port}/main`

test.skipIf(missing)('live view, still, clip and analysis program share one session', async () => {
  const streams = sharedStreams(reach)
  const source = { url: urlOf(), ...login }
  const video = ffmpegVideo({ ...reach, programs, still_ms: 20_000, streams })
  const relays = rtspRelays(reach, streams)
  await relays.start(() => source)
  ends.push(() => relays.stop())
  let bytes = 0
  const ended: string[] = []
  const player = video.play(source, {
    data: (chunk) => void (bytes += chunk.length),
    ended: (_, message) => void ended.push(message),
  })
  ends.push(() => player.stop())
  const program = openSource(
    { frame_url: '', stream_url_main: relays.addressOf('east'), stream_url_sub: '' },
    Date.now,
  )
  ends.push(() => program.close())
  const folder = mkdtempSync(join(tmpdir(), 'one-session-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const clip = { file: join(folder, 'clip'), duration_s: 1, width: 640, height: 360, fps: 10, max_bytes: 2e6 }
  const [still, recorded, seen] = await Promise.all([
    video.still(source),
    video.record(source, clip),
    program.next(),
  ])
  expect([still.width, recorded.width, seen.jpeg.length > 0]).toEqual([640, 640, true])
  await until('live video', () => bytes > 0)
  expect([rtsp.requests['SETUP'], rtsp.playing, ended]).toEqual([1, 1, []])

  // The reader that opened the session leaves; the others go on.
  await player.stop()
  await program.next()
  expect((await video.still(source)).width).toBe(640)
  expect([rtsp.requests['SETUP'], rtsp.requests['TEARDOWN'] ?? 0]).toEqual([1, 0])
  program.close()
  await until('the end of the session', () => rtsp.playing === 0)
  expect(rtsp.requests['TEARDOWN']).toBe(1)
  expect((await video.still(source)).width).toBe(640)
})

test.skipIf(missing)('four viewers, the watch and the analysis program need one session', async () => {
  const streams = sharedStreams(reach)
  const device = await openDevice({
    ports: {
      now: Date.now,
      stream_relay: rtspRelays(reach, streams),
      video: ffmpegVideo({ ...reach, programs, still_ms: 20_000, streams }),
    },
  })
  ends.push(() => device.close())
  device.deps.camera_relays.start()
  ends.push(() => device.deps.camera_relays.stop())
  const token = await device.tokenOf('admin')
  const form = { stream_url_main: urlOf(), stream_url_sub: '', frame_url: '', ...login }
  const added = await device.call('add_common_camera', { camera_name: 'East', ...form }, token)
  expect(added).toMatchObject({ code: 0, data: { state: 1 } })
  const { camera_sn } = added.data
  await until('the end of the first picture', () => rtsp.playing === 0)
  const before = rtsp.requests['SETUP']!

  await device.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = device.app.server.address() as AddressInfo
  const seen = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const { url } = (await device.call('live_view', { camera_sn }, token)).data
      const socket = new WebSocket(`ws://127.0.0.1:${port}${url}`)
      ends.push(() => socket.terminate())
      const frames: Buffer[] = []
      socket.on('message', (data: Buffer, binary) => void (binary && frames.push(data)))
      return frames
    }),
  )
  const watch = createCameraWatch(device.deps, { every_ms: 50, confirmations: 1 })
  watch.start()
  ends.push(() => watch.stop())
  await device.deps.camera_relays.prepare()
  const program = openSource(analysisConfig(device.deps).cameras[0]!, Date.now)
  ends.push(() => program.close())
  for (const _ of [1, 2, 3]) expect((await program.next()).jpeg.length).toBeGreaterThan(0)
  await until('frames for each viewer', () => seen.every((frames) => frames.length > 2))
  const looked = device.deps.looks.get(camera_sn)?.look_ms
  await until('another look of the watch', () => device.deps.looks.get(camera_sn)?.look_ms !== looked)
  expect(await device.call('snapshot', { camera_sn }, token)).toMatchObject({ code: 0 })
  expect([rtsp.requests['SETUP']! - before, rtsp.playing]).toEqual([1, 1])
  expect(cameraBySn(device.deps.db, camera_sn)).toMatchObject({ state: 1, state_reason: '' })
})

test.skipIf(missing)('a session that another program has is the limit, and no fault', async () => {
  const other = ffmpegVideo({ ...reach, programs, still_ms: 20_000 })
  const device = await openDevice({ ports: { now: Date.now, video: ffmpegVideo({ ...reach, programs }) } })
  ends.push(() => device.close())
  const token = await device.tokenOf('admin')
  const form = { stream_url_main: urlOf(), stream_url_sub: '', frame_url: '', ...login }
  const added = await device.call('add_common_camera', { camera_name: 'East', ...form }, token)
  expect(added).toMatchObject({ code: 0, data: { state: 1 } })
  const { camera_sn } = added.data

  let bytes = 0
  const player = other.play(
    { url: urlOf(), ...login },
    { data: (chunk) => void (bytes += chunk.length), ended: () => undefined },
  )
  ends.push(() => player.stop())
  await until('the other program to have the session', () => bytes > 0)
  expect(
    await device.call('try_common_camera', { ...form, stream_url_main: `${urlOf()}?b` }, token),
  ).toMatchObject({
    code: 7000,
    data: { step: 'stream', reason: 'session_limit' },
  })
  const relays = rtspRelays(reach)
  await relays.start(() => ({ url: urlOf(), ...login }))
  ends.push(() => relays.stop())
  const program = openSource(
    { frame_url: '', stream_url_main: relays.addressOf('east'), stream_url_sub: '' },
    Date.now,
  )
  ends.push(() => program.close())
  await expect(program.next()).rejects.toThrow('the camera serves as many others as it can')

  const watch = createCameraWatch(device.deps, { every_ms: 20, confirmations: 1 })
  watch.start()
  ends.push(() => watch.stop())
  const before = rtsp.requests['SETUP']!
  await until('two more checks', () => rtsp.requests['SETUP']! >= before + 2)
  expect(cameraBySn(device.deps.db, camera_sn)).toMatchObject({ state: 1, state_reason: '' })
})
