/**
 * Testing one address of the platform: shown and masked values, the step at which the test stops and why; and
 * the reported state of the heartbeat. Long because it runs against every behaviour of the platform.
 */
import { started } from '#src/core/part.ts'
import { createServer, type Server } from 'node:http'
import { createServer as createTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '@parking/contract'
import certificates from '@parking/sim/peers/mail/certificates.json' with { type: 'json' }
import { startPlatform, type Platform } from '@parking/sim/peers/platform/platform.ts'
import { clockOf } from '#src/platform/heartbeat-state.ts'
import { createHeartbeat } from '#src/workers/heartbeat.ts'
import { createPlatformSession } from '#src/platform/platform-session.ts'
import { openDevice, type Device } from '../device.ts'
import { until } from '../until.ts'

const secret = 'street-app-secret'
let [device, platform, admin]: [Device, Platform, string] = [undefined!, undefined!, '']
const odd: Server[] = []

beforeAll(async () => {
  platform = await startPlatform({ appSecret: secret })
  device = await openDevice({ now: Date.now() })
  admin = await device.tokenOf('admin')
})
afterAll(async () => {
  await device.close()
  await platform.stop()
  for (const server of odd) server.close()
})

async function listening(server: Server): Promise<number> {
  odd.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const typed = (over: Partial<Body<'test_platform'>> = {}): Body<'test_platform'> => ({
  url_name: 'data_url',
  operator_no: 'OP',
  protocol: 1,
  heartbeat_interval: 30,
  ...platform.urls,
  extra_info: JSON.stringify({ app_secret: secret, note: 'x' }),
  ...over,
})
const look = async (over: Partial<Body<'test_platform'>> = {}, token = admin) =>
  device.call('test_platform', typed(over), token)
const alone = (url: string) => look({ url_name: 'device_hb_url', auth_url: '', device_hb_url: url })

describe('a test', () => {
  test.for([
    'auth_url',
    'device_init_url',
    'device_hb_url',
    'data_url',
    'timer_data_url',
    'lot_state_url',
  ] as const)(
    '%s is tried with unsaved settings, marked as a test, and does not count as an event or heartbeat',
    async (url_name) => {
      const before = [
        platform.received().length,
        platform.heartbeats.length,
        platform.inits.length,
        platform.signIns.length,
      ]
      const { data } = await look({ url_name })
      expect(data.list.map((one) => [one.url_name, one.failed])).toEqual(
        url_name === 'auth_url'
          ? [['auth_url', null]]
          : [
              ['auth_url', null],
              [url_name, null],
            ],
      )
      const last = data.list.at(-1)!
      expect(last.request).toMatchObject({
        method: 'POST',
        url: platform.urls[url_name],
        body: expect.stringContaining('"test": true') as string,
      })
      expect(Object.fromEntries(last.request.headers)).toMatchObject({ 'x-parking-test': '1' })
      expect(last.response).toMatchObject({
        status: 200,
        body: expect.stringContaining('"code": 0') as string,
        cut: false,
      })
      expect(platform.tests.at(-1)).toMatchObject({ test: true })
      expect([
        platform.received().length,
        platform.heartbeats.length,
        platform.inits.length,
        platform.signIns.length,
      ]).toEqual(before)
    },
  )

  test('no secret is shown or logged: not the key, not the signature, not the token', async () => {
    const answer = await look()
    const [auth, data] = answer.data.list
    const shown = JSON.stringify(answer)
    expect(shown).not.toContain(secret)
    // The hashes of the test pictures are no secrets.
    const hashes = /"sha256\\": \\"[0-9a-f]{64}/g
    expect((shown + device.logged()).replace(hashes, '')).not.toMatch(/[0-9a-f]{64}/)
    expect(auth?.request.body).toContain('"sign": "******"')
    expect(auth?.response?.body).toContain('"token": "******"')
    expect(Object.fromEntries(data?.request.headers ?? [])['authorization']).toBe('Bearer ******')
  })

  test('a masked field stands for the stored secret; a wrong secret is refused, and not saved', async () => {
    const { auth_url } = platform.urls
    await device.call(
      'update_platform_param',
      { auth_url, extra_info: JSON.stringify({ app_secret: secret }) },
      admin,
    )
    expect(
      (await look({ extra_info: '{"app_secret":"******"}' })).data.list.map((one) => one.failed),
    ).toEqual([null, null])
    const wrong = (await look({ extra_info: '{"app_secret":"something else"}' })).data.list
    expect(wrong).toMatchObject([{ url_name: 'auth_url', failed: 'refused', said: 'the signature is wrong' }])
    expect((await device.call('get_platform_param', {}, admin)).data).toMatchObject({
      data_url: '',
      extra_info: '{"app_secret":"******"}',
    })
  })

  test('names the step that failed', async () => {
    const html = await listening(
      createServer(
        (_, response) => void response.writeHead(200).end('<html>Please sign in to the Wi-Fi</html>'),
      ),
    )
    const redirect = await listening(
      createServer(
        (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      ),
    )
    const self = await listening(
      createTls(
        { key: certificates.self_signed.key, cert: certificates.self_signed.cert },
        (_, response) => void response.end(),
      ),
    )
    const step = async (url: string) => {
      const { data } = await alone(url)
      const { failed, tls, response } = data.list[0]!
      return [failed, tls, response?.status ?? 0]
    }
    expect(await step('http://no-such-host.invalid/hb')).toEqual(['name', null, 0])
    expect(await step('http://127.0.0.1:9/hb')).toEqual(['connect', null, 0])
    expect(await step(`https://localhost:${self}/hb`)).toEqual(['tls', 'self_signed', 0])
    expect(await step(`https://127.0.0.1:${html}/hb`)).toEqual(['tls', 'not_tls', 0])
    expect(await step(`${platform.url}/nowhere`)).toEqual(['status', null, 404])
    expect(await step(`http://127.0.0.1:${redirect}/`)).toEqual(['status', null, 302])
    expect(await step(`http://127.0.0.1:${html}/`)).toEqual(['protocol', null, 200])
    expect(await step(platform.urls.device_hb_url)).toEqual(['status', null, 401]) // without a sign-in
  })

  test('refuses a forbidden or a missing address, and users who are not administrators', async () => {
    expect(await alone('http://169.254.169.254/latest')).toMatchObject({
      code: 1000,
      data: [{ field: 'device_hb_url', issue: 'url_forbidden' }],
    })
    expect(await alone('')).toMatchObject({
      code: 1000,
      data: [{ field: 'device_hb_url', issue: 'required' }],
    })
    expect(await look({ extra_info: '{' })).toMatchObject({
      code: 1000,
      data: [{ field: 'extra_info', issue: 'json' }],
    })
    expect((await look({}, await device.tokenOf('operator'))).code).toBe(4030)
  })
})

describe('the heartbeat', () => {
  test('reports off, success with round trip and clock, and since when it fails', async () => {
    const state = async () => (await device.call('platform_state', {}, admin)).data
    const session = await started(createPlatformSession(device.deps))
    const heart = await started(createHeartbeat(device.deps, session, { answered: () => undefined }))
    expect(await state()).toMatchObject({ state: 'off', next_ms: null })
    platform.clock.offset_ms = 90_000
    const { auth_url, device_init_url, device_hb_url } = platform.urls
    await device.call(
      'update_platform_param',
      {
        auth_url,
        device_init_url,
        device_hb_url,
        heartbeat_interval: 5,
        extra_info: JSON.stringify({ app_secret: secret }),
      },
      admin,
    )
    const good = await until('a heartbeat that is taken', async () =>
      (await state()).state === 'good' ? state() : undefined,
    )
    expect(good).toMatchObject({
      failures: 0,
      failing_since_ms: null,
      clock: { by: 'body' },
      success_ms: expect.any(Number) as number,
      round_trip_ms: expect.any(Number) as number,
    })
    expect(Math.abs((good.clock?.offset_ms ?? 0) - 90_000)).toBeLessThan(30_000)
    await platform.setBehaviour('down')
    await device.call('update_platform_param', { heartbeat_interval: 6 }, admin)
    const failing = await until('a heartbeat that fails', async () =>
      (await state()).state === 'failing' ? state() : undefined,
    )
    expect(failing).toMatchObject({ failures: 1, said: expect.stringContaining('Nothing listens') as string })
    await platform.setBehaviour('accept')
    await heart.stop()
    await session.stop()
  })

  test('a Date header has whole seconds, and the offset states its precision', () => {
    const timing = { took_ms: 200, date_ms: 10_000 }
    expect(clockOf({ kind: 'accepted', info: '', data: {}, timing }, 10_600)).toEqual({
      offset_ms: 0,
      error_ms: 600,
      by: 'date',
      measured_ms: 10_600,
    })
    expect(
      clockOf(
        { kind: 'accepted', info: '', data: { timestamp: 1_700_000_010_500 }, timing },
        1_700_000_000_600,
      ),
    ).toMatchObject({ offset_ms: 10_000, error_ms: 100, by: 'body' })
    expect(clockOf({ kind: 'silent', info: '' }, 0)).toBeUndefined()
  })
})
