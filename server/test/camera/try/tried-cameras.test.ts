/** A camera that was just tried is added without being opened again; anything else is measured. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { code, type Body } from '@parking/contract'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { openDevice, type Device } from '../../device.ts'
import { plainJpeg } from '../../plain-jpeg.ts'

const password = 'Street#2026'
let device: Device
let camera: Camera
/** Number of pictures that the camera has been asked for. */
let asked = 0
let mono_ms = 0

beforeEach(async () => {
  asked = 0
  const jpeg = await plainJpeg(640, 360)
  camera = await startCamera({
    name: 'East',
    model: 'SL-B4216',
    serial: 'SN-0001',
    password,
    frame: async () => {
      asked++
      return jpeg
    },
  })
  device = await openDevice({ mono: () => mono_ms })
})
afterEach(async () => {
  await device.close()
  await camera.stop()
})

const source = () => ({
  username: 'admin',
  password,
  stream_url_main: '',
  stream_url_sub: '',
  frame_url: `http://127.0.0.1:${camera.port}/snapshot.jpg`,
})
const add = (token: string, more: Partial<Body<'add_common_camera'>> = {}) =>
  device.call('add_common_camera', { camera_name: '西门 1', ...source(), ...more }, token)

test('the picture that the user has just seen is stored, once', async () => {
  const token = await device.tokenOf('admin')
  await device.call('try_common_camera', source(), token)
  camera.setFault('refuse')
  const added = await add(token)
  expect(added).toMatchObject({ code: code.success, data: { width: 640, height: 360, state: 1 } })
  expect(asked).toBe(1)
  await device.call('delete_camera', { camera_sn: added.data.camera_sn }, token)
  expect(await add(token), 'a second camera is not added by the same try').toMatchObject({
    code: code.failed,
  })
})

test('the same holds for ONVIF, and for a camera whose account is changed', async () => {
  const token = await device.tokenOf('admin')
  const account = { ipv4: '127.0.0.1', onvif_port: camera.port, username: 'admin', password }
  await device.call('try_onvif_camera', account, token)
  camera.setFault('refuse')
  const form = { ...account, camera_name: '东门 1' }
  const added = await device.call('add_onvif_camera', form, token)
  expect(added).toMatchObject({ code: code.success, data: { camera_sn: 'SN-0001', state: 1 } })

  camera.setFault('none')
  camera.setPassword('Kerb#2027')
  const { camera_sn } = added.data
  const changed = { ...account, password: 'Kerb#2027', camera_sn }
  expect(await device.call('try_onvif_camera', changed, token)).toMatchObject({ code: code.success })
  camera.setFault('refuse')
  const update = { ...changed, camera_name: '东门 2' }
  expect(await device.call('update_onvif_camera', update, token)).toMatchObject({ code: code.success })
  expect(await device.call('update_onvif_camera', update, token), 'once').toMatchObject({ code: code.failed })
})

test.each([
  ['another password', { password: 'Street#2027' }, 0, 'admin'],
  ['another address', { frame_url: 'http://127.0.0.1:1/none.jpg' }, 0, 'admin'],
  ['a try of two minutes ago', {}, 120_000, 'admin'],
  ['the try of another user', {}, 0, 'operator'],
] as const)('%s is measured again', async (_, more, later_ms, role) => {
  await device.call('try_common_camera', source(), await device.tokenOf('admin'))
  camera.setFault('refuse')
  mono_ms += later_ms
  expect(await add(await device.tokenOf(role), more)).toMatchObject({ code: code.failed })
})
