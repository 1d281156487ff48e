/** What the watch asks of a camera, and that a picture that is not counted is seen nowhere. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { startCamera } from '@parking/sim/peers/camera/camera.ts'
import { onvifCameras } from '#src/adapters/camera/onvif-camera.ts'
import { cameraBySn } from '#src/camera/camera.store.ts'
import { lastPicture } from '#src/camera/picture-file.ts'
import { createCameraWatch } from '#src/workers/camera-watch.ts'
import { openDevice } from '../device.ts'
import { plainJpeg } from '../plain-jpeg.ts'
import { until } from '../until.ts'

const password = 'Street#2026'
const account = { username: 'admin', password }

test('a smeared picture is neither stored nor shown, and a fault once a user looks', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const whole = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#456', noise } })
    .jpeg()
    .toBuffer()
  const half = whole.length / 2
  const smeared = Buffer.concat([whole.subarray(0, half), whole.subarray(half + 200)])
  let frame = whole
  const camera = await startCamera({
    name: 'E',
    model: 'SL',
    serial: 'E',
    password,
    frame: async () => frame,
  })
  onTestFinished(() => camera.stop())
  const device = await openDevice({ ports: { now: Date.now } })
  onTestFinished(device.close)
  const token = await device.tokenOf('admin')
  const address = { camera_name: 'East', ipv4: '127.0.0.1', onvif_port: camera.port, ...account }
  const { camera_sn } = (await device.call('add_onvif_camera', address, token)).data
  device.deps.looks.delete(camera_sn)
  const watch = createCameraWatch(device.deps, { every_ms: 30, judge_every_ms: 3_600_000 })
  onTestFinished(() => watch.stop())
  void watch.start()
  const stored = () => device.deps.media.files.read(lastPicture(camera_sn))
  const state = () => cameraBySn(device.deps.db, camera_sn)?.state
  const looks = () => camera.requests['snapshot'] ?? 0
  await until('a picture', () => (device.deps.looks.get(camera_sn)?.picture_ms ?? 0) > 0)
  const first = await stored()
  frame = smeared
  const before = looks()
  await until('four more looks', () => looks() >= before + 4)
  expect(state()).toBe(1)
  expect(await stored()).toEqual(first)
  await device.call('list_cameras', { page: 1, page_size: 10 }, token)
  await until('an error', () => state() === 2)
  expect(await stored()).toEqual(first)
  frame = whole
  await until('online', () => state() === 1)
})

test('a challenge is answered once, and its nonce counts up', async () => {
  const jpeg = await plainJpeg(64, 36)
  const camera = await startCamera({ name: 'E', model: 'SL', serial: 'E', password, frame: async () => jpeg })
  onTestFinished(() => camera.stop())
  const cameras = onvifCameras({ allow_loopback: true })
  const frame_url = `http://127.0.0.1:${camera.port}/snapshot/video.jpg`
  const measured = await cameras.measureOnvif({ ipv4: '127.0.0.1', onvif_port: camera.port, ...account })
  const source = { ...account, frame_url: measured.frame_url || frame_url }
  const before = camera.requests['snapshot'] ?? 0
  for (const requests of [2, 3, 4]) {
    await cameras.picture(source)
    expect((camera.requests['snapshot'] ?? 0) - before).toBe(requests)
  }
  camera.setPassword('Changed#1')
  await expect(cameras.picture(source)).rejects.toMatchObject({ step: 'signin' })
  camera.setPassword(password)
  expect(await cameras.picture(source)).toMatchObject({ width: 64 })
})

test('a camera that takes each nonce once refuses one request alone', async () => {
  const jpeg = await plainJpeg(64, 36)
  let [issued, refused] = [0, 0]
  const fresh = new Set<string>()
  const server = createServer(({ headers: { authorization = '' } }, response) => {
    if (fresh.delete(/nonce="(\d+)"/.exec(authorization)?.[1] ?? ''))
      return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg)
    if (authorization !== '') refused++
    fresh.add(String(++issued))
    const challenge = `Digest realm="camera", qop="auth", nonce="${issued}"`
    return void response.writeHead(401, { 'www-authenticate': challenge }).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await until('it listens', () => server.listening)
  const { port } = server.address() as AddressInfo
  const cameras = onvifCameras({ allow_loopback: true })
  for (let n = 0; n < 4; n++)
    await cameras.picture({ frame_url: `http://127.0.0.1:${port}/p.jpg`, ...account })
  expect(refused).toBe(1)
})
