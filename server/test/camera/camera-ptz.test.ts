/**
 * A camera's motor over real sockets: it moves, and stops when its user has left; presets; and cameras whose
 * motor hangs or is missing.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Aim } from '@parking/sim/peers/camera/camera-options.ts'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { onvifCameras } from '#src/adapters/camera/onvif-camera.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'
import { plainJpeg } from '../plain-jpeg.ts'

const password = 'Street#2026'
const camera_sn = 'DOME-1'
let device: Device
let token: string
let dome: Camera
let bullet: Camera
const seen: Aim[] = []

beforeAll(async () => {
  const jpeg = await plainJpeg(64, 36)
  device = await openDevice({
    ports: { cameras: onvifCameras({ allow_loopback: true, ptz_open_ms: 600, ptz_call_ms: 300 }) },
  })
  token = await device.tokenOf('operator')
  dome = await startCamera({
    name: 'Dome',
    model: 'SL-D',
    serial: camera_sn,
    password,
    ptz: true,
    media: 'both',
    frame: async (aim) => (seen.push(aim), jpeg),
  })
  bullet = await startCamera({
    name: 'Bullet',
    model: 'SL-B',
    serial: 'BULLET-1',
    password,
    frame: async () => jpeg,
  })
  for (const { name, port } of [dome, bullet])
    await device.call(
      'add_onvif_camera',
      { camera_name: name, ipv4: '127.0.0.1', onvif_port: port, username: 'admin', password },
      token,
    )
})
afterEach(() => dome.setFault('none'))
afterAll(async () => {
  await Promise.all([dome.stop(), bullet.stop()])
  await device.close()
})

const move = (more: Partial<Aim> = {}, who = token) =>
  device.call('ptz_move', { camera_sn, pan: 0, tilt: 0, zoom: 0, ...more }, who)
const hold = (who = token) => device.call('ptz_hold', { camera_sn }, who)
const stop = (who = token) => device.call('ptz_stop', { camera_sn }, who)
const info = () => device.call('ptz_info', { camera_sn }, token)
const standsStill = async () => {
  const [at, since] = [dome.aim(), Date.now()]
  await until('a moment to pass', () => Date.now() > since + 5)
  return JSON.stringify(at) === JSON.stringify(dome.aim())
}
/** The entries of the user log, newest first, including unwritten ones. */
const rows = () => {
  device.deps.log_writer.flush()
  return device.deps.db
    .all<{ content: string }>("SELECT content FROM log WHERE content LIKE '%ptz_%' ORDER BY id DESC")
    .map((row) => row.content)
}

test('a press moves the camera, a release stops it; its capabilities are read first', async () => {
  expect(await info()).toMatchObject({
    code: 0,
    data: {
      pan_tilt: true,
      zoom: true,
      most_presets: 16,
      presets: [
        { preset: '1', name: 'Home' },
        { preset: '2', name: 'Far end' },
      ],
    },
  })
  expect(await move({ pan: 1, zoom: 0.5 })).toMatchObject({ code: 0, data: { for_ms: 2_000 } })
  await until('it to turn', () => dome.aim().pan > 0.02 && dome.aim().zoom > 0.005)
  expect((await stop()).code).toBe(0)
  expect(await standsStill()).toBe(true)
  await device.call('snapshot', { camera_sn }, token)
  expect(seen.at(-1)).toEqual(dome.aim())
})

test('a held button keeps the camera moving; the loss of the client stops it in every case', async () => {
  await move({ pan: -1 })
  expect(await hold()).toMatchObject({ code: 0, data: { for_ms: 2_000 } })
  expect(dome.requests['ContinuousMove']).toBeGreaterThanOrEqual(2)
  const stops = dome.requests['Stop'] ?? 0
  await until('the camera to be told to stop', () => (dome.requests['Stop'] ?? 0) > stops)
  expect(await standsStill()).toBe(true)
  expect((await hold()).code).toBe(3000)
})

test('a stop is never overtaken by the move before it, however fast the clicks', async () => {
  const answers = await Promise.all([move({ tilt: 1 }), stop(), move({ tilt: -1 }), stop()])
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(await standsStill()).toBe(true)
  expect((await hold()).code).toBe(3000)
})

test('another user waits until the camera stands still, and may always stop it', async () => {
  const other = await device.tokenOf('admin')
  await move({ zoom: 1 })
  expect((await move({ zoom: -1 }, other)).code).toBe(6000)
  expect((await hold(other)).code).toBe(3000)
  expect((await stop(other)).code).toBe(0)
  expect((await move({ zoom: -1 }, other)).code).toBe(0)
  await stop()
})

test('presets are set, visited, replaced and removed; a missing preset is refused', async () => {
  const { data } = await device.call('ptz_set_preset', { camera_sn, name: '东门 <路口> & "边"' }, token)
  const here = dome.aim()
  await device.call('ptz_goto_preset', { camera_sn, preset: '2' }, token)
  expect(dome.aim().zoom).toBe(0.35)
  await device.call('ptz_goto_preset', { camera_sn, preset: data.preset }, token)
  expect(dome.aim()).toEqual(here)
  expect((await info()).data.presets.at(-1)).toEqual({ preset: data.preset, name: '东门 <路口> & "边"' })
  expect((await device.call('ptz_set_preset', { camera_sn, preset: '2', name: 'Near' }, token)).data).toEqual(
    { preset: '2' },
  )
  await device.call('ptz_remove_preset', { camera_sn, preset: data.preset }, token)
  expect((await info()).data.presets).toEqual([
    { preset: '1', name: 'Home' },
    { preset: '2', name: 'Near' },
  ])
  expect(await device.call('ptz_goto_preset', { camera_sn, preset: '99' }, token)).toMatchObject({
    code: 7000,
    data: { reason: 'ptz_refused' },
  })
})

test('a motor that stops answering between two readings is silent, not without presets', async () => {
  expect((await info()).code).toBe(0)
  dome.setFault('motor')
  expect(await info()).toMatchObject({ code: 7000, data: { reason: 'ptz_silent' } })
  dome.setFault('none')
})

test('a hanging motor is cancelled without affecting the camera; a repaired one moves again', async () => {
  dome.setFault('motor')
  const [slow, picture] = await Promise.all([move({ pan: 1 }), device.call('snapshot', { camera_sn }, token)])
  expect(slow).toMatchObject({ code: 7000, data: { reason: 'ptz_silent' } })
  expect(picture.code).toBe(0)
  expect(await info()).toMatchObject({ code: 7000, data: { reason: 'ptz_silent' } })
  dome.setFault('none')
  expect((await info()).code).toBe(0)
})

test('a camera without a motor gets no motor requests, and a viewer may not move any camera', async () => {
  expect(await device.call('ptz_info', { camera_sn: 'BULLET-1' }, token)).toMatchObject({
    code: 7000,
    data: { reason: 'ptz_unsupported' },
  })
  expect(Object.keys(bullet.requests).filter((action) => /Preset|Move|Nodes/.test(action))).toEqual([])
  expect((await device.call('ptz_info', { camera_sn: 'none' }, token)).code).toBe(3000)
  const viewer = await device.tokenOf('viewer')
  expect((await move({ pan: 1 }, viewer)).code).toBe(4030)
  expect((await stop(viewer)).code).toBe(4030)
  expect((await move({ pan: 2 })).code).toBe(1000)
})

test('a changed password is reported as sign-in; the user log has one entry for each press', async () => {
  dome.setPassword('other#1')
  expect(await info()).toMatchObject({ code: 7000, data: { step: 'signin' } })
  dome.setPassword(password)
  const before = rows().length
  await move({ pan: 0.3 })
  await hold()
  await stop()
  await device.call('ptz_goto_preset', { camera_sn, preset: '1' }, token)
  await until('the rows', () => rows().length >= before + 2)
  expect(rows().length).toBe(before + 2)
  expect(rows()[0]).toMatch(/operator: ptz_goto_preset from .*: done/)
})
