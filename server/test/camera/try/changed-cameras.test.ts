/** Changes of a stored camera are reported, and nothing of them is stored by itself. */
import { expect, test } from 'vitest'
import { camera_state } from '@parking/contract'
import { startDiscovery } from '@parking/sim/peers/camera/discovery.ts'
import { wsDiscovery } from '#src/adapters/camera/ws-discovery.ts'
import { updateCamera } from '#src/camera/camera.store.ts'
import { createCameraChanges } from '#src/workers/camera-changes.ts'
import {
  add,
  camera,
  device,
  form,
  newCamera,
  password,
  setCamera,
  setUpOneCamera,
  token,
} from '../one-camera.ts'

setUpOneCamera()

const lenses = ['wide', 'tele'].map((token) => ({ token, name: token, main: { width: 1920, height: 1080 } }))
const shown = async () => (await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.list[0]
const compare = () => createCameraChanges(device.deps).runNow()

test('a lens that is gone, and a stream of another size, are reported; the stored values stay', async () => {
  const sources = [...lenses]
  setCamera(await newCamera({ sources }))
  await device.call(
    'add_onvif_camera',
    {
      camera_name: 'Tele',
      ipv4: '127.0.0.1',
      onvif_port: camera.port,
      username: 'admin',
      password,
      source_token: 'tele',
    },
    token,
  )
  await compare()
  expect((await shown())?.findings).toEqual([])
  sources[1] = { ...lenses[1]!, main: { width: 2560, height: 1440 } }
  await compare()
  expect(await shown()).toMatchObject({
    width: 1920,
    findings: [
      { finding: 'value_changed', field: 'width', before: '1920', said: '2560' },
      { finding: 'value_changed', field: 'height', before: '1080', said: '1440' },
    ],
  })
  sources[1] = { ...lenses[1]!, token: 'other' }
  await compare()
  expect(await shown()).toMatchObject({
    source_token: 'tele',
    findings: [{ finding: 'source_gone', before: 'tele' }],
  })
})

test('two cameras with one serial number are both kept, each with a note', async () => {
  await add()
  setCamera(await newCamera())
  await add()
  const { list } = (await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data
  expect(list).toMatchObject([
    { findings: [{ finding: 'serial_shared' }] },
    { findings: [{ finding: 'serial_shared' }] },
  ])
})

test('the device reports another camera at the address, and neither measures nor adopts it', async () => {
  const { camera_sn } = (await add()).data
  const { port } = camera
  await camera.stop()
  setCamera(await newCamera({ port, serial: 'SN-0002', model: 'SL-D2216', encoding: 'H265' }))
  await compare()
  expect(await shown()).toMatchObject({
    camera_sn: 'SN-0001',
    model: 'Streetlight SL-B4216',
    findings: [{ finding: 'other_camera', before: 'SN-0001', said: 'SN-0002' }],
  })
  const refused = { code: 7000, reason: 'other_camera' }
  const { data } = await device.call('sync_onvif_camera', { list: [camera_sn] }, token)
  expect(data.list).toMatchObject([refused])
  const { camera_name: _name, ...address } = form()
  const tried = await device.call('try_onvif_camera', { ...address, camera_sn }, token)
  expect(tried).toMatchObject({ code: 7000, data: { reason: 'other_camera' } })
  const changed = await device.call('update_onvif_camera', { ...form(), camera_sn }, token)
  expect(changed).toMatchObject({ code: 7000, data: { reason: 'other_camera' } })
  expect(await shown()).toMatchObject({ camera_sn: 'SN-0001', model: 'Streetlight SL-B4216' })
})

test('the device reports that a camera answers at another address, and keeps the stored one', async () => {
  const { camera_sn } = (await add()).data
  const { port } = camera
  await camera.stop()
  const [other, moved] = [await newCamera({ serial: 'SN-0002' }), await newCamera()]
  const discovery = await startDiscovery(() => [other, moved], 0)
  const search = { allow_loopback: true, loopback_only: true, wait_ms: 1_000, quiet_ms: 300 }
  const changes = createCameraChanges({
    ...device.deps,
    discovery: wsDiscovery({ ...search, port: discovery.port ?? 0 }),
  })
  await changes.runNow()
  expect(await shown()).toMatchObject({ findings: [] })
  updateCamera(device.deps.db, camera_sn, { state: camera_state.offline })
  await changes.runNow()
  expect(await shown()).toMatchObject({
    onvif_port: port,
    findings: [{ finding: 'moved', before: `127.0.0.1:${port}`, said: `127.0.0.1:${moved.port}` }],
  })
  await camera.start()
  updateCamera(device.deps.db, camera_sn, { state: camera_state.online })
  await changes.runNow()
  expect(await shown()).toMatchObject({ findings: [] })
  await discovery.stop()
})
