/** Random bodies to every call are answered with an envelope, and never with 9000. */
import { calls, code, type CallName } from '@parking/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDevice, type Device } from '../device.ts'
import { anyBody } from './any-body.ts'

const names = Object.keys(calls) as CallName[]
const known = new Set<number>(Object.values(code))

let device: Device
beforeAll(async () => void (device = await openDevice()))
afterAll(() => device.close())

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
  'run_handover_test',
])

// A file of one test gets the time that its calls would get together.
test('no call fails, whatever its body is', { timeout: 900_000 }, async () => {
  const failed = []
  for (const name of names) {
    const ends_sessions = name === 'logout' || name === 'change_password'
    const token = await device.tokenOf('admin')
    const property = fc.asyncProperty(anyBody(name), async (body) =>
      check(name, ends_sessions ? await device.tokenOf('admin') : token, body),
    )
    const result = await fc.check(property, { numRuns: slow.has(name) ? 6 : 15 })
    if (result.failed) failed.push(`${name}: ${await fc.asyncDefaultReportMessage(result)}`)
  }
  expect(failed.length, `Property failed\n${failed.join('\n')}`).toBe(0)
})
