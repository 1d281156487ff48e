/**
 * Keys and evidence files of the data folder, each damaged in every way: the start stops with a sentence, or
 * the device runs with an alarm, and nothing is lost that was not in the damaged file.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { picturePath } from '#src/events/record/event-paths.ts'
import { verifyDatabase } from '#src/system/audit/verify-file.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { report } from '../proof/report.ts'
import { all_ways, ways, type Way } from './damage.ts'

/** SQLite ignores bytes after the last page; a flipped byte of a page is found by the daily check. */
const start_ways = all_ways.filter((way) => !['middle', 'tail', 'longer'].includes(way))

let device: Device
beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  await device.call('update_platform_param', { operator_no: 'OP' }, await device.tokenOf('admin'))
  await report(device)
  await device.deps.proof_log.caughtUp()
})
afterEach(() => device.close())

/** Restarts with damaged files, and returns what an alarm names. */
async function damaged(way: Way, ...files: string[]): Promise<string[]> {
  device = await device.restart('in order', () => {
    for (const file of files) ways[way](join(device.folder, file))
  })
  await report(device)
  await device.deps.proof_log.start()
  device.deps.audit_chain.headToSend()
  return device.deps.findings.all().map((one) => `${one.file} ${one.damage}`)
}
const picture = async () => {
  const [row] = device.deps.db.all<{ create_ms: number; uuid: string; position: number }>(
    'SELECT create_ms, uuid, position FROM event_picture JOIN event USING (event_id) ORDER BY event_id',
  )
  const path = picturePath(row!.create_ms, row!.uuid, row!.position)
  return (await device.deps.media.files.read(path)).length
}
const events = () => device.deps.db.get<{ n: number }>('SELECT count(*) AS n FROM event')!.n
const waiting = () => device.deps.db.get<{ n: number }>('SELECT count(*) AS n FROM proof_todo')!.n

test.each(all_ways)('keys %s: their copies replace them, with alarms, and nothing is lost', async (way) => {
  const { key_id } = device.deps.proof_log.key.current
  const files = ['device.key', 'media.key', 'secret.key']
  const read = (more = '') => files.map((file) => readFileSync(join(device.folder, `${file}${more}`), 'utf8'))
  const before = read()
  expect((await damaged(way, ...files)).toSorted()).toEqual(files.map((file) => `${file} key_repaired`))
  expect([read(), read('.copy')]).toEqual([before, before])
  expect([await picture(), events(), device.deps.proof_log.key.current.key_id]).toEqual([
    expect.any(Number),
    2,
    key_id,
  ])
  device = await device.restart()
  expect(device.deps.findings.all()).toEqual([])
})

test.each(['media.key', 'secret.key'])(
  '%s and its copy, damaged in any way: the start stops with a sentence and makes no new key',
  async (file) => {
    const both = [file, `${file}.copy`]
    const before = readFileSync(join(device.folder, file))
    const { folder } = device
    for (const way of all_ways) {
      await expect(damaged(way, ...both), `${way}`).rejects.toThrow(
        new RegExp(`${file} is missing, damaged .* cannot be .*Put the file back .*accept-loss ${file}`),
      )
      for (const path of both.map((name) => join(folder, name))) {
        rmSync(path, { recursive: true, force: true })
        writeFileSync(path, before)
      }
      device = await openDevice({ folder })
      expect([way, device.deps.findings.all(), events(), await picture()]).toEqual([
        way,
        [],
        1,
        expect.any(Number),
      ])
    }
  },
)

test.each(start_ways)('proof.db %s: events wait until it is put back, and none is lost', async (way) => {
  const path = join(device.folder, 'proof.db')
  const { log_id } = JSON.parse(device.deps.proof_log.head().payload) as { log_id: string }
  let before: Buffer
  device = await device.restart('in order', () => (before = readFileSync(path)))
  expect(await damaged(way, 'proof.db')).toEqual(['proof.db evidence_log'])
  expect([events(), waiting() > 0]).toEqual([2, true])
  device = await device.restart('in order', () => {
    rmSync(path, { recursive: true, force: true })
    writeFileSync(path, before)
  })
  await device.deps.proof_log.caughtUp()
  expect([device.deps.findings.all(), waiting()]).toEqual([[], 0])
  expect(JSON.parse(device.deps.proof_log.head().payload)).toMatchObject({ log_id })
  const leaves = device.deps.proof_log.reader().all("SELECT 1 FROM leaf WHERE kind = 'event'")
  expect(leaves).toHaveLength(2)
})

test.each(start_ways)('audit.db %s: acts wait until it is put back, and none is lost', async (way) => {
  const path = join(device.folder, 'audit.db')
  let before: Buffer
  device = await device.restart('in order', () => (before = readFileSync(path)))
  expect(await damaged(way, 'audit.db')).toEqual(['audit.db audit_chain'])
  const token = await device.tokenOf('admin')
  expect((await device.call('set_basic_info', { name: 'meanwhile' }, token)).code).toBe(0)
  expect((await device.call('verify_audit', {}, token)).message).toContain(
    'audit.db: The audit chain is missing',
  )
  device = await device.restart('in order', () => {
    rmSync(path, { recursive: true, force: true })
    writeFileSync(path, before)
  })
  const chain = device.deps.audit_chain.reader()
  const { findings } = await verifyDatabase(chain, {
    shown: device.deps.db,
    marks: device.deps.audit_chain.marks,
  })
  expect([device.deps.findings.all(), findings]).toEqual([[], []])
  expect(chain.all("SELECT 1 FROM content WHERE content LIKE '%meanwhile%'")).toHaveLength(1)
})
