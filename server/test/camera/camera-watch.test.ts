/**
 * The camera watch over real sockets: the states of spec §4, timeouts, a camera that hangs.
 * Long because all tests share three cameras.
 */
import { type Part } from '#src/core/part.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { createStreet } from '@parking/sim/street/street.ts'
import { cameraBySn } from '#src/camera/camera.store.ts'
import { createCameraWatch } from '#src/workers/camera-watch.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'
import { plainJpeg } from '../plain-jpeg.ts'

let device: Device
let token: string
let cameras: Camera[]
/** Number of pictures of SN-1 that will be truncated next. */
let bad_pictures = 0
let watch: Part | undefined

beforeEach(async () => {
  device = await openDevice({ ports: { now: Date.now } })
  token = await device.tokenOf('admin')
  const jpeg = await plainJpeg(64, 36, '#456')
  cameras = []
  bad_pictures = 0
  for (const serial of ['SN-1', 'SN-2', 'SN-3']) {
    const camera = await startCamera({
      name: serial,
      model: 'SL',
      serial,
      password: 'Street#2026',
      frame: async () => (serial === 'SN-1' && bad_pictures-- > 0 ? jpeg.subarray(0, -90) : jpeg),
    })
    cameras.push(camera)
    await device.call(
      'add_onvif_camera',
      {
        camera_name: serial,
        ipv4: '127.0.0.1',
        onvif_port: camera.port,
        username: 'admin',
        password: 'Street#2026',
      },
      token,
    )
  }
})
afterEach(async () => {
  await watch?.stop()
  watch = undefined
  for (const camera of cameras) await camera.stop()
  await device.close()
})
const begin = (more = {}) => {
  watch = createCameraWatch(device.deps, { every_ms: 50, ...more })
  void watch.start()
}
const stateOf = (camera_sn: string) => {
  const { state, state_reason } = cameraBySn(device.deps.db, camera_sn)!
  return [state, state_reason]
}
const seen = (at: number) => cameras[at]!.requests['snapshot'] ?? 0

test('every state change has its failed step, and the application is notified', async () => {
  begin()
  let reported = 0
  device.deps.bus.subscribe('config', () => void reported++)
  await cameras[0]!.setPower(false)
  await until('offline', () => stateOf('SN-1')[0] === 0)
  expect(stateOf('SN-1')).toEqual([0, 'port'])
  cameras[1]!.setPassword('Changed#1')
  await until('error', () => stateOf('SN-2')[0] === 2)
  expect(stateOf('SN-2')).toEqual([2, 'signin'])
  cameras[1]!.setPassword('Street#2026')
  // A picture that a user takes ends the rest of its account.
  await device.call('snapshot', { camera_sn: 'SN-2' }, token)
  cameras[1]!.setFault('junk')
  await until('another reason', () => stateOf('SN-2')[1] === 'picture')
  expect((await device.call('camera_state', {}, token)).data).toEqual({ online: 1, offline: 1, error: 1 })
  expect(
    (await device.call('list_cameras', { page: 1, page_size: 10, state: 2 }, token)).data.list,
  ).toMatchObject([{ camera_sn: 'SN-2', state_reason: 'picture' }])
  await cameras[0]!.setPower(true)
  cameras[1]!.setFault('none')
  await until('all online', () => stateOf('SN-1')[0] === 1 && stateOf('SN-2')[0] === 1)
  expect(stateOf('SN-1')).toEqual([1, ''])
  expect(reported).toBe(5)
})

test('a camera that refuses the password is asked less, and at once after it was stored', async () => {
  cameras[1]!.setPassword('Changed#1')
  const before = seen(1)
  begin()
  await until('error', () => stateOf('SN-2')[0] === 2)
  const others = seen(0)
  await until('many more looks at another camera', () => seen(0) >= others + 12)
  // A picture that is refused counts twice: without an answer to the challenge, and with one.
  expect(seen(1) - before).toBeLessThanOrEqual(6)
  expect(stateOf('SN-2')).toEqual([2, 'signin'])
  const stored = {
    camera_sn: 'SN-2',
    camera_name: 'SN-2',
    ipv4: '127.0.0.1',
    onvif_port: cameras[1]!.port,
    username: 'admin',
    password: 'Changed#1',
  }
  expect((await device.call('update_onvif_camera', stored, token)).code).toBe(0)
  await until('online', () => stateOf('SN-2')[0] === 1)
})

test('one lost picture changes nothing, two do', async () => {
  begin()
  const states: number[] = []
  device.deps.bus.subscribe('config', () => void states.push(Number(stateOf('SN-1')[0])))
  bad_pictures = 1
  const before = seen(0)
  await until('three more looks', () => seen(0) >= before + 3)
  expect(states).toEqual([])
  bad_pictures = 2
  await until('there and back', () => states.length === 2)
  expect(states).toEqual([2, 1])
})

test('a hanging camera does not delay the others', async () => {
  cameras[0]!.setFault('hang')
  begin()
  const before = seen(1)
  await until('the others to be looked at often', () => seen(1) >= before + 5 && seen(2) >= before + 5)
  expect(stateOf('SN-1')[0], 'meanwhile its own answer is still awaited').toBe(1)
  await until('offline', () => stateOf('SN-1')[0] === 0)
  expect(stateOf('SN-2')).toEqual([1, ''])
})

test('pictures are stored and found after a restart, and a deleted camera is not checked', async () => {
  begin()
  const shot = async () =>
    (await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.list[0]!.snapshot
  const first = await shot()
  await until('a newer picture', async () => (await shot()) !== first)
  expect((await device.app.inject({ url: await shot() })).statusCode).toBe(200)
  await watch!.stop()
  device = await device.restart()
  token = await device.tokenOf('admin')
  begin({ every_ms: 60_000 })
  await until('the picture to be known', async () => (await shot()) !== '')
  await watch!.stop()
  begin()
  await device.call('delete_camera', { camera_sn: 'SN-1' }, token)
  const at_delete = seen(0)
  await until('more looks at the others', () => seen(1) > 12)
  expect(seen(0)).toBeLessThanOrEqual(at_delete + 1)
  expect((await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.total).toBe(2)
})

test('dark and frozen pictures and their recovery are reported; only changes are logged', async () => {
  let second = 0
  const street = createStreet({
    cameras: 1,
    traffic: false,
    now: () => 1_790_000_000_000 + second++ * 1_000,
  })
  await street.frame(0, 'SN-4') // the first picture is slow
  const seeing = await startCamera({
    name: 'seeing',
    model: 'SL',
    serial: 'SN-4',
    password: 'Street#2026',
    frame: () => street.frame(0, 'SN-4'),
  })
  cameras.push(seeing)
  await device.call(
    'add_onvif_camera',
    {
      camera_name: 'seeing',
      ipv4: '127.0.0.1',
      onvif_port: seeing.port,
      username: 'admin',
      password: 'Street#2026',
    },
    token,
  )
  for (const camera_sn of ['SN-1', 'SN-2', 'SN-3']) await device.call('delete_camera', { camera_sn }, token)
  begin({ judge_every_ms: 1 })
  const health = async () =>
    (await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.list[0]!.picture_health
  const reported = () =>
    device
      .logged()
      .split('\n')
      .flatMap((line) => /"what":"camera_picture".*"picture":"(\w*)"/.exec(line)?.[1] ?? [])
  const looks = seeing.requests['snapshot'] ?? 0
  await until('a living picture to be judged', () => (seeing.requests['snapshot'] ?? 0) > looks + 8)
  expect(await health()).toBe('')
  seeing.setPicture('dark')
  await until('dark', async () => (await health()) === 'dark')
  seeing.setPicture('live')
  await until('well', async () => (await health()) === '')
  seeing.setPicture('frozen')
  await until('frozen', async () => (await health()) === 'frozen')
  await seeing.setPower(false)
  await until('offline', () => stateOf('SN-4')[0] === 0)
  expect(await health()).toBe('')
  expect(reported()).toEqual(['dark', '', 'frozen'])
})
