/**
 * Random bodies of a call, most of them valid, all close to valid. Every address in them is on this machine.
 */
import { calls, type CallName } from '@parking/contract'
import { any_character } from '@parking/contract/test/any-text.ts'
import fc from 'fast-check'
import * as z from 'zod/mini'

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

/** Random values of a JSON Schema, most of them valid, all close to valid. `key` is the field's name. */
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
        | z.core.JSONSchema.BaseSchema
        | z.core.JSONSchema.BaseSchema[]
        | undefined
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
        fc.integer({ min: Math.ceil(schema.minimum ?? 0), max: Math.floor(schema.maximum ?? 90) }),
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

/** The contract's example with every address replaced by one on this machine. */
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

export function anyBody(name: CallName): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(calls[name].body, { unrepresentable: 'any', io: 'input' })
  return fc.oneof(
    { weight: 3, arbitrary: near(schema as z.core.JSONSchema.BaseSchema) },
    { weight: 2, arbitrary: spoilt(atHome(calls[name].example)) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  )
}
