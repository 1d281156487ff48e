/**
 * Compares parts of the verifier with other implementations (hashes, trees, canonical JSON) and checks its
 * words.
 */
import { createHash } from 'node:crypto'
import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { event_status, event_type } from '@parking/contract'
import { dossier_words } from '@parking/server/dossier/words.ts'
import { browser_platform, blobSource } from '../src/browser.mjs'
import { codes } from '../src/codes.mjs'
import { crc32 } from '../src/zip/crc32.mjs'
import { jcs, objectIn } from '../src/jcs.mjs'
import { rootOf } from '../src/merkle.mjs'
import { node_platform } from '../src/node.mjs'
import { fingerprintIn } from '../src/outside.mjs'
import { sha256 } from '../src/sha256.mjs'
import { sentenceOf, spanOf, timeOf, words, type Language } from '../src/wording.mjs'

const languages: Language[] = ['en', 'zh', 'tw']

test('its SHA-256 equals the hash of Node, however the bytes are split', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), (pieces) => {
      const [ours, theirs] = [sha256(), createHash('sha256')]
      for (const piece of pieces) {
        ours.update(piece)
        theirs.update(piece)
      }
      expect(Buffer.from(ours.digest()).toString('hex')).toBe(theirs.digest('hex'))
    }),
  )
})

/** The tree hash by the recursive definition of RFC 6962 §2.1. */
function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
  const hash = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  if (leaves.length === 0) return hash()
  if (leaves.length === 1) return leaves[0]!
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return hash(Buffer.of(1), treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)))
}

test('its tree hash follows RFC 6962, in Node and in a browser', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 70 }), (leaves) => {
      const wanted = Buffer.from(treeHash(leaves)).toString('hex')
      for (const platform of [node_platform, browser_platform])
        expect(Buffer.from(rootOf(platform, Buffer.concat(leaves), leaves.length)).toString('hex')).toBe(
          wanted,
        )
    }),
    { numRuns: 40 },
  )
})

test('JSON has one canonical form (RFC 8785 §3.2.3), and ambiguous JSON is not read', () => {
  const sorted = '{"\\r":"Carriage Return","1":"One","\u0080":"Control\u007f","ö":"Latin","€":"Euro Sign"}'
  expect(jcs(JSON.parse(sorted))).toBe(sorted)
  expect(jcs([1e21, 0.1, -0, 1e-7, '\u2028'])).toBe('[1e+21,0.1,0,1e-7,"\u2028"]')
  for (const text of ['{"a":1,"a":2}', '{"b":1,"a":2}', '{ "a":1}', '[1]', 'null', '{"a":1.0}', '{'])
    expect(objectIn(text)).toBeUndefined()
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const text = jcs(value)
      expect(jcs(JSON.parse(text))).toBe(text)
      expect(objectIn(text)).toBeDefined()
    }),
  )
})

test('it names types, states and standings as the page of the dossier does', () => {
  for (const language of ['zh', 'tw'] as const) {
    const [ours, theirs] = [words[language], dossier_words[language]]
    const named = (codes: Readonly<Record<string, number>>, names: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(codes).map(([name, code]) => [code, names[name]]))
    expect(ours.event_types).toEqual(named(event_type, theirs.event_type))
    expect(ours.statuses).toMatchObject(named(event_status, theirs.event_status))
    expect(ours.standing).toEqual(theirs.standing)
    expect([ours.typed_withdrawn, ours.no_plate]).toEqual([theirs.typed_withdrawn, theirs.no_plate])
  }
})

test('a browser reads a file as Node does, and a broken file fails', async () => {
  const { verifyDossier } = await import('../src/verify.mjs')
  const bytes = Buffer.from(zipSync({ 'dossier.json': Buffer.from('{"type":"dossier"}') }, { level: 0 }))
  const whole = await verifyDossier(blobSource(new Blob([bytes])), browser_platform)
  expect(whole.findings.map(({ code }) => code)).toContain('dossier_signature')
  bytes[50]! ^= 1
  const broken = await verifyDossier(blobSource(new Blob([bytes])), browser_platform)
  expect(broken).toMatchObject({ verdict: 'refused', findings: [{ code: 'zip_content' }] })
})

test("its CRC-32 equals zlib's, however the bytes are split", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), (pieces) => {
      const ours = pieces.reduce((sum, piece) => crc32(piece, sum), 0)
      expect(ours).toBe(zlibCrc32(Buffer.concat(pieces)))
    }),
  )
})

test.each(languages)('%s has a sentence for each finding that names its facts', (language) => {
  const facts = {
    name: 'files/x/in-0.jpg',
    uuid: 'UUID',
    owner: 'OWNER',
    key_id: 'KEY',
    before: 'BEFORE',
    other: 'OTHER',
    own: 'OWN',
    day: '2026-11-21',
    seq: 7,
    at: 1_795_000_000_000,
    after: 1_795_000_000_000,
    made: 1_795_000_000_000,
    by_ms: -125_000,
    error_ms: 30,
    count: 3,
    size: 12,
    rule: 'lots',
    why: 'missing',
    field: 'plate.read',
    found: 'A',
    logged: 'B',
  }
  const sentences = codes.map((code) => sentenceOf({ level: 'wrong', code, facts }, language))
  expect(sentences.filter((sentence) => sentence === '' || /[{}]|undefined|NaN/.test(sentence))).toEqual([])
  expect(new Set(sentences).size).toBe(codes.length)
  expect(Object.keys(words[language].codes).toSorted()).toEqual([...codes].toSorted())
})

test('a fingerprint is accepted as people type it', () => {
  const hex = 'ab'.repeat(32)
  expect(fingerprintIn(` ${hex.toUpperCase().replace(/../g, '$&:').slice(0, -1)} `)).toBe(hex)
  for (const typed of ['', 'ab', `${hex}0`, 'g'.repeat(64)]) expect(fingerprintIn(typed)).toBeUndefined()
})

test.each([
  [-125_000, '−2 minutes 5 seconds', '−2分钟 5秒钟', '−2 分鐘 5 秒'],
  [300, '0.3 seconds', '0.3秒钟', '0.3 秒'],
  [1_949, '1.9 seconds', '1.9秒钟', '1.9 秒'],
  [59_949, '59.9 seconds', '59.9秒钟', '59.9 秒'],
  // Never "60 seconds", nor a minute that has not passed.
  [59_950, '1 minute', '1分钟', '1 分鐘'],
  [119_999, '1 minute 59 seconds', '1分钟 59秒钟', '1 分鐘 59 秒'],
  [10_800_000, '3 hours', '3小时', '3 小時'],
  [90_061_000, '1 day 1 hour', '1天 1小时', '1 天 1 小時'],
])('a span of %d ms has its sign, and two units at most', (ms, en, zh, tw) => {
  expect([spanOf(ms, 'en'), spanOf(ms, 'zh'), spanOf(ms, 'tw')]).toEqual([en, zh, tw])
})

test.each([
  [1_795_224_600_999, 'Asia/Taipei', '2026-11-21 09:30:00 +08:00'],
  [1_795_224_600_000, 'UTC', '2026-11-21 01:30:00 +00:00'],
  [1_795_224_600_000, 'Asia/Kathmandu', '2026-11-21 07:15:00 +05:45'],
  [-1, 'UTC', '1969-12-31 23:59:59 +00:00'],
  [NaN, 'UTC', '?'],
])('the time %d in %s is the second in which it was', (ms, zone, text) => {
  expect(timeOf(ms, zone)).toBe(text)
})
