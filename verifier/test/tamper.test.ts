/**
 * Detects each way to tamper with a dossier of a real server. Long because one dossier is tampered with in
 * every way.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { dossierOf } from '@parking/server/test/proof/dossier-device.ts'
import { until } from '@parking/server/test/until.ts'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import type { SignedText } from '../src/types.mjs'
import type { Known } from '../src/verify.mjs'
import {
  bytesOf,
  jsonOf,
  openEvidence,
  verifyFiles,
  withBit,
  wrongCodes,
  zipped,
  verifyBytes,
  type Evidence,
  type Files,
} from './evidence-device.ts'

type Listed = { files: { name: string; bytes: number; sha256: string }[] }
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** The dossier with its list of files adjusted, as a forger without the key could do. */
function relisted(files: Files): Files {
  const about = jsonOf<Listed>(files['dossier.json'])
  const list = about.files
    .filter(({ name }) => files[name])
    .map(({ name }) => ({ name, bytes: files[name]!.length, sha256: sha256(files[name]!) }))
  return { ...files, 'dossier.json': bytesOf({ ...about, files: list }) }
}

describe('a tampered dossier', () => {
  let evidence: Evidence
  let files: Files
  let uuids: { entry: string; exit: string }
  let other: string
  let early: SignedText
  beforeAll(async () => {
    evidence = await openEvidence()
    early = await evidence.head()
    uuids = await evidence.stay()
    other = (await evidence.stay('粤B99999')).entry
    files = await evidence.dossier(uuids.entry)
  })
  afterAll(() => evidence.device.close())
  const known = () => ({ keys: [evidence.key_id()] })

  test('is genuine if untouched, refused if compressed, and names its device', async () => {
    expect((await verifyFiles(files)).verdict).toBe('unconfirmed')
    expect(await verifyBytes(zipped(files, 6))).toMatchObject({
      verdict: 'refused',
      findings: [{ code: 'zip_method' }],
    })
    const genuine = await verifyFiles(files, { ...known(), heads: [early] })
    expect(genuine).toMatchObject({ verdict: 'confirmed', about: { key_id: evidence.key_id() } })
    expect(genuine.about?.events.map(({ uuid }) => uuid)).toEqual([uuids.entry, uuids.exit])
    expect(genuine.findings.map(({ code }) => code)).toEqual(['head_agrees'])
    // A head signed by the same key confirms the device too.
    expect((await verifyFiles(files, { heads: [early] })).verdict).toBe('confirmed')
  })

  test('is detected if only the checksum of a picture is changed', async () => {
    const name = `files/${uuids.entry}/in-0.jpg`
    const bytes = Buffer.from(zipped(files))
    const [local, central] = [bytes.indexOf(name) - 30, bytes.lastIndexOf(name) - 46]
    for (const place of [local + 14, central + 16]) bytes[place]! ^= 1
    const { findings, verdict } = await verifyBytes(bytes, known())
    expect(verdict).toBe('wrong')
    expect(findings).toContainEqual({ level: 'wrong', code: 'zip_content', facts: { name } })
  })

  test('is detected if one bit of a picture is flipped', async () => {
    const name = `files/${uuids.entry}/in-0.jpg`
    const changed = withBit(files, name)
    const { findings, verdict } = await verifyFiles(changed, known())
    expect(verdict).toBe('wrong')
    expect(findings).toContainEqual({
      level: 'wrong',
      code: 'picture_changed',
      facts: { name, uuid: uuids.entry },
    })
    expect(wrongCodes(await verifyFiles(relisted(changed)))).toEqual(['dossier_signature', 'picture_changed'])
  })

  test('is detected if one bit of any file is flipped', async () => {
    for (const name of Object.keys(files))
      expect([name, (await verifyFiles(withBit(files, name, files[name]!.length >> 1))).verdict]).not.toEqual(
        [name, 'unconfirmed'],
      )
  })

  test('is detected if a picture is exchanged for the picture of another event', async () => {
    const [one, two] = [`files/${uuids.entry}/in-1.jpg`, `files/${uuids.exit}/in-1.jpg`]
    const swapped = relisted({ ...files, [one]: files[two]!, [two]: files[one]! })
    const { findings } = await verifyFiles(swapped)
    expect(findings).toContainEqual({
      level: 'wrong',
      code: 'picture_swapped',
      facts: { name: one, uuid: uuids.entry, owner: uuids.exit },
    })
  })

  test.each([
    ['lots', 'lots', '"A01"', '"A09"'],
    ['parameter', 'params', '"cover_th":', '"cover_th":1'],
    ['plan', 'plan', '"plans":[', '"plans":[ '],
  ])('is detected if a logged rule is edited: %s', async (_, rule, from, to) => {
    const leaf = Object.keys(files)
      .filter((name) => name.startsWith('log/leaves/'))
      .map((name) => jsonOf<{ type: string; rule: Record<string, string> }>(files[name]))
      .find(({ type }) => type === 'event')!
    const name = `rules/${leaf.rule[rule]!}.json`
    const text = Buffer.from(files[name]!).toString()
    expect(text).toContain(from)
    const edited = Buffer.from(text.replace(from, to))
    const changed = { ...files, [name]: edited }
    expect((await verifyFiles(changed)).findings).toContainEqual({
      level: 'wrong',
      code: 'rule_changed',
      facts: { uuid: uuids.entry, rule, name },
    })
    // The file is named by the hash of its new content, and the event is adjusted to it.
    const { [name]: _gone, ...others } = changed
    const event = `events/${uuids.entry}.json`
    const pointing = Buffer.from(files[event]!).toString().replace(leaf.rule[rule]!, sha256(edited))
    const moved = relisted({
      ...others,
      [`rules/${sha256(edited)}.json`]: edited,
      [event]: Buffer.from(pointing),
    })
    const { findings } = await verifyFiles(moved)
    expect(findings).toContainEqual({
      level: 'wrong',
      code: 'rule_exchanged',
      facts: { uuid: uuids.entry, rule },
    })
  })

  test('is detected if an event, its looks or its log entry is edited', async () => {
    const event = `events/${uuids.exit}.json`
    const text = Buffer.from(files[event]!).toString()
    const edited = { ...files, [event]: Buffer.from(text.replace('粤B12345', '粤B12346')) }
    expect((await verifyFiles(edited)).findings).toContainEqual({
      level: 'wrong',
      code: 'event_changed',
      facts: { uuid: uuids.exit, field: 'plate.read', logged: '粤B12345', found: '粤B12346' },
    })
    const looks = `events/${uuids.exit}.looks.json`
    expect(wrongCodes(await verifyFiles(withBit(files, looks, 5)))).toContain('looks_changed')
    for (const name of Object.keys(files).filter((one) => one.startsWith('log/leaves/')))
      expect(wrongCodes(await verifyFiles(relisted(withBit(files, name, 20))))).toContain('leaf_changed')
  })

  test('is detected if an event is removed or inserted', async () => {
    const without = Object.fromEntries(Object.entries(files).filter(([name]) => !name.includes(uuids.exit)))
    expect(wrongCodes(await verifyFiles(without))).toEqual(expect.arrayContaining(['file_missing']))
    const about = jsonOf<Listed & { events: string[] }>(files['dossier.json'])
    const added = { ...files, 'dossier.json': bytesOf({ ...about, events: [...about.events, other] }) }
    expect((await verifyFiles(added)).findings).toContainEqual({
      level: 'wrong',
      code: 'event_unlogged',
      facts: { uuid: other },
    })
    expect(wrongCodes(await verifyFiles({ ...files, 'files/more.jpg': Buffer.of(1) }))).toEqual([
      'file_unlisted',
    ])
  })

  test('is detected if it comes from a foreign device, even under our key', async () => {
    const foreign = await openEvidence()
    try {
      const { entry } = await foreign.stay()
      const theirs = await foreign.dossier(entry)
      expect(wrongCodes(await verifyFiles(theirs))).toEqual([])
      // With a fingerprint or a head alone it could be this device before a change of its key.
      const judged = async (outside: Known) => {
        const { verdict, findings } = await verifyFiles(theirs, outside)
        return [verdict, ...findings.map((one) => one.code)]
      }
      expect(await judged(known())).toEqual(['doubtful', 'key_unknown'])
      expect(await judged({ heads: [early] })).toEqual(['doubtful', 'head_key_unknown'])
      // With the key history of the device, or one of its dossiers, it is another device.
      const history = jsonOf<Record<string, unknown>[]>(files['log/keys.json'])
      for (const outside of [{ history }, { ...known(), history }])
        expect(wrongCodes(await verifyFiles(theirs, outside))).toEqual(['foreign_device'])
      expect(wrongCodes(await verifyFiles(theirs, { heads: [early], history }))).toEqual([
        'foreign_head',
        'foreign_device',
      ])
      const keys = [...jsonOf<object[]>(theirs['log/keys.json']), ...jsonOf<object[]>(files['log/keys.json'])]
      const posing = relisted({ ...theirs, 'log/keys.json': bytesOf(keys) })
      expect(wrongCodes(await verifyFiles(posing, known()))).toContain('foreign_device')
    } finally {
      await foreign.device.close()
    }
  })
})

describe('a dossier signed by a tampered device', () => {
  let evidence: Evidence
  beforeEach(async () => void (evidence = await openEvidence()))
  afterEach(() => evidence.device.close())

  test('reveals an edited plate, score and lot in the database', async () => {
    const { entry } = await evidence.stay()
    await evidence.head()
    const { db } = evidence.device.deps
    const [guard] = db.all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE sql LIKE '%never overwritten%'",
    )
    db.run(`DROP TRIGGER ${guard!.name}`)
    db.run("UPDATE event SET plate_number = '粤B00000', confidence = 99 WHERE uuid = ?", [entry])
    db.run("UPDATE rule_version SET content = replace(content, 'A01', 'A07') WHERE content LIKE '%A01%'")
    const { findings } = await verifyFiles(await evidence.dossier(entry), { keys: [evidence.key_id()] })
    const fields = findings.flatMap(({ code, facts }) => (code === 'event_changed' ? [facts['field']] : []))
    expect(fields.toSorted()).toEqual(['plate.confidence', 'plate.read'])
    expect(findings.some(({ code, facts }) => code === 'rule_changed' && facts['rule'] === 'lots')).toBe(true)
  })

  test('reveals by an outside head that the newest event was deleted from log and database', async () => {
    const { device, pass } = evidence
    const first = await evidence.stay()
    await evidence.head()
    const { proof_log, db } = device.deps
    const copy = join(device.folder, 'kept.db')
    proof_log.reader().run('VACUUM INTO ?', [copy])
    const newest = await evidence.stay('粤B99999')
    const outside = await evidence.head()
    pass(1_000)
    proof_log.close()
    for (const end of ['', '-wal', '-shm']) rmSync(join(device.folder, `proof.db${end}`), { force: true })
    copyFileSync(copy, join(device.folder, 'proof.db'))
    db.run('DELETE FROM event WHERE uuid IN (?, ?)', [newest.entry, newest.exit])
    db.run('DELETE FROM proof_todo')
    // Otherwise the device itself notices that its log is older.
    db.run("DELETE FROM settings WHERE key = 'proof_seq'")
    const files = await evidence.dossier(first.entry)
    expect(wrongCodes(await verifyFiles(files))).toEqual([])
    expect((await verifyFiles(files, { heads: [outside] })).findings).toMatchObject([
      { level: 'wrong', code: 'head_cut', facts: { count: 2 } },
    ])
    // After another event is added, the count fits but the entries do not.
    await evidence.stay('粤B77777')
    const filled = await evidence.dossier(first.entry)
    expect(wrongCodes(await verifyFiles(filled, { heads: [outside] }))).toEqual(['head_changed'])
  })

  test.each([
    ['within a day', -20 * 60_000],
    ['to the day before', -3 * 3_600_000],
  ])('reveals a clock set back to back-date an event, %s', async (_, by_ms) => {
    const { device, pass, setClock } = evidence
    await device.deps.proof_log.start()
    await evidence.stay()
    const outside = await evidence.head()
    setClock(by_ms)
    pass(1_000)
    await until('the step is written down', () =>
      device.deps.proof_log.reader().get("SELECT 1 FROM leaf WHERE kind = 'clock'"),
    )
    const { entry } = await evidence.stay('粤B99999', 10)
    const files = await evidence.dossier(entry)
    const { verdict, findings } = await verifyFiles(files)
    expect(verdict).toBe('doubtful')
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(by_ms < -3_600_000 ? ['clock_set', 'day_back'] : ['clock_set']),
    )
    expect((await verifyFiles(files, { heads: [outside] })).findings).toContainEqual({
      level: 'wrong',
      code: 'head_back_dated',
      facts: expect.objectContaining({ uuid: entry }),
    })
  })

  test('reveals a clock set back while the device was off', async () => {
    const first = await evidence.stay()
    evidence.setClock(-20 * 60_000)
    const device = await evidence.device.restart()
    evidence.device = device
    const files = unzipSync(await dossierOf(device, first.entry))
    const codes = (await verifyFiles(files)).findings.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['clock_back_start', 'clock_back']))
  })

  test('accepts a key vouched for by a known key, and reports a key without a predecessor', async () => {
    const before = evidence.key_id()
    const { entry } = await evidence.stay()
    await evidence.device.deps.proof_log.rotateKey()
    const files = await evidence.dossier(entry)
    expect(evidence.key_id()).not.toBe(before)
    expect((await verifyFiles(files, { keys: [before] })).verdict).toBe('confirmed')
    const [one, next] = jsonOf<object[]>(files['log/keys.json'])
    const forged = { ...files, 'log/keys.json': bytesOf([one, { ...next, statement: null, before: null }]) }
    expect(wrongCodes(await verifyFiles(forged, { keys: [before] }))).toContain('foreign_device')
  })
})
