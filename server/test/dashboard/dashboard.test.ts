/** Data that the first page polls in addition to the lots: the layout, the cameras, the newest event. */
import { expect, test } from 'vitest'
import { insertAlarm } from '#src/alarm/alarm.store.ts'
import { deleteCameraRow, setState, updateCamera } from '#src/camera/camera.store.ts'
import { storePicture } from '#src/camera/picture-file.ts'
import { plantLots } from '../events/event-device.ts'
import { add, device, lot, minutes, report, setUpDashboard, wall } from './dashboard-device.ts'

setUpDashboard()

test('a renamed camera keeps its stays; a deleted lot is gone; each changes the layout', async () => {
  const { db } = device.deps
  report(true)
  const entry = add(1)
  const layouts = [(await wall()).layout]
  const isNew = async () => {
    const { layout } = await wall()
    expect(layouts).not.toContain(layout)
    layouts.push(layout)
  }
  updateCamera(db, 'SN-0001', { camera_name: '西门 9' })
  await isNew()
  minutes(1)
  add(2, { camera_name: '西门 9', plate: '' })
  expect(await lot()).toMatchObject({ vehicles: 1, uuid: entry, plate_number: '粤B12345' })
  expect((await wall()).cameras).toMatchObject([{ camera_name: '西门 9' }])
  db.run("DELETE FROM lot WHERE lot_no = 'A01'")
  await isNew()
  expect((await wall()).lots.map(({ lot_no }) => lot_no)).toEqual(['A02'])
  expect((await wall()).newest).toBe(entry)
  db.run('UPDATE scene SET update_ms = update_ms + 1')
  await isNew()
  deleteCameraRow(db, 'SN-0001')
  await isNew()
  expect(await wall()).toMatchObject({ cameras: [], lots: [], connected: true })
  // Events on the street do not change the layout.
  plantLots(db)
  const { layout } = await wall()
  setState(db, 'SN-0001', 1, '', device.deps.now())
  add(3)
  report(false)
  expect((await wall()).layout).toBe(layout)
})

test('each camera has its state, its last picture and the open alarms about it', async () => {
  const { db, looks, now } = device.deps
  const about = { name: '东门 1', facts: {}, since_ms: 5, raised_ms: 6, raised_notice: 0 }
  for (const [kind, subject] of [
    ['camera_dark', 'SN-0001'],
    ['camera_dark', 'SN-0002'],
    ['sign_in', 'SN-0001'],
  ] as const)
    insertAlarm(db, { ...about, kind, subject, severity: 'warning' })
  expect((await wall()).cameras[0]).toMatchObject({ picture: '', picture_ms: 0, picture_health: '' })
  await storePicture(device.deps, 'SN-0001', new Uint8Array([0xff, 0xd8, 0xff, 0xd9]), now())
  looks.set('SN-0001', { look_ms: now(), picture_ms: now(), health: 'dark' })
  const [camera] = (await wall()).cameras
  expect(camera).toEqual({
    camera_sn: 'SN-0001',
    camera_name: '东门 1',
    state: 1,
    state_reason: '',
    picture_health: 'dark',
    picture: camera?.picture,
    picture_ms: now(),
    width: 64,
    height: 48,
    state_ms: now(),
    ptz_supported: false,
    alarms: [{ kind: 'camera_dark', severity: 'warning', since_ms: 5 }],
  })
  expect((await device.app.inject({ url: camera!.picture })).statusCode).toBe(200)
  expect((await wall()).time_ms).toBe(now())
})

test('the newest entry or exit is the last to arrive, and deleted events are not shown', async () => {
  const newest = async () => (await wall()).newest
  const remove = (uuid: string) => device.deps.db.run('DELETE FROM event WHERE uuid = ?', [uuid])
  expect(await newest()).toBe('')
  const entry = add(0)
  expect(await newest()).toBe(entry)
  for (const type of [2, 4, 5, 6, 7, 8, 9, 10]) add(type)
  const last_picture = add(5)
  expect(await newest()).toBe(entry)
  // Its id is reused for the next event.
  remove(last_picture)
  const exit = add(3)
  expect(await newest()).toBe(exit)
  remove(exit)
  expect(await newest()).toBe(entry)
  device.wait(-3_600_000)
  const late = add(1)
  expect(await newest()).toBe(late)
  remove(late)
  remove(entry)
  expect(await newest()).toBe('')
})
