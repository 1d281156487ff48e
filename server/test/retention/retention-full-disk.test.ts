/** Retention on a disk that is really full: a small mounted file system, if this user may mount one. */
import { started } from '#src/core/part.ts'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countByStatus, eventLedger, hasEvent } from '#src/events/record/event.store.ts'
import { picturePath } from '#src/events/record/event-paths.ts'
import { createRetention } from '#src/workers/retention.ts'
import { createWorkers } from '#src/workers.ts'
import { lacks } from '../debian.ts'
import { openDevice } from '../device.ts'
import { newEvent, smallJpeg, startApplication } from '../events/event-application.ts'
import { plantLots } from '../events/event-device.ts'
import { until } from '../until.ts'
import { watchAlarms, setUpRetention } from './retention-device.ts'

setUpRetention()

/** A file system of its own with this many megabytes, if this user may create one. */
function small(folder: string, megabytes: number): boolean {
  return spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0
}
const mount = mkdtempSync(join(tmpdir(), 'parking-full-'))
const may_mount = !lacks('the right to mount a file system', !small(mount, 48))
afterAll(() => {
  if (may_mount) spawnSync('/bin/umount', ['-l', mount])
  rmSync(mount, { recursive: true, force: true })
})

// Skipped if no file system can be mounted, because the test needs a disk that is really full.
test.skipIf(!may_mount)(
  'on a full disk the intake is busy; sent events make room first, then unsent ones',
  async () => {
    for (const name of readdirSync(mount)) rmSync(join(mount, name), { recursive: true })
    const full = await openDevice({ folder: mount })
    const { deps } = full
    plantLots(deps.db)
    await full.call('update_event_param', { images_process: false }, await full.tokenOf('admin'))
    const workers = await started(
      createWorkers(deps, {
        retention: { every_ms: 3_600_000 },
        alarms: { every_ms: 3_600_000 },
      }),
    )
    const alarms = watchAlarms(deps, { every_ms: 3_600_000 })
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
        // The application sometimes finds the disk full before the server does.
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
    const runRetention = async () => {
      const mine = await started(
        createRetention(deps, { every_ms: 3_600_000, alarm: alarms.runNow, grace_ms: 0 }),
      )
      await mine.runNow()
      await mine.stop()
    }
    // On a device retention runs a few times a second: one run may free less than one event needs.
    const untilRoom = () =>
      until('room again', async () => {
        if ((await report()) === 'ack') return true
        await runRetention()
        return false
      })
    await runRetention()
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
    await runRetention()
    expect(existsSync(join(mount, 'reserve'))).toBe(false) // The space was needed to record the deletions.
    // Pictures of sent events were enough: unsent events are untouched.
    expect(stands().filter(({ status }) => status !== 2)).toEqual([
      { status: 1, bare: 0, n: taken.length - 5 },
    ])
    expect(stands().find(({ bare }) => bare === 1)).toMatchObject({ status: 2 })
    for (let round = 0; round < 3; round++) {
      await untilRoom()
      while ((await report()) === 'ack') expect(taken.length).toBeLessThan(200)
      await runRetention()
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
    await untilRoom()
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
