/**
 * The call of the disk page: disk usage by kind, retained and queued data; and that a large folder blocks no
 * other request.
 */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { code, log_type } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isFull } from '#src/core/files/disk-space.ts'
import { budgets } from '#src/system/log/log-delete.ts'
import { insertLogs } from '#src/system/log/log.store.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots, storeAnswer, storeEvent } from '../events/event-device.ts'
import { until } from '../until.ts'

let box: Device
let token: string
beforeEach(async () => {
  box = await openDevice()
  token = await box.tokenOf('viewer')
})
afterEach(() => box.close())

const status = async () => {
  const answer = await box.call('disk_status', {}, token)
  expect(answer.code).toBe(code.success)
  return answer.data
}
const put = (path: string, bytes: number) => {
  mkdirSync(join(box.folder, path, '..'), { recursive: true })
  writeFileSync(join(box.folder, path), Buffer.alloc(bytes, 1))
}
const of = (data: Awaited<ReturnType<typeof status>>, kind: string) =>
  data.kinds.find((one) => one.kind === kind)!
/** The range of a count that includes whole blocks of the file system. */
const about = (bytes: number) => ({ min: bytes, max: bytes + 64 * 1024 })
const within = (bytes: number, { min, max }: { min: number; max: number }) =>
  expect(bytes >= min && bytes <= max, `${bytes} is from ${min} to ${max}`).toBe(true)

test("a new device reports the file system's numbers and a non-empty database", async () => {
  const data = await status()
  const { blocks, bsize } = await statfs(box.folder)
  expect(data.total).toBe(blocks * bsize)
  expect(data.free).toBeGreaterThan(0)
  expect(data.free).toBeLessThan(data.total)
  expect(data.complete).toBe(true)
  expect(of(data, 'database').bytes).toBeGreaterThan(50_000)
  expect(of(data, 'database').files).toBeGreaterThanOrEqual(1)
  expect(data.kinds.map(({ kind }) => kind)).toEqual([
    'database',
    'pictures',
    'logs',
    'spool',
    'snapshots',
    'other',
  ])
  expect(data.waiting).toEqual({ events: 0, bytes: 0, oldest_ms: null, by_status: {} })
  expect(data.per_day).toBeNull()
})

test('each folder counts towards its kind, and a day of pictures towards the daily average', async () => {
  put('media/events/2026-11-18/a-0.jpg', 300_000)
  put('media/events/2026-11-19/b-0.jpg', 100_000)
  put('media/events/2026-11-20/c-0.jpg', 200_000)
  put('media/events/2026-11-21/d-0.jpg', 900_000)
  put('media/cameras/SN/last.jpg', 50_000)
  put('spool/x.jpg', 70_000)
  put('snapshots/one/parking.db', 80_000)
  put('support/x.zip', 40_000)
  const data = await status()
  within(of(data, 'pictures').bytes, about(1_550_000))
  expect(of(data, 'pictures').files).toBe(5)
  within(of(data, 'spool').bytes, about(70_000))
  within(of(data, 'snapshots').bytes, about(80_000))
  // With the audit chain, the evidence log, the keys and their copies.
  within(of(data, 'other').bytes, { min: 40_000, max: 40_000 + 192 * 1024 })
  within(data.per_day ?? 0, about(200_000)) // Today is incomplete and does not count.
})

test('a past day is counted once, and again when a file in it is deleted', async () => {
  const day = join(box.folder, 'media/events/2026-11-18')
  put('media/events/2026-11-18/a-0.jpg', 300_000)
  put('media/events/2026-11-18/b-0.jpg', 300_000)
  const long_ago = new Date(Date.now() - 86_400_000)
  utimesSync(day, long_ago, long_ago)
  expect(of(await status(), 'pictures').files).toBe(2)
  rmSync(join(day, 'a-0.jpg')) // The folder has another date now.
  await until('the new count', async () => of(await status(), 'pictures').files === 1)
})

test('subtracts an estimate of the logs from the database, never more than its size', async () => {
  const before = of(await status(), 'database').bytes
  insertLogs(
    box.deps.db,
    Array.from({ length: 5_000 }, (_, at) => ({
      timestamp_ms: box.deps.now() - at,
      type: log_type.application,
      level: 'INFO' as const,
      content: `line ${at} ${'x'.repeat(150)}`,
    })),
  )
  const data = await until('the count with logs', async () => {
    const now = await status()
    return of(now, 'database').bytes + of(now, 'logs').bytes > before + 500_000 ? now : undefined
  })
  expect(of(data, 'logs').files).toBeGreaterThanOrEqual(5_000)
  // The text of a row has about 160 bytes; the estimate adds less than 70 % for the row and its index entry.
  const { n } = box.deps.db.get<{ n: number }>('SELECT count(*) * 160 AS n FROM log')!
  expect(of(data, 'logs').bytes).toBeGreaterThan(n)
  expect(of(data, 'logs').bytes).toBeLessThan(n * 1.7)
  expect(data.retention.filter(({ kind }) => kind === 'logs')).toEqual(
    [1, 2, 3, 4].map((type) => ({ kind: 'logs', log_type: type, days: null, ...budgets[type as 1] })),
  )
  expect(data.retention.find(({ kind }) => kind === 'pictures')).toEqual({
    kind: 'pictures',
    days: 90,
    bytes: null,
    rows: null,
  })
  expect(
    await box.call(
      'update_retention',
      { sent_days: 30, budget_bytes: 2_000_000_000 },
      await box.tokenOf('admin'),
    ),
  ).toMatchObject({ code: code.success })
  expect((await status()).retention.slice(0, 2)).toEqual([
    { kind: 'pictures', days: 30, bytes: 2_000_000_000, rows: null },
    { kind: 'database', days: 30, bytes: null, rows: null },
  ])
})

test('reports queued events by status, their pictures and the oldest', async () => {
  const { db, now } = box.deps
  plantLots(db)
  for (let at = 0; at < 6; at++) {
    storeEvent(db, now(), {
      create_ms: now() - (6 - at) * 60_000,
      uuid: `0000000${at}-0000-4000-8000-000000000000`,
      plate_number: '',
      pictures: [{ kind: 'car', width: 1, height: 1, bytes: 1_000 * (at + 1), sha256: new Uint8Array(32) }],
    })
  }
  const settle = (event_id: number, to: number) =>
    storeAnswer(db, event_id, now(), { status: to, reason: to === 2 ? 'accepted' : 'refused' })
  settle(1, 2) // sent: no longer queued
  settle(2, 4)
  const data = await status()
  expect(data.waiting).toEqual({
    events: 5,
    by_status: { 0: 4, 4: 1 },
    bytes: 2_000 + 3_000 + 4_000 + 5_000 + 6_000,
    oldest_ms: now() - 5 * 60_000,
  })
})

test('a disk is full below 0.5 GB, below 5%, or without free inodes', () => {
  const GB = 1024 ** 3
  expect(isFull({ total: 32 * GB, free: 8 * GB, inodes: 1e6 })).toBe(false)
  expect(isFull({ total: 32 * GB, free: 1.5 * GB, inodes: null })).toBe(true)
  expect(isFull({ total: 4 * GB, free: 0.4 * GB, inodes: null })).toBe(true)
  expect(isFull({ total: 32 * GB, free: 8 * GB, inodes: 12 })).toBe(true)
})
