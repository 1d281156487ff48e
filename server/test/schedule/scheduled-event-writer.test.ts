/**
 * Scheduled events by the device's own clock: a real server, a real database, a camera with pictures, and an
 * application at the socket. Long because every change of plan or clock has its test.
 */
import { started } from '#src/core/part.ts'
import { expect, test } from 'vitest'
import { after_exit_comment, event_status } from '@parking/contract'
import { startCamera } from '@parking/sim/peers/camera/camera.ts'
import { createWorkers } from '#src/workers.ts'
import { newEvent, smallJpeg, startApplication } from '../events/event-application.ts'
import { until } from '../until.ts'
import {
  at,
  writer,
  device,
  free,
  goTo,
  made,
  plan,
  restartDevice,
  setPlans,
  shown,
  startWriter,
  stopLater,
  reportEvent,
  setUpScheduledEvents,
} from './scheduled-event-device.ts'

setUpScheduledEvents()

test('events at the exact second with plate and picture, sent although the time is free', async () => {
  const jpeg = await smallJpeg()
  const camera = stopLater(
    await startCamera({
      name: 'c',
      model: 'm',
      serial: 'SN-0001',
      password: 'Street#2026',
      frame: async () => jpeg,
    }),
  )
  device.deps.db.run('UPDATE camera SET state = 1, frame_url = ?, username = ?, password = ?', [
    `http://127.0.0.1:${camera.port}/snapshot.jpg`,
    'admin',
    device.deps.secrets.seal('Street#2026'),
  ])
  await writer.stop()
  stopLater(await started(createWorkers(device.deps)))
  const application = await startApplication(device.deps.socket)
  const admin = await device.tokenOf('admin')
  await device.call('update_schedule_param', { plans: free }, admin)
  device.wait(at('09:30:00') - device.deps.now())
  expect(
    await application.report(newEvent({ event_time: at('09:30:00'), plate_number: '粤B12345' })),
  ).toMatchObject({ type: 'ack' })
  device.wait(at('09:59:59') - device.deps.now())
  expect(
    await application.report(
      newEvent({ event_time: at('09:59:59'), lot_no: 'A02', plate_number: '粤B54321' }),
    ),
  ).toMatchObject({ type: 'ack' })
  expect(made()).toEqual([])
  device.wait(1000)
  device.deps.bus.emit('params')
  await until('the scheduled events', () => made().length === 2)
  expect(shown()).toEqual(['10 11-23 10:00:00 A01 粤B12345', '10 11-23 10:00:00 A02 粤B54321'])
  const { list } = (await device.call('parking_event', { page: 1, page_size: 10, event_type: 10 }, admin))
    .data
  expect(list).toHaveLength(2)
  for (const row of list)
    expect(row).toMatchObject({
      event_time_str: '2026-11-23 10:00:00',
      plate_color: 'blue',
      confidence: 100,
      comment: '',
    })
  // One picture of the camera serves both lots.
  expect(
    device.deps.db.all(
      'SELECT DISTINCT sha256 FROM event_picture JOIN event USING (event_id) WHERE event_type = 10',
    ),
  ).toHaveLength(1)
  expect(
    device.deps.db.get(
      'SELECT count(*) AS n FROM event_picture JOIN event USING (event_id) WHERE event_type = 10',
    ),
  ).toEqual({ n: 2 })
  expect(list.map(({ status }) => status)).not.toContain(event_status.skipped)
  application.close()
  startWriter()
  await writer.runNow()
  expect(made()).toHaveLength(2)
})

test('a hanging camera costs the picture but not the event, and delays no other event', async () => {
  const camera = stopLater(
    await startCamera({
      name: 'c',
      model: 'm',
      serial: 'SN-0001',
      password: 'x',
      frame: async () => smallJpeg(),
    }),
  )
  camera.setFault('hang')
  device.deps.db.run('UPDATE camera SET state = 1, frame_url = ?', [
    `http://127.0.0.1:${camera.port}/snapshot.jpg`,
  ])
  await writer.stop()
  startWriter({ picture_ms: 100 })
  await setPlans(free)
  reportEvent(1, at('08:30:00'), 'A')
  await goTo(at('10:00:00'))
  expect(shown()).toEqual(['10 11-23 10:00:00 A01 A'])
  expect(device.deps.db.get('SELECT count(*) AS n FROM event_picture')).toEqual({ n: 0 })
})

test('missed events are reported once, and a killed server reports nothing twice', async () => {
  await setPlans([...free, plan('22:00:00', '23:59:59', 2), plan('00:00:00', '05:59:59', 2)])
  reportEvent(1, at('09:30:00'), 'A')
  reportEvent(0, at('09:40:00'), 'B', { lot_no: 'A02' })
  await goTo(at('10:00:00'))
  const wanted = ['10 11-23 10:00:00 A01 A', '10 11-23 10:00:00 A02 B']
  expect(shown()).toEqual(wanted)
  for (const how of ['killed', 'in order'] as const) {
    await writer.stop()
    await restartDevice(how)
    device.wait(at('07:00:00', 1) - device.deps.now())
    startWriter()
    await writer.runNow()
    expect(shown()).toEqual([
      ...wanted,
      '9 11-23 12:00:00 A01 A',
      '9 11-23 12:00:00 A02 B',
      '10 11-23 22:00:00 A01 A',
      '10 11-23 22:00:00 A02 B',
      '9 11-24 06:00:00 A01 A',
      '9 11-24 06:00:00 A02 B',
    ])
  }
  // The deleted event had been reported.
  const { uuid } = device.deps.db.get<{ uuid: string }>(
    'SELECT uuid FROM event WHERE event_type = 9 LIMIT 1',
  )!
  await device.call('delete_parking_event', { list: [uuid] }, await device.tokenOf('admin'))
  await writer.stop()
  startWriter()
  await writer.runNow()
  expect(made()).toHaveLength(7)
})

test('a changed plan or a clock that is set back reports nothing twice', async () => {
  reportEvent(1, at('08:30:00'), 'A')
  await goTo(at('10:30:00'))
  await setPlans(free)
  await goTo(at('10:30:01'))
  expect(shown()).toEqual(['10 11-23 10:30:01 A01 A'])
  await setPlans([])
  await goTo(at('10:30:02'))
  await goTo(at('13:00:00'))
  expect(shown()).toEqual(['10 11-23 10:30:01 A01 A', '9 11-23 10:30:02 A01 A'])
  await setPlans([plan('15:00:00', '15:59:59', 3)])
  await goTo(at('15:10:00'))
  const wanted = [
    '10 11-23 10:30:01 A01 A',
    '9 11-23 10:30:02 A01 A',
    '10 11-23 15:00:00 A01 A',
    '9 11-23 15:00:00 A01 A',
  ]
  expect(shown()).toEqual(wanted)
  await goTo(at('14:30:00'))
  await goTo(at('15:20:00'))
  expect(shown()).toEqual(wanted)
})

test('a late reported stay gets its scheduled events; an event after an exit gets a comment', async () => {
  await setPlans(free)
  await goTo(at('12:30:00'))
  reportEvent(1, at('09:00:00'), 'A')
  reportEvent(3, at('11:00:00'), 'A')
  reportEvent(1, at('11:30:00'), 'B', { lot_no: 'A02' })
  await writer.runNow()
  expect(shown()).toEqual(['10 11-23 10:00:00 A01 A', '9 11-23 12:00:00 A02 B'])
  reportEvent(1, at('12:30:00'), 'C')
  await goTo(at('10:00:00', 1))
  reportEvent(3, at('09:59:00', 1), 'C')
  await writer.runNow()
  const last = made().filter(({ plate_number }) => plate_number === 'C')
  expect(last.map(({ event_type, comment }) => [event_type, comment])).toEqual([[10, after_exit_comment]])
  expect(made().filter(({ comment }) => comment !== '')).toHaveLength(1)
  expect(device.logged()).toContain('cut_after_exit')
})

test('while the analysis reports the lot as empty, scheduled events wait for the next report', async () => {
  await setPlans(free)
  reportEvent(1, at('09:00:00'), 'A')
  reportEvent(1, at('09:00:00'), 'B', { lot_no: 'A02' })
  const see = (occupied: boolean) =>
    device.deps.lot_states.replace(
      [
        { scene_id: 'scene-1', lot_no: 'A01', occupied, plate_number: '', cover: 0 },
        { scene_id: 'scene-1', lot_no: 'A02', occupied, plate_number: '', cover: 0 },
      ],
      device.deps.now(),
    )
  device.wait(at('09:59:58') - device.deps.now())
  see(false)
  await goTo(at('10:00:05'))
  expect(made()).toEqual([])
  reportEvent(3, at('09:59:58'), 'A')
  see(true)
  await writer.runNow()
  expect(shown()).toEqual(['10 11-23 10:00:00 A02 B'])
})

test('a stay held as unsure gets its events when a user sends it, and none if it is discarded', async () => {
  await setPlans(free)
  const { skipped, pending, manually_discarded } = event_status
  reportEvent(1, at('09:00:00'), 'A', { status: skipped, reason: 'unsure' })
  reportEvent(1, at('09:00:00'), 'B', { lot_no: 'A02', status: skipped, reason: 'free_time' })
  await goTo(at('10:00:00'))
  expect(shown()).toEqual(['10 11-23 10:00:00 A02 B'])
  device.deps.db.run(
    "UPDATE event SET status = ?, reason = 'checked', checked_plate = '京A88888' WHERE plate_number = 'A'",
    [pending],
  )
  await writer.runNow()
  expect(shown()).toEqual(['10 11-23 10:00:00 A02 B', '10 11-23 10:00:00 A01 京A88888'])
  device.deps.db.run(
    "UPDATE event SET status = ?, reason = 'check_discarded' WHERE plate_number = 'B' AND event_type = 1",
    [manually_discarded],
  )
  await goTo(at('12:00:00'))
  expect(shown().slice(2)).toEqual(['9 11-23 12:00:00 A01 京A88888'])
})

test('on a lot for several vehicles each has its own scheduled events; a disabled lot has none', async () => {
  device.deps.db.run("UPDATE lot SET motor_num = 4 WHERE lot_no = 'A01'")
  await setPlans(free)
  for (const plate of ['A', 'B', 'C']) reportEvent(1, at('09:00:00'), plate)
  reportEvent(3, at('09:30:00'), 'B')
  reportEvent(1, at('09:00:00'), 'D', { lot_no: 'A02' })
  reportEvent(1, at('09:00:00'), 'E', { lot_no: 'GONE' })
  device.deps.db.run("DELETE FROM lot WHERE lot_no = 'A02'")
  await goTo(at('10:00:00'))
  expect(shown()).toEqual(['10 11-23 10:00:00 A01 A', '10 11-23 10:00:00 A01 C'])
  await writer.runNow()
  expect(made()).toHaveLength(2)
})

test('events are right on the day of a clock change, and after the device gets another zone', async () => {
  process.env['TZ'] = 'Europe/Berlin'
  device.wait(Date.UTC(2027, 2, 27, 22) - device.deps.now()) // 23:00 of the previous evening
  await setPlans([plan('01:30:00', '02:29:59', 2)])
  reportEvent(1, device.deps.now(), 'A')
  await goTo(Date.UTC(2027, 2, 28, 9))
  expect(made().map(({ event_type, event_ms }) => [event_type, event_ms])).toEqual([
    [10, Date.UTC(2027, 2, 28, 0, 30)],
    [9, Date.UTC(2027, 2, 28, 1, 0)],
  ])
  process.env['TZ'] = 'Asia/Shanghai' // 17:00 there: no event of today is repeated
  await writer.runNow()
  await goTo(Date.UTC(2027, 2, 28, 9, 30))
  expect(made()).toHaveLength(2)
  await goTo(Date.UTC(2027, 2, 28, 19))
  expect(shown().slice(2)).toEqual(['10 03-29 01:30:00 A01 A', '9 03-29 02:30:00 A01 A'])
})
