/**
 * The live view uses a stream that browsers play: the H.264 sub stream if the main stream is H.265. Runs
 * against an independent RTSP server (GStreamer from Debian); skipped if it or ffmpeg is missing.
 */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import type { LiveMessage } from '@parking/contract'
import { rtsp_packages, startDebianRtsp, type DebianRtsp } from '@parking/sim/peers/rtsp/debian-rtsp.ts'
import { ffmpegVideo } from '#src/adapters/video/ffmpeg-video.ts'
import { ffmpegFolder, unpackDebian } from '../debian.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'

const [unpacked, programs] = [await unpackDebian('rtsp', rtsp_packages), await ffmpegFolder()]
const missing = unpacked === undefined || programs === undefined
const account = { username: 'admin', password: "Str'eet#20 26%" }
const shown = {
  ...account,
  paths: { '/h264': 'H264', '/h265': 'H265', '/only-h265': 'H265', '/third': 'H264' },
} as const
let rtsp: DebianRtsp
let device: Device
let token: string

beforeAll(async () => {
  if (missing) return
  rtsp = await startDebianRtsp(unpacked, shown)
  device = await openDevice({
    live: { linger_ms: 50, first_retry_ms: 50, max_retry_ms: 200 },
    ports: { video: ffmpegVideo({ allow_loopback: true, programs, still_ms: 10_000 }), now: Date.now },
  })
  token = await device.tokenOf('admin')
  await device.app.listen({ port: 0, host: '127.0.0.1' })
})
/** GStreamer's server sometimes crashes when a client disconnects. */
beforeEach(async () => {
  if (rtsp && !rtsp.alive()) rtsp = await startDebianRtsp(unpacked!, { ...shown, port: rtsp.port })
})
afterAll(async () => {
  await rtsp?.stop()
  await device?.close()
})

const add = (main: string, sub: string) => {
  const at = (path: string) => (path === '' ? '' : `rtsp://127.0.0.1:${rtsp.port}${path}`)
  const body = { ...account, frame_url: '', stream_url_main: at(main), stream_url_sub: at(sub) }
  return device.call('add_common_camera', { ...body, camera_name: `${main} ${sub}` }, token)
}
/** The first message of the live view. */
async function playing(camera_sn: string): Promise<LiveMessage> {
  const { url, ...view } = (await device.call('live_view', { camera_sn }, token)).data
  // Stills of the stream are offered too: the browser falls back to them.
  expect(view).toEqual({ kind: 'video', reason: '', pictures: true })
  const socket = new WebSocket(`ws://127.0.0.1:${(device.app.server.address() as AddressInfo).port}${url}`)
  onTestFinished(() => socket.terminate())
  const said: LiveMessage[] = []
  socket.on('message', (data: Buffer, binary) => {
    if (!binary) said.push(JSON.parse(data.toString()) as LiveMessage)
  })
  const first = await until('the first message', () => said.find(({ kind }) => kind === 'video'))
  socket.terminate()
  return first
}

test.skipIf(missing).each([
  ['/h265', '/h264', /^avc1\./],
  ['/h264', '/h265', /^avc1\./],
  ['/only-h265', '', /^h(vc|ev)1\./],
] as const)('main %s with sub "%s" plays %s', async (main, sub, codec) => {
  const added = await add(main, sub)
  expect(added.code).toBe(0)
  expect(await playing(added.data.camera_sn)).toMatchObject({
    kind: 'video',
    codec: expect.stringMatching(codec) as string,
  })
})

test.skipIf(missing)('a sub stream that does not exist is refused at its field', async () => {
  const { total } = (await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data
  expect(await add('/third', '/nothing')).toMatchObject({
    code: 1000,
    data: [{ field: 'stream_url_sub', issue: 'no_stream' }],
  })
  const after = (await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data
  expect(after.total).toBe(total)
})
