/** `/metrics` of a real server: off, its token, both formats, what it shows, and what it never shows. */
import { gunzipSync } from 'node:zlib'
import { code } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDevice, type Device } from '../device.ts'

let box: Device
let admin: string

beforeEach(async () => {
  box = await openDevice()
  admin = await box.tokenOf('admin')
})
afterEach(() => box.close())

const scrape = (token = '', headers: Record<string, string> = {}) =>
  box.app.inject({
    url: '/metrics',
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  })
const newToken = async () => (await box.call('renew_metrics_token', {}, admin)).data.token
const samplesOf = (page: string) =>
  new Map(
    page
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )

test('is off by default, and cannot be turned on without a token', async () => {
  expect((await scrape()).statusCode).toBe(404)
  const refused = await box.call('update_metrics', { enabled: true }, admin)
  expect(refused.code).toBe(code.format_error)
  const token = await newToken()
  expect((await scrape(token)).statusCode).toBe(404)
  expect((await box.call('update_metrics', { enabled: true }, admin)).code).toBe(0)
  expect((await scrape(token)).statusCode).toBe(200)
  expect((await box.call('update_metrics', { enabled: false }, admin)).code).toBe(0)
  expect((await scrape(token)).statusCode).toBe(404)
})

test('accepts only its current token: no session and no earlier token; stores no token', async () => {
  const first = await newToken()
  await box.call('update_metrics', { enabled: true }, admin)
  const wrong = await scrape(admin)
  expect(wrong.statusCode).toBe(401)
  expect(wrong.headers['www-authenticate']).toMatch(/^Bearer/)
  expect((await scrape()).statusCode).toBe(401)
  expect((await scrape('x'.repeat(5_000))).statusCode).toBe(401)
  const second = await newToken()
  expect((await scrape(first)).statusCode).toBe(401)
  expect((await scrape(second)).statusCode).toBe(200)
  const stored = box.deps.db.get<{ value: string }>("SELECT value FROM settings WHERE key = 'metrics'")
  expect(stored?.value).not.toContain(second)
  expect(box.logged()).not.toContain(second)
  // One log row per address, however often it tries.
  expect(box.logged().match(/"metrics_refused"/g)).toHaveLength(1)
})

test('operators see the state, viewers do not, and only administrators change it', async () => {
  const operator = await box.tokenOf('operator')
  expect((await box.call('get_metrics', {}, operator)).data).toEqual({
    enabled: false,
    token_ms: null,
    scrape: null,
  })
  expect((await box.call('renew_metrics_token', {}, operator)).code).toBe(code.permission_denied)
  expect((await box.call('get_metrics', {}, await box.tokenOf('viewer'))).code).toBe(code.permission_denied)
})

test('is answered in both formats and compressed, and its last scrape is shown', async () => {
  const token = await newToken()
  await box.call('update_metrics', { enabled: true }, admin)
  const text = await scrape(token)
  expect(text.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const open = await scrape(token, { accept: 'application/openmetrics-text;version=1.0.0' })
  expect(open.headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
  expect(open.body.endsWith('# EOF\n')).toBe(true)
  const packed = await scrape(token, { 'accept-encoding': 'gzip, deflate' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.rawPayload).toString()).toBe(text.body)
  const { scrape: last } = (await box.call('get_metrics', {}, admin)).data
  expect(last?.by).toBe('127.0.0.1')
  expect(last?.samples).toBe(samplesOf(text.body).size)
})

test('counts what the workers counted, and has no line twice', async () => {
  const token = await newToken()
  await box.call('update_metrics', { enabled: true }, admin)
  box.deps.meters.deliver.count('refused')
  box.deps.meters.deliver_s.observe(0.2)
  const page = (await scrape(token)).body
  const samples = samplesOf(page)
  expect(samples.get('parking_delivery_attempts_total{outcome="refused"}')).toBe(1)
  expect(samples.get('parking_delivery_duration_seconds_bucket{le="0.25"}')).toBe(1)
  expect(
    samples.get(
      'parking_build_info{version="0.0.0-test",node="' + process.versions.node + `",arch="${process.arch}"}`,
    ),
  ).toBe(1)
  expect(samples.get('parking_queue_state{state="empty"}')).toBe(1)
  expect(samples.get('parking_sessions')).toBe(1)
  const lines = page.split('\n').filter((line) => line !== '')
  expect(new Set(lines).size).toBe(lines.length)
  for (const family of page.matchAll(/^# TYPE (\S+)/gm))
    expect(page.match(new RegExp(`^# TYPE ${family[1]} `, 'gm'))).toHaveLength(1)
})
