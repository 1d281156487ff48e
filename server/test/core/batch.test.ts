/** Outcomes of deliveries share a transaction: a failed one must neither undo the others nor be lost. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type Db } from '#src/core/db.ts'
import { openBatch } from '#src/core/flow/batch.ts'
import { migrations } from '../device.ts'

let folder: string
let db: Db
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parking-batch-'))
  db = openDatabase(join(folder, 'parking.db'), migrations)
})
afterEach(() => {
  vi.useRealTimers()
  db.close()
  rmSync(folder, { recursive: true, force: true })
})
const write = (key: string) => () =>
  void db.run("INSERT INTO settings (key, value, revision, changed_ms) VALUES (?, '1', 1, 0)", [key])
const keys = () =>
  db.all<{ key: string }>("SELECT key FROM settings WHERE key LIKE 'k%' ORDER BY key").map(({ key }) => key)

test('writes in one turn of the event loop share one transaction', async () => {
  let transactions = 0
  const counted = {
    transaction: <T>(work: () => T, forced?: 'now' | 'later') => {
      transactions++
      return db.transaction(work, forced)
    },
  }
  const batch = openBatch(counted, () => true)
  await Promise.all(['k1', 'k2', 'k3'].map((key) => batch(write(key))))
  expect([keys(), transactions]).toEqual([['k1', 'k2', 'k3'], 1])
})

test('while more writes are expected, later ones share the transaction', async () => {
  // The milliseconds that a write waits do not pass: on a busy machine they are over before the next write.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let transactions = 0
  const counted = {
    transaction: <T>(work: () => T, forced?: 'now' | 'later') => {
      transactions++
      return db.transaction(work, forced)
    },
  }
  const left = ['k3', 'k2', 'k1']
  const batch = openBatch(
    counted,
    () => true,
    () => left.length > 0,
  )
  const done: Promise<void>[] = []
  for (let key = left.pop(); key !== undefined; key = left.pop()) {
    done.push(batch(write(key)))
    await new Promise(setImmediate)
  }
  await Promise.all(done)
  expect([keys(), transactions]).toEqual([['k1', 'k2', 'k3'], 1])
})

test('only the failed write rejects, and the others are committed', async () => {
  const batch = openBatch(db, () => true)
  const results = await Promise.allSettled([batch(write('k1')), batch(write('k1')), batch(write('k2'))])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(keys()).toEqual(['k1', 'k2'])
})

test('once the database may be closed, nothing is written and no caller waits', async () => {
  let open = true
  const batch = openBatch(db, () => open)
  const done = batch(write('k1'))
  open = false
  await done
  expect(keys()).toEqual([])
})
