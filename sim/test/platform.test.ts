import { createHash, createHmac, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPlatform, type Platform } from '../src/peers/platform/platform.ts'

let platform: Platform
beforeEach(async () => void (platform = await startPlatform({ appSecret: 'secret' })))
afterEach(() => platform.stop())

type Answer = { status: number; code: number; message: string; data: { token: string } }
async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
  timeout_ms = 30_000,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout_ms),
  })
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
}
function signIn(secret = 'secret'): Promise<Answer> {
  const [timestamp, nonce] = [Date.now(), randomUUID()]
  const sign = createHmac('sha256', secret).update(`OP\nSN\n${timestamp}\n${nonce}`).digest('hex')
  return post(platform.urls.auth_url, { operator_no: 'OP', device_sn: 'SN', timestamp, nonce, sign })
}
const bearer = async (): Promise<Record<string, string>> => ({
  authorization: `Bearer ${(await signIn()).data.token}`,
})
const jpeg = Buffer.from([0xff, 0xd8, 1, 2, 0xff, 0xd9])
const picture = (content = jpeg, sha256 = createHash('sha256').update(content).digest('hex')) => ({
  kind: 'image',
  content_type: 'image/jpeg',
  sha256,
  content: content.toString('base64'),
})
const event = (pictures: object[] = [picture()]) => ({
  uuid: randomUUID(),
  operator_no: 'OP',
  device_sn: 'SN',
  event_time: Date.now(),
  event_time_str: '2026-11-21 08:00:00',
  parking_no: 'P',
  camera_sn: 'C',
  camera_name: '东门',
  lot_no: 'A01',
  event_type: 1,
  plate_number: '粤B12345',
  plate_color: 'blue',
  confidence: 97,
  comment: '',
  pictures,
})
const give = (
  body: { uuid: string },
  headers: Record<string, string>,
  timeout_ms?: number,
): Promise<Answer> =>
  post(platform.urls.data_url, body, { ...headers, 'idempotency-key': body.uuid }, timeout_ms)

test('accepts a sign-in, an init, a heartbeat and an event', async () => {
  expect((await signIn('other')).code).toBe(4001)
  expect(platform.signIns).toHaveLength(0)
  const headers = await bearer()
  expect(
    (
      await post(
        platform.urls.device_hb_url,
        {
          device_sn: 'SN',
          timestamp: 1,
          run_time: 1,
          cameras: { online: 1, offline: 0, error: 0 },
          queue: 0,
          lots_occupied: 2,
        },
        headers,
      )
    ).code,
  ).toBe(0)
  expect((await post(platform.urls.device_init_url, { device_sn: 'SN' }, headers)).code).toBe(1000)
  const body = event()
  expect((await give(body, headers)).code).toBe(0)
  expect((await give(body, headers)).code).toBe(0)
  expect([platform.received().length, platform.duplicates, platform.heartbeats.length]).toEqual([1, 1, 1])
  expect(platform.received()[0]!.pictures[0]!.content.equals(jpeg)).toBe(true)
  expect(await (await fetch(platform.url)).text()).toContain('粤B12345')
})

test('rejects invalid requests', async () => {
  const headers = await bearer()
  expect((await give(event([picture(jpeg, 'f'.repeat(64))]), headers)).message).toContain('sha256')
  expect((await give(event([picture(Buffer.from('GIF89a'))]), headers)).message).toContain('no JPEG')
  expect((await post(platform.urls.data_url, event(), headers)).message).toContain('Idempotency-Key')
  expect((await give(event(), {})).status).toBe(401)
  expect(platform.received()).toHaveLength(0)
})

test('answers as each behaviour defines', async () => {
  let headers = await bearer()
  await platform.setBehaviour('refuse')
  expect((await give(event(), headers)).code).toBe(7001)
  await platform.setBehaviour('busy')
  expect((await give(event(), headers)).code).toBe(6000)
  await platform.setBehaviour('stall')
  await expect(give(event(), headers, 300)).rejects.toThrow(/timeout/i)
  await platform.setBehaviour('break')
  const body = event()
  await expect(give(body, headers)).rejects.toThrow(/fetch failed|terminated/)
  await platform.setBehaviour('accept')
  expect((await give(body, headers)).code).toBe(0)
  expect([platform.received().length, platform.duplicates]).toEqual([1, 1])
  await platform.setBehaviour('expire')
  expect(await give(event(), headers)).toMatchObject({ status: 401, code: 4000 })
  headers = await bearer()
  expect((await give(event(), headers)).code).toBe(0)
  const { port } = platform
  await platform.setBehaviour('down')
  await expect(signIn()).rejects.toThrow('fetch failed')
  await platform.setBehaviour('accept')
  expect([platform.port, (await signIn()).code]).toEqual([port, 0])
})

test('the page changes the behaviour', async () => {
  const response = await fetch(`${platform.url}/behaviour`, {
    method: 'POST',
    body: new URLSearchParams({ behaviour: 'busy' }),
    redirect: 'manual',
  })
  expect([response.status, platform.behaviour]).toEqual([303, 'busy'])
})
