/**
 * Sixty-four cameras on real sockets, a third of them failing in every known way: the others and the console
 * are not affected.
 */
import { started, type Part } from '#src/core/part.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { onvifCameras } from '#src/adapters/camera/onvif-camera.ts'
import { createCameraWatch, type CameraWatchOptions } from '#src/workers/camera-watch.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'
import { plainJpeg } from '../plain-jpeg.ts'

const crowd = 64
const faults = ['hang', 'junk', 'drip', 'refuse', 'reset', 'off'] as const
const isBad = (at: number) => at % 3 === 1
const faultOf = (at: number) => faults[Math.floor(at / 3) % faults.length]!

let device: Device
let token: string
let cameras: Camera[]
let watch: Part | undefined

async function begin(picture_ms: number, options: CameraWatchOptions): Promise<void> {
  device = await openDevice({
    ports: { now: Date.now, cameras: onvifCameras({ allow_loopback: true, picture_ms }) },
  })
  token = await device.tokenOf('admin')
  for (const [at, camera] of cameras.entries()) {
    const { code } = await device.call(
      'add_common_camera',
      {
        camera_name: `C-${String(at).padStart(2, '0')}`,
        username: 'admin',
        password: 'Street#2026',
        stream_url_main: '',
        stream_url_sub: '',
        frame_url: `http://127.0.0.1:${camera.port}/snapshot.jpg`,
      },
      token,
    )
    expect(code).toBe(0)
  }
  for (const [at, camera] of cameras.entries()) {
    const failure = faultOf(at)
    if (!isBad(at)) continue
    if (failure === 'off') await camera.setPower(false)
    else camera.setFault(failure)
  }
  watch = await started(createCameraWatch(device.deps, options))
}

beforeEach(async () => {
  const jpeg = await plainJpeg(64, 36, '#456')
  cameras = await Promise.all(
    Array.from({ length: crowd }, (_, at) =>
      startCamera({
        name: `C-${at}`,
        model: 'SL',
        serial: `CROWD-${at}`,
        password: 'Street#2026',
        frame: async () => jpeg,
      }),
    ),
  )
})
afterEach(async () => {
  await watch?.stop()
  watch = undefined
  await Promise.all(cameras.map((camera) => camera.stop()))
  await device.close()
})

const seen = (at: number) => cameras[at]!.requests['snapshot'] ?? 0
const good = Array.from({ length: crowd }, (_, at) => at).filter((at) => !isBad(at))
const bad = Array.from({ length: crowd }, (_, at) => at).filter(isBad)
const states = async () => (await device.call('camera_state', {}, token)).data

test('healthy cameras are checked on schedule, failing ones are found, and no requests pile up', async () => {
  // A hanging camera takes three times the interval: more than a shared limit could absorb.
  await begin(1_500, { every_ms: 500 })
  await until('the bad ones to be found', async () => (await states()).online === good.length)
  const list = (await device.call('list_cameras', { page: 1, page_size: 100 }, token)).data.list
  const bad_names = bad.map((at) => `C-${String(at).padStart(2, '0')}`)
  expect(list.filter(({ state }) => state !== 1).map(({ camera_name }) => camera_name)).toEqual(bad_names)
  expect(new Set(list.filter(({ state }) => state === 2).map(({ state_reason }) => state_reason))).toEqual(
    new Set(['picture']),
  )
  expect(new Set(list.filter(({ state }) => state === 0).map(({ state_reason }) => state_reason))).toEqual(
    new Set(['port']),
  )

  const before = good.map(seen)
  const requestsSince = () => good.map((at, i) => seen(at) - before[i]!)
  let [max_open, asked] = [0, 0]
  await until('the good ones to be looked at', async () => {
    max_open = Math.max(max_open, ...cameras.map(({ connections }) => connections))
    const least = Math.min(...requestsSince())
    if (least === asked) return false
    // The console gets its list at any time, here after each request that all have got.
    expect((await device.call('list_cameras', { page: 1, page_size: 100 }, token)).data.list.length).toBe(
      crowd,
    )
    asked = least
    return least >= 12
  })
  // A sign-in by digest takes two requests. No camera falls behind: all get about as many requests.
  expect(Math.max(...requestsSince()) - Math.min(...requestsSince())).toBeLessThanOrEqual(6)
  expect(max_open).toBeLessThanOrEqual(2)
  expect((await states()).online).toBe(good.length)
  // Reported once for each failing camera, however often it failed.
  expect(
    device
      .logged()
      .split('\n')
      .filter((line) => line.includes('"what":"camera_state"')).length,
  ).toBe(bad.length)
})

test('stopping does not wait for hanging cameras but cancels their requests', async () => {
  await begin(60_000, { every_ms: 200 })
  const hanging = bad.filter((at) => faultOf(at) === 'hang')
  await until('all hanging ones to be asked', () => hanging.every((at) => cameras[at]!.connections > 0))
  await watch!.stop()
  watch = undefined
  await until('their connections to be gone', () => hanging.every((at) => cameras[at]!.connections === 0))
  expect(device.logged()).not.toContain('could not be looked at')
})

test('a failing camera is online again once it is repaired', async () => {
  await begin(1_000, { every_ms: 300 })
  await until('the bad ones to be found', async () => (await states()).online === good.length)
  for (const at of bad) {
    if (!cameras[at]!.up) await cameras[at]!.setPower(true)
    cameras[at]!.setFault('none')
  }
  await until('all to be online', async () => (await states()).online === crowd)
  expect(await states()).toEqual({ online: crowd, offline: 0, error: 0 })
})
