/** Changes of a stored camera are reported, and nothing of them is stored by itself. */
import { expect, test } from 'vitest'
import { createCameraChanges } from '#src/workers/camera-changes.ts'
import { add, camera, device, newCamera, password, setCamera, setUpOneCamera, token } from '../one-camera.ts'

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
