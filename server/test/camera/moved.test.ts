/**
 * A camera that was turned: detected by the watch and on demand; its scene and events are marked, the
 * application is notified, and all moved lots are accepted at once. Long because this is one scenario on one
 * device.
 */
import { started, type Part } from '#src/core/part.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { camera_moved_comment } from '@parking/contract'
import { startCamera, type Camera } from '@parking/sim/peers/camera/camera.ts'
import { createStreet, type Aim } from '@parking/sim/street/street.ts'
import { analysisConfig } from '#src/analysis/config.ts'
import { openIntake } from '#src/analysis/intake.ts'
import { applyComparison } from '#src/camera/reference/moved.ts'
import { movedRow, referencesOf, scenePictures } from '#src/camera/reference.store.ts'
import { findScenes } from '#src/camera/scene.store.ts'
import { createMovedWatch } from '#src/workers/moved-watch.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'

const street = createStreet({ cameras: 1, traffic: false, now: () => 1_790_000_000_000 })
let device: Device
let token: string
let camera: Camera
let scene_id: string
let aim: Aim | undefined
let watch: Part | undefined

/**
 * Turns the camera and draws its picture in advance: on a busy machine a request would time out meanwhile.
 */
async function turn(to?: Aim): Promise<void> {
  aim = to
  await street.frame(0, 'SN-1', aim)
}

beforeEach(async () => {
  await turn()
  device = await openDevice()
  token = await device.tokenOf('admin')
  camera = await startCamera({
    name: '东门',
    model: 'SL',
    serial: 'SN-1',
    password: 'Street#2026',
    frame: () => street.frame(0, 'SN-1', aim),
  })
  await device.call(
    'add_onvif_camera',
    {
      camera_name: '东门',
      ipv4: '127.0.0.1',
      onvif_port: camera.port,
      username: 'admin',
      password: 'Street#2026',
    },
    token,
  )
  const lots = street.lots(0).map(({ lot_no, polygon }) => ({
    lot_no,
    lot_type: 1 as const,
    lot_posture: 0 as const,
    motor_num: 1,
    difficult: 0 as const,
    polygon,
  }))
  scene_id = (
    await device.call(
      'add_update_scene',
      {
        camera_sn: 'SN-1',
        scene_type: 0,
        enabled: true,
        parking_no: 'P-1',
        direction: 5,
        ref_width: 1920,
        ref_height: 1080,
        lots,
      },
      token,
    )
  ).data.scene_id
})
afterEach(async () => {
  await watch?.stop()
  watch = undefined
  await camera.stop()
  await device.close()
})
const check = async () => (await device.call('check_scene', { scene_id }, token)).data
const scene = async () => (await device.call('get_scenes', {}, token)).data.list[0]!

test('a moved camera is detected, marked, reported and accepted, and the history records it', async () => {
  expect((await device.call('list_references', { scene_id }, token)).data).toMatchObject({
    list: [{ why: 'drawn', current: true, width: 1920 }],
    check: { result: 'unchecked', proposal: null },
  })
  expect(await check()).toMatchObject({ result: 'same', proposal: null, moved_time_str: '' })
  await turn({ pan: 0.03, tilt: -0.02, zoom: 0 })
  const found = await check()
  expect(found).toMatchObject({ result: 'moved', reason: '' })
  expect(found.confidence).toBeGreaterThan(0.8)
  expect(found.proposal?.lots).toHaveLength(6)
  expect((await device.app.inject({ url: found.proposal!.picture })).statusCode).toBe(200)
  expect((await scene()).moved).toBe(true)
  expect(analysisConfig(device.deps).scenes[0]?.moved).toBe(true)
  // Every event of the scene carries the mark.
  const intake = openIntake(device.deps, join(device.folder, 'spool'))
  expect(
    await intake.take({
      uuid: '00000000-0000-4000-8000-000000000001',
      event_time: device.deps.now(),
      camera_sn: 'SN-1',
      scene_id,
      lot_no: 'A01',
      event_type: 1,
      plate_number: '',
      plate_color: 'blue',
      confidence: 0,
      pictures: [],
    }),
  ).toMatchObject({ type: 'ack' })
  expect((await device.call('parking_event', { page: 1, page_size: 5 }, token)).data.list[0]?.comment).toBe(
    camera_moved_comment,
  )
  expect(device.logged().match(/"what":"scene_moved"/g)).toHaveLength(1)

  // A change saved meanwhile is not overwritten, nor is an outdated proposal accepted.
  const before = await scene()
  const { lots, ref_width, ref_height } = before
  device.wait(1_000)
  await device.call(
    'add_update_scene',
    {
      scene_id,
      camera_sn: 'SN-1',
      scene_type: 0,
      enabled: true,
      parking_no: 'P-2',
      direction: 5,
      ref_width,
      ref_height,
      lots,
    },
    token,
  )
  expect(
    await device.call(
      'accept_moved',
      { scene_id, check_id: found.proposal!.check_id, lot_nos: ['A01'] },
      token,
    ),
  ).toMatchObject({ code: 7000, data: { reason: 'scene_changed' } })
  expect((await scene()).moved).toBe(true)

  device = await device.restart('killed') // The mark is on the disk.
  token = await device.tokenOf('admin')
  const again = (await device.call('list_references', { scene_id }, token)).data.check
  expect(again).toMatchObject({ result: 'moved', proposal: { width: 1920 } })
  const accepted = (
    await device.call(
      'accept_moved',
      { scene_id, check_id: again.proposal!.check_id, lot_nos: ['A01', 'A02'] },
      token,
    )
  ).data
  expect(accepted.moved).toBe(false)
  const outline = (one: typeof accepted, lot_no: string) =>
    one.lots.find((lot) => lot.lot_no === lot_no)?.polygon
  expect(outline(accepted, 'A01')).toEqual(again.proposal?.lots[0]?.polygon)
  expect(outline(accepted, 'A03')).toEqual(outline(before, 'A03'))
  const history = (await device.call('list_references', { scene_id }, token)).data
  expect(history.list.map(({ why, current }) => [why, current])).toEqual([
    ['accepted', true],
    ['drawn', false],
  ])
  expect(history.check.proposal).toBeNull()
  expect((await check()).result).toBe('same')
  const audit = (await device.call('log', { page: 1, page_size: 20, type: 2 }, token)).data.list
  expect(JSON.stringify(audit)).toContain('accept_moved')
})

test('saving one lot keeps the mark; a new picture removes it; old references leave no files', async () => {
  await turn({ pan: 0.03, tilt: 0, zoom: 0 })
  await check()
  const { lots } = await scene()
  const body = {
    scene_id,
    camera_sn: 'SN-1',
    scene_type: 0 as const,
    enabled: true,
    parking_no: 'P-1',
    direction: 5 as const,
    ref_width: 1920,
    ref_height: 1080,
  }
  const changed = lots.map((lot, at) =>
    at === 0
      ? { ...lot, polygon: lot.polygon.map(([x, y]): [number, number] => [x, Math.min(1, y + 0.01)]) }
      : lot,
  )
  expect((await device.call('add_update_scene', { ...body, lots: changed }, token)).data.moved).toBe(true)
  expect(
    (await device.call('add_update_scene', { ...body, lots, keep_reference: true }, token)).data.moved,
  ).toBe(true)
  expect(
    (await device.call('add_update_scene', { ...body, lots, keep_reference: false }, token)).data.moved,
  ).toBe(false)
  for (let i = 0; i < 13; i++) {
    device.wait(1_000)
    expect((await device.call('take_reference', { scene_id }, token)).data.current).toBe(true)
  }
  const kept = referencesOf(device.deps.db, scene_id)
  expect(kept).toHaveLength(12)
  const files = scenePictures(device.deps.db).map((path) => join(device.deps.media.folder, path))
  expect(files).toHaveLength(12)
  expect(files.every((file) => existsSync(file))).toBe(true)
  await device.call('delete_scene', { scene_id }, token)
  expect(files.some((file) => existsSync(file))).toBe(false)
  const viewer = await device.tokenOf('viewer')
  expect((await device.call('take_reference', { scene_id }, viewer)).code).toBe(4030)
  expect((await device.call('check_scene', { scene_id }, token)).code).toBe(3000)
})

test('the watch needs several pictures in a row, reports once, and skips dark and lost cameras', async () => {
  let looks = 0
  const see = async () => {
    device.wait(1_000)
    looks++
    await device.call('snapshot', { camera_sn: 'SN-1' }, token)
  }
  const marked = () => movedRow(device.deps.db, scene_id) !== undefined
  const checked = () => device.deps.scene_checks.get(scene_id)?.check_ms
  /** One more picture, and its comparison. */
  const compared = async () => {
    const before = checked()
    await see()
    await until('the comparison', () => checked() !== before)
  }
  await turn({ pan: 0.03, tilt: 0, zoom: 0 })
  await see()
  watch = await started(
    createMovedWatch(device.deps, { first_delay_ms: 1, every_ms: 1, again_ms: 1, tick_ms: 1, max_share: 1 }),
  )
  await until('the mark', async () => (await compared(), marked()))
  expect(looks).toBeGreaterThanOrEqual(3)
  camera.setPicture('dark')
  await see()
  await see()
  expect(marked()).toBe(true)
  camera.setPicture('live')
  await turn()
  await until('the mark to go', async () => (await compared(), !marked()))
  await until('the word of it', () => device.logged().includes('"what":"scene_back"'))
  expect(device.logged().match(/"what":"scene_moved"/g)).toHaveLength(1)
  expect(device.logged().match(/"what":"scene_back"/g)).toHaveLength(1)
})

test('an unreachable camera is unclear, and each reported lot state has its time', async () => {
  await camera.setPower(false)
  expect(await check()).toMatchObject({ result: 'unclear', reason: 'offline' })
  const states = async () => (await device.call('lot_states', { scene_id }, token)).data
  expect(await states()).toEqual({ connected: false, total: 0, list: [] })
  device.deps.lot_states.replace(
    [
      { scene_id, lot_no: 'A02', occupied: true, plate_number: '粤B12345', cover: 0.8 },
      { scene_id: 'other', lot_no: 'A01', occupied: true, plate_number: '', cover: 1 },
    ],
    device.deps.now(),
  )
  device.wait(5_000)
  device.deps.lot_states.replace(
    [{ scene_id, lot_no: 'A02', occupied: true, plate_number: '粤B12345', cover: 0.7 }],
    device.deps.now(),
  )
  device.deps.analysis.peer = { name: 'street', version: '1' }
  expect(await states()).toMatchObject({
    connected: true,
    total: 1,
    list: [{ lot_no: 'A02', occupied: true, plate_number: '粤B12345', cover: 0.7, since_ms: 5_000 }],
  })
  const of = async (lot_nos: string[]) => (await device.call('lot_states', { lot_nos }, token)).data
  expect(await of(['A01', 'A02', 'none'])).toEqual(await states())
  expect(await of(['A01'])).toMatchObject({ total: 0 })
})

test('a camera that shows another place by daylight is alarmed after half an hour, once', async () => {
  const { deps } = device
  const found = () => findScenes(deps.db, { scene_id })[0]!
  const lost = () => device.logged().split('"scene_lost"').length - 1
  const hour = new Date(deps.now()).getHours()
  device.wait(((33 - hour) % 24) * 3_600_000)
  const another = { result: 'unclear', reason: 'another' } as const
  for (const [minutes, alarms] of [
    [0, 0],
    [20, 0],
    [11, 1],
    [60, 1],
  ] as const) {
    device.wait(minutes * 60_000)
    await applyComparison(found(), another, undefined, deps)
    expect([minutes, lost()]).toEqual([minutes, alarms])
  }
  // No alarm by night; dark and unreachable cameras have alarms of their own.
  device.wait(12 * 3_600_000)
  for (const reason of ['another', 'dark', 'offline', 'another'] as const) {
    await applyComparison(found(), { result: 'unclear', reason }, undefined, deps)
    device.wait(40 * 60_000)
  }
  expect(lost()).toBe(1)
})
