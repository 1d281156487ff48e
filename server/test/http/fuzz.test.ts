/** Random bodies to every call are answered with an envelope, and never with 9000. */
import { calls, code, type CallName } from '@parking/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openDevice, type Device } from '../device.ts'
import { any_character } from '@parking/contract/test/any-text.ts'

const names = Object.keys(calls) as CallName[]
const known = new Set<number>(Object.values(code))

let device: Device
beforeAll(async () => void (device = await openDevice()))
afterAll(() => device.close())

/** Addresses that fail at once on any machine: nothing listens on port 1, and no packet leaves the device. */
const address = fc.constantFrom('127.0.0.1', '127.0.0.2')
const url = fc.constantFrom('http://127.0.0.1:1/x', 'https://127.0.0.1:1/', 'rtsp://127.0.0.1:1/main', '')
const nasty = fc.constantFrom(
  '',
  ' ',
  "' OR 1=1 --",
  '; rm -rf /',
  '$(id)',
  '../../etc/passwd',
  '<img src=x onerror=1>',
  '\u0000',
  '\u202e',
  '\ud800',
  '%00',
  '=cmd',
  'null',
  '𠮷野',
  '0',
  '-1',
  'NaN',
)
const words = fc.oneof(nasty, fc.string({ maxLength: 40 }), fc.string({ unit: any_character, maxLength: 20 }))

/**
 * Random values of a JSON Schema, most of them valid, all of them close to valid. `key` is the field's name.
 */
function near(schema: z.core.JSONSchema.BaseSchema, key = ''): fc.Arbitrary<unknown> {
  if (/url/.test(key)) return url
  if (/ipv4|netmask|gateway|dns|server|address$/.test(key) && schema.type === 'string') return address
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => near(choice as z.core.JSONSchema.BaseSchema, key)))
  switch (schema.type) {
    case 'object':
      return object(schema)
    case 'array': {
      if (schema.format === 'polygon')
        return fc.array(fc.tuple(fc.double({ min: 0, max: 1 }), fc.double({ min: 0, max: 1 })), {
          maxLength: 5,
        })
      const items = (schema.prefixItems ?? schema.items) as
        z.core.JSONSchema.BaseSchema | z.core.JSONSchema.BaseSchema[] | undefined
      if (Array.isArray(items)) return fc.tuple(...items.map((item) => near(item, key)))
      return fc.array(items ? near(items, key) : words, { maxLength: 3 })
    }
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -5, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 100, 2 ** 31),
      })
    case 'number':
      return fc.oneof(
        fc.double({ min: schema.minimum ?? -1, max: schema.maximum ?? 200, noNaN: true }),
        fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 90 }),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return schema.format === 'stamp'
        ? fc.constantFrom('2026-11-21 08:30:00', '1970-01-01 00:00:00', '9999-12-31 23:59:59')
        : fc.oneof(words, fc.constantFrom('SIM-0001', 'A01', 'scene-1'))
  }
}

function object(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}) as [string, z.core.JSONSchema.BaseSchema][]
  const requiredKeys = fields.map(([key]) => key).filter((key) => schema.required?.includes(key))
  return fc.record(Object.fromEntries(fields.map(([key, field]) => [key, near(field, key)])), {
    requiredKeys,
  })
}

/** The contract's example with every address on this machine. */
const atHome = (example: object): object =>
  Object.fromEntries(
    Object.entries(example).map(([key, value]) => [
      key,
      /url/.test(key) && value !== '' ? 'http://127.0.0.1:1/x' : key === 'ipv4' ? '127.0.0.1' : value,
    ]),
  )

/** One field of a valid body replaced by any value. */
const spoilt = (example: object): fc.Arbitrary<unknown> =>
  Object.keys(example).length === 0
    ? fc.anything()
    : fc
        .tuple(
          fc.constantFrom(...Object.keys(example)),
          fc.oneof(fc.jsonValue(), words, fc.double(), fc.constant(undefined)),
        )
        .map(([key, value]) => ({ ...example, [key]: value }))

async function check(name: CallName, token: string, body: unknown): Promise<void> {
  const { path, method } = calls[name]
  const text = JSON.stringify(body) ?? ''
  const answer =
    method === 'GET'
      ? await device.app.inject({
          url: `${path}?${encodeURIComponent(text)}`,
          headers: { authorization: token },
        })
      : await device.app.inject({
          method,
          url: path,
          headers: { authorization: token, 'content-type': 'application/json' },
          payload: text,
        })
  expect(answer.statusCode).toBe(200)
  const envelope = answer.json() as { code: number; message: unknown; request_id: unknown; data?: unknown }
  expect(known.has(envelope.code)).toBe(true)
  expect(envelope).toMatchObject({ message: expect.any(String), request_id: expect.any(String) })
  // The log is read only for a failure.
  if (envelope.code === code.internal) expect.fail(`${path} ${text} ${device.logged().slice(-2000)}`)
  if (envelope.code === code.success)
    expect(calls[name].answer.safeParse(envelope.data).error?.issues, `${path} ${text}`).toBeUndefined()
}

/** Calls that wait for a password hash or a camera, or that pack the whole device, get fewer bodies. */
const slow = new Set<CallName>([
  'login',
  'change_password',
  'add_onvif_camera',
  'update_onvif_camera',
  'snapshot',
  'add_common_camera',
  'update_common_camera',
  'discover_cameras',
  'try_onvif_camera',
  'try_common_camera',
  'support_bundle',
])

test.each(names)('%s', async (name) => {
  const schema = z.toJSONSchema(calls[name].body, { unrepresentable: 'any', io: 'input' })
  const bodies = fc.oneof(
    { weight: 3, arbitrary: near(schema as z.core.JSONSchema.BaseSchema) },
    { weight: 2, arbitrary: spoilt(atHome(calls[name].example)) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  )
  const ends_sessions = name === 'logout' || name === 'change_password'
  const token = await device.tokenOf('admin')
  await fc.assert(
    fc.asyncProperty(bodies, async (body) =>
      check(name, ends_sessions ? await device.tokenOf('admin') : token, body),
    ),
    { numRuns: slow.has(name) ? 12 : 30 },
  )
})
