/** What a body may cost: nothing without a session, and with one no more values than any call needs. */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { calls, code } from '@parking/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdsMore, max_values } from '#src/http/json-body.ts'
import { openDevice, test_password, type Device } from '../device.ts'

let box: Device
beforeAll(async () => {
  box = await openDevice()
  await box.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => box.close())

const post = async (path: string, payload: string, token?: string) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
  const answer = await box.app.inject({ method: 'POST', url: path, headers, payload })
  return answer.json<{ code: number; message: string }>()
}
const { path } = calls.preview_import

test.each([
  ['keys', `{${Array.from({ length: max_values + 1 }, (_, n) => `"k${n}":1`).join()}}`],
  ['items', `{"content":[${'1,'.repeat(max_values)}1]}`],
  ['lists in lists', `{"content":${'['.repeat(max_values)}${']'.repeat(max_values)}}`],
  ['objects in objects', `${'{"a":'.repeat(max_values + 1)}1${'}'.repeat(max_values + 1)}`],
])('a body with too many %s is refused', async (_, body) => {
  const refused = { code: code.format_error, message: `The request holds more than ${max_values} values` }
  expect(await post(path, body, await box.tokenOf('admin'))).toMatchObject(refused)
})

test('a long text counts as one value, whatever it holds', async () => {
  const content = '{["\\,'.repeat(max_values)
  const answer = await post(path, JSON.stringify({ content, passphrase: '' }), await box.tokenOf('admin'))
  expect(answer).toMatchObject({ code: code.format_error, message: expect.stringContaining('content') })
})

test('values are counted as a parser would count them', () => {
  const count = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    const inner: unknown[] = Object.values(value)
    return inner.reduce((sum: number, one) => sum + count(one), Math.max(1, inner.length))
  }
  fc.assert(
    fc.property(
      fc.jsonValue({ noUnicodeString: false }),
      fc.constantFrom(undefined, 1, '\t'),
      (value, space) => {
        const [text, values] = [JSON.stringify(value, null, space), count(value)]
        expect([holdsMore(text, values), values > 0 && !holdsMore(text, values - 1)]).toEqual([false, false])
      },
    ),
  )
})

test('without a session a call is refused before its body has come', async () => {
  const socket = connect((box.app.server.address() as AddressInfo).port, '127.0.0.1')
  const lines = ['Host: 127.0.0.1', 'Content-Type: application/json', 'Content-Length: 8000000']
  socket.write([`POST ${path} HTTP/1.1`, ...lines, '', '{'].join('\r\n'))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(answer.toString()).toContain(`"code":${code.token_expired}`)
})

test('a call that needs no session takes a small body only', async () => {
  const sign_in = { username: 'admin', password: test_password }
  const answer = await post(calls.login.path, `${JSON.stringify(sign_in)}${' '.repeat(20_000)}`)
  expect(answer).toMatchObject({ code: code.format_error, message: 'The request is too large' })
  expect((await post(calls.login.path, JSON.stringify(sign_in))).code).toBe(code.success)
})
