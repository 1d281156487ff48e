/** A device with events of any age and size, and disks of any size, for the tests of retention. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Retention } from '@parking/contract'
import { afterEach, beforeEach, expect } from 'vitest'
import { countByStatus, eventLedger } from '#src/events/record/event.store.ts'
import { mediaBytes } from '#src/retention/database-space.store.ts'
import { clipPath, drawnPath, picturePath } from '#src/events/record/event-paths.ts'
import { updateRetention } from '#src/retention/retention.store.ts'
import { settleEvidence, outcome } from '#src/events/record/evidence.store.ts'
import { settleClip } from '#src/events/record/clip.store.ts'
import { createAlarmWatch, type AlarmWatch } from '#src/workers/alarm-watch.ts'
import { createRetention, type RetentionWorker, type RetentionOptions } from '#src/workers/retention.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeEvent } from '../events/event-device.ts'

export const day_ms = 86_400_000
export let device: Device
export let keeper: RetentionWorker | undefined
export let alarms: AlarmWatch | undefined

/** Registers the hooks of a test file: a new device before each test. */
export function setUpRetention(): void {
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
}

/** Watches the alarms of a device until the end of the test. */
export function watchAlarms(
  deps: Device['deps'],
  options: Parameters<typeof createAlarmWatch>[1],
): AlarmWatch {
  alarms = createAlarmWatch(deps, options)
  void alarms.start()
  return alarms
}

export const file = (path: string) => join(device.deps.media.folder, path)
export function write(path: string, content: Buffer): void {
  mkdirSync(dirname(file(path)), { recursive: true })
  writeFileSync(file(path), content)
}

export type Planted = { event_id: number; uuid: string; at: number; picture: string }
/** An event from some days ago with a picture of this many bytes, which got its `status` at that time. */
export function plant(
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
    storeEvent(db, at, {
      uuid,
      event_type,
      status: first,
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
export function plantBare(days: number): Planted {
  const one = plant(days, 0)
  device.deps.db.run('DELETE FROM event_picture WHERE event_id = ?', [one.event_id])
  device.deps.db.run('UPDATE media_tally SET bytes = bytes - 10000')
  return one
}

export type Row = { status: number; reason: string; media_gone_ms: number | null }
export const rowOf = ({ event_id }: Planted) =>
  device.deps.db.get<Row>('SELECT status, reason, media_gone_ms FROM event WHERE event_id = ?', [event_id])
export const tombstoneOf = ({ uuid }: Planted) =>
  device.deps.db.get<{ status: number; deleted_by: string; lot_no: string }>(
    'SELECT status, deleted_by, lot_no FROM event_tombstone WHERE uuid = ?',
    [uuid],
  )

/** Expects that nothing is counted twice or missing, and that the tally of bytes equals the rows. */
export function conserved(): void {
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

export const set = (rule: Partial<Retention>) => updateRetention(device.deps, rule)
export const plenty = async () => ({ total: 1e12, free: 9e11, inodes: null })
export function begin(options: RetentionOptions = {}): RetentionWorker {
  keeper = createRetention(device.deps, {
    every_ms: 3_600_000,
    space: plenty,
    grace_ms: 0,
    by_time_after_ms: 0,
    ...options,
  })
  void keeper.start()
  return keeper
}
/** A disk with the bytes of all existing pictures, and free space up to this total. */
export const disk = (total: number) => async () => ({
  total,
  free: Math.max(0, total - bytesOnDisk()),
  inodes: null,
})
export const bytesOnDisk = (): number => mediaBytes(device.deps.db)
