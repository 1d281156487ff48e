/**
 * A device and one simulated camera for each test of a file, with the forms that add it. The bindings are set
 * before each test; `setCamera` and `setJpeg` replace the camera of the forms and the picture it sends.
 */
import { afterEach, beforeAll, beforeEach } from 'vitest'
import type { Body } from '@parking/contract'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { openDevice, type Device } from '../device.ts'
import { plainJpeg } from '../plain-jpeg.ts'

export const password = 'Street#2026'
export let jpeg: Buffer
export let device: Device
export let token: string
export let camera: Camera
const cameras: Camera[] = []

/** Starts another simulated camera, which is stopped after the test. */
export const newCamera = async (more: Partial<Parameters<typeof startCamera>[0]> = {}) => {
  const made = await startCamera({
    name: 'East',
    model: 'SL-B4216',
    serial: 'SN-0001',
    password,
    frame: async () => jpeg,
    ...more,
  })
  cameras.push(made)
  return made
}
export const form = (more: Partial<Body<'add_onvif_camera'>> = {}): Body<'add_onvif_camera'> => ({
  camera_name: '东门 1',
  ipv4: '127.0.0.1',
  onvif_port: camera.port,
  username: 'admin',
  password,
  ...more,
})
export const add = () => device.call('add_onvif_camera', form(), token)

export const common = (more: Partial<Body<'add_common_camera'>> = {}): Body<'add_common_camera'> => ({
  camera_name: '西门 1',
  username: 'admin',
  password,
  stream_url_main: '',
  stream_url_sub: '',
  frame_url: `http://127.0.0.1:${camera.port}/snapshot.jpg`,
  ...more,
})

export const setCamera = (next: Camera): void => void (camera = next)
export const setJpeg = (next: Buffer): void => void (jpeg = next)

/** Registers the hooks; call it once at the top of a test file. */
export function setUpOneCamera(): void {
  beforeAll(async () => {
    jpeg = await plainJpeg(640, 360)
  })
  beforeEach(async () => {
    device = await openDevice()
    token = await device.tokenOf('admin')
    camera = await newCamera()
  })
  afterEach(async () => {
    for (const one of cameras.splice(0)) await one.stop()
    await device.close()
  })
}
