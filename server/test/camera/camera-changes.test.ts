/**
 * Stored cameras over real sockets: captures, scenes and lots, the list, changes, measuring and restarting.
 * Long because all tests share one device and one camera.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Answer, Body } from '@parking/contract'
import { dropPictures, lastPicture, storePicture } from '#src/camera/picture-file.ts'
import { until } from '../until.ts'
import { plainJpeg } from '../plain-jpeg.ts'
import {
  add,
  camera,
  common,
  device,
  form,
  jpeg,
  newCamera,
  setCamera,
  setJpeg,
  token,
  setUpOneCamera,
} from './one-camera.ts'

setUpOneCamera()

test('a picture is captured at once, or the reason is reported', async () => {
  await add()
  const next = await plainJpeg(320, 200, '#a00')
  const first = (await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.list[0]!.snapshot
  device.wait(1000)
  setJpeg(next)
  const { data } = await device.call('snapshot', { camera_sn: 'SN-0001' }, token)
  expect(data).toMatchObject({ width: 320, height: 200 })
  expect(data.snapshot).not.toBe(first)
  expect((await device.app.inject({ url: data.snapshot })).rawPayload.equals(next)).toBe(true)
  camera.setPassword('Changed#1')
  expect(await device.call('snapshot', { camera_sn: 'SN-0001' }, token)).toMatchObject({
    code: 7000,
    data: { step: 'signin' },
  })
  expect(await device.call('snapshot', { camera_sn: 'none' }, token)).toMatchObject({ code: 3000 })
})

const square = (x: number): [number, number][] => [
  [x, 0.1],
  [x + 0.1, 0.1],
  [x + 0.1, 0.3],
  [x, 0.3],
]
const lot = (lot_no: string, x = 0.1): Body<'add_update_scene'>['lots'][number] => ({
  lot_no,
  lot_type: 1,
  lot_posture: 0,
  motor_num: 1,
  difficult: 0,
  polygon: square(x),
})
const scene = (more: Partial<Body<'add_update_scene'>> = {}): Body<'add_update_scene'> => ({
  camera_sn: 'SN-0001',
  scene_type: 0,
  enabled: true,
  parking_no: 'P-1',
  direction: 5,
  ref_width: 640,
  ref_height: 360,
  lots: [lot('A01'), lot('A02', 0.4)],
  ...more,
})
const save = (more: Partial<Body<'add_update_scene'>> = {}) =>
  device.call('add_update_scene', scene(more), token)

test('a scene is saved whole with its drawn picture, and lot numbers are unique on the device', async () => {
  expect(await save()).toMatchObject({ code: 3000 })
  await add()
  const { data: made } = await save()
  expect(made).toMatchObject({ lot_num: 2, camera_name: '东门 1', enabled: true })
  expect((await device.app.inject({ url: made.ref_snapshot })).statusCode).toBe(200)

  expect(await save({ lots: [lot('B01'), lot('A02'), lot('B01')] })).toMatchObject({
    code: 5000,
    data: {
      issues: [
        { field: 'lots.1.lot_no', issue: 'duplicate' },
        { field: 'lots.2.lot_no', issue: 'duplicate' },
      ],
    },
  })
  expect(await save({ scene_id: 'none' })).toMatchObject({ code: 3000 })

  device.wait(5000)
  const { data: same } = await save({
    scene_id: made.scene_id,
    parking_no: 'P-2',
    feature: [square(0.7)],
    focus: square(0.2),
  })
  expect(same.ref_snapshot.split('?')[0]).toBe(made.ref_snapshot.split('?')[0]) // the lots did not change
  expect(same).toMatchObject({ parking_no: 'P-2', feature: [square(0.7)], focus: square(0.2) })
  const { data: moved } = await save({ scene_id: made.scene_id, lots: [lot('A02', 0.5)] })
  expect(moved.ref_snapshot.split('?')[0]).not.toBe(made.ref_snapshot.split('?')[0])
  expect(moved).toMatchObject({ lot_num: 1, feature: [square(0.7)] })
  // in the history of references
  expect((await device.app.inject({ url: made.ref_snapshot })).statusCode).toBe(200)

  expect((await device.call('get_scenes', { camera_sn: 'SN-0001' }, token)).data).toEqual({
    total: 1,
    list: [moved],
  })
  expect((await device.call('get_scenes', { camera_sn: 'other' }, token)).data).toEqual({
    total: 0,
    list: [],
  })
  expect((await device.call('get_all_lots_no', {}, token)).data.list).toEqual([
    {
      lot_no: 'A02',
      scene_id: made.scene_id,
      parking_no: 'P-1',
      camera_sn: 'SN-0001',
      camera_name: '东门 1',
    },
  ])
  expect((await device.call('list_cameras', { page: 1, page_size: 10 }, token)).data.list[0]).toMatchObject({
    scene_num: 1,
    lot_num: 1,
  })

  expect((await device.call('delete_scene', { scene_id: made.scene_id }, token)).code).toBe(0)
  expect((await device.call('delete_scene', { scene_id: made.scene_id }, token)).code).toBe(3000)
  expect((await device.call('get_all_lots_no', {}, token)).data.total).toBe(0)
})

test('a save with the revision that was read overwrites nothing that was saved meanwhile', async () => {
  await add()
  const { data: read } = await save()
  const { scene_id } = read
  // Two saves in the same second, as by two users.
  const { data: theirs } = await save({ scene_id, revision: read.revision, parking_no: 'P-9' })
  expect(theirs.revision).toBeGreaterThan(read.revision!)
  expect(await save({ scene_id, revision: read.revision, enabled: false })).toMatchObject({
    code: 7000,
    data: { reason: 'scene_changed' },
  })
  const [kept] = (await device.call('get_scenes', {}, token)).data.list
  expect(kept).toEqual(theirs)
  // Repeating the same save is not a conflict: the answer to the first one may have been lost.
  expect((await save({ scene_id, revision: read.revision, parking_no: 'P-9' })).code).toBe(0)
  const [again] = (await device.call('get_scenes', {}, token)).data.list
  expect((await save({ scene_id, revision: again!.revision, enabled: false })).data).toMatchObject({
    enabled: false,
  })
  // Without a revision, as in the specification, the last save wins.
  expect((await save({ scene_id, parking_no: 'P-2' })).data).toMatchObject({ parking_no: 'P-2' })
})

test('deleting a camera deletes its scenes, lots and pictures', async () => {
  await add()
  await save()
  const folder = join(device.folder, 'media', 'cameras')
  expect(readdirSync(folder)).toEqual(['SN-0001'])
  expect((await device.call('delete_camera', { camera_sn: 'SN-0001' }, token)).code).toBe(0)
  expect(existsSync(join(folder, 'SN-0001'))).toBe(false)
  expect((await device.call('get_scenes', {}, token)).data.total).toBe(0)
  expect((await device.call('get_all_lots_no', {}, token)).data.total).toBe(0)
  expect((await device.call('delete_camera', { camera_sn: 'SN-0001' }, token)).code).toBe(3000)
})

test('a picture that is stored while its camera is deleted leaves nothing behind', async () => {
  const { deps, folder } = device
  for (let turns = 0; turns < 8; turns++) {
    await add()
    const stored = storePicture(deps, 'SN-0001', jpeg, deps.now())
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    const [, deleted] = await Promise.all([
      stored,
      device.call('delete_camera', { camera_sn: 'SN-0001' }, token),
    ])
    expect(deleted.code).toBe(0)
    expect(existsSync(join(folder, 'media', 'cameras', 'SN-0001'))).toBe(false)
    expect(deps.looks.has('SN-0001')).toBe(false)
  }
})

test('pictures are deleted even if one is being written into their folder', async () => {
  const { media, looks } = device.deps
  const folder = join(device.folder, 'media', 'cameras', 'SN-0001')
  for (let turns = 0; turns < 24; turns++) {
    mkdirSync(folder, { recursive: true })
    // The write may find its folder deleted; the deletion must not fail because of the write.
    const written = media.files.write(lastPicture('SN-0001'), jpeg, { forced: false }).catch(() => undefined)
    for (let turn = 0; turn < turns % 6; turn++) await nextTurn()
    await expect(dropPictures(media, looks, 'SN-0001')).resolves.toBeUndefined()
    await written
  }
})

test('the list is sorted by name, paged, and filtered by state and text', async () => {
  const names = ['c', 'a', 'b']
  for (const [at, camera_name] of names.entries()) {
    // the camera chooses its serial number, which must not become a path
    setCamera(await newCamera({ serial: `../SN ${at}` }))
    await device.call('add_onvif_camera', form({ camera_name }), token)
  }
  const list = async (more: Partial<Body<'list_cameras'>>): Promise<Answer<'list_cameras'>> =>
    (await device.call('list_cameras', { page: 1, page_size: 2, ...more }, token)).data
  expect((await list({})).list.map((one) => one.camera_name)).toEqual(['a', 'b'])
  expect(await list({ page: 2 })).toMatchObject({ total: 3, list: [{ camera_name: 'c' }] })
  expect((await list({ page: 9 })).list).toEqual([])
  expect((await list({ state: 0 })).total).toBe(0)
  expect((await list({ text: 'SN 1' })).total).toBe(1)
  expect((await list({ text: '%' })).total).toBe(0)
  for (const name of readdirSync(join(device.folder, 'media', 'cameras')))
    expect(name).toMatch(/^_[0-9a-f]{24}$/)
  expect((await device.app.inject({ url: (await list({})).list[0]!.snapshot })).statusCode).toBe(200)
})

test('a viewer can read but not change anything', async () => {
  await add()
  const viewer = await device.tokenOf('viewer')
  expect((await device.call('list_cameras', { page: 1, page_size: 10 }, viewer)).code).toBe(0)
  expect((await device.call('snapshot', { camera_sn: 'SN-0001' }, viewer)).code).toBe(0)
  for (const answer of [
    await device.call('delete_camera', { camera_sn: 'SN-0001' }, viewer),
    await device.call('add_update_scene', scene(), viewer),
  ])
    expect(answer.code).toBe(4030)
})

const change = (more: Partial<Body<'update_onvif_camera'>> = {}) =>
  device.call('update_onvif_camera', { camera_sn: 'SN-0001', ...form({ password: '' }), ...more }, token)

test('an ONVIF camera is renamed without a request and moved only if the same camera answers', async () => {
  await add()
  await save()
  await camera.setPower(false)
  expect((await change({ camera_name: '北门' })).data).toMatchObject({
    camera_name: '北门',
    scene_num: 1,
    lot_num: 2,
    password_set: true,
  })
  expect(await change({ username: 'other' })).toMatchObject({ code: 7000, data: { step: 'port' } })
  await camera.setPower(true)
  camera.setPassword('Changed#1')
  expect(await change({ password: 'wrong' })).toMatchObject({ code: 7000, data: { step: 'signin' } })
  expect((await change({ password: 'Changed#1' })).data).toMatchObject({ state: 1 })
  expect((await device.call('snapshot', { camera_sn: 'SN-0001' }, token)).code).toBe(0)
  const other = await newCamera({ serial: 'SN-0002', password: 'Changed#1' })
  expect(await change({ onvif_port: other.port, password: 'Changed#1' })).toMatchObject({
    code: 7000,
    message: 'Another camera answers at this address',
  })
  await device.call('add_onvif_camera', form({ onvif_port: other.port, password: 'Changed#1' }), token)
  expect(await change({ onvif_port: other.port, password: 'Changed#1' })).toMatchObject({
    code: 5000,
    data: { issues: [{ field: 'ipv4' }] },
  })
  expect(await change({ camera_sn: 'none' })).toMatchObject({ code: 3000 })
})

test('changing a common camera tries its new address first', async () => {
  const typed = common().password
  const { data } = await device.call('add_common_camera', common(), token)
  const update = (more: Partial<Body<'update_common_camera'>>) =>
    device.call(
      'update_common_camera',
      { camera_sn: data.camera_sn, ...common({ password: '' }), ...more },
      token,
    )
  expect((await update({ camera_name: '南门' })).data).toMatchObject({
    camera_name: '南门',
    camera_sn: data.camera_sn,
    state: 1,
  })
  expect(await update({ frame_url: 'http://127.0.0.1:1/none.jpg', password: typed })).toMatchObject({
    code: 7000,
    data: { step: 'port' },
  })
  expect(
    (await update({ frame_url: '', stream_url_main: 'rtsp://127.0.0.1/a', password: typed })).data,
  ).toMatchObject({
    state: 2,
    state_reason: 'picture',
    width: 0,
  })
  const second = await device.call('add_common_camera', common(), token)
  // the camera with the changed address still has the number of its first one
  expect(second.data.camera_sn).toBe(`${data.camera_sn}-2`)
  expect(await update({})).toMatchObject({ code: 5000, data: { issues: [{ field: 'frame_url' }] } })
})

test('cameras are measured again, each with its own outcome, and restarted', async () => {
  await add()
  const { data } = await device.call('sync_onvif_camera', { list: ['SN-0001', 'none', 'SN-0001'] }, token)
  expect(data.list).toMatchObject([
    { camera_sn: 'SN-0001', code: 0 },
    { camera_sn: 'none', code: 3000 },
  ])
  expect((await device.call('reboot_onvif_camera', { camera_sn: 'SN-0001' }, token)).code).toBe(0)
  expect(camera.requests['SystemReboot']).toBe(1)
  await until('the camera to go down', () => !camera.up)
  expect(await device.call('reboot_onvif_camera', { camera_sn: 'SN-0001' }, token)).toMatchObject({
    code: 7000,
    data: { step: 'port' },
  })
  expect(await device.call('reboot_onvif_camera', { camera_sn: 'none' }, token)).toMatchObject({ code: 3000 })
})
