/**
 * Dossiers, statements and heads from before and after changes of the key, checked with any of the device's
 * fingerprints and its key history: always the same device, with the time of the key.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonicalJson } from '../../server/src/core/canonical-json.ts'
import type { Json, SignedText } from '../src/types.mjs'
import { sentenceOf, timeOf, words, type Language } from '../src/wording.mjs'
import { historyIn, vouchesIn } from '../src/keys.mjs'
import {
  bytesOf,
  jsonOf,
  openEvidence,
  verifyFiles,
  zipped,
  type Evidence,
  type Files,
} from './evidence-device.ts'

const hour = 3_600_000
const folder = mkdtempSync(join(tmpdir(), 'parking-keys-'))
let evidence: Evidence
/** One dossier and one head under each of three keys, and when each key but the first was made. */
const dossiers: Files[] = []
const heads: SignedText[] = []
const key_ids: string[] = []
const made: number[] = []
let history: Json[]
let vouches: SignedText[]

beforeAll(async () => {
  evidence = await openEvidence()
  const { entry } = await evidence.stay()
  for (let at = 0; at < 3; at++) {
    if (at > 0) {
      evidence.pass(hour)
      made.push(evidence.device.deps.now())
      await evidence.device.deps.proof_log.rotateKey()
    }
    evidence.pass(hour)
    key_ids.push(evidence.key_id())
    heads.push(await evidence.head())
    dossiers.push(await evidence.dossier(entry))
  }
  const { device } = evidence
  const { data } = await device.call('get_device_key', {}, await device.tokenOf('operator'))
  history = historyIn(JSON.parse(JSON.stringify(data)))
  vouches = vouchesIn(JSON.parse(JSON.stringify(data)))
})
afterAll(async () => {
  await evidence.device.close()
  rmSync(folder, { recursive: true, force: true })
})

const codesOf = async (files: Files, known: Parameters<typeof verifyFiles>[1]) => {
  const { verdict, findings } = await verifyFiles(files, known)
  return [verdict, ...findings.map(({ level, code }) => `${level} ${code}`)]
}

test('the device publishes every key, with the statement of the key before it', () => {
  expect(
    history
      .map(({ key_id, before }) => [key_id, before])
      .toReversed()
      .toSorted(),
  ).toEqual(key_ids.map((key_id, at) => [key_id, key_ids[at - 1] ?? null]).toSorted())
})

test('with the key history any dossier is of the same device, whichever key is known', async () => {
  const said = ['note key_first', 'note key_former', undefined]
  for (const [at, files] of dossiers.entries())
    for (const known of [...key_ids.map((one) => [one]), []]) {
      const expected =
        said[at] ?? (known.length > 0 && known[0] !== key_ids[2] ? 'note key_newer' : undefined)
      expect([at, known, ...(await codesOf(files, { keys: known, history, vouches }))]).toEqual(
        [at, known, 'confirmed', expected].filter((one) => one !== undefined),
      )
    }
})

test('the sentence names the key and from when until when it was in use', async () => {
  const { findings } = await verifyFiles(dossiers[1]!, { keys: [key_ids[2]!], history, vouches })
  const facts = { key_id: key_ids[1]!, after: made[0]!, until: made[1]! }
  expect(findings).toEqual([{ level: 'note', code: 'key_former', facts }])
  for (const language of Object.keys(words) as Language[])
    for (const part of [key_ids[1]!, timeOf(made[0]!), timeOf(made[1]!)])
      expect(sentenceOf(findings[0]!, language)).toContain(part)
})

test('without it an older dossier is in doubt, not called foreign; a newer names its key', async () => {
  expect(await codesOf(dossiers[0]!, { keys: [key_ids[2]!] })).toEqual(['doubtful', 'doubt key_unknown'])
  expect(await codesOf(dossiers[0]!, { heads: [heads[2]!] })).toEqual(['doubtful', 'doubt head_key_unknown'])
  expect(await codesOf(dossiers[2]!, { keys: [key_ids[0]!] })).toEqual(['confirmed', 'note key_newer'])
  // Statements alone lead forward only: any key can state that the known one follows it.
  expect(await codesOf(dossiers[0]!, { keys: [key_ids[2]!], history })).toEqual([
    'doubtful',
    'doubt key_unknown',
  ])
})

test('heads signed by a later key agree with an older dossier', async () => {
  const later = await codesOf(dossiers[0]!, { heads: [heads[2]!], history, vouches })
  expect(later[0]).toBe('confirmed')
  expect(later).toContain('note key_first')
  expect(later.some((one) => String(one).startsWith('wrong') || String(one).startsWith('doubt'))).toBe(false)
})

test('a history that a forger wrote links nothing', async () => {
  const [first, ...rest] = history
  for (const forged of [
    [first!, ...rest.map((row) => ({ ...row, signature: first!['signature'] ?? null, statement: null }))],
    history.map((row) => ({ ...row, before: row['before'] && key_ids[0] })),
  ]) {
    const { verdict } = await verifyFiles(dossiers[1]!, { keys: [key_ids[2]!], history: forged })
    expect(verdict).toBe('wrong')
  }
})

test("another device's key that claims the known one as its successor is not believed", async () => {
  const other = await openEvidence()
  const { entry } = await other.stay()
  const files = await other.dossier(entry)
  const own = other.key_id()
  const [, , known] = key_ids
  const { public_key } = history.find(({ key_id }) => key_id === known)!
  const claim = {
    v: 1,
    type: 'key',
    before: own,
    key_id: known,
    public_key,
    made_ms: other.device.deps.now(),
  }
  const { payload, signature } = other.device.deps.proof_log.key.sign('key', canonicalJson(claim))
  const { data } = await other.device.call('get_device_key', {}, await other.device.tokenOf('operator'))
  const own_rows = historyIn(JSON.parse(JSON.stringify(data)))
  const row = { key_id: known!, public_key: public_key!, before: own, statement: payload, signature }
  const listed = other.device.deps.proof_log.key.sign(
    'keys',
    canonicalJson({ v: 1, type: 'keys', made_ms: 1, keys: [own] }),
  )
  const forged_history = [...own_rows, row]
  for (const forged of [
    { history: forged_history },
    { history: [...forged_history, ...history], vouches: [...vouches, listed] },
  ]) {
    const { verdict } = await verifyFiles(files, { keys: [known!], ...forged })
    expect(['doubtful', 'wrong']).toContain(verdict)
  }
  const headed = await verifyFiles(files, { heads: [heads[2]!], history: forged_history })
  expect(headed.verdict).not.toBe('confirmed')
  await other.device.close()
})

test('a dossier that says it was made after its key was replaced is in doubt', async () => {
  const about = jsonOf<Json>(dossiers[0]!['dossier.json'])
  const later = { ...dossiers[0]!, 'dossier.json': bytesOf({ ...about, made_ms: made[0]! + hour }) }
  expect(await codesOf(later, { keys: [key_ids[2]!], history, vouches })).toContain('doubt key_late')
})

test('the command takes the file of the page, and says so in each language', async () => {
  writeFileSync(join(folder, 'old.zip'), zipped(dossiers[0]!))
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ type: 'keys', keys: history, vouched: vouches }))
  const program = join(import.meta.dirname, '../bin/parking-verify.mjs')
  for (const [lang, said] of [
    ['en', 'The same device: key'],
    ['zh', '同一台设备：密钥'],
    ['tw', '同一台裝置：金鑰'],
  ]) {
    const args = [program, 'old.zip', '--key', key_ids[2]!, '--head', 'keys.json', '--lang', lang!]
    expect(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })).toContain(said)
  }
})
