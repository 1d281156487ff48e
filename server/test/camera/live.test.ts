/**
 * The live view over real sockets: permissions, one source for several viewers, none without a viewer, and
 * cameras that fail and recover. Needs ffmpeg: the computer's or Debian's package, unpacked. Long because all
 * tests share one device and one camera.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { LiveMessage } from '@parking/contract'
import { ffmpegFolder } from '../debian.ts'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { ffmpegVideo } from '#src/adapters/video/ffmpeg-video.ts'
import { createCutter } from '#src/live/fragments.ts'
import { Source, type FeedListener } from '#src/live/source.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'
import { plainJpeg } from '../plain-jpeg.ts'

const programs = await ffmpegFolder()
const has_ffmpeg = programs !== undefined
const password = "Str'eet#20 26%"
const camera_sn = 'SN-0001'
let jpeg: Buffer
let device: Device
let token: string
let camera: Camera
let port: number
const open: WebSocket[] = []

beforeAll(async () => {
  jpeg = await plainJpeg(64, 36)
})

async function begin(ffmpeg: boolean, live_check_ms?: number): Promise<void> {
  device = await openDevice({
    app: live_check_ms === undefined ? {} : { live_check_ms },
    live: { linger_ms: 50, first_retry_ms: 50, max_retry_ms: 200 },
    ports: ffmpeg ? { video: ffmpegVideo({ allow_loopback: true, programs }) } : {},
  })
  token = await device.tokenOf('viewer')
  camera = await startCamera({
    name: 'East',
    model: 'SL',
    serial: camera_sn,
    password,
    frame: async () => jpeg,
  })
  await device.app.listen({ port: 0, host: '127.0.0.1' })
  port = (device.app.server.address() as AddressInfo).port
  const added = await device.call(
    'add_onvif_camera',
    { camera_name: 'East', ipv4: '127.0.0.1', onvif_port: camera.port, username: 'admin', password },
    await device.tokenOf('admin'),
  )
  expect(added.code).toBe(0)
}
beforeEach(() => begin(false))
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate()
  await camera.stop()
  await device.close()
})
/** Restarts the device with ffmpeg. */
async function withFfmpeg(): Promise<void> {
  await camera.stop()
  await device.close()
  await begin(true)
}

const liveView = async () => (await device.call('live_view', { camera_sn }, token)).data
type Look = { socket: WebSocket; said: LiveMessage[]; frames: Buffer[] }
function look(url: string, origin?: string): Look {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${url}`, origin === undefined ? {} : { origin })
  const seen: Look = { socket, said: [], frames: [] }
  socket.on(
    'message',
    (data: Buffer, binary) =>
      void (binary ? seen.frames.push(data) : seen.said.push(JSON.parse(data.toString()) as LiveMessage)),
  )
  socket.on('error', () => undefined)
  open.push(socket)
  return seen
}
const statusOf = (url: string, origin?: string) =>
  new Promise<number>((resolve) => {
    const { socket } = look(url, origin)
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
  })
/** Command lines of the programs that this process has started. */
const children = (): string[] =>
  readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const parent = /\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
      return parent === String(process.pid)
        ? [
            ['cmdline', 'environ', 'oom_score_adj']
              .map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
              .join('\n'),
          ]
        : []
    } catch {
      return []
    }
  })
const ffmpegs = () => children().filter((line) => line.includes('ffmpeg'))

test('forged, foreign and expired addresses, other origins and ended sessions are refused', async () => {
  const { url } = await liveView()
  expect(await statusOf(url)).toBe(101)
  expect(await statusOf(url, `http://127.0.0.1:${port}`)).toBe(101)
  expect(await statusOf(url, 'http://elsewhere.example')).toBe(403)
  expect(await statusOf(url.replace(/sign=.{4}/, 'sign=AAAA'))).toBe(404)
  expect(await statusOf(url.replace(camera_sn, 'SN-0002'))).toBe(404)
  expect(await statusOf(url.replace(/until=\d/, 'until=9'))).toBe(404)
  const other = (await device.call('live_view', { camera_sn }, await device.tokenOf('operator'))).data.url
  device.deps.db.run('DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE username = ?)', [
    'operator',
  ])
  expect(await statusOf(other)).toBe(404)
  device.wait(61_000)
  expect(await statusOf(url)).toBe(404)
  expect((await device.call('live_view', { camera_sn: 'none' }, token)).code).toBe(3000)
  expect((await device.call('live_view', { camera_sn }, undefined)).code).toBe(4000)
})

test('the page that asked for the address may use it behind a proxy that changes Host', async () => {
  const origin = 'https://public.example'
  const asked = await device.app.inject({
    method: 'POST',
    url: '/api/camera/live_view',
    headers: { origin, 'sec-fetch-site': 'same-origin', authorization: token },
    payload: { camera_sn },
  })
  const { url } = asked.json().data
  expect(await statusOf(url, origin)).toBe(101)
  expect(await statusOf(url, 'https://evil.example')).toBe(403)
  const forged = (await liveView()).url.replace('&sign', `&origin=${encodeURIComponent(origin)}&sign`)
  expect(await statusOf(forged, origin)).toBe(403)
})

test('a plain request gets one picture, or what is wrong with the camera', async () => {
  const { url } = await liveView()
  const get = (address: string) => fetch(`http://127.0.0.1:${port}${address}`)
  const picture = await get(url)
  expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual(
    [200, 'image/jpeg', 'no-store'],
  )
  expect(Buffer.from(await picture.arrayBuffer()).equals(jpeg)).toBe(true)
  await until('nothing runs without a viewer', () => device.deps.live.state(camera_sn, 'pictures') === 'idle')
  await camera.stop()
  expect(await (await get(url)).json()).toMatchObject({ code: 7000, data: { step: 'port' } })
  expect((await get(url.replace(/sign=.{4}/, 'sign=AAAA'))).status).toBe(404)
  device.wait(61_000)
  expect((await get(url)).status).toBe(404)
})

test('a viewer is disconnected when the session ends, and one that answers no ping', async () => {
  await camera.stop()
  await device.close()
  await begin(false, 50)
  const { url } = await liveView()
  const [well, deaf] = [look(url), look(url)]
  await until('both see pictures', () => well.frames.length > 0 && deaf.frames.length > 0)
  const ended = (seen: Look) => seen.socket.readyState === WebSocket.CLOSED
  deaf.socket.pause() // reads nothing, so it answers no ping
  const left = new Promise<number>((resolve) => well.socket.once('close', resolve))
  const before = well.frames.length
  await until('the viewer that answers goes on', () => well.frames.length > before + 3)
  await until('the server keeps one viewer', () => device.app.websocketServer.clients.size === 1)
  expect(ended(well)).toBe(false)
  await device.call('logout', {}, token)
  expect(await left).toBe(4_401)
})

test('a stop sends each viewer a close frame and does not wait for unresponsive ones', async () => {
  const { url } = await liveView()
  const [well, deaf] = [look(url), look(url)]
  await until('both see pictures', () => well.frames.length > 0 && deaf.frames.length > 0)
  deaf.socket.pause()
  const left = new Promise<number>((resolve) => well.socket.once('close', resolve))
  await device.app.close()
  expect(await left).toBe(1_001)
  await until('the deaf one is gone too', () => device.app.websocketServer.clients.size === 0)
})

test('without ffmpeg all viewers share one series of pictures, which ends with the last', async () => {
  const { kind, reason, url } = await liveView()
  expect([kind, reason]).toEqual(['pictures', 'no_ffmpeg'])
  const [one, two] = [look(url), look(url)]
  await until('both see pictures', () => one.frames.length >= 2 && two.frames.length >= 2)
  expect(one.said).toEqual([{ kind: 'pictures' }])
  expect(one.frames[0]?.equals(jpeg)).toBe(true)
  const asked = camera.requests['snapshot']!
  const before = one.frames.length
  await until('one more', () => one.frames.length > before + 1)
  // One request and perhaps a challenge for each picture, not for each viewer.
  expect(camera.requests['snapshot']! - asked).toBeLessThanOrEqual(2 * (one.frames.length - before + 1))
  one.socket.close()
  two.socket.close()
  await until('the last viewer to be gone', () => device.deps.live.state(camera_sn, 'pictures') === 'idle')
})

test('a failing camera is reported with its step, and its live view recovers by itself', async () => {
  const seen = look((await liveView()).url)
  await until('a picture', () => seen.frames.length > 0)
  await camera.setPower(false)
  await until('the failed step', () =>
    seen.said.some((said) => said.kind === 'failed' && said.step === 'port'),
  )
  const before = seen.frames.length
  await camera.setPower(true)
  await until('pictures again', () => seen.frames.length > before)
  expect(seen.said.at(-1)).toEqual({ kind: 'pictures' })
  camera.setPassword('changed')
  await until('the sign-in', () => seen.said.some((said) => said.kind === 'failed' && said.step === 'signin'))
})

test('without ffmpeg a camera with a stream only cannot be watched, and the reason is given', async () => {
  device.deps.db.run("UPDATE camera SET frame_url = ''")
  expect(await liveView()).toEqual({ kind: 'none', reason: 'no_ffmpeg', pictures: false, url: '' })
  device.deps.db.run("UPDATE camera SET stream_url_main = 'http://127.0.0.1/x', stream_url_sub = ''")
  expect((await liveView()).reason).toBe('no_stream')
})

test('a slow viewer skips to the next key frame; a late one starts at the last key frame', async () => {
  let hear!: FeedListener
  let stopped = 0
  const source = new Source((given) => ((hear = given), { stop: async () => void stopped++ }), {
    linger_ms: 0,
    first_retry_ms: 1,
    max_retry_ms: 1,
    random: () => 0,
  })
  const viewer = (waiting = 0) => ({
    got: [] as string[],
    behind: waiting,
    send(data: string | Buffer) {
      this.got.push(data.toString())
    },
    waiting() {
      return this.behind
    },
  })
  const [quick, slow, late] = [viewer(), viewer(), viewer()]
  source.join(quick)
  source.join(slow)
  hear.open({ kind: 'video', codec: 'avc1.4d401f' }, Buffer.from('opening'))
  const frame = (name: string, key = false) => hear.frame(Buffer.from(name), key)
  frame('lost')
  frame('K1', true)
  slow.behind = 3 * 1024 * 1024
  frame('a')
  slow.behind = 0
  frame('b')
  source.join(late)
  frame('K2', true)
  const opening = ['{"kind":"video","codec":"avc1.4d401f"}', 'opening']
  expect(quick.got).toEqual([...opening, 'K1', 'a', 'b', 'K2'])
  expect(slow.got).toEqual([...opening, 'K1', 'K2'])
  expect(late.got).toEqual([...opening, 'K1', 'a', 'b', 'K2'])
  await source.close()
  expect([stopped, source.state]).toEqual([1, 'idle'])
})

test('bytes that are not video are refused', () => {
  expect(() => createCutter()(Buffer.from('<html>this is not what you asked for'))).toThrow(
    'not fragmented MP4',
  )
})

test.skipIf(!has_ffmpeg)(
  'video: two viewers share one process without a password in its arguments, which ends with them',
  async () => {
    await withFfmpeg()
    const { kind, reason, url } = await liveView()
    expect([kind, reason]).toEqual(['video', ''])
    const one = look(url)
    await until('video', () => one.frames.length > 3)
    const two = look(url)
    await until('video for the other', () => two.frames.length > 3)
    for (const seen of [one, two]) {
      expect(seen.said).toEqual([
        { kind: 'video', codec: expect.stringMatching(/^avc1\.4d[0-9a-f]{4}$/) as string },
      ])
      expect(seen.frames[0]?.toString('latin1', 4, 8)).toBe('ftyp')
      expect(createCutter()(seen.frames[1]!)).toMatchObject([{ kind: 'fragment', key: true }])
    }
    expect(camera.rtsp?.playing).toBe(1)
    expect(ffmpegs()).toHaveLength(1)
    for (const secret of [password, encodeURIComponent(password), 'admin:', 'rtsp://'])
      expect(ffmpegs()[0]).not.toContain(secret)
    expect(ffmpegs()[0]).toMatch(/\n800\n$/) // killed before the server when memory is short
    one.socket.close()
    const before = two.frames.length
    await until('the other goes on', () => two.frames.length > before + 3)
    two.socket.close()
    await until('the process is gone', () => ffmpegs().length === 0 && camera.rtsp?.playing === 0)
    expect(device.logged()).not.toContain(encodeURIComponent(password))
  },
)

test.skipIf(!has_ffmpeg)(
  'video: a failing camera is reported and recovers; a wrong password is reported as signin',
  async () => {
    await withFfmpeg()
    const seen = look((await liveView()).url)
    await until('video', () => seen.frames.length > 3)
    await camera.setPower(false)
    await until('the failed step', () => seen.said.some((said) => said.kind === 'failed'))
    await camera.setPower(true)
    await until('a new opening', () => seen.said.at(-1)?.kind === 'video')
    const before = seen.frames.length
    await until('video again', () => seen.frames.length > before + 3)
    expect(seen.frames.filter((bytes) => bytes.toString('latin1', 4, 8) === 'ftyp')).toHaveLength(2)
    camera.setPassword('changed')
    await camera.setPower(false)
    await camera.setPower(true)
    await until('the sign-in', () =>
      seen.said.some((said) => said.kind === 'failed' && said.step === 'signin'),
    )
    await device.deps.live.close()
    await until('the process is gone', () => ffmpegs().length === 0)
  },
)
