/** Actions of users on the path of an event: pause, check, correction and resending, by charge mode. */
import { event_status } from '@parking/contract'
import { expect, test } from 'vitest'
import { transitionsOf } from '#src/events/record/event.store.ts'
import { resendEvents } from '#src/queue/resend.ts'
import { sendingPause, setSendingPause } from '#src/queue/sending-pause.ts'
import { brokenJpeg, newEvent } from './event-application.ts'
import { until } from '../until.ts'
import {
  application,
  becomes,
  change,
  device,
  got,
  historyOf,
  plant,
  platform,
  quick,
  report,
  restartWorkers,
  rowOf,
  s3,
  setPlatform,
  setStorage,
  tries,
  setUpEventPath,
} from './event-path-device.ts'

setUpEventPath()

test('a pause holds everything until a user continues, and survives a restart', async () => {
  const { db, bus } = device.deps
  await setStorage()
  await setPlatform()
  setSendingPause(db, bus, true, 'operator', 1_000)
  expect(sendingPause(db)).toEqual({ paused: true, paused_by: 'operator', paused_ms: 1_000 })
  const first = await report({}, 'image')
  await becomes(first, 'awaiting_upload')
  await restartWorkers({ sender: quick, uploader: quick })
  const second = await report({ lot_no: 'A02' })
  await until('the heartbeat goes on', () => platform.heartbeats.length > 0)
  expect([tries(first), tries(second), s3.objects.size]).toEqual([[], [], 0])
  expect(
    (await device.call('parking_event_resume_upload', {}, await device.tokenOf('operator'))).data,
  ).toEqual({ resumed: 2 })
  expect(sendingPause(db).paused).toBe(false)
  for (const uuid of [first, second]) await becomes(uuid, 'sent')
})

test('delayed mode holds only bills for a check; real-time mode releases them', async () => {
  await setPlatform()
  await change('update_alg_param', { charge_mode: 1 })
  const [clear, doubtful] = [
    await report({}, 'image'),
    await report({ lot_no: 'A02', plate_number: '粤B1?' }),
  ]
  const cut = plant(9, 'A03')
  await becomes(cut, 'sent')
  for (const uuid of [clear, doubtful]) await becomes(uuid, 'delayed', 'waits_for_check')
  expect([clear, doubtful, cut].map((uuid) => rowOf(uuid).to_check)).toEqual([1, 1, 0])
  // "Cache resume" is not a check.
  expect(
    (await device.call('parking_event_resume_upload', {}, await device.tokenOf('operator'))).data,
  ).toEqual({ resumed: 0 })
  await change('update_alg_param', { charge_mode: 0 })
  for (const uuid of [clear, doubtful]) await becomes(uuid, 'sent')
  expect(historyOf(clear)).toEqual(['1 waits_for_check', '0 mode_changed', '2 accepted'])
  expect([clear, doubtful].map((uuid) => rowOf(uuid).to_check)).toEqual([0, 1])
})

test.each([
  [0, 1],
  [2, 0],
] as const)(
  'charge mode %i: a doubtful plate is sent all the same, an unsure one is not; to be checked: %i',
  async (charge_mode, asked) => {
    await setPlatform()
    await change('update_alg_param', { charge_mode, auto_upload_th: 0.9 })
    const [empty, odd, taiwan, unsure] = [
      await report({ plate_number: '' }),
      await report({ plate_number: 'XYZ' }),
      await report({ plate_number: 'ABC-5678' }),
      await report({ confidence: 50 }),
    ]
    for (const uuid of [empty, odd, taiwan]) await becomes(uuid, 'sent')
    expect(rowOf(unsure)).toMatchObject({ status: event_status.skipped, reason: 'unsure', to_check: asked })
    expect([empty, odd, taiwan].map((uuid) => rowOf(uuid).to_check)).toEqual([asked, asked, asked])
    const good = await report()
    expect(rowOf(good).to_check).toBe(0)
    await change('update_alg_param', { plate_type: 1 })
    expect(rowOf(await report({ plate_number: 'ABC-5678' })).to_check).toBe(0)
  },
)

test('an event with privacy that could not be drawn is sent only at the request of a user', async () => {
  await setStorage()
  await setPlatform()
  await change('update_event_param', { privacy_protection: true })
  const event = newEvent({ pictures: [{ kind: 'image', file: application.spool(brokenJpeg) }] })
  expect(await application.report(event)).toMatchObject({ result: 'stored' })
  await becomes(event.uuid, 'validation_failed', 'evidence_unusable')
  expect(rowOf(event.uuid).to_check).toBe(1)
  expect(resendEvents(device.deps, [event.uuid, 'unknown'], 'operator')).toEqual({ resent: 1, left: 1 })
  await becomes(event.uuid, 'sent')
  expect(got(event.uuid)!.pictures).toEqual([])
  expect(s3.objects.size).toBe(0)
})

test('a correction is sent again with both plates, also one made during the attempt', async () => {
  await setPlatform()
  const uuid = await report()
  await becomes(uuid, 'sent')
  const { db, bus } = device.deps
  db.run(
    `UPDATE event
      SET checked_plate = '粤B54321', correction = correction + 1, status = 0, reason = 'corrected',
      moved_ms = 1, moved_by = 'operator' WHERE uuid = ?`,
    [uuid],
  )
  bus.emit('queue')
  await until('the correction', () => got(uuid)?.correction === 1)
  expect(got(uuid)).toMatchObject({ plate_number: '粤B54321', plate_read: '粤B12345' })
  expect(platform.duplicates).toBe(0)

  // A user corrects the event while its response is pending.
  platform.silent.add('/v1/events')
  const late = await report({ lot_no: 'A02' })
  await until('it is tried', () => tries(late).length > 0)
  let corrected = false
  platform.behaviourForRequest = () => {
    if (!corrected)
      db.run("UPDATE event SET checked_plate = '粤B99999', correction = correction + 1 WHERE uuid = ?", [
        late,
      ])
    corrected = true
    return undefined
  }
  platform.silent.clear()
  await until('the plate that counts arrives', () => got(late)?.plate_number === '粤B99999')
  await becomes(late, 'sent')
  expect(platform.faults).toEqual([])
})

test('skipped, failed and sent events can be resent, discarded ones cannot', async () => {
  await setPlatform()
  await change('update_alg_param', { auto_upload_th: 0.9, charge_mode: 1 })
  const unsure = await report({ confidence: 10 })
  const waiting = await report({ lot_no: 'A02' })
  const discarded = await report({ lot_no: 'A03' })
  device.deps.db.run("UPDATE event SET status = 9, reason = 'check_discarded' WHERE uuid = ?", [discarded])
  expect(resendEvents(device.deps, [unsure, waiting, discarded, unsure.toUpperCase()], 'operator')).toEqual({
    resent: 2,
    left: 1,
  })
  for (const uuid of [unsure, waiting]) await becomes(uuid, 'sent')
  expect(historyOf(unsure)).toEqual(['0 resent', '2 accepted'])
  expect(resendEvents(device.deps, [unsure], 'operator')).toEqual({ resent: 1, left: 0 })
  await until('the platform has seen it before', () => platform.duplicates === 1)
  await becomes(unsure, 'sent')
  expect(transitionsOf(device.deps.db, rowOf(unsure).event_id).map(({ moved_by }) => moved_by)).toEqual([
    'operator',
    '',
    'operator',
    '',
  ])

  // Retention has deleted its pictures, because the platform has them.
  device.deps.db.run('UPDATE event SET media_gone_ms = 1 WHERE uuid = ?', [unsure])
  resendEvents(device.deps, [unsure], 'operator')
  await until('it is sent once more', () => platform.duplicates === 2)
  await becomes(unsure, 'sent')
})
