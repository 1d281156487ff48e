/**
 * A file of the data folder in the place of another one: it is intact, and still not what belongs there.
 * Long because states, snapshots, databases and their logs share one folder.
 */
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Finding } from '#src/core/data-findings.ts'
import { bringBackOffline } from '#src/bring-back.ts'
import { fileAlone, readDatabase, type Db } from '#src/core/db.ts'
import { writeState } from '#src/core/sealed/state-file.ts'
import { lastSeq } from '#src/proof/proof-log.store.ts'
import { headOf, lastLogId, newestRow } from '#src/system/audit/chain.store.ts'
import { newestId } from '#src/system/log/log.store.ts'
import { needSoundSnapshot } from '#src/system/restore/snapshot-check.ts'
import { migrations, test_password } from '../device.ts'
import { contentOf, copyOf, makeLivedFolder, start } from './damage.ts'

const folder = mkdtempSync(join(tmpdir(), 'parking-exchanged-'))
const [lived, data] = [join(folder, 'lived'), join(folder, 'data')]
const at = (name: string) => join(data, name)
beforeAll(() => makeLivedFolder(lived))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => copyOf(lived, data))
afterEach(() => rmSync(data, { recursive: true, force: true }))

/** Every state file, each with a content that decides something in its own place. */
const states: Record<string, object> = {
  'erase.json': { phase: 'asked', facts: {} },
  'erasure-certificate.json': { phase: 'certified', facts: {} },
  'restore.json': { phase: 'asked', kind: 'restore', keep: [], snapshot: 'restore-20260101-000000' },
  'trial.json': { id: 'x', state: 'confirmed', way: '' },
  'tls/state.json': { trusted: false, hsts_since_ms: null },
}
/** What the start says of each, or what the device names while it runs. */
const said: Record<string, RegExp | Finding[]> = {
  'erase.json': /^The order to erase this device is damaged \(it was written as .+\): /,
  'erasure-certificate.json': [{ file: 'erasure-certificate.json', damage: 'erasure_certificate' }],
  'restore.json': [{ file: 'restore.json', damage: 'restore_plan' }],
  'trial.json': [{ file: 'trial.json', damage: 'trial' }],
  'tls/state.json': /^The state of HTTPS is damaged: /,
}

describe.for(Object.keys(states))('%s', (file) => {
  test.for(Object.keys(states).filter((other) => other !== file))('is %s', async (other) => {
    const events = [...contentOf(join(data, 'media'))]
    writeState(at(other), states[other]!)
    cpSync(at(other), at(file))
    if (other !== 'tls/state.json') rmSync(at(other))
    const outcome = said[file]!
    const starting = start(data, 'on')
    if (outcome instanceof RegExp) await expect(starting).rejects.toThrow(outcome)
    else {
      const running = await starting
      await running.stop()
      expect(running.found()).toEqual(outcome)
    }
    expect([...contentOf(join(data, 'media'))]).toEqual(events)
  })
})

test('an order without its name, as earlier versions wrote it, does not erase', async () => {
  const text = JSON.stringify({ phase: 'asked', facts: {} })
  const sha256 = createHash('sha256').update(text).digest('hex')
  writeFileSync(at('erase.json'), `{"sha256":"${sha256}","value":${text}}\n`)
  await expect(start(data)).rejects.toThrow(/^The order to erase this device is damaged \(it was written as/)
})

test('snapshots of another device are not brought back, and not proposed as a remedy', async () => {
  const other = join(folder, 'other')
  await makeLivedFolder(other)
  const own = readdirSync(at('snapshots'))
  rmSync(at('snapshots'), { recursive: true })
  cpSync(join(other, 'snapshots'), at('snapshots'), { recursive: true })
  for (const name of readdirSync(at('snapshots'))) {
    await expect(needSoundSnapshot(data, name, migrations)).rejects.toMatchObject({
      data: { reason: 'snapshot_foreign' },
    })
    await expect(bringBackOffline({ folder: data, migrations }, name)).rejects.toThrow(/another device/)
  }
  writeFileSync(at('parking.db'), Buffer.alloc(8_192))
  await expect(start(data)).rejects.toThrow(/There is no snapshot\. .* bring-back none$/)
  const name = own.toSorted()[0]!
  cpSync(join(lived, 'snapshots', name), at(join('snapshots', name)), { recursive: true })
  await expect(start(data)).rejects.toThrow(new RegExp(`^The main database .* bring-back ${name}$`))
  rmSync(other, { recursive: true })
})

describe.for([
  ['audit.db', 'audit_chain'],
  ['proof.db', 'evidence_log'],
] as const)('%s', ([file, damage]) => {
  test.for(['parking.db', 'audit.db', 'proof.db'].filter((other) => other !== file))(
    'is a copy of %s: named, and nothing is written into it',
    async (other) => {
      rmSync(at(file))
      cpSync(at(other), at(file))
      const before = readFileSync(at(file))
      const running = await start(data)
      await running.stop()
      expect(running.found()).toEqual([{ file, damage }])
      expect(readFileSync(at(file)).equals(before)).toBe(true)
    },
  )
})

test.for(['media.key', 'secret.key'])('%s of another device is kept beside the own one', async (file) => {
  const other = Buffer.alloc(32, 7).toString('base64')
  writeFileSync(at(file), other)
  const running = await start(data)
  await running.stop()
  expect(running.found()).toEqual([{ file, damage: 'key_repaired' }])
  expect(readFileSync(at(file), 'utf8')).toBe(readFileSync(join(lived, file), 'utf8'))
  expect(readFileSync(at(`${file}.damaged`), 'utf8')).toBe(other)
})

describe.for(['parking.db', 'audit.db', 'proof.db'])('the write-ahead log of %s', (name) => {
  const log = `${name}-wal`
  const other = join(folder, 'other')
  /** Starts on a folder, makes an entry in the log, and copies it as a power cut would leave it. */
  async function cutOff(from: string, to: string): Promise<void> {
    const running = await start(from)
    const { data: signed_in } = await running.call('login', { username: 'admin', password: test_password })
    expect((await running.call('rotate_device_key', {}, signed_in.token)).code).toBe(0)
    await expect.poll(() => lastLinked(from)).toBe(newestLogId(from))
    copyOf(from, join(folder, to))
    await running.stop()
  }
  const newest = {
    'parking.db': (db: Db) => newestId(db),
    'audit.db': (db: Db) => headOf(db)?.seq ?? 0,
    'proof.db': (db: Db) => lastSeq(db),
  }
  const newestIn = (at_folder: string, url?: URL) =>
    reading(join(at_folder, name), newest[name as keyof typeof newest], url)
  afterEach(() => {
    for (const made of ['cut', 'later', 'other']) rmSync(join(folder, made), { recursive: true, force: true })
  })

  /** Starts twice: the log is set aside, and the finding stays. */
  const expectPutAside = async () => {
    const rows = newestIn(data, fileAlone(at(name)))
    const running = await start(data)
    await running.stop()
    expect(running.found()).toEqual([{ file: log, damage: 'database_log' }])
    expect(newestIn(data)).toBeGreaterThanOrEqual(rows)
    expect(readdirSync(data)).toContain(`${log}.damaged`)
    const again = await start(data)
    await again.stop()
    expect(again.found()).toEqual([{ file: log, damage: 'database_log' }])
  }

  test('of an earlier day is set aside and named, and nothing is put back', async () => {
    await cutOff(data, 'cut')
    await cutOff(data, 'later')
    cpSync(join(folder, 'cut', log), at(log))
    await expectPutAside()
  })

  test('of another device is set aside and named, and nothing of it is read', async () => {
    await makeLivedFolder(other)
    await cutOff(other, 'cut')
    cpSync(join(folder, 'cut', log), at(log))
    await expectPutAside()
  })

  test('of the last run is read after a power cut', async () => {
    await cutOff(data, 'cut')
    rmSync(data, { recursive: true })
    copyOf(join(folder, 'cut'), data)
    const rows = newestIn(data, fileAlone(at(name)))
    const running = await start(data)
    await running.stop()
    expect(running.found()).toEqual([])
    expect(newestIn(data)).toBeGreaterThanOrEqual(rows)
    expect(readdirSync(data)).not.toContain(`${log}.damaged`)
  })

  test('that was cut is read up to there, and what is missing is made again or named', async () => {
    await cutOff(data, 'cut')
    rmSync(data, { recursive: true })
    copyOf(join(folder, 'cut'), data)
    const bytes = readFileSync(at(log))
    expect(bytes.length).toBeGreaterThan(0)
    writeFileSync(at(log), bytes.subarray(0, 40))
    const running = await start(data)
    await running.stop()
    const lost = name === 'parking.db' ? [{ file: name, damage: 'database_older' }] : []
    expect(running.found()).toEqual(lost)
    if (name === 'audit.db') expect(lastLinked(data)).toBe(newestLogId(data))
  })
})

function reading<T>(file: string, read: (db: Db) => T, url: string | URL = file): T {
  const db = readDatabase(file, url)
  try {
    return read(db)
  } finally {
    db.close()
  }
}
const lastLinked = (at_folder: string) => reading(join(at_folder, 'audit.db'), lastLogId)
const newestLogId = (at_folder: string) => reading(join(at_folder, 'parking.db'), newestRow)
