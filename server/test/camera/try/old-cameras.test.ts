/** Cameras that were stored before a camera was one video source of a device (migration 0039). */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#src/core/db.ts'
import { openSecrets } from '#src/core/secrets.ts'
import { createCameraChanges } from '#src/workers/camera-changes.ts'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { insertKnown } from '../../changes/last-version.ts'
import { migrations, openDevice, type Device } from '../../device.ts'
import { plainJpeg } from '../../plain-jpeg.ts'
import { cameraRow } from '../camera-row.ts'

const password = 'Street#2026'
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A device whose database of the version before has an ONVIF camera and one without ONVIF. */
async function oldDevice(camera: Camera): Promise<Device> {
  const folder = mkdtempSync(join(tmpdir(), 'parking-'))
  const earlier = join(folder, 'earlier')
  mkdirSync(earlier)
  for (const name of readdirSync(migrations).filter((file) => file < '0039'))
    copyFileSync(join(migrations, name), join(earlier, name))
  const db = openDatabase(join(folder, 'parking.db'), earlier)
  const account = { username: 'admin', password: openSecrets(folder).seal(password), state: 1 as const }
  const { host: ipv4, port: onvif_port } = camera
  const stream_url_main = `rtsp://${ipv4}:${camera.context.rtsp_port()}/main`
  const stream_url_sub = `rtsp://${ipv4}:${camera.context.rtsp_port()}/sub`
  const frame_url = `http://${ipv4}:${onvif_port}/snapshot.jpg`
  const urls = { stream_url_main, stream_url_sub, frame_url }
  const size = { width: 1920, height: 1080 }
  const onvif = { camera_sn: 'SN-0001', ipv4, onvif_port, onvif_supported: 1 as const, ...size }
  insertKnown(db, 'camera', cameraRow({ ...onvif, ...account, ...urls }))
  insertKnown(db, 'camera', cameraRow({ camera_sn: 'common-1', ipv4: '192.0.2.7', ...account }))
  db.close()
  const device = await openDevice({ folder })
  ends.push(device.close)
  return device
}

test('they keep their numbers, are no other device, and their second lens can be added', async () => {
  const jpeg = await plainJpeg(64, 36)
  const sources = ['wide', 'tele'].map((token) => ({
    token,
    name: token,
    main: { width: 1920, height: 1080 },
  }))
  const street = { name: 'East', model: 'SL-B4216', serial: 'SN-0001', password, sources }
  const camera = await startCamera({ ...street, frame: async () => jpeg })
  ends.push(camera.stop)
  const device = await oldDevice(camera)
  const token = await device.tokenOf('admin')
  const listed = async () =>
    (await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.list.toSorted((a, b) =>
      a.camera_sn < b.camera_sn ? -1 : 1,
    )
  const stored = () =>
    device.deps.db.all('SELECT camera_sn, serial, sources, source_token, mac FROM camera ORDER BY camera_sn')
  expect(stored()).toEqual([
    { camera_sn: 'SN-0001', serial: 'SN-0001', sources: 1, source_token: '', mac: '' },
    { camera_sn: 'common-1', serial: '', sources: 1, source_token: '', mac: '' },
  ])
  await createCameraChanges(device.deps).runNow()
  expect(await listed()).toMatchObject([{ findings: [] }, { findings: [] }])

  const address = { ipv4: camera.host, onvif_port: camera.port, username: 'admin', password }
  const add = (source_token: string) =>
    device.call('add_onvif_camera', { camera_name: source_token, ...address, source_token }, token)
  expect(await add('wide')).toMatchObject({ code: 5000 })
  expect(await add('tele')).toMatchObject({ code: 0, data: { camera_sn: 'SN-0001-2' } })
  const { data } = await device.call('sync_onvif_camera', { list: ['SN-0001'] }, token)
  expect(data.list).toMatchObject([{ code: 0 }])
  expect(stored()).toMatchObject([
    { camera_sn: 'SN-0001', sources: 2, source_token: 'wide', mac: expect.stringMatching(/^0200/) as string },
    { camera_sn: 'SN-0001-2', serial: 'SN-0001', source_token: 'tele' },
    {},
  ])
})
