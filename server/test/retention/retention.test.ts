/**
 * What is deleted, in which order, and what never is: real files, on a disk that is made full by a budget
 * or by a reading of its space. After every step `created = sum over statuses + deleted`.
 */
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { code, log_type, retention_factory, type Retention } from '@parking/contract'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { shownPictures } from '#src/events/record/evidence.store.ts'
import { countByStatus, eventLedger, hasEvent, insertEvent } from '#src/events/record/event.store.ts'
import { databaseBytes, mediaBytes } from '#src/retention/database-space.store.ts'
import { clipPath, drawnPath, picturePath } from '#src/events/record/event-paths.ts'
import { retentionRule, updateRetention } from '#src/retention/retention.store.ts'
import { closeAlarm, insertAlarm } from '#src/alarm/alarm.store.ts'
import { settleEvidence, outcome } from '#src/events/record/evidence.store.ts'
import { settleClip } from '#src/events/record/clip.store.ts'
import { startAlarmWatch, type AlarmWatch } from '#src/workers/alarm-watch.ts'
import { startRetention, type RetentionKeeper, type RetentionOptions } from '#src/workers/retention.ts'
import { startWorkers } from '#src/start-workers.ts'
import { openDevice, type Device } from '../device.ts'
import { newEvent, smallJpeg, startApplication } from '../events/event-application.ts'
import { plantLots } from '../events/event-device.ts'
import { until } from '../until.ts'

const day_ms = 86_400_000
const place = {
  parking_no: 'P-1',
  camera_sn: 'SN-0001',
  camera_name: '东门 1',
  scene_id: 'scene-1',
  lot_no: 'A01',
}
let device: Device
let keeper: RetentionKeeper | undefined
let alarms: AlarmWatch | undefined

beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
})
afterEach(async () => {
  await keeper?.stop()
  await alarms?.stop()
  ;[keeper, alarms] = [undefined, undefined]
  await device.close()
})

const file = (path: string) => join(device.deps.media.folder, path)
function write(path: string, content: Buffer): void {
  mkdirSync(dirname(file(path)), { recursive: true })
  writeFileSync(file(path), content)
}

type Planted = { event_id: number; uuid: string; at: number; picture: string }
/** An event of some days ago with a picture of this many bytes, which got its `status` at that moment. */
function plant(
  days: number,
  status: number,
  {
    bytes = 10_000,
    event_type = 1,
    rich = false,
  }: { bytes?: number; event_type?: number; rich?: boolean } = {},
): Planted {
  const { db, now } = device.deps
  const [uuid, at] = [randomUUID(), now() - days * day_ms]
  const content = Buffer.alloc(bytes, uuid)
  const sha256 = createHash('sha256').update(content).digest()
  write(picturePath(at, uuid, 0), content)
  const first = ([7, 6, 0, 1, 8] as number[]).includes(status) ? status : 0
  db.transaction(() =>
    insertEvent(db, {
      uuid,
      event_ms: at,
      create_ms: at,
      event_type,
      plate_number: '粤B12345',
      plate_color: 'blue',
      confidence: 90,
      status: first,
      place,
      pictures: [{ kind: 'image', width: 64, height: 48, bytes, sha256 }],
      ...(rich && { evidence: { plate_box: undefined, held: false }, clip: 'wanted' as const }),
    }),
  )
  const event_id = db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [uuid])!.event_id
  const go = (to: number) =>
    db.run('UPDATE event SET status = ?, moved_ms = ? WHERE event_id = ?', [to, at, event_id])
  if (first !== status) go(status)
  if (rich) {
    write(drawnPath(at, uuid, 0), content)
    settleEvidence(db, event_id, outcome.drawn, [{ kind: 'image', width: 64, height: 48, bytes, sha256 }])
    write(clipPath(at, uuid), content)
    settleClip(db, event_id, { width: 64, height: 48, duration_ms: 1000, bytes, sha256 })
  }
  return { event_id, uuid, at, picture: picturePath(at, uuid, 0) }
}

/** A waiting event without a picture. */
function plantBare(days: number): Planted {
  const one = plant(days, 0)
  device.deps.db.run('DELETE FROM event_picture WHERE event_id = ?', [one.event_id])
  device.deps.db.run('UPDATE media_tally SET bytes = bytes - 10000')
  return one
}

type Row = { status: number; reason: string; media_gone_ms: number | null }
const rowOf = ({ event_id }: Planted) =>
  device.deps.db.get<Row>('SELECT status, reason, media_gone_ms FROM event WHERE event_id = ?', [event_id])
const stoneOf = ({ uuid }: Planted) =>
  device.deps.db.get<{ status: number; deleted_by: string; lot_no: string }>(
    'SELECT status, deleted_by, lot_no FROM event_tombstone WHERE uuid = ?',
    [uuid],
  )

/** Nothing is counted twice, and nothing is missing. The tally of bytes is what the rows say. */
function conserved(): void {
  const { db } = device.deps
  const { created, deleted } = eventLedger(db)
  expect([...countByStatus(db).values()].reduce((sum, n) => sum + n, 0) + deleted).toBe(created)
  const { bytes } = db.get<{ bytes: number }>(
    `SELECT ifnull(sum((SELECT ifnull(sum(bytes), 0) FROM event_picture p WHERE p.event_id = e.event_id) +
      (SELECT ifnull(sum(bytes), 0) FROM drawn_picture d WHERE d.event_id = e.event_id)
       + (SELECT ifnull(sum(bytes), 0) FROM event_clip c WHERE c.event_id = e.event_id)), 0) AS bytes
       FROM event e WHERE media_gone_ms IS NULL`,
  )!
  expect(mediaBytes(db)).toBe(bytes)
}

const set = (rule: Partial<Retention>) => updateRetention(device.deps, rule)
const plenty = async () => ({ total: 1e12, free: 9e11, inodes: null })
function begin(options: RetentionOptions = {}): RetentionKeeper {
  keeper = startRetention(device.deps, {
    every_ms: 3_600_000,
    space: plenty,
    grace_ms: 0,
    by_time_after_ms: 0,
    ...options,
  })
  return keeper
}
/** A disk with the bytes of all pictures that exist, and free space for a total of so many. */
const disk = (total: number) => async () => ({
  total,
  free: Math.max(0, total - bytesOnDisk()),
  inodes: null,
})
const bytesOnDisk = (): number => mediaBytes(device.deps.db)

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
  await begin().look()
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
    expect(stoneOf(gone)).toMatchObject({ deleted_by: '', lot_no: 'A01' })
  }
  for (const kept of [young_sent, manual, ...waiting, failed])
    expect([rowOf(kept)?.media_gone_ms, existsSync(file(kept.picture))]).toEqual([null, true])
  // Its days begin when it was sent: an event that waited for long is not deleted when it arrives.
  device.deps.db.run('UPDATE event SET status = 2, moved_ms = ? WHERE event_id = ?', [
    device.deps.now(),
    waiting[0]!.event_id,
  ])
  await keeper!.look()
  expect(rowOf(waiting[0]!)).toMatchObject({ status: 2, media_gone_ms: null })
  // By a wrong clock nothing is old.
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
  await keeper!.look()
  expect(rowOf(young_sent)?.media_gone_ms).toBeNull()
  closeAlarm(db, 1, 1, 0)
  await keeper!.look()
  expect(rowOf(young_sent)?.media_gone_ms).not.toBeNull()
  conserved()
})

test('over the budget pictures of the oldest settled events are deleted, of waiting ones never', async () => {
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
  await begin().look()
  expect(settled.map((one) => rowOf(one)?.media_gone_ms === null)).toEqual([false, false, false, true, true])
  expect(mediaBytes(db)).toBe(900_000)
  expect(existsSync(file(waiting.picture))).toBe(true)
  conserved()
  // If waiting events alone exceed the budget, everything else is deleted, rows too, and no more.
  set({ budget_bytes: 1 })
  await keeper!.look()
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
  // Without its alarm the worker waits, and logs it once.
  const silent = begin({ space: disk(7 * MB), alarm: () => Promise.resolve() })
  for (let round = 0; round < 3; round++) await silent.look()
  expect(settled.map(rowOf)).toEqual([undefined, undefined])
  expect(waiting.map((one) => rowOf(one)?.status)).toEqual([0, 6, 1, 7, 4])
  expect(device.logged().match(/unsent_at_risk/g)?.length).toBe(1)
  expect(device.logged()).not.toContain('unsent_discarded')
  await silent.stop()

  // With it the alarm is raised at once, and a whole round passes.
  alarms = startAlarmWatch(device.deps, { every_ms: 3_600_000, space: disk(7 * MB) })
  const patient = begin({ space: disk(7 * MB), alarm: alarms.look, grace_ms: 3_600_000 })
  await patient.look()
  await patient.look()
  expect(db.get('SELECT kind, subject, severity, recovered_ms FROM alarm')).toEqual({
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

  await begin({ space: disk(7 * MB), alarm: alarms.look }).look()
  const gone = waiting.filter((one) => rowOf(one)?.status === 3)
  expect(gone).toEqual(waiting.slice(0, 1)) // seven million bytes hold six of them and the floor
  expect(rowOf(gone[0]!)).toMatchObject({
    status: 3,
    reason: 'disk_full',
    media_gone_ms: expect.any(Number) as number,
  })
  expect([existsSync(file(gone[0]!.picture)), stoneOf(gone[0]!), hasEvent(db, gone[0]!.uuid)]).toMatchObject([
    false,
    { status: 3, deleted_by: '' },
    true,
  ])
  expect(
    (await device.call('parking_event_tombstone', { uuid: gone[0]!.uuid }, await device.tokenOf('viewer')))
      .code,
  ).toBe(code.not_found) // its row has more columns
  expect(device.logged()).toContain('unsent_discarded')
  expect(db.get('SELECT reason FROM event_move WHERE event_id = ?', [gone[0]!.event_id])).toEqual({
    reason: 'disk_full',
  })
  conserved()
  expect(rowOf(without)?.status).toBe(0) // it has no picture: discarding it would free nothing
  // The next run does not delete that row, and an administrator can.
  await keeper!.look()
  expect(rowOf(gone[0]!)?.status).toBe(3)
  expect(
    (await device.call('delete_parking_event', { list: [gone[0]!.uuid] }, await device.tokenOf('admin')))
      .data,
  ).toEqual({ deleted: 1 })
  expect([rowOf(gone[0]!), stoneOf(gone[0]!)]).toMatchObject([undefined, { status: 3, deleted_by: 'admin' }])
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

/** A file system of its own with this many megabytes, if this user may create one. */
function small(folder: string, megabytes: number): boolean {
  return spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0
}
const mount = mkdtempSync(join(tmpdir(), 'parking-full-'))
const may_mount = small(mount, 48)
afterAll(() => {
  if (may_mount) spawnSync('/bin/umount', ['-l', mount])
  rmSync(mount, { recursive: true, force: true })
})

// Skipped if no file system can be mounted: it takes a disk that is really full.
test.skipIf(!may_mount)(
  'on a full disk the intake is busy; sent events make room first, then unsent ones',
  async () => {
    const full = await openDevice({ folder: mount })
    const { deps } = full
    plantLots(deps.db)
    await full.call('update_event_param', { images_process: false }, await full.tokenOf('admin'))
    const workers = startWorkers(deps, {
      retention: { every_ms: 3_600_000 },
      alarms: { every_ms: 3_600_000 },
    })
    await workers.ready
    alarms = startAlarmWatch(deps, { every_ms: 3_600_000 })
    const application = await startApplication(deps.socket)
    const picture = Buffer.concat([
      (await smallJpeg()).subarray(0, -2),
      Buffer.alloc(500_000, 1),
      Buffer.from('ffd9', 'hex'),
    ])
    const taken: string[] = []
    const report = async () => {
      const event = newEvent({ pictures: [{ kind: 'image', file: `${randomUUID()}.jpg` }] })
      try {
        // the application sometimes finds the disk full before the server does
        application.spool(picture, event.pictures[0]!.file)
        const { type } = await application.report(event)
        if (type === 'ack') taken.push(event.uuid)
        return type
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' })
        return 'busy'
      } finally {
        rmSync(join(application.config().spool, event.pictures[0]!.file), { force: true })
      }
    }
    const stands = () =>
      deps.db.all<{ status: number; bare: number; n: number }>(
        'SELECT status, bare, count(*) AS n FROM event GROUP BY status, bare',
      )
    const look = async () => {
      const mine = startRetention(deps, { every_ms: 3_600_000, alarm: alarms!.look, grace_ms: 0 })
      await mine.look()
      await mine.stop()
    }
    await look()
    expect(existsSync(join(mount, 'reserve'))).toBe(true)
    while ((await report()) === 'ack') expect(taken.length).toBeLessThan(200)
    expect(taken.length).toBeGreaterThan(20)
    deps.db.run('UPDATE event SET status = 2 WHERE event_id <= 5')
    // Another program fills the rest.
    const other = openSync(join(mount, 'other'), 'w')
    try {
      for (;;) writeSync(other, Buffer.alloc(65_536))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
    closeSync(other)
    await look()
    expect(existsSync(join(mount, 'reserve'))).toBe(false) // the space was needed to record what is deleted
    // Pictures of sent events were enough: unsent events are untouched.
    expect(stands().filter(({ status }) => status !== 2)).toEqual([
      { status: 1, bare: 0, n: taken.length - 5 },
    ])
    expect(stands().find(({ bare }) => bare === 1)).toMatchObject({ status: 2 })
    for (let round = 0; round < 3; round++) {
      await until('room again', async () => (await report()) === 'ack') // it runs a few times a second
      while ((await report()) === 'ack') expect(taken.length).toBeLessThan(200)
      await look()
    }
    const [kept, discarded] = [
      stands().find(({ status }) => status === 1)!,
      stands().find(({ status }) => status === 3)!,
    ]
    expect([kept.bare, discarded.bare, kept.n + discarded.n]).toEqual([0, 1, taken.length - 5])
    expect(discarded.n).toBeLessThan(12)
    expect(
      deps.db.get("SELECT count(*) AS n FROM alarm WHERE kind = 'disk' AND recovered_ms IS NULL"),
    ).toEqual({ n: 1 })
    await until('room again', async () => (await report()) === 'ack') // it runs a few times a second
    for (const uuid of taken) expect(hasEvent(deps.db, uuid)).toBe(true)
    for (const { uuid, create_ms } of deps.db.all<{ uuid: string; create_ms: number }>(
      'SELECT uuid, create_ms FROM event WHERE bare = 0',
    )) {
      expect(existsSync(join(deps.media.folder, picturePath(create_ms, uuid, 0)))).toBe(true)
    }
    const { created, deleted } = eventLedger(deps.db)
    expect([...countByStatus(deps.db).values()].reduce((sum, n) => sum + n, 0) + deleted).toBe(created)
    application.close()
    await alarms.stop()
    await workers.stop()
    await full.app.close()
    deps.db.close()
  },
)

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
  await begin().look()
  expect(readdirSync(file(day)).sort()).toEqual([`${known.uuid}-0.jpg`, `${known.uuid}-d0.jpg.part`])
})

const standing = (): string =>
  JSON.stringify(device.deps.db.all('SELECT status, bare, count(*) AS n FROM event GROUP BY status, bare'))

/** Random streets: ages, statuses, sizes, budgets and disks. */
const street = fc.array(
  fc.record({
    days: fc.integer({ min: 0, max: 500 }),
    status: fc.constantFrom(0, 1, 2, 2, 2, 3, 4, 6, 7, 8, 9),
    bytes: fc.integer({ min: 1_000, max: 60_000 }),
    manual: fc.boolean(),
  }),
  { minLength: 1, maxLength: 14 },
)
const rules = fc.record({
  sent_days: fc.integer({ min: 1, max: 400 }),
  media_days: fc.integer({ min: 1, max: 400 }),
  skipped_days: fc.integer({ min: 1, max: 400 }),
  manual_days: fc.integer({ min: 1, max: 400 }),
  budget_bytes: fc.constantFrom(0, 0, 250_000, 400_000, 600_000),
  keep_free_percent: fc.integer({ min: 5, max: 50 }),
})

test('nothing unsent is discarded while anything else could be deleted', async () => {
  const { db } = device.deps
  alarms = startAlarmWatch(device.deps, {
    every_ms: 3_600_000,
    space: async () => ({ total: 100, free: 1, inodes: null }),
  })
  await fc.assert(
    fc.asyncProperty(
      street,
      rules,
      fc.integer({ min: 20_000, max: 900_000 }),
      async (events, rule, total) => {
        db.run('DELETE FROM event')
        set(rule)
        const planted = events.map(({ days, status, bytes, manual }) =>
          plant(days, status, { bytes, event_type: manual ? 7 : 1 }),
        )
        const before = new Map(planted.map((one) => [one.uuid, rowOf(one)!.status]))
        const room = disk(total)
        const mine = startRetention(device.deps, {
          every_ms: 3_600_000,
          space: room,
          alarm: alarms!.look,
          grace_ms: 0,
          by_time_after_ms: 0,
        })
        // A file system may report freed space late: each run deletes no more than was missing, so it takes
        // a few.
        for (let seen = ''; seen !== standing(); await mine.look()) seen = standing()
        await mine.stop()
        conserved()
        const unsent = planted.filter(({ uuid }) => [0, 1, 4, 5, 6, 7].includes(before.get(uuid)!))
        const lost = unsent.filter((one) => rowOf(one)?.status !== before.get(one.uuid))
        for (const one of lost)
          expect([rowOf(one)?.status, rowOf(one)?.reason, stoneOf(one)?.status]).toEqual([3, 'disk_full', 3])
        if (lost.length > 0) {
          // Everything else is gone, and the oldest went first.
          for (const one of planted.filter(({ uuid }) => [2, 3, 8, 9].includes(before.get(uuid)!)))
            expect(rowOf(one)).toBeUndefined()
          expect(lost.map(({ event_id }) => event_id)).toEqual(
            unsent
              .map(({ event_id }) => event_id)
              .sort((a, b) => a - b)
              .slice(0, lost.length),
          )
        }
        for (const one of planted) {
          const row = rowOf(one)
          expect([row, existsSync(file(one.picture))]).toEqual([
            row,
            row !== undefined && row.media_gone_ms === null,
          ])
          if (!row) expect(hasEvent(db, one.uuid)).toBe(true)
        }
        // It ends: there is space afterwards, or nothing is left to delete.
        const left = db.get<{ n: number }>(
          'SELECT count(*) AS n FROM event WHERE bare = 0 AND kept_as IS NOT NULL',
        )!.n
        const { free } = await room()
        const fits =
          free >= (total * rule.keep_free_percent) / 100 &&
          (rule.budget_bytes === 0 || mediaBytes(db) + databaseBytes(db).used <= rule.budget_bytes)
        expect(fits || left === 0).toBe(true)
      },
    ),
    { numRuns: 30 },
  )
  expect(retentionRule(device.deps).sent_days).toBeGreaterThan(0)
})
