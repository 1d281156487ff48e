/**
 * Which data are deleted, in which order, and which never are: real files, on a disk that is full by a budget
 * or by a reading of its space. After every step the ledger balances. Long because each order has its test.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { code, log_type, retention_factory, type Retention } from '@parking/contract'
import { expect, test } from 'vitest'
import { shownPictures } from '#src/events/record/evidence.store.ts'
import { eventLedger, hasEvent } from '#src/events/record/event.store.ts'
import { databaseBytes, mediaBytes } from '#src/retention/database-space.store.ts'
import { clipPath, drawnPath } from '#src/events/record/event-paths.ts'
import { closeAlarm, insertAlarm } from '#src/alarm/alarm.store.ts'
import {
  begin,
  conserved,
  day_ms,
  device,
  disk,
  file,
  keeper,
  plant,
  plantBare,
  rowOf,
  set,
  tombstoneOf,
  watchAlarms,
  write,
  setUpRetention,
} from './retention-device.ts'

setUpRetention()

test('every user may read the rule, only administrators may change it, within its ranges', async () => {
  const [viewer, admin] = [await device.tokenOf('viewer'), await device.tokenOf('admin')]
  expect((await device.call('get_retention', {}, viewer)).data).toEqual(retention_factory)
  expect((await device.call('update_retention', { media_days: 10 }, viewer)).code).toBe(4030)
  expect(
    (await device.call('update_retention', { media_days: 10, budget_bytes: 5_000_000_000 }, admin)).code,
  ).toBe(0)
  expect((await device.call('get_retention', {}, viewer)).data).toEqual({
    ...retention_factory,
    media_days: 10,
    budget_bytes: 5_000_000_000,
  })
  for (const [wrong, issue] of [
    [{ media_days: 0 }, 'too_small'],
    [{ sent_days: 4_000 }, 'too_big'],
    [{ budget_bytes: 10 }, 'too_small'],
    [{ keep_free_percent: 60 }, 'too_big'],
    [{ days: 1 }, 'unknown_field'],
  ] as const) {
    expect(await device.call('update_retention', wrong as Partial<Retention>, admin)).toMatchObject({
      code: 1000,
      data: [{ issue }],
    })
  }
  const { list } = (await device.call('log', { type: log_type.user, page: 1, page_size: 20 }, admin)).data
  expect(
    list.find(({ audit }) => audit?.call === 'update_retention' && audit.code === 0)?.audit,
  ).toMatchObject({ before: { media_days: 90 }, after: { media_days: 10 } })
})

test('by time: pictures of sent events first, rows later; waiting events stay', async () => {
  const old_sent = plant(100, 2, { rich: true })
  const older_sent = plant(400, 2)
  const young_sent = plant(80, 2)
  const skipped = plant(31, 8)
  const discarded = plant(31, 9)
  const manual = plant(31, 9, { event_type: 7 })
  const manual_old = plant(366, 2, { event_type: 8 })
  const waiting = [0, 1, 4, 6, 7].map((status) => plant(1_000, status))
  const failed = plant(1_000, 7)
  device.deps.db.run('UPDATE event SET status = 5 WHERE event_id = ?', [failed.event_id])
  conserved()
  await begin().runNow()
  conserved()
  expect(rowOf(old_sent)).toMatchObject({ status: 2, media_gone_ms: device.deps.now() })
  expect([
    existsSync(file(old_sent.picture)),
    existsSync(file(drawnPath(old_sent.at, old_sent.uuid, 0))),
    existsSync(file(clipPath(old_sent.at, old_sent.uuid))),
  ]).toEqual([false, false, false])
  expect(shownPictures(device.deps.db, old_sent.event_id)).toEqual([])
  for (const gone of [older_sent, skipped, discarded, manual_old]) {
    expect([rowOf(gone), existsSync(file(gone.picture)), hasEvent(device.deps.db, gone.uuid)]).toEqual([
      undefined,
      false,
      true,
    ])
    expect(tombstoneOf(gone)).toMatchObject({ deleted_by: '', lot_no: 'A01' })
  }
  for (const kept of [young_sent, manual, ...waiting, failed])
    expect([rowOf(kept)?.media_gone_ms, existsSync(file(kept.picture))]).toEqual([null, true])
  // Its retention starts when it was sent: an event that waited for long is not deleted on arrival.
  device.deps.db.run('UPDATE event SET status = 2, moved_ms = ? WHERE event_id = ?', [
    device.deps.now(),
    waiting[0]!.event_id,
  ])
  await keeper!.runNow()
  expect(rowOf(waiting[0]!)).toMatchObject({ status: 2, media_gone_ms: null })
  // With a wrong clock nothing counts as old.
  const { db } = device.deps
  insertAlarm(db, {
    kind: 'clock',
    subject: '',
    name: '',
    severity: 'critical',
    facts: {},
    since_ms: 0,
    raised_ms: 0,
    raised_notice: 0,
  })
  set({ media_days: 60 })
  await keeper!.runNow()
  expect(rowOf(young_sent)?.media_gone_ms).toBeNull()
  closeAlarm(db, 1, 1, 0)
  await keeper!.runNow()
  expect(rowOf(young_sent)?.media_gone_ms).not.toBeNull()
  conserved()
})

test('over the budget pictures of the oldest settled events are deleted, never of waiting ones', async () => {
  const { db } = device.deps
  const settled = [
    plant(20, 2, { bytes: 300_000 }),
    plant(18, 8, { bytes: 300_000 }),
    plant(16, 9, { bytes: 300_000 }),
    plant(14, 2, { bytes: 300_000 }),
    plant(12, 2, { bytes: 300_000 }),
  ]
  const waiting = plant(50, 0, { bytes: 300_000 })
  set({ budget_bytes: databaseBytes(db).used + 1_000_000 })
  await begin().runNow()
  expect(settled.map((one) => rowOf(one)?.media_gone_ms === null)).toEqual([false, false, false, true, true])
  expect(mediaBytes(db)).toBe(900_000)
  expect(existsSync(file(waiting.picture))).toBe(true)
  conserved()
  // If waiting events alone exceed the budget, everything else is deleted, including rows, but nothing more.
  set({ budget_bytes: 1 })
  await keeper!.runNow()
  expect(settled.map(rowOf)).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(rowOf(waiting)).toMatchObject({ status: 0, media_gone_ms: null })
  expect([eventLedger(db), db.get('SELECT count(*) AS n FROM alarm')]).toEqual([
    { created: 6, deleted: 5 },
    { n: 0 },
  ])
  conserved()
})

test('at the floor unsent events are discarded after an alarm, with a tombstone', async () => {
  const { db } = device.deps
  const MB = 1_000_000
  const settled = [plant(9, 2, { bytes: MB }), plant(8, 8, { bytes: MB })]
  const without = plantBare(10)
  const waiting = [
    plant(7, 0, { bytes: MB }),
    plant(6, 6, { bytes: MB }),
    plant(5, 1, { bytes: MB, rich: true }),
    plant(4, 7, { bytes: MB }),
    plant(3, 4, { bytes: MB }),
  ]
  // Without the alarm the worker waits, and logs that once.
  const silent = begin({ space: disk(7 * MB), alarm: () => Promise.resolve() })
  for (let round = 0; round < 3; round++) await silent.runNow()
  expect(settled.map(rowOf)).toEqual([undefined, undefined])
  expect(waiting.map((one) => rowOf(one)?.status)).toEqual([0, 6, 1, 7, 4])
  expect(device.logged().match(/unsent_at_risk/g)?.length).toBe(1)
  expect(device.logged()).not.toContain('unsent_discarded')
  await silent.stop()

  // With the alarm port, the alarm is raised at once, and a whole round passes.
  const alarms = watchAlarms(device.deps, { every_ms: 3_600_000, space: disk(7 * MB) })
  const patient = begin({ space: disk(7 * MB), alarm: alarms.runNow, grace_ms: 3_600_000 })
  await patient.runNow()
  await patient.runNow()
  expect(db.get("SELECT kind, subject, severity, recovered_ms FROM alarm WHERE kind = 'disk'")).toEqual({
    kind: 'disk',
    subject: 'unsent',
    severity: 'critical',
    recovered_ms: null,
  })
  expect(
    JSON.parse(db.get<{ facts: string }>("SELECT facts FROM alarm WHERE kind = 'disk'")!.facts),
  ).toMatchObject({ total: 7 * MB, waiting: 6 })
  expect(waiting.map((one) => rowOf(one)?.status)).toEqual([0, 6, 1, 7, 4])
  await patient.stop()

  await begin({ space: disk(7 * MB), alarm: alarms.runNow }).runNow()
  const gone = waiting.filter((one) => rowOf(one)?.status === 3)
  expect(gone).toEqual(waiting.slice(0, 1)) // Seven million bytes have room for six of them and the floor.
  expect(rowOf(gone[0]!)).toMatchObject({
    status: 3,
    reason: 'disk_full',
    media_gone_ms: expect.any(Number) as number,
  })
  expect([
    existsSync(file(gone[0]!.picture)),
    tombstoneOf(gone[0]!),
    hasEvent(db, gone[0]!.uuid),
  ]).toMatchObject([false, { status: 3, deleted_by: '' }, true])
  expect(
    (await device.call('parking_event_tombstone', { uuid: gone[0]!.uuid }, await device.tokenOf('viewer')))
      .code,
  ).toBe(code.not_found) // Its row has more columns.
  expect(device.logged()).toContain('unsent_discarded')
  expect(db.get('SELECT reason FROM event_move WHERE event_id = ?', [gone[0]!.event_id])).toEqual({
    reason: 'disk_full',
  })
  conserved()
  expect(rowOf(without)?.status).toBe(0) // It has no picture, so discarding it would free nothing.
  // The next run does not delete that row, but an administrator can.
  await keeper!.runNow()
  expect(rowOf(gone[0]!)?.status).toBe(3)
  expect(
    (await device.call('delete_parking_event', { list: [gone[0]!.uuid] }, await device.tokenOf('admin')))
      .data,
  ).toEqual({ deleted: 1 })
  expect([rowOf(gone[0]!), tombstoneOf(gone[0]!)]).toMatchObject([
    undefined,
    { status: 3, deleted_by: 'admin' },
  ])
  conserved()
})

test('an event that is being sent while it is discarded counts as sent if the response arrives', () => {
  const { db } = device.deps
  const one = plant(3, 0)
  db.run('UPDATE event SET status = 3, reason = ?, moved_ms = 1 WHERE event_id = ?', [
    'disk_full',
    one.event_id,
  ])
  db.run('UPDATE event SET status = 2, reason = ?, moved_ms = 2 WHERE event_id = ?', [
    'accepted',
    one.event_id,
  ])
  expect(rowOf(one)?.status).toBe(2)
  conserved()
})

test('leftovers of a crash in the folders of past days are deleted, and so are empty folders', async () => {
  const known = plant(20, 2)
  const bare = plant(20, 2)
  const day = dirname(known.picture)
  device.deps.db.run('UPDATE event SET media_gone_ms = 1 WHERE event_id = ?', [bare.event_id])
  write(`${day}/${randomUUID()}-0.jpg`, Buffer.from('left'))
  write(`${day}/${known.uuid}-d0.jpg.part`, Buffer.from('being drawn'))
  write(`${day}/${known.uuid}-d1.jpg.part`, Buffer.from('long ago'))
  const long_ago = new Date(Date.now() - 2 * day_ms)
  utimesSync(file(`${day}/${known.uuid}-d1.jpg.part`), long_ago, long_ago)
  await begin().runNow()
  expect(readdirSync(file(day)).sort()).toEqual([`${known.uuid}-0.jpg`, `${known.uuid}-d0.jpg.part`])
})
