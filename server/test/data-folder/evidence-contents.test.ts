/** Databases that open without an error, but whose contents were changed. */
import { closeSync, cpSync, openSync, renameSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recorded } from '#src/proof/proof-log.store.ts'
import { createContentWatch } from '#src/workers/housekeeping.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { report } from '../proof/report.ts'

let device: Device
beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  await device.call('update_platform_param', { operator_no: 'OP' }, await device.tokenOf('admin'))
  for (const _ of 'abc') await report(device)
  await device.deps.proof_log.caughtUp()
  device.wait(86_400_000)
  device.deps.proof_log.seal()
  await report(device)
  await device.deps.proof_log.caughtUp()
})
afterEach(() => device.close())

/** Changes a file of a stopped device, and returns what the daily check finds after the start. */
async function changed(file: string, sql: string): Promise<string[]> {
  device = await device.restart('in order', () => {
    const db = new DatabaseSync(join(device.folder, file))
    if (sql !== '') expect(db.prepare(sql).run().changes).toBeGreaterThan(0)
    db.close()
  })
  await createContentWatch(device.deps).runNow()
  return device.deps.findings.all().map((one) => `${one.file} ${one.damage}`)
}

test('sound files raise no alarm', async () => {
  expect(await changed('proof.db', '')).toEqual([])
  await report(device)
  await device.deps.proof_log.caughtUp()
  await createContentWatch(device.deps).runNow()
  expect(device.deps.findings.all()).toEqual([])
})

test.each([
  ["UPDATE leaf SET body = replace(body, 'event', 'Event') WHERE kind = 'event'"],
  ["UPDATE leaf SET kind = 'state' WHERE kind = 'event'"],
  ["UPDATE leaf SET uuid = 'another' WHERE seq = (SELECT min(seq) FROM leaf WHERE kind = 'event')"],
  ['UPDATE leaf SET hash = zeroblob(32) WHERE seq = 1'],
  ['UPDATE leaf SET hash = zeroblob(32), body = NULL WHERE seq = 3'],
  ['DELETE FROM leaf WHERE seq = 2'],
  ['UPDATE day SET size = size - 1 WHERE day = 1'],
  ['UPDATE day SET payload = replace(payload, \'"prev":"0\', \'"prev":"1\')'],
  ["UPDATE day SET signature = 'AAAA'"],
  ['UPDATE log SET edge = zeroblob(length(edge))'],
  ["UPDATE log SET prev = iif(prev LIKE 'f%', 'e', 'f') || substr(prev, 2)"],
  ['UPDATE device_key SET public_key = substr(public_key, 5)'],
])('evidence log: %s', async (sql) => {
  expect(await changed('proof.db', sql)).toEqual(['proof.db evidence_log_part'])
})

test.each([
  ['UPDATE link SET hash = zeroblob(32) WHERE seq = 2'],
  ['UPDATE link SET time_ms = time_ms + 1 WHERE seq = 2'],
  ['DELETE FROM link WHERE seq = 2'],
])('audit chain: %s', async (sql) => {
  expect(await changed('audit.db', sql)).toEqual(['audit.db audit_chain_part'])
})

test('an older copy of the evidence log is named, and what it lacks is recorded again', async () => {
  const at = (name: string) => join(device.folder, name)
  device = await device.restart('in order', () => cpSync(at('proof.db'), at('older.db')))
  const uuid = await report(device)
  await device.deps.proof_log.caughtUp()
  device = await device.restart('in order', () => renameSync(at('older.db'), at('proof.db')))
  const log = device.deps.proof_log
  expect(recorded(log.reader(), uuid)).toBe('no')
  await log.caughtUp()
  expect(device.deps.findings.all()).toEqual([{ file: 'proof.db', damage: 'evidence_log_older' }])
  expect(recorded(log.reader(), uuid)).toBe('yes')
  await createContentWatch(device.deps).runNow()
  expect(device.deps.findings.all()).toEqual([{ file: 'proof.db', damage: 'evidence_log_older' }])
})

/** Larger than what is checked at the start. */
const large_rows = 18_000
test('main database: a page in the middle of a large one', async () => {
  device.deps.db.transaction(() => {
    for (let n = 0; n < large_rows; n += 1)
      device.deps.db.run(
        'INSERT INTO log (timestamp_ms, type, level, content, detail) VALUES (?, 1, 1, ?, ?)',
        [n, 'filler', JSON.stringify({ n, text: 'x'.repeat(3_900) })],
      )
  })
  device = await device.restart('in order', () => {
    const file = openSync(join(device.folder, 'parking.db'), 'r+')
    writeSync(file, Buffer.alloc(4_096, 0xa5), 0, 4_096, 4_096 * 9_000)
    closeSync(file)
  })
  await createContentWatch(device.deps).runNow()
  expect(device.deps.findings.all().map((one) => `${one.file} ${one.damage}`)).toEqual([
    'parking.db database',
  ])
})
