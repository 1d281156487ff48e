/**
 * A day of the time axis: stays that reach into it, interruptions, the plan, and the search for a stay.
 * Long because each test has a history of its own.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { code, marksIn, stay_day, stay_detail } from '@parking/contract'
import { insertCamera } from '#src/camera/camera.store.ts'
import { findScenes } from '#src/camera/scene.store.ts'
import { closeAlarm, insertAlarm } from '#src/alarm/alarm.store.ts'
import { momentOf, stampOf } from '#src/core/stamp.ts'
import { writeSetting } from '#src/core/settings.store.ts'
import { createClockSteps } from '#src/workers/clock-steps.ts'
import { createStayUpdater } from '#src/workers/stay-updater.ts'
import { openDevice, type Device } from '../device.ts'
import { planted_camera, plantLots } from '../events/event-device.ts'
import { updateAllStays, see } from './stay-device.ts'

let device: Device
let viewer: string
let midnight: number
let day: string
const hour = 3_600_000
beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  viewer = await device.tokenOf('viewer')
  day = stampOf(device.deps.now()).slice(0, 10)
  midnight = momentOf(`${day} 00:00:00`)
})
afterEach(() => device.close())

const dayOf = async (name = day) => {
  const answer = await device.call('stay_day', { day: name }, viewer)
  expect(stay_day.answer.safeParse(answer.data).error?.issues ?? []).toEqual([])
  return answer.data
}

test('a day has the stays that overlap it, however long ago they began', async () => {
  const { db } = device.deps
  see(db, { at: midnight - 80 * 24 * hour, type: 1, plate: '粤B11111' })
  see(db, { at: midnight - 30 * hour, type: 1, plate: '粤B22222', lot_no: 'A02' })
  see(db, { at: midnight + hour, type: 3, plate: '粤B22222', lot_no: 'A02' })
  see(db, { at: midnight - 90 * 24 * hour, type: 1, plate: '粤B33333', lot_no: 'A02' })
  see(db, { at: midnight - 89 * 24 * hour, type: 3, plate: '粤B33333', lot_no: 'A02' })
  expect((await dayOf()).behind).toBe(2)
  updateAllStays(db)
  const { lots, stays, behind } = await dayOf()
  expect(lots.map(({ lot_no }) => lot_no)).toEqual(['A01', 'A02'])
  expect(behind).toBe(0)
  expect(stays.map(([lot, from, to, bits, , plate]) => [lot, from, to, marksIn(bits & 255), plate])).toEqual([
    [0, -80 * 24 * 3600, null, [], '粤B11111'],
    [1, -30 * 3600, 3600, [], '粤B22222'],
  ])
  const earlier = stampOf(midnight - 90 * 24 * hour).slice(0, 10)
  expect((await dayOf(earlier)).stays.map(([, , , , , plate]) => plate)).toEqual(['粤B33333'])
  expect(await device.call('stay_day', { day: '2026-13-40' }, viewer)).toMatchObject({
    data: [{ field: 'day', issue: 'time' }],
  })
})

test('the plan is drawn from the moment since which it is known', async () => {
  expect(await dayOf()).toMatchObject({ bands: [], plan_from_ms: null })
  const held = [{ from_ms: midnight + 10 * hour, zone: 'Asia/Shanghai', plans: [] }]
  writeSetting(device.deps.db, 'schedule_held', held, device.deps.now())
  const first = await dayOf()
  expect(first.plan_from_ms).toBe(midnight + 10 * hour)
  expect(first.bands[0]).toMatchObject({ from_ms: midnight + 10 * hour })
  const [before, after] = [midnight - hour, midnight + 30 * hour].map((ms) => stampOf(ms).slice(0, 10))
  expect(await dayOf(before)).toMatchObject({ bands: [], plan_from_ms: null })
  expect((await dayOf(after)).plan_from_ms).toBe(midnight + 24 * hour)
})

test('a car park filters the lots; a deleted lot is shown with its stays', async () => {
  const { db } = device.deps
  see(db, { at: midnight + 1, type: 1, plate: '粤B11111', lot_no: 'Z99' })
  updateAllStays(db)
  expect((await dayOf()).lots.map(({ lot_no }) => lot_no)).toEqual(['A01', 'A02', 'Z99'])
  const none = await device.call('stay_day', { day, parking_no: 'P-2' }, viewer)
  expect(none.data).toMatchObject({ lots: [], stays: [] })
})

test('a past day names the camera of that day, today the present one', async () => {
  const { db } = device.deps
  see(db, { at: midnight - 20 * hour, type: 1, plate: '粤B11111', camera_name: '旧机' })
  see(db, { at: midnight - 19 * hour, type: 3, plate: '粤B11111', camera_name: '旧机' })
  see(db, { at: midnight + 1, type: 1, plate: '粤B22222', camera_name: '旧机' })
  updateAllStays(db)
  const cameras = async (name: string) =>
    Object.fromEntries((await dayOf(name)).lots.map(({ lot_no, camera_name }) => [lot_no, camera_name]))
  const present = await cameras(stampOf(midnight - 60 * hour).slice(0, 10))
  expect(Object.values(present)).not.toContain('旧机')
  expect(await cameras(stampOf(midnight - 20 * hour).slice(0, 10))).toEqual({ ...present, A01: '旧机' })
  expect(await cameras(day)).toEqual(present)
})

test('a past day names the cameras of that day for lots without a stay too', async () => {
  const { db } = device.deps
  insertCamera(db, { ...planted_camera, camera_sn: 'SN-0002', camera_name: '西门', ipv4: '127.0.0.2' })
  const cameras = async (at: number) =>
    (await dayOf(stampOf(at).slice(0, 10))).lots.map(({ lot_no, camera_sn, camera_name }) => [
      lot_no,
      camera_sn,
      camera_name,
    ])
  const before = [
    ['A01', 'SN-0001', '东门 1'],
    ['A02', 'SN-0001', '东门 1'],
  ]
  expect(await cameras(midnight)).toEqual(before)
  const wait = async (ms: number) => {
    device.wait(ms)
    // A session ends meanwhile.
    viewer = await device.tokenOf('viewer')
  }
  await wait(26 * hour)
  const admin = await device.tokenOf('admin')
  const { row, lots } = findScenes(db)[0]!
  const { camera_sn, scene_id, scene_type, parking_no, direction, ref_width, ref_height } = row
  const save = async (more: object) =>
    (await device.call('add_update_scene', { ...form, ...more } as typeof form, admin)).code
  const form = {
    camera_sn,
    scene_type,
    parking_no,
    direction,
    ref_width,
    ref_height,
    enabled: true,
    keep_reference: true,
    lots,
  }
  // Another camera takes over one lot, and a lot is added.
  const [first, second] = lots
  expect(await save({ scene_id, lots: [first] })).toBe(code.success)
  expect(await save({ camera_sn: 'SN-0002', lots: [second, { ...second, lot_no: 'A03' }] })).toBe(
    code.success,
  )
  const after = [
    ['A01', 'SN-0001', '东门 1'],
    ['A02', 'SN-0002', '西门'],
    ['A03', 'SN-0002', '西门'],
  ]
  expect(await cameras(device.deps.now())).toEqual(after)
  expect(await cameras(midnight)).toEqual(before)
  await wait(24 * hour)
  expect(await cameras(midnight + 24 * hour)).toEqual(after)
  expect(await cameras(midnight)).toEqual(before)
})

test('outages of camera and analysis, downtime and a clock change are gaps of the day', async () => {
  const { db, log } = device.deps
  const alarm = (kind: 'camera_down' | 'analysis', subject: string, since_ms: number) =>
    insertAlarm(db, {
      kind,
      subject,
      name: '',
      severity: 'warning',
      facts: {},
      since_ms,
      raised_ms: since_ms,
      raised_notice: 0,
    })
  alarm('camera_down', 'SN-0001', midnight - hour)
  closeAlarm(db, db.get<{ id: number }>('SELECT max(alarm_id) AS id FROM alarm')!.id, midnight + hour, 0)
  alarm('analysis', '', midnight + 2 * hour)
  let [wall, steady] = [midnight + 3 * hour, 0]
  const clocks = createClockSteps({ db, log, now: () => wall }, { every_ms: 1e9, steady: () => steady })
  clocks.start()
  const pass = (ms: number, set_by = 0) => {
    steady += ms
    wall += ms + set_by
    clocks.runNow()
  }
  pass(60_000)
  pass(2_000, 150)
  pass(2_000, 20_000)
  pass(2_000, -5_000)
  clocks.stop()
  wall += 3 * 60_000
  const again = createClockSteps({ db, log, now: () => wall }, { every_ms: 1e9, steady: () => steady })
  again.start()
  again.stop()
  device.wait(Math.max(0, midnight + 5 * hour - device.deps.now()))
  const { gaps } = await dayOf()
  expect(gaps.map(({ kind, camera_sn, step_ms }) => [kind, camera_sn, step_ms])).toEqual([
    ['camera', 'SN-0001', undefined],
    ['analysis', '', undefined],
    ['clock_step', '', 20_000],
    ['clock_step', '', -5_000],
    ['device_off', '', undefined],
  ])
  expect(gaps[0]).toMatchObject({ from_ms: midnight, to_ms: midnight + hour })
})

test('a stay is found by a part of its plate, by look-alikes, and by its lot and a time', async () => {
  const { db } = device.deps
  const entry = see(db, { at: midnight + hour, type: 1, plate: '粤B12D45' })
  see(db, { at: midnight + 2 * hour, type: 3, plate: '粤B12D45' })
  see(db, { at: midnight + 4 * hour, type: 1, plate: '粤B77777' })
  updateAllStays(db)
  const find = async (body: object) =>
    (await device.call('find_stays', { limit: 5, ...body }, viewer)).data.list.map(
      ({ plate_number }) => plate_number,
    )
  expect(await find({ plate_number: '12d45' })).toEqual(['粤B12D45'])
  expect(await find({ plate_number: '12045' })).toEqual(['粤B12D45'])
  expect(await find({ plate_number: '12045', day })).toEqual(['粤B12D45'])
  expect(await find({ plate_number: '12045', day: '2020-01-01' })).toEqual([])
  expect(await find({ plate_number: '12045', lot_no: 'A02' })).toEqual([])
  expect(await find({ lot_no: 'A01', time: `${day} 01:30:00` })).toEqual(['粤B12D45', '粤B77777'])
  expect(await find({ lot_no: 'A01', time: `${day} 03:30:00` })).toEqual(['粤B77777', '粤B12D45'])
  expect(await find({ lot_no: 'A01', day })).toEqual(['粤B77777', '粤B12D45'])
  expect(await find({})).toEqual([])
  const { data } = await device.call('stay_detail', { uuid: entry }, viewer)
  expect(stay_detail.answer.safeParse(data).error?.issues ?? []).toEqual([])
  expect(data).toMatchObject({ plate_number: '粤B12D45', day, next_begin_ms: midnight + 4 * hour })
  expect(await device.call('stay_detail', { stay: 99_999 }, viewer)).toMatchObject({ code: 3000 })
  expect(await device.call('stay_detail', {}, viewer)).toMatchObject({ code: 3000 })
})

test('the worker computes stays when events arrive', async () => {
  const { db } = device.deps
  const updater = createStayUpdater(device.deps, 1e9)
  see(db, { at: midnight, type: 1, plate: '粤B11111' })
  await updater.runNow()
  expect((await dayOf()).stays).toHaveLength(1)
  await updater.stop()
})
