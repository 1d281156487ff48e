/**
 * A camera as the analysis program accesses it: the program's own code opens the addresses of the
 * configuration. The test of the stream is skipped if ffmpeg is missing.
 */
import { X509Certificate } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openSource, type Place } from '@parking/analysis/sources/open-source.ts'
import { startCamera } from '@parking/sim/peers/camera/camera.ts'
import { startRtsp } from '@parking/sim/peers/rtsp/rtsp-server.ts'
import { analysisConfig } from '#src/analysis/config.ts'
import { deleteCameraRow, insertCamera } from '#src/camera/camera.store.ts'
import { jpegSize } from '@parking/contract/core/jpeg.ts'
import { keyFingerprint } from '#src/core/outbound/trust.ts'
import { borrowFfmpeg } from '../debian.ts'
import { openDevice, type Device } from '../device.ts'
import { cameraRow } from './camera-row.ts'
import { certificatesAt, inFrontOf, startFake } from '../tls/fake-server.ts'
import { until } from '../until.ts'
import { plainJpeg } from '../plain-jpeg.ts'

const has_ffmpeg = await borrowFfmpeg()
const password = "Str'eet#20 26%"
const camera_sn = 'E/1 ?'
const login = { username: 'admin', password }
const { good, self_signed } = certificatesAt(Date.now())
const keyOf = ({ cert }: { cert: string }) => keyFingerprint(new X509Certificate(cert))

let device: Device
const ends: (() => unknown)[] = []
beforeAll(async () => {
  device = await openDevice({ ports: { now: Date.now } })
  device.deps.camera_relays.start()
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})
afterAll(async () => {
  await device.deps.camera_relays.stop()
  await device.close()
})

/** A stored camera, as the program opens it. */
async function given(row: Partial<Place> & { password?: string; server_trust?: string }) {
  const { db, secrets } = device.deps
  const typed = { ...login, ...row }
  deleteCameraRow(db, camera_sn)
  insertCamera(
    db,
    cameraRow({
      camera_sn,
      camera_name: 'East',
      ipv4: 'localhost',
      camera_type: 7,
      ...typed,
      password: secrets.seal(typed.password),
    }),
  )
  await device.deps.camera_relays.prepare()
  const place = analysisConfig(device.deps).cameras[0]!
  const source = openSource(place, Date.now)
  ends.push(() => source.close())
  return { place, source }
}

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error))

test("a picture by HTTPS, verified by the camera's trust, and each failure has its reason", async () => {
  const jpeg = await plainJpeg(64, 36, '#888')
  const camera = await startCamera({ name: 'E', model: 'M', serial: 'S', password, frame: async () => jpeg })
  ends.push(() => camera.stop())
  const front = await startFake(self_signed, inFrontOf(camera.port))
  ends.push(() => front.stop())
  const frame_url = `https://localhost:${front.port}/snapshot.jpg`
  const { place, source } = await given({ frame_url, server_trust: keyOf(self_signed) })
  expect(place.frame_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/E%2F1%20%3F\/\w{12}$/)
  expect(jpegSize((await source.next()).jpeg)).toEqual({ width: 64, height: 36 })
  const heard = front.heard()
  await expect((await given({ frame_url })).source.next()).rejects.toThrow(/certificate/)
  expect(front.heard()).toBe(heard)
  const wrong = await given({ frame_url, server_trust: keyOf(self_signed), password: 'wrong' })
  await expect(wrong.source.next()).rejects.toThrow(/user name or password/)
  await front.stop()
  await expect((await given({ frame_url })).source.next()).rejects.toThrow(
    'nothing listens at the address of the camera',
  )
  const other = place.frame_url.replace(/[0-9a-f]{32}/, '0'.repeat(32))
  expect((await fetch(other)).status).toBe(404)
  expect((await fetch(place.frame_url, { method: 'POST' })).status).toBe(404)
})

test.skipIf(!has_ffmpeg)('an encrypted stream yields pictures only if the camera is trusted', async () => {
  const rtsp = await startRtsp({ username: 'admin', password: () => password })
  ends.push(() => rtsp.stop())
  const front = await startFake(good, inFrontOf(rtsp.port))
  ends.push(() => front.stop())
  const stream_url_main = `rtsps://localhost:${front.port}/main`
  const { place, source } = await given({ stream_url_main, server_trust: keyOf(good) })
  expect(place.stream_url_main).toMatch(
    /^rtsp:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/E%2F1%20%3F%2Fmain%2F\w{12}$/,
  )
  expect(jpegSize((await source.next()).jpeg)).toMatchObject({ width: 640, height: 360 })
  source.close()
  await until('the end of the session', () => front.heard().includes('TEARDOWN'))
  const heard = front.heard()
  const reasons = []
  for (const row of [{}, { server_trust: keyOf(self_signed) }])
    reasons.push(await (await given({ stream_url_main, ...row })).source.next().catch(said))
  expect(front.heard()).toBe(heard)
  const signed = { stream_url_main, server_trust: keyOf(good), password: 'wrong' }
  reasons.push(await (await given(signed)).source.next().catch(said))
  await front.stop()
  reasons.push(await (await given({ stream_url_main, server_trust: keyOf(good) })).source.next().catch(said))
  expect(reasons).toEqual([
    'the certificate of the camera is not accepted',
    'the certificate of the camera is not accepted',
    'the camera refuses the user name or password',
    'nothing listens at the address of the camera',
  ])
})

test('the stream relay answers only its own path, and ends with the device', async () => {
  const { place } = await given({ stream_url_main: 'rtsps://localhost:1/main' })
  const url = new URL(place.stream_url_main)
  const ask = (line: string) =>
    new Promise<string>((resolve) => {
      let answer = ''
      const socket = connect(Number(url.port), '127.0.0.1', () => socket.write(line))
      socket.on('data', (chunk) => void (answer += chunk.toString()))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(answer))
    })
  const options = (uri: string): string => `OPTIONS ${uri} RTSP/1.0\r\nCSeq: 3\r\n\r\n`
  expect(await ask(options(url.href))).toBe('RTSP/1.0 503 Connection refused\r\nCSeq: 3\r\n\r\n')
  expect(await ask(options(url.href.replace(/[0-9a-f]{32}/, '0'.repeat(32))))).toBe('')
  expect(await ask(options(url.href.replace('%2Fmain', '%2Fother')))).toBe('')
  expect(await ask(options(url.href.replace('E%2F', '%E2')))).toBe('')
  expect(await ask('x'.repeat(70_000))).toBe('')
  const other_password = (await given({ stream_url_main: 'rtsps://localhost:1/main', password: 'other' }))
    .place
  expect(other_password.stream_url_main).not.toBe(place.stream_url_main) // so that the program opens it again
  await device.deps.camera_relays.stop()
  expect(analysisConfig(device.deps).cameras[0]).toMatchObject({ frame_url: '', stream_url_main: '' })
  const refused = new Promise((resolve) => connect(Number(url.port), '127.0.0.1').once('error', resolve))
  expect(await refused).toMatchObject({ code: 'ECONNREFUSED' })
  device.deps.camera_relays.start()
  await device.deps.camera_relays.prepare()
  expect(analysisConfig(device.deps).cameras[0]?.stream_url_main).toMatch(/^rtsp:/)
})

test("the program gets no camera's own address, and the relay connects by the address rule", async () => {
  const { place, source } = await given({
    frame_url: 'http://169.254.169.254/latest/meta-data',
    stream_url_main: 'rtsp://0.0.0.0:554/main',
    stream_url_sub: 'http://192.0.2.9/stream',
  })
  expect(Object.values(place).join(' ')).not.toMatch(/169\.254|0\.0\.0\.0|192\.0\.2\.9/)
  expect(place.stream_url_sub).toBe('')
  await expect(source.next()).rejects.toThrow('the address of the camera cannot be reached')
  await expect(source.next()).rejects.toThrow('the address of the camera cannot be reached')
  const own = openSource({ ...place, frame_url: 'http://192.0.2.9/a.jpg', stream_url_main: '' }, Date.now)
  await expect(own.next()).rejects.toThrow('the camera has neither a snapshot nor a stream address')
})

test.skipIf(!has_ffmpeg)(
  'the analysis program spares the account of a camera that refuses the stored password',
  async () => {
    const rtsp = await startRtsp({ username: 'admin', password: () => password })
    ends.push(() => rtsp.stop())
    const { place, source } = await given({
      stream_url_main: `rtsp://127.0.0.1:${rtsp.port}/main`,
      password: 'changed at the camera',
    })
    const refusals: string[] = []
    for (const opened of [source, ...Array.from({ length: 5 }, () => openSource(place, Date.now))]) {
      ends.push(() => opened.close())
      refusals.push(await opened.next().then(() => '', said))
    }
    expect(new Set(refusals)).toEqual(new Set(['the camera refuses the user name or password']))
    // Three sessions, each with a request before the challenge and one behind it; the others stay here.
    expect(rtsp.requests['DESCRIBE']).toBe(6)
    const again = await given({ stream_url_main: `rtsp://127.0.0.1:${rtsp.port}/main` })
    expect((await again.source.next()).jpeg.length).toBeGreaterThan(0)
  },
)
