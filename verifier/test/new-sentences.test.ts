/** What the verifier says of typed, withdrawn and deleted events, and of a dossier of an earlier version. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stampOf } from '@parking/server/core/stamp.ts'
import { updateAllStays } from '@parking/server/test/stays/stay-device.ts'
import type { Body } from '@parking/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textReport } from '../src/text-report.mjs'
import type { Finding } from '../src/types.mjs'
import { sentenceOf, words, type Language } from '../src/wording.mjs'
import { openEvidence, verifyBytes, verifyFiles, type Evidence } from './evidence-device.ts'

let evidence: Evidence
let [entry, withdrawn, typed, untyped, typed_gone, deleted] = ['', '', '', '', '', '']
let findings: Finding[]
let verdict = ''

beforeAll(async () => {
  evidence = await openEvidence()
  const { device, pass } = evidence
  const [operator, admin] = [await device.tokenOf('operator'), await device.tokenOf('admin')]
  ;({ entry, exit: withdrawn } = await evidence.stay())
  for (const status of [0, 2])
    device.deps.db.run('UPDATE event SET status = ? WHERE uuid = ?', [status, withdrawn])
  pass(60_000)
  const reason = '误识别'
  await device.call(
    'check_parking_event',
    { uuid: withdrawn, verdict: 'discarded', reason, seen_checks: 0 },
    operator,
  )
  const stay = async () => {
    updateAllStays(device.deps.db)
    return (await device.call('stay_detail', { uuid: entry }, operator)).data
  }
  const repair = async (body: Omit<Body<'repair_stay'>, 'stay'>, token: string) => {
    pass(60_000)
    const { identity: stay_now } = await stay()
    return (await device.call('repair_stay', { stay: stay_now, ...body }, token)).data.repair_id
  }
  const undo = (repair_id: number, token: string) => {
    pass(60_000)
    return device.call('undo_stay_repair', { repair_id }, token)
  }
  // Another user's judgement of the same events, taken back or of another kind, is not what is named.
  await undo(await repair({ act: 'restore', reason: '图片为证', uuid: withdrawn }, admin), admin)
  const { begin_ms } = await stay()
  const time = stampOf(begin_ms + 40 * 60_000)
  const first = await repair({ act: 'close', reason: '先补', time }, operator)
  untyped = (await stay()).identity.exit_uuid
  await undo(first, admin)
  const second = await repair({ act: 'close', reason: '重复', time }, operator)
  typed_gone = (await stay()).identity.exit_uuid
  await undo(second, admin)
  await device.call('delete_parking_event', { list: [typed_gone] }, admin)
  await repair({ act: 'close', reason: '凭证', time }, operator)
  typed = (await stay()).identity.exit_uuid
  pass(60_000)
  const corrected = { verdict: 'corrected', plate_number: '粤B54321', reason: '看错' } as const
  await device.call('check_parking_event', { uuid: typed, seen_checks: 1, ...corrected }, admin)
  // An event of the same time that an administrator deleted.
  pass(60_000)
  const other = await evidence.stay('粤B77777', 1)
  deleted = other.entry
  await device.call('delete_parking_event', { list: [deleted] }, admin)
  ;({ findings, verdict } = await verifyFiles(await evidence.dossier(entry), { keys: [evidence.key_id()] }))
})
afterAll(() => evidence.device.close())

test.each([
  ['event_typed', () => typed, ['operator', '凭证']],
  ['typed_withdrawn', () => untyped, ['operator', 'admin']],
  ['event_withdrawn', () => withdrawn, ['operator', '误识别']],
  ['event_deleted', () => deleted, ['admin']],
  ['typed_deleted', () => typed_gone, ['admin']],
] as const)('%s: the event, who did it and why, in each language', (code, uuidOf, said) => {
  expect(verdict).toBe('doubtful')
  const found = findings.filter((one) => one.code === code)
  expect(found).toMatchObject([{ level: 'doubt', facts: { uuid: uuidOf() } }])
  for (const language of Object.keys(words) as Language[])
    for (const part of [uuidOf(), ...said]) expect(sentenceOf(found[0]!, language)).toContain(part)
  for (const language of Object.keys(words) as Language[])
    for (const part of ['admin', '图片为证', '看错', 'undone'].filter(
      (one) => !(said as readonly string[]).includes(one),
    ))
      expect(sentenceOf(found[0]!, language)).not.toContain(part)
})

test('a known key is called known, also where a time is in doubt; else it is to be compared', async () => {
  const files = await evidence.dossier(entry)
  for (const [known, said, other] of [
    [{ keys: [evidence.key_id()] }, 'key_known', 'compare'],
    [{}, 'compare', 'key_known'],
  ] as const) {
    const result = await verifyFiles(files, known as Parameters<typeof verifyFiles>[1])
    expect(result.verdict).toBe('doubtful')
    for (const language of Object.keys(words) as Language[]) {
      expect(textReport(result, language)).toContain(words[language].about[said])
      expect(textReport(result, language)).not.toContain(words[language].about[other])
    }
  }
})

test('nothing else is said about this dossier', () => {
  expect([...new Set(findings.map(({ code }) => code))].toSorted()).toEqual([
    'event_deleted',
    'event_typed',
    'event_withdrawn',
    'typed_deleted',
    'typed_withdrawn',
  ])
})

test('a dossier that an earlier version wrote is genuine, and its events are read', async () => {
  const folder = join(import.meta.dirname, 'earlier-version')
  const known = { keys: [readFileSync(join(folder, 'key.txt'), 'utf8').trim()] }
  const bytes = readFileSync(join(folder, 'dossier.zip'))
  const read = await verifyBytes(bytes, known)
  expect(read).toMatchObject({ verdict: 'confirmed', findings: [] })
  expect(read.about?.events.map(({ event_type, standing }) => [event_type, standing])).toEqual([
    [1, 'observed'],
    [3, 'observed'],
  ])
  const changed = Uint8Array.from(bytes)
  changed[bytes.indexOf('in-0.jpg') + 200]! ^= 1
  expect((await verifyBytes(changed, known)).verdict).toMatch(/wrong|refused/)
})
