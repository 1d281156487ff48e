/** Every state of a lot on the first page, and the stay that it shows. */
import { expect, test } from 'vitest'
import { event_status } from '@parking/contract'
import { setState } from '#src/camera/camera.store.ts'
import { mark } from '#src/camera/reference.store.ts'
import {
  add,
  change,
  device,
  lot,
  minutes,
  report,
  setUpDashboard,
  stateOf,
  wall,
} from './dashboard-device.ts'

setUpDashboard()

test('without its application, camera, scene or report a lot is unseen, whatever its stay is', async () => {
  const { db } = device.deps
  add(1, { to_check: 1 })
  expect(await stateOf()).toBe('unseen not_reported')
  db.run('UPDATE scene SET enabled = 0')
  expect(await stateOf()).toBe('unseen disabled')
  setState(db, 'SN-0001', 0, 'reach', device.deps.now())
  expect(await stateOf()).toBe('unseen camera')
  device.deps.analysis.peer = null
  expect(await stateOf()).toBe('unseen application')
  expect(await wall()).toMatchObject({ connected: false, to_check: 1 })
  expect(await lot()).toMatchObject({ vehicles: 1, plate_number: '粤B12345' })
  // A report about the same number in another scene is not about this lot.
  device.deps.analysis.peer = { name: 'street', version: '1' }
  db.run('UPDATE scene SET enabled = 1')
  setState(db, 'SN-0001', 1, '', device.deps.now())
  device.deps.lot_states.replace(
    [{ scene_id: 'other', lot_no: 'A01', occupied: true, plate_number: '', cover: 1 }],
    device.deps.now(),
  )
  expect(await stateOf()).toBe('unseen not_reported')
})

test('a lot is occupied from the entry to the exit, with its plate, then free since the exit', async () => {
  report(false)
  expect(await lot()).toEqual({
    lot_no: 'A01',
    scene_id: 'scene-1',
    camera_sn: 'SN-0001',
    parking_no: 'P-1',
    state: 'free',
    why: '',
    since_ms: 0,
    vehicles: 0,
    plate_number: '',
    plate_color: '',
    uuid: '',
  })
  const entered_ms = device.deps.now()
  const entry = add(1, { plate: '', color: 'unknown' })
  report(true)
  expect(await lot()).toMatchObject({ state: 'occupied', since_ms: entered_ms, vehicles: 1, uuid: entry })
  expect(await lot()).toMatchObject({ plate_number: '', plate_color: 'unknown' })
  minutes(1)
  add(2, { plate: '粤B1234O', color: 'green' })
  expect(await lot()).toMatchObject({ plate_number: '粤B1234O', plate_color: 'green', since_ms: entered_ms })
  change(entry, "checked_plate = '粤B12340'")
  minutes(60)
  expect(await lot()).toMatchObject({ state: 'occupied', plate_number: '粤B12340', uuid: entry })
  const left_ms = device.deps.now()
  const exit = add(3)
  report(false)
  minutes(5)
  expect(await lot()).toMatchObject({ state: 'free', since_ms: left_ms, vehicles: 0, uuid: '' })
  // A discarded exit does not count.
  change(exit, `status = ${event_status.manually_discarded}`)
  expect(await lot()).toMatchObject({ state: 'doubtful', why: 'no_exit', since_ms: entered_ms, uuid: entry })
  expect(await stateOf('A02')).toBe('free')
})

test('a stay keeps its entry even if it has more updates than the first query reads', async () => {
  report(true)
  add(1, { plate: '粤B99999' })
  add(3, { plate: '粤B99999' })
  minutes(1)
  const entered_ms = device.deps.now()
  const entry = add(1)
  for (let n = 0; n < 12; n++) {
    minutes(1)
    add(2)
  }
  expect(await lot()).toMatchObject({ state: 'occupied', since_ms: entered_ms, vehicles: 1, uuid: entry })
})

test('report and events that disagree for more than two minutes are doubtful', async () => {
  report(true)
  minutes(2)
  expect(await stateOf()).toBe('occupied')
  device.wait(1)
  expect(await stateOf()).toBe('doubtful no_entry')
  expect(await lot()).toMatchObject({ since_ms: 0, vehicles: 0 })
  add(1)
  expect(await stateOf()).toBe('occupied')
  report(false)
  expect(await stateOf()).toBe('free')
  minutes(2)
  device.wait(1)
  expect(await stateOf()).toBe('doubtful no_exit')
  add(3)
  expect(await stateOf()).toBe('free')
})

test('an event of the stay that waits for a check, or a moved camera, makes a lot doubtful', async () => {
  report(true)
  add(1)
  const update = add(2, { to_check: 1 })
  expect(await stateOf()).toBe('doubtful to_check')
  expect((await wall()).to_check).toBe(1)
  change(update, 'to_check = 0')
  expect(await stateOf()).toBe('occupied')
  const { layout } = await wall()
  mark(device.deps.db, {
    scene_id: 'scene-1',
    since_ms: 1,
    check_ms: 1,
    check_id: 'one',
    picture: '',
    width: 64,
    height: 48,
    map: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    px: 40,
    confidence: 0.9,
  })
  expect(await stateOf()).toBe('doubtful moved')
  expect(await stateOf('A02')).toBe('doubtful moved')
  expect((await wall()).layout).not.toBe(layout)
  change(update, 'to_check = 1')
  expect(await stateOf()).toBe('doubtful to_check')
  // A pending check of an earlier stay does not affect the current one.
  add(3)
  report(false)
  expect(await stateOf()).toBe('doubtful moved')
})

test('a lot for motorcycles holds several stays and shows the newest', async () => {
  device.deps.db.run("UPDATE lot SET motor_num = 4 WHERE lot_no = 'A01'")
  report(true)
  const first = add(1, { plate: 'ABC-1234' })
  minutes(1)
  const [second_ms, second] = [device.deps.now(), add(1, { plate: 'XYZ-9876', color: 'white' })]
  expect(await lot()).toMatchObject({
    state: 'occupied',
    vehicles: 2,
    since_ms: second_ms,
    plate_number: 'XYZ-9876',
    plate_color: 'white',
    uuid: second,
  })
  minutes(1)
  add(3, { plate: 'XYZ-9876' })
  expect(await lot()).toMatchObject({ vehicles: 1, plate_number: 'ABC-1234', uuid: first })
  const left_ms = device.deps.now()
  add(3, { plate: 'ABC-1234' })
  report(false)
  expect(await lot()).toMatchObject({ state: 'free', vehicles: 0, since_ms: left_ms })
})

test('a stay whose event was deleted or undone leaves no trace', async () => {
  const { db } = device.deps
  report(true)
  const entry = add(1)
  expect(await lot()).toMatchObject({ vehicles: 1, uuid: entry })
  expect(() =>
    db.transaction(() => {
      add(3)
      throw new Error('rolled back')
    }),
  ).toThrow('rolled back')
  expect(await lot()).toMatchObject({ vehicles: 1, uuid: entry })
  db.run("UPDATE lot SET motor_num = 2 WHERE lot_no = 'A01'")
  add(1, { plate: '粤B22222' })
  expect(await lot()).toMatchObject({ vehicles: 2, plate_number: '粤B22222' })
  db.run("UPDATE lot SET motor_num = 1 WHERE lot_no = 'A01'")
  expect(await lot()).toMatchObject({ vehicles: 1, plate_number: '粤B22222' })
  db.run('DELETE FROM event')
  expect(await lot()).toMatchObject({ vehicles: 0, plate_number: '', uuid: '' })
})
