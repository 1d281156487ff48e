/** Cameras behind HTTPS: by ONVIF and by picture address, with the trust of each camera, on a real device. */
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { keyFingerprint } from '#src/core/outbound/trust.ts'
import { correctedUrl } from '#src/adapters/camera/reported-url.ts'
import { onvifCameras } from '#src/adapters/camera/onvif-camera.ts'
import { openDevice, type Device } from '../device.ts'
import { certificatesAt, inFrontOf, startFake, type FakeServer } from '../tls/fake-server.ts'
import { plainJpeg } from '../plain-jpeg.ts'

const password = 'Street#2026'
const certificates = certificatesAt(Date.now())
const keyOf = ({ cert }: { cert: string }) => keyFingerprint(new X509Certificate(cert))
const key = keyOf(certificates.self_signed)
let device: Device
let camera: Camera
let front: FakeServer
let token: string

const frame = () => plainJpeg(64, 36, '#888')

beforeAll(async () => {
  camera = await startCamera({ name: 'East', model: 'SL-1', serial: 'EAST-1', password, frame })
  front = await startFake(certificates.self_signed, inFrontOf(camera.port))
  const cameras = onvifCameras({ allow_loopback: true, request_ms: 20_000, measure_ms: 20_000 })
  device = await openDevice({ ports: { now: Date.now, cameras } })
  token = await device.tokenOf('admin')
})
afterAll(() => Promise.all([device.close(), front.stop(), camera.stop()]))

const account = () => ({ ipv4: 'localhost', onvif_port: front.port, username: 'admin', password })

test('an ONVIF camera behind HTTPS is added with its key, and keeps it', async () => {
  const add = (server_trust?: string) =>
    device.call(
      'add_onvif_camera',
      { camera_name: 'East', ...account(), ...(server_trust === undefined ? {} : { server_trust }) },
      token,
    )
  const before = front.heard()
  expect(await add()).toMatchObject({ code: 7000, data: { step: 'port' } })
  expect(await add(keyOf(certificates.good))).toMatchObject({
    code: 7000,
    data: { step: 'port', reason: 'tls_other_key' },
  })
  expect(await add('no certificate')).toMatchObject({ code: 1000, data: [{ field: 'server_trust' }] })
  expect(front.heard()).toBe(before)
  const added = await add(key)
  expect(added).toMatchObject({ code: 0, data: { camera_sn: 'EAST-1', server_trust: key } })
  expect(added.data.frame_url).toMatch(new RegExp(`^https://localhost:${front.port}/`))
  expect(await device.call('snapshot', { camera_sn: 'EAST-1' }, token)).toMatchObject({ code: 0 })

  const update = (server_trust?: string) =>
    device.call(
      'update_onvif_camera',
      {
        camera_sn: 'EAST-1',
        camera_name: 'East 2',
        ...account(),
        password: '',
        ...(server_trust === undefined ? {} : { server_trust }),
      },
      token,
    )
  expect(await update(certificates.authority.cert)).toMatchObject({ code: 7000, data: { step: 'port' } })
  expect(await update()).toMatchObject({ code: 0, data: { camera_name: 'East 2', server_trust: key } })
})

test('a picture address by HTTPS is tried with the typed trust, and exported as configuration', async () => {
  const { list: cameras } = (await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data
  const { frame_url } = cameras[0]!
  const source = { username: 'admin', password, stream_url_main: '', stream_url_sub: '', frame_url }
  expect(await device.call('try_common_camera', source, token)).toMatchObject({
    code: 7000,
    data: { reason: 'tls_self_signed' },
  })
  const tried = { ...source, server_trust: certificates.self_signed.cert }
  expect(await device.call('try_common_camera', tried, token)).toMatchObject({ code: 0 })
  const { list } = (await device.call('param_history', { page: 1, page_size: 5 }, token)).data
  expect(list.flatMap(({ changes }) => changes.map(({ field }) => field))).toContain('server_trust')
})

test('a camera that uses HTTPS never gets an unencrypted request', () => {
  const typed = { ipv4: '192.0.2.9', onvif_port: 8443, server_trust: key, inner_port: 443 }
  expect(correctedUrl('https://10.0.0.2/onvif/media', typed)).toBe('https://192.0.2.9:8443/onvif/media')
  expect(correctedUrl('http://192.0.2.9/snap.jpg', typed)).toBe('https://192.0.2.9:8443/snap.jpg')
  expect(correctedUrl('rtsps://10.0.0.2:322/main', typed)).toBe('rtsps://192.0.2.9:322/main')
  expect(correctedUrl('http://192.0.2.9/snap.jpg', { ...typed, server_trust: '', onvif_port: 80 })).toBe(
    'http://192.0.2.9/snap.jpg',
  )
})
