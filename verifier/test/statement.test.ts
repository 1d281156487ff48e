/** Detects each way to tamper with a daily statement of a real server. */
import { statementFile } from '@parking/server/test/statements/statement-device.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headsIn } from '../src/heads.mjs'
import { jcs } from '../src/jcs.mjs'
import type { SignedText, Verdict } from '../src/types.mjs'
import { sentenceOf } from '../src/wording.mjs'
import { textReport } from '../src/text-report.mjs'
import { openEvidence, verifyBytes, wrongCodes, type Evidence } from './evidence-device.ts'

const day_ms = 86_400_000
type File = { payload: string; signature: string; days: SignedText[]; keys: object[]; key_id: string }
type Row = { n: number; uuid: string; event_type: number; status: number; event_ms: number }
type Payload = {
  total: number
  root: string
  counts: { event_type: number; status: number; n: number }[]
  events: Row[]
  log: { day: number }
}

let evidence: Evidence
let file: File
let early: SignedText
let late: SignedText
beforeAll(async () => {
  evidence = await openEvidence()
  early = await evidence.head()
  await evidence.stay()
  await evidence.stay('粤B99999')
  file = await statement(evidence)
  late = await evidence.head()
})
afterAll(() => evidence.device.close())

const statement = async ({ device }: Evidence) => JSON.parse(await statementFile(device)) as File

const verify = (changed: object, known = {}) => verifyBytes(Buffer.from(JSON.stringify(changed)), known)
const known = () => ({ keys: [evidence.key_id()] })
/** The file with an edited payload, in the form in which the device writes it. */
function edited(edit: (says: Payload) => void): File {
  const says = JSON.parse(file.payload) as Payload
  edit(says)
  return { ...file, payload: jcs(says) }
}
const factsOf = ({ findings }: Verdict, code: string) => findings.find((one) => one.code === code)?.facts

test('an untouched statement is genuine, even if reformatted, and shows its counts', async () => {
  expect((await verify(file)).verdict).toBe('unconfirmed')
  const spaced = Buffer.from(JSON.stringify(file, undefined, 4))
  const genuine = await verifyBytes(spaced, { ...known(), heads: [late] })
  expect(genuine).toMatchObject({ verdict: 'confirmed', statement: { number: 1, total: 4, changes: 0 } })
  // A head that covers less of the day than the closed day proves nothing. The file's own days agree.
  expect((await verify(file, { heads: [early, ...file.days] })).findings.map(({ code }) => code)).toContain(
    'head_agrees',
  )
  const report = textReport(genuine, 'en')
  expect(report).toContain('Daily statement: number 1')
  expect(report).toMatch(/entry · \D+: 2/)
})

test('a statement can be used as a head, by the signed days in it', () =>
  expect(headsIn(file).map(({ payload }) => (JSON.parse(payload) as { type: string }).type)).toEqual(
    file.days.map(() => 'day'),
  ))

test('a removed and an inserted uuid are detected', async () => {
  const removed = await verify(edited(({ events }) => void events.splice(1, 1)))
  expect(removed.verdict).toBe('wrong')
  expect(wrongCodes(removed)).toEqual(
    expect.arrayContaining([
      'statement_signature',
      'statement_row_missing',
      'statement_total',
      'statement_count',
      'statement_rows_root',
    ]),
  )
  expect(factsOf(removed, 'statement_row_missing')).toEqual({ from: 2, to: 2 })
  expect(factsOf(removed, 'statement_total')).toEqual({ stated: 4, found: 3 })
  // Even with adjusted numbers, total and counts, the hash and the signature reveal the change.
  const fitted = await verify(
    edited((says) => {
      const [gone] = says.events.splice(3, 1)
      says.total = 3
      for (const count of says.counts)
        if (count.event_type === gone!.event_type && count.status === gone!.status) count.n--
    }),
  )
  expect(wrongCodes(fitted)).toEqual(['statement_signature', 'statement_rows_root'])
  const twice = await verify(edited(({ events }) => void events.push(events[0]!)))
  expect(factsOf(twice, 'statement_uuid_twice')).toEqual({
    uuid: (JSON.parse(file.payload) as Payload).events[0]!.uuid,
  })
  expect(wrongCodes(twice)).toContain('statement_row_added')
})

test('an edited count and an edited status are detected', async () => {
  const counted = await verify(edited(({ counts }) => void (counts[0]!.n += 1)))
  expect(wrongCodes(counted)).toEqual(['statement_signature', 'statement_count'])
  expect(factsOf(counted, 'statement_count')).toMatchObject({ event_type: 1, stated: 3, found: 2 })
  const finding = counted.findings.find(({ code }) => code === 'statement_count')!
  expect(sentenceOf(finding, 'zh')).toContain('“入场、')
  const status = await verify(edited(({ events }) => void (events[0]!.status = 3)))
  expect(wrongCodes(status)).toEqual(
    expect.arrayContaining(['statement_signature', 'statement_count', 'statement_rows_root']),
  )
  const moved = await verify(edited(({ events }) => void (events[0]!.event_ms -= day_ms)))
  expect(wrongCodes(moved)).toContain('statement_other_day')
})

test('another root, another day of the log and a diverging log are detected', async () => {
  const rooted = await verify(edited((says) => void (says.root = 'ab'.repeat(32))))
  expect(wrongCodes(rooted)).toEqual(['statement_signature', 'statement_root'])
  const [day] = file.days
  const forged = {
    ...day!,
    payload: day!.payload.replace(/"root":"[0-9a-f]{64}"/, `"root":"${'cd'.repeat(32)}"`),
  }
  const log = await verify({ ...file, days: [forged, ...file.days.slice(1)] })
  expect(wrongCodes(log)).toContain('day_signature')
  expect(wrongCodes(await verify({ ...file, days: [] }))).toEqual(['statement_day_missing'])
})

test('the statement of a foreign device is detected, even with our keys inserted', async () => {
  const foreign = await openEvidence()
  try {
    await foreign.stay()
    const theirs = await statement(foreign)
    expect(wrongCodes(await verify(theirs))).toEqual([])
    // With a fingerprint or a head alone it could be this device before a change of its key.
    expect((await verify(theirs, known())).findings.map(({ code }) => code)).toEqual(['key_unknown'])
    expect((await verify(theirs, { heads: [late] })).findings.map(({ code }) => code)).toEqual([
      'head_key_unknown',
    ])
    const history = file.keys as never[]
    expect(wrongCodes(await verify(theirs, { ...known(), history }))).toEqual(['foreign_device'])
    const posing = { ...theirs, keys: [...theirs.keys, ...file.keys] }
    expect(wrongCodes(await verify(posing, known()))).toEqual(['foreign_device'])
    expect(wrongCodes(await verify({ ...file, signature: theirs.signature }))).toEqual([
      'statement_signature',
    ])
  } finally {
    await foreign.device.close()
  }
})

test('a file of another kind and a truncated file are refused', async () => {
  const cut = JSON.stringify(file).slice(0, -20)
  for (const text of ['{}', '{"type":"statement"', cut, JSON.stringify(file.days)])
    expect((await verifyBytes(Buffer.from(text))).verdict).toBe('refused')
  expect((await verify({ ...file, payload: 7, days: 'x', keys: null })).verdict).toBe('wrong')
})
