/** No text that is set may end a line of another program: over every string of every body of the contract. */
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { calls, param_document } from '../src/index.ts'

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

const code_points = [
  ...Array.from({ length: 0x20 }, (_, n) => n),
  ...Array.from({ length: 0x21 }, (_, n) => 0x7f + n),
  ...Array.from({ length: 7 }, (_, n) => 0x2028 + n),
  ...Array.from({ length: 4 }, (_, n) => 0x2066 + n),
]

type Leaf = { path: string; schema: z.core.$ZodString }

/** Every string of a schema, keys of records included. */
function leavesOf(schema: z.core.$ZodType, path: string): Leaf[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return [{ path, schema: schema as z.core.$ZodString }]
    case 'object':
      return Object.entries(def.shape).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`))
    case 'array':
      return leavesOf(def.element, path)
    case 'optional':
    case 'nullable':
      return leavesOf(def.innerType, path)
    case 'union':
      return def.options.flatMap((option) => leavesOf(option, path))
    case 'tuple':
      return def.items.flatMap((item) => leavesOf(item, path))
    case 'record':
      return [...leavesOf(def.keyType, path), ...leavesOf(def.valueType, path)]
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
    case 'number':
      return []
    default:
      throw new Error(`${path}: the test does not know ${def.type}`)
  }
}

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

const leaves = [
  ...Object.entries(calls).flatMap(([name, { body }]) => leavesOf(body, name)),
  ...leavesOf(param_document, 'document'),
]

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

test('the walk over the contract finds its strings', () => {
  expect(leaves.length).toBeGreaterThan(350)
  for (const path of ['update_storage_param.username', 'document.sections.whitelist.list.address', ...files])
    expect(leaves.map((leaf) => leaf.path)).toContain(path)
})
