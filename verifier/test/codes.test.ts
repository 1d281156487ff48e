/**
 * Each code of the verifier that no other test names: by a real edit of a dossier, by a forger who can sign
 * as the device, or by what happened to the device. Long because each code has its own edit.
 */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '@parking/server/core/canonical-json.ts'
import { picturePath } from '@parking/server/events/record/event-paths.ts'
import { eventByUuid } from '@parking/server/events/record/event.store.ts'
import { report } from '@parking/server/test/proof/report.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../src/codes.mjs'
import { leafHash, rootOf } from '../src/merkle.mjs'
import { node_platform } from '../src/node.mjs'
import type { Json, SignedText } from '../src/types.mjs'
import { verifyDossier, type Known } from '../src/verify.mjs'
import {
  bytesOf,
  jsonOf,
  openEvidence,
  verifyFiles,
  withBit,
  type Evidence,
  type Files,
} from './evidence-device.ts'

const day_ms = 24 * 3_600_000
let evidence: Evidence
let files: Files
/** A head of the day before the first event. */
let early: SignedText
let last_entry = ''
let uuids: { entry: string; exit: string }

beforeAll(async () => {
  evidence = await openEvidence()
  early = await evidence.head()
  evidence.pass(day_ms)
  uuids = await evidence.stay()
  await evidence.device.deps.proof_log.rotateKey()
  for (const plate of ['粤B22222', '粤B33333']) {
    evidence.pass(day_ms)
    last_entry = (await evidence.stay(plate)).entry
  }
  files = await evidence.dossier(uuids.entry)
})
afterAll(() => evidence.device.close())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const sign = (kind: 'head' | 'dossier', payload: Json): SignedText =>
  evidence.device.deps.proof_log.key.sign(kind, canonicalJson(payload))

/** The dossier as someone with root on the device signs it, with its list of files adjusted. */
function signed(changed: Files, about: (dossier: Json) => Json = (dossier) => dossier): Files {
  const { 'dossier.json': old, 'dossier.sig.json': _, ...rest } = changed
  const list = Object.entries(rest).map(([name, bytes]) => ({
    name,
    bytes: bytes.length,
    sha256: sha256(bytes),
  }))
  const payload = { ...about(jsonOf<Json>(old)), files: list }
  const { key_id, signature } = sign('dossier', payload)
  return {
    ...rest,
    'dossier.json': Buffer.from(canonicalJson(payload)),
    'dossier.sig.json': bytesOf({ key_id, signature }),
  }
}
const headOf = (of: Files): Json =>
  JSON.parse(jsonOf<{ payload: string }>(of['log/head.json']).payload) as Json

/** The same with another text of a leaf of the open day: its hashes and its head follow. */
function withLeaf(changed: Files, seq: number, text: string): Files {
  const head = headOf(changed)
  const hashes = Uint8Array.from(changed[`log/hashes/${String(head['day'])}.bin`]!)
  hashes.set(leafHash(node_platform, text), (seq - Number(head['first_seq'])) * 32)
  const root = Buffer.from(rootOf(node_platform, hashes, Number(head['size']))).toString('hex')
  return signed({
    ...changed,
    [`log/leaves/${seq}.json`]: Buffer.from(text),
    [`log/hashes/${String(head['day'])}.bin`]: hashes,
    'log/head.json': bytesOf(sign('head', { ...head, root })),
  })
}
const json = (name: string, edit: (value: never) => unknown): Files => ({
  ...files,
  [name]: bytesOf(edit(jsonOf(files[name]) as never)),
})
const without = (...names: string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([name]) => !names.includes(name)))
const aKey = () => {
  const spki = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' })
  return { key_id: sha256(spki), public_key: spki.toString('base64') }
}
type KeyRow = { key_id: string; public_key: string; before: string | null }
const leafNames = () => Object.keys(files).filter((name) => name.startsWith('log/leaves/'))

type Made = Files | [Files, Known]
type Case = [level: 'note' | 'doubt' | 'wrong', code: string, what: string, make: () => Made | Promise<Made>]
const cases: Case[] = [
  [
    'wrong',
    'key_wrong',
    'a public key is exchanged',
    () =>
      json('log/keys.json', ([first, ...rest]: KeyRow[]) => [
        { ...first, public_key: aKey().public_key },
        ...rest,
      ]),
  ],
  [
    'wrong',
    'key_statement',
    'a key claims another predecessor',
    () =>
      json('log/keys.json', (rows: KeyRow[]) => {
        const other = aKey()
        return [
          ...rows.map((row) => (row.before === null ? row : { ...row, before: other.key_id })),
          { ...other, before: null },
        ]
      }),
  ],
  [
    'doubt',
    'key_unlinked',
    'a key that no statement links is added',
    () =>
      signed(
        json('log/keys.json', (rows: KeyRow[]) => [...rows, { ...aKey(), before: null, statement: null }]),
      ),
  ],
  [
    'doubt',
    'other_serial',
    'the serial number of the device is edited',
    () =>
      signed(files, (dossier) => ({ ...dossier, device: { ...(dossier['device'] as Json), sn: 'OTHER' } })),
  ],
  ['wrong', 'file_changed', 'the page to read is edited', () => withBit(files, 'index.html')],
  [
    'wrong',
    'file_swapped',
    'two pictures change places',
    () => {
      const [one, two] = [`files/${uuids.entry}/in-0.jpg`, `files/${uuids.exit}/in-0.jpg`]
      return { ...files, [one]: files[two]!, [two]: files[one]! }
    },
  ],
  [
    'wrong',
    'file_moved',
    'a file stands at another place of the archive',
    () => ({ ...without('index.html'), 'index.html': files['index.html']! }),
  ],
  ['wrong', 'log_broken', 'the head is removed', () => json('log/head.json', () => ({}))],
  [
    'wrong',
    'head_signature',
    'the head is edited',
    () =>
      json('log/head.json', (head: { payload: string }) => ({
        ...head,
        payload: canonicalJson({ ...headOf(files), device_sn: 'OTHER' }),
      })),
  ],
  [
    'wrong',
    'day_root',
    'a hash of the log is edited',
    () =>
      signed(
        withBit(
          files,
          Object.keys(files).find((name) => name.startsWith('log/hashes/'))!,
          3,
        ),
      ),
  ],
  [
    'wrong',
    'day_link',
    'a day is taken out of the log',
    () => signed(json('log/days.json', (days: unknown[]) => days.slice(0, -1))),
  ],
  ['wrong', 'leaf_missing', 'a log entry is removed', () => without(leafNames()[0]!)],
  [
    'wrong',
    'leaf_malformed',
    'a log entry has the number of another',
    async () => {
      const { entry } = await evidence.stay('粤B44444')
      const fresh = await evidence.dossier(entry)
      const name = Object.keys(fresh).find((one) => one.startsWith('log/leaves/'))!
      const says = jsonOf<Json>(fresh[name])
      return withLeaf(fresh, Number(says['seq']), canonicalJson({ ...says, seq: 9999 }))
    },
  ],
  [
    'wrong',
    'log_lost',
    'a head that was kept outside is of another log',
    () => [files, { heads: [sign('head', { ...headOf(files), log_id: '00'.repeat(16) })] }],
  ],
  [
    'wrong',
    'rule_missing',
    'the rules of an event are removed',
    () => signed(without(Object.keys(files).find((name) => name.startsWith('rules/'))!)),
  ],
  [
    'note',
    'attempts_newer',
    'a delivery is tried after the newest log entry',
    () =>
      signed(
        json(`events/${uuids.entry}.json`, (event: { state: { attempts: Json[] } }) => ({
          ...event,
          state: { ...event.state, attempts: [...event.state.attempts, { at_ms: 1, outcome: 'no_answer' }] },
        })),
      ),
  ],
  ...(
    [
      ['restored', { how: 'restore' }],
      ['restored_kept', { how: 'restore', events: 'kept' }],
      ['restored_removed', { how: 'restore', events: 'removed' }],
      ['brought_back', { how: 'bring_back', events: 'older' }],
      ['brought_back_kept', { how: 'bring_back', events: 'kept' }],
    ] as const
  ).map(([code, facts], at): Case => [
    'note',
    code,
    `the log says ${JSON.stringify(facts)}`,
    async () => {
      const { entry } = await evidence.stay(`粤B8888${at}`)
      await evidence.device.deps.proof_log.note('restored', { ...facts, by: 'admin' })
      return evidence.dossier(entry)
    },
  ]),
  [
    'note',
    'head_newer',
    'a head was kept after the dossier was made',
    async () => {
      const before = await evidence.dossier(uuids.entry)
      evidence.pass(3_600_000)
      await evidence.stay('粤B55555')
      return [before, { heads: [await evidence.head()] }]
    },
  ],
  [
    'note',
    'head_unheld',
    'a head is of a day that the dossier does not hold',
    async () => [await evidence.dossier(last_entry), { heads: [early] }],
  ],
  [
    'wrong',
    'head_day_gone',
    'a head is of a day that the log no longer has',
    () => [files, { heads: [sign('head', { ...headOf(files), day: Number(headOf(files)['day']) + 3 })] }],
  ],
  [
    'doubt',
    'file_absent',
    'a picture was lost on the device',
    async () => {
      const { device } = evidence
      const { entry } = await evidence.stay('粤B66666')
      const { create_ms } = eventByUuid(device.deps.db, entry)!
      rmSync(join(device.deps.media.folder, picturePath(create_ms, entry, 0)))
      return evidence.dossier(entry)
    },
  ],
  [
    'doubt',
    'event_gone',
    'an event was deleted while the dossier was written',
    async () => {
      const { device } = evidence
      const { entry, exit } = await evidence.stay('粤B77777')
      const before = await evidence.dossier(entry)
      await device.call('delete_parking_event', { list: [entry] }, await device.tokenOf('admin'))
      await device.deps.proof_log.caughtUp()
      const after = await evidence.dossier(exit)
      const leaves = device.deps.proof_log
        .reader()
        .all<{ seq: number; body: string }>('SELECT seq, body FROM leaf WHERE uuid = ?', [entry])
      const own = Object.entries(before).filter(([name]) => name.includes(entry) || name.startsWith('rules/'))
      return signed(
        {
          ...after,
          ...Object.fromEntries(own),
          ...Object.fromEntries(leaves.map(({ seq, body }) => [`log/leaves/${seq}.json`, Buffer.from(body)])),
        },
        (dossier) => ({ ...dossier, events: [entry, ...(dossier['events'] as string[])] }),
      )
    },
  ],
]

describe('a dossier', () => {
  test.each(cases)('%s %s: %s', async (level, code, _, make) => {
    const made = await make()
    const [changed, known] = Array.isArray(made) ? made : [made, {}]
    const { verdict, findings } = await verifyFiles(changed, { keys: [evidence.key_id()], ...known })
    expect(findings.map((one) => `${one.level} ${one.code}`)).toContain(`${level} ${code}`)
    // What a forger can write makes no dossier better than it is.
    if (level === 'wrong') expect(verdict).toBe('wrong')
    if (level === 'doubt') expect(['doubtful', 'wrong']).toContain(verdict)
    if (level === 'note') expect(verdict).toBe('confirmed')
  })

  test('wrong zip_large: a file is larger than a ZIP can be', async () => {
    const read = (_: number, length: number) => Promise.resolve(new Uint8Array(length))
    expect(await verifyDossier({ size: 2 ** 32, read }, node_platform)).toMatchObject({
      verdict: 'refused',
      findings: [{ level: 'wrong', code: 'zip_large' }],
    })
  })

  test('wrong zip_other_form: the page is edited so that the file is also a disk image', async () => {
    const page = Buffer.from(files['index.html']!)
    // ECMA-119 has its mark at byte 32,769; the page follows its header of 40 bytes.
    page.write('CD001', 32_769 - 40, 'latin1')
    expect(await verifyFiles({ ...files, 'index.html': page })).toMatchObject({
      verdict: 'refused',
      findings: [{ level: 'wrong', code: 'zip_other_form' }],
    })
  })

  test('wrong clock_unexplained: the clock jumped, and the device recorded no step', async () => {
    const jumping = await openEvidence()
    try {
      const entry = await report(jumping.device)
      await jumping.device.deps.proof_log.caughtUp()
      jumping.setClock(5_000)
      await report(jumping.device, { event_type: 3 })
      const { verdict, findings } = await verifyFiles(await jumping.dossier(entry))
      expect(findings).toMatchObject([{ level: 'wrong', code: 'clock_unexplained', facts: { by_ms: 5_000 } }])
      expect(verdict).toBe('wrong')
    } finally {
      await jumping.device.close()
    }
  })
})

test('each code is produced by a test that names it', () => {
  const tests = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('\n')
  const isNamed = (code: string) => new RegExp(`['"](?:(?:note|doubt|wrong) )?${code}['"]`).test(tests)
  expect(codes.filter((code) => !isNamed(code))).toEqual([])
})
