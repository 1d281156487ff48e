/** Retention of random events under random rules, on disks of random size. */
import { started } from '#src/core/part.ts'
import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasEvent } from '#src/events/record/event.store.ts'
import { databaseBytes, mediaBytes } from '#src/retention/database-space.store.ts'
import { retentionRule } from '#src/retention/retention.store.ts'
import { createRetention } from '#src/workers/retention.ts'
import {
  conserved,
  device,
  disk,
  file,
  plant,
  rowOf,
  set,
  tombstoneOf,
  watchAlarms,
  setUpRetention,
} from './retention-device.ts'

setUpRetention()

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
  look_days: fc.constant(30),
  look_bytes: fc.constant(500_000_000),
})

test('no unsent event is discarded while anything else could be deleted', async () => {
  const { db } = device.deps
  const alarms = watchAlarms(device.deps, {
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
        const mine = await started(
          createRetention(device.deps, {
            every_ms: 3_600_000,
            space: room,
            alarm: alarms.runNow,
            grace_ms: 0,
            by_time_after_ms: 0,
          }),
        )
        // A file system may report freed space late: each run deletes no more than was missing, so it takes
        // a few.
        for (let seen = ''; seen !== standing(); await mine.runNow()) seen = standing()
        await mine.stop()
        conserved()
        const unsent = planted.filter(({ uuid }) => [0, 1, 4, 5, 6, 7].includes(before.get(uuid)!))
        const lost = unsent.filter((one) => rowOf(one)?.status !== before.get(one.uuid))
        for (const one of lost)
          expect([rowOf(one)?.status, rowOf(one)?.reason, tombstoneOf(one)?.status]).toEqual([
            3,
            'disk_full',
            3,
          ])
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
        // Retention terminates: there is space afterwards, or nothing is left to delete.
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
