/** Cameras that lack a part of ONVIF or violate it: the rest still works, and failures are reported. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ffmpegVideo } from '#src/adapters/video/ffmpeg-video.ts'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import type { CameraFault } from '@parking/sim/peers/camera/camera-options.ts'
import { ffmpegFolder } from '../debian.ts'
import { openDevice, type Device } from '../device.ts'
import { plainJpeg } from '../plain-jpeg.ts'

const programs = await ffmpegFolder()
const password = 'Street#2026'
let device: Device
let camera: Camera
let token: string
beforeEach(async () => {
  device = await openDevice(
    programs === undefined
      ? {}
      : { ports: { video: ffmpegVideo({ allow_loopback: true, programs, still_ms: 10_000 }) } },
  )
  token = await device.tokenOf('admin')
  camera = await startCamera({
    name: 'East',
    model: 'SL-B4216',
    serial: 'SN-0001',
    password,
    ptz: true,
    frame: () => plainJpeg(64, 48),
  })
})
afterEach(async () => {
  await camera.stop()
  await device.close()
})

const account = (more: object = {}) => ({
  ipv4: '127.0.0.1',
  onvif_port: camera.port,
  username: 'admin',
  password,
  ...more,
})
async function added(fault: CameraFault) {
  camera.setFault(fault)
  return device.call('add_onvif_camera', { camera_name: 'East', ...account() }, token)
}

test('a clock that needs a sign-in is read; a wrong password fails at the sign-in', async () => {
  camera.setFault('signed_clock')
  expect(await device.call('try_onvif_camera', account(), token)).toMatchObject({
    code: 0,
    data: { clock_offset_ms: expect.any(Number) as number },
  })
  expect(await device.call('try_onvif_camera', account({ password: 'wrong' }), token)).toMatchObject({
    code: 7000,
    data: { step: 'signin' },
  })
})

test.skipIf(programs === undefined)('without a snapshot address the stream gives the picture', async () => {
  const answer = await added('no_snapshot')
  expect(answer).toMatchObject({ code: 0, data: { frame_url: '', state: 1, ptz_supported: true } })
  const { camera_sn } = answer.data
  expect(await device.call('snapshot', { camera_sn }, token)).toMatchObject({ code: 0 })
  expect((await device.call('live_view', { camera_sn }, token)).data).toMatchObject({ pictures: true })
})

test('a motor that GetServices leaves out is found by GetCapabilities, and turns', async () => {
  expect(await added('unlisted_motor')).toMatchObject({ code: 0, data: { ptz_supported: true } })
  expect(camera.requests['GetCapabilities']).toBe(1)
  expect(
    await device.call('ptz_move', { camera_sn: 'SN-0001', pan: 1, tilt: 0, zoom: 0 }, token),
  ).toMatchObject({ code: 0 })
})

test('a truncated list of presets leaves the motor usable', async () => {
  await added('bad_presets')
  expect(await device.call('ptz_info', { camera_sn: 'SN-0001' }, token)).toMatchObject({
    code: 0,
    data: { pan_tilt: true, presets: [], presets_failed: true },
  })
  expect(
    await device.call('ptz_move', { camera_sn: 'SN-0001', pan: 1, tilt: 0, zoom: 0 }, token),
  ).toMatchObject({ code: 0 })
})

test('a refused restart is not a wrong password; a restart with a bad answer is accepted', async () => {
  await added('no_reboot')
  const restart = () => device.call('reboot_onvif_camera', { camera_sn: 'SN-0001' }, token)
  expect(await restart()).toMatchObject({ code: 7000, data: { reason: 'reboot_refused' } })
  camera.setPassword('Other#2026')
  expect(await restart()).toMatchObject({ code: 7000, data: { step: 'signin' } })
  camera.setPassword(password)
  camera.setFault('bad_reboot')
  expect(await restart()).toMatchObject({ code: 0 })
})
