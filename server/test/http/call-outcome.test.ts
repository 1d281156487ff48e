/** A client whose answer was lost asks what became of its call, and nothing is carried out twice. */
import { randomBytes } from 'node:crypto'
import { connect, type AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { call_key_header, calls, code, type CallName, type Envelope } from '@parking/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallOutcomes } from '#src/core/flow/call-outcomes.ts'
import { openDevice, type Device } from '../device.ts'

const names = Object.keys(calls) as CallName[]
const writes = names.filter((name) => calls[name].effect === 'write')
const newKey = () => randomBytes(16).toString('hex')

let box: Device
beforeAll(async () => {
  box = await openDevice()
  await box.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => box.close())

async function send(name: CallName, body: unknown, key: string): Promise<Envelope> {
  const { path, method } = calls[name]
  const token = await box.tokenOf('admin')
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    [call_key_header]: key,
  }
  return (await box.app.inject({ method, url: path, headers, payload: JSON.stringify(body) })).json()
}

const find = async (key: string, age_ms = 0, device = box) =>
  (await device.call('call_outcome', { key, age_ms })).data

test('the answer of every call that writes can be read again', async () => {
  const unread = []
  for (const name of writes) {
    const key = newKey()
    const answer = await send(name, calls[name].example, key)
    const found = await find(key)
    const read: unknown = JSON.parse(found.answer ?? 'null')
    if (found.state !== 'answered' || !isDeepStrictEqual(read, answer)) unread.push([name, found])
  }
  expect(unread).toEqual([])
})

test('no call that writes is carried out after the client has asked about it', async () => {
  const carried_out = []
  for (const name of writes) {
    const key = newKey()
    expect(await find(key)).toEqual({ state: 'not_received' })
    const answer = await send(name, calls[name].example, key)
    if (answer.code !== code.busy) carried_out.push([name, answer])
  }
  expect(carried_out).toEqual([])
})

test('a request that arrives twice is carried out once', async () => {
  const key = newKey()
  const body = { username: 'meiling', name: 'Meiling', role: 'viewer' }
  await box.call('confirm_password', { password: 'Kerb#2026' }, await box.tokenOf('admin'))
  const [first, second] = [await send('add_user', body, key), await send('add_user', body, key)]
  expect(second).toEqual(first)
})

test('a connection that ends while the device acts: the call runs to its end', async () => {
  const key = newKey()
  const body = JSON.stringify({ ...calls.set_address.example, district: 'Cut off' })
  const socket = connect((box.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(
    [
      `POST ${calls.set_address.path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `Authorization: Bearer ${await box.tokenOf('admin')}`,
      `${call_key_header}: ${key}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
  await expect.poll(async () => box.deps.call_outcomes.find(key, 3_600_000).state).toBe('answered')
  expect((await box.call('get_address', {}, await box.tokenOf('viewer'))).data.district).toBe('Cut off')
})

test('a key that can be guessed is not taken', async () => {
  expect((await box.call('call_outcome', { key: '1'.repeat(31), age_ms: 0 })).code).toBe(code.format_error)
  await send('set_address', calls.set_address.example, 'short')
  expect(box.deps.call_outcomes.find('short', 0).state).toBe('not_received')
})

test('calls that were sent before the device started are forgotten', async () => {
  const before = await openDevice()
  const key = newKey()
  const device = await before.restart('killed')
  expect(await find(key, 60_000, device)).toEqual({ state: 'forgotten' })
  expect(await find(key, 0, device)).toEqual({ state: 'not_received' })
  await device.close()
})

test('the oldest answers are forgotten, running calls never; no earlier call is denied', async () => {
  let now_ms = 1_000
  const outcomes = new CallOutcomes(() => now_ms)
  const envelope = { code: 0, message: 'success', data: 'x'.repeat(10_000) }
  void outcomes.once('slow', () => new Promise(() => undefined))
  for (let n = 0; n < 600; n += 1) {
    now_ms += 10
    await outcomes.once(`call ${n}`, async () => envelope)
  }
  expect(outcomes.find('slow', 6_000).state).toBe('running')
  expect(outcomes.find('call 599', 0).state).toBe('answered')
  // 4 MiB are 419 answers of this size.
  expect(outcomes.find('call 100', 5_000).state).toBe('forgotten')
  expect(outcomes.find('never sent', 5_000).state).toBe('forgotten')
  expect(outcomes.find('never sent', 100).state).toBe('not_received')
  now_ms += 3_600_000
  expect(outcomes.find('call 599', 3_600_000).state).toBe('forgotten')
})
