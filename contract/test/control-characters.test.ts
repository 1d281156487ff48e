/** No text that is set may end a line of another program: over every string of every body of the contract. */
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { hasControl, param_document, plainLine } from '../src/index.ts'
import { callStrings, stringsOf } from './contract-strings.ts'

/** Bodies in which a text may have several lines, and why. Their other control characters are refused. */
const several_lines = [
  'human_check.comment',
  'request_certificate.names', // a remark; CSV quotes it
  'import_certificate.certificate', // PEM
  'import_certificate.key', // PEM
]
/** JSON and PEM, where a carriage return is white space too. */
const white_space = ['extra_info', 'server_trust', 'trust']
/** Files, which a parser of their own checks: VPN directives, the configuration document. */
const files = ['register_vpn_offline.content', 'preview_import.content']

const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'
const head = `${'0'.repeat(32)}:1:${'0'.repeat(64)}`
/** For each string of the contract at least one of these is valid. */
const valid = `a A1 1 192.0.2.1 255.255.255.0 host.example host.example:1 http://host.example/x
https://host.example/x rtsp://host.example/x ftp://host.example/ 2026-11-28 a@host.example 00:00:00 {"a":"b"}
1-1 last Kerb#2026 a.ovpn topic/x Asia/Shanghai 00:11:22:33:44:55 sha256:${'0'.repeat(64)} ${head}`
  .split(/\s+/)
  .concat('2026-11-28 00:00:00', ...[16, 24, 32, 64].map((length) => '0'.repeat(length)), pem)

const ranges: readonly [first: number, last: number][] = [
  [0, 0x1f],
  [0x7f, 0x9f], // control characters
  [0x2028, 0x202e], // line separators and overrides of direction
  [0x2066, 0x2069], // isolates
  [0x200e, 0x200f], // marks of direction
  [0xfdd0, 0xfdef], // no characters
]
const code_points = [
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n)),
  [0xad, 0x61c, 0x180e, 0x200b, 0x2060, 0xfeff, 0xfff9, 0xe0001, 0xe0041], // invisible
  [0xd800, 0xdbff, 0xdc00, 0xdfff], // half a surrogate pair
  [0xfffe, 0xffff, 0x1fffe, 0x10ffff], // no characters either
].flat()

const accepts = ({ schema }: Leaf, value: string) =>
  (schema as unknown as z.ZodMiniString).safeParse(value).success

/** The control characters that a string accepts at its start, inside or at its end. */
function acceptedBy(leaf: Leaf): string {
  const bases = valid.filter((value) => accepts(leaf, value)).slice(0, 2)
  expect(bases, `${leaf.path}: the test needs a valid value`).not.toEqual([])
  return code_points
    .map((point) => String.fromCodePoint(point))
    .filter((one) =>
      bases.some((base) =>
        [one + base, base[0] + one + base.slice(1), base + one].some((value) => accepts(leaf, value)),
      ),
    )
    .join('')
}

const leaves = [...callStrings(), ...stringsOf(param_document, ['document'])].map(({ keys, schema }) => ({
  path: keys.filter((key) => !/^(0|\*+)$/.test(key)).join('.'),
  schema,
}))
type Leaf = (typeof leaves)[number]

test('every string of every body and of the configuration document refuses control characters', () => {
  const found = leaves
    .filter(({ path }) => !files.includes(path))
    .map((leaf) => ({ path: leaf.path, accepted: acceptedBy(leaf) }))
    .filter(({ accepted }) => accepted !== '')
  const of_lines = found.filter(({ path }) => !white_space.some((name) => path.endsWith(`.${name}`)))
  expect(of_lines.filter(({ accepted }) => accepted !== '\t\n')).toEqual([])
  expect([...new Set(of_lines.map(({ path }) => path))].sort()).toEqual([...several_lines].sort())
  expect(found.filter(({ accepted }) => !/^[\t\n\r]+$/.test(accepted))).toEqual([])
})

test('text in any script, joined emoji and rare characters are accepted', () => {
  for (const one of ['深南路（東）𠮷', 'نام‌ها', '👩‍🔧', '❤️', 'Zoë', '\ue000'])
    expect([one, hasControl(one)]).toEqual([one, false])
})

test('the walk over the contract finds its strings', () => {
  expect(leaves.length).toBeGreaterThan(350)
  for (const path of ['update_storage_param.username', 'document.sections.whitelist.list.address', ...files])
    expect(leaves.map((leaf) => leaf.path)).toContain(path)
})

test.each([
  ['a\r\n\u2028b', 20, 'a b'],
  ['\u0000\u202eSN-1\ufeff', 20, 'SN-1'],
  ['half \ud800 pair', 20, 'half   pair'],
  ['东门🚗', 3, '东门'],
  ['东门🚗', 4, '东门🚗'],
])('%j of a peer in at most %d units is %j', (text, max, line) => expect(plainLine(text, max)).toBe(line))
