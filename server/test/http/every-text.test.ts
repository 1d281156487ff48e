/** Every text of every call: what no reader sees in it is refused, and the answer names that very field. */
import { calls, code, type CallName, type Issue } from '@parking/contract'
import { callStrings } from '@parking/contract/test/contract-strings.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDevice, type Device } from '../device.ts'

let device: Device
let token: string
beforeAll(async () => {
  device = await openDevice()
  token = await device.tokenOf('admin')
})
afterAll(() => device.close())

/** A body with this value there; what leads to it is made if the body lacks it. */
function having(body: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (key === '0') {
    const list = Array.isArray(body) ? body : []
    return [having(list[0], rest, value), ...list.slice(1)]
  }
  const object = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  if (key === '**') return { ...object, [String(value)]: 'text' }
  return { ...object, [key]: having(object[key], rest, value) }
}

const unseen = fc.constantFrom(
  '\0',
  '\u001b[31m',
  '\u0085',
  '\u2028',
  '\u202e',
  '\u200b',
  '\ufeff',
  '\u00ad',
  '\ud800',
  '\udc00',
  '\uffff',
)
const texts = fc
  .tuple(fc.constantFrom('', 'A', '东门 1'), unseen, fc.constantFrom('', 'B', '.cn'))
  .map((parts) => parts.join(''))

/** Files with a parser of their own; see their tests. */
const files = ['register_vpn_offline.content', 'preview_import.content']

const strings = callStrings().flatMap(({ keys: [name = '', ...keys], beside }) => {
  const call = calls[name as CallName]
  const field = keys.filter((key) => key !== '**').join('.')
  const body = beside.reduce<unknown>((made, one) => having(made, one.keys.slice(1), one.value), call.example)
  return call.method === 'GET' || files.includes(`${name}.${field}`)
    ? [] // the one GET call gets its token in the query
    : [{ name: name as CallName, keys, field, body }]
})

const names = [...new Set(strings.map(({ name }) => name))]

describe.for(names)('%s', (name) => {
  test.for(strings.filter((one) => one.name === name))('$field', async ({ keys, field, body }) => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const answer = await device.call(name, having(body, keys, text) as never, token)
        const issues = (answer.data ?? []) as unknown as Issue[]
        expect([answer.code, issues]).toEqual([
          code.format_error,
          expect.arrayContaining([{ field, issue: 'control_character' }]),
        ])
      }),
      { numRuns: 5 },
    )
  })
})
