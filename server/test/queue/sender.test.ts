/**
 * The sender and the heartbeat against the simulated platform, in each of its behaviours. Long because
 * every test uses the same device, application and platform.
 */
import { started, type Part } from '#src/core/part.ts'
import { join } from 'node:path'
import { readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPlatform, type PlatformBehaviour, type Platform } from '@parking/sim/peers/platform/platform.ts'
import { httpPlatform, outcomeOf, plainText } from '#src/adapters/http/http-platform.ts'
import { countByStatus, eventLedger } from '#src/events/record/event.store.ts'
import { shownParam } from '#src/params/param.store.ts'
import { platformParam } from '#src/platform/platform-param.store.ts'
import { resumeEvents } from '#src/queue/resend.ts'
import { backoff } from '#src/core/flow/retry-backoff.ts'
import { createWorkers, type WorkersOptions } from '#src/workers.ts'
import { openDevice, type Device } from '../device.ts'
import { newEvent, smallJpeg, startApplication, type Application } from '../events/event-application.ts'
import { plantLots } from '../events/event-device.ts'
import { until } from '../until.ts'

const app_secret = 'street-app-secret'
/** Short waits for a test, in the proportions of docs/platform.md. */
const quick: WorkersOptions = { sender: { first_delay_ms: 4, max_delay_ms: 60 } }

let platform: Platform
let device: Device
let workers: Part
let application: Application
let jpeg: Buffer

beforeEach(async () => {
  jpeg = await smallJpeg()
  platform = await startPlatform({ appSecret: app_secret })
  await open()
})
afterEach(async () => {
  await close()
  await platform.stop()
})

/** Opens a device with the product's timeout for the platform, so that a busy machine is not too slow. */
async function open(timeout_ms = 10_000): Promise<void> {
  device = await openDevice({
    ports: { now: Date.now, platform: httpPlatform({ allow_loopback: true, timeout_ms }) },
  })
  plantLots(device.deps.db)
  await start()
}
async function close(): Promise<void> {
  application.close()
  await workers.stop()
  await device.close()
}
/** For tests in which the platform does not answer at all. */
async function openImpatient(): Promise<void> {
  await close()
  await open(250)
}

async function start(options = quick): Promise<void> {
  workers = await started(createWorkers(device.deps, options))
  application = await startApplication(device.deps.socket)
}
const settings = (more = {}) => ({
  operator_no: 'OP-0755',
  extra_info: JSON.stringify({ app_secret }),
  heartbeat_interval: 5,
  ...platform.urls,
  ...more,
})
const set = async (more = {}) =>
  expect(
    (await device.call('update_platform_param', settings(more), await device.tokenOf('admin'))).code,
  ).toBe(0)
const report = async (more = {}) => {
  const event = newEvent({ pictures: [{ kind: 'car', file: application.spool(jpeg) }], ...more })
  expect(await application.report(event)).toMatchObject({ type: 'ack' })
  return event
}
const rows = async (body = {}) =>
  (await device.call('parking_event', { page: 1, page_size: 100, ...body }, await device.tokenOf('viewer')))
    .data.list
const rowOf = async (uuid: string) => (await rows({ uuid }))[0]!
const settled = (uuid: string, what: (row: Awaited<ReturnType<typeof rowOf>>) => boolean) =>
  until(`event ${uuid}`, async () => {
    const row = await rowOf(uuid)
    return what(row) && row
  })
/** The number of created events is the number of existing ones, at any moment. */
const isConserved = () => {
  const sum = [...countByStatus(device.deps.db).values()].reduce((total, n) => total + n, 0)
  const counted = device.deps.db.get<{ n: number }>('SELECT count(*) AS n FROM event')!.n
  expect([sum, counted]).toEqual([eventLedger(device.deps.db).created, eventLedger(device.deps.db).created])
}

test('signs in, registers the device, sends heartbeats, and delivers an event', async () => {
  await set()
  const event = await report()
  const row = await settled(event.uuid, ({ status }) => status === 2)
  expect(row).toMatchObject({
    count_tried: 1,
    response_status: 0,
    response_info: '{"code":0,"message":"ok","data":{}}',
    next_try_str: '',
  })
  expect(row.send_time_str).toMatch(/^\d{4}-/)
  expect(row.response_time_str).toMatch(/^\d{4}-/)
  const [got] = platform.received()
  expect(got).toMatchObject({
    uuid: event.uuid,
    operator_no: 'OP-0755',
    camera_name: '东门 1',
    lot_no: 'A01',
    plate_number: '粤B·12345',
    confidence: 97.5,
    event_time: event.event_time,
    event_time_str: row.event_time_str,
  })
  expect(got!.pictures[0]!.content.equals(jpeg)).toBe(true)
  await until('a heartbeat', () => platform.heartbeats.length > 0)
  expect(platform.heartbeats[0]).toMatchObject({ cameras: { online: 0, offline: 0, error: 1 } })
  expect(platform.inits.at(-1)).toMatchObject({
    cameras: [{ camera_sn: 'SN-0001' }],
    lots: [{ parking_no: 'P-1', lot_no: 'A01', camera_sn: 'SN-0001' }, { lot_no: 'A02' }],
  })
  expect(platform.signIns).toHaveLength(1)
  expect(platform.faults).toEqual([])
})

test('changed cameras or scenes register the device again, a change of their state does not', async () => {
  await set()
  await until('the introduction', () => platform.inits.length === 1)
  device.deps.db.run('UPDATE camera SET state = 0')
  device.deps.bus.emit('config')
  await report().then(({ uuid }) => settled(uuid, ({ status }) => status === 2))
  expect(platform.inits).toHaveLength(1)
  await device.call('delete_scene', { scene_id: 'scene-1' }, await device.tokenOf('admin'))
  await until('the second introduction', () => platform.inits.length === 2)
  expect(platform.inits[1]).toMatchObject({ lots: [] })
})

test("without an address events wait as delayed; then each lot's are sent in order", async () => {
  const waiting = []
  for (let at = 0; at < 6; at++) waiting.push((await report()).uuid)
  expect((await rows()).map(({ status }) => status)).toEqual([1, 1, 1, 1, 1, 1])
  await set()
  await until('all to be delivered', () => platform.received().length === 6)
  expect(platform.received().map(({ uuid }) => uuid)).toEqual(waiting)
  await set({ data_url: '' })
  await report().then(({ uuid }) => settled(uuid, ({ status }) => status === 1))
  isConserved()
})

test('a refused event is stored as failed with its reason, and resuming sends it again', async () => {
  await set()
  await platform.setBehaviour('refuse')
  const { uuid } = await report()
  const failed = await settled(uuid, ({ status }) => status === 4)
  expect(failed).toMatchObject({ count_tried: 1, response_status: 1 })
  expect(failed.response_info).toContain('not under contract')
  await platform.setBehaviour('accept')
  expect(resumeEvents(device.deps.db, device.deps.bus, Date.now(), 'admin')).toBe(1)
  await settled(uuid, (row) => row.status === 2 && row.count_tried === 2)
  isConserved()
})

test.each<[PlatformBehaviour, number, RegExp]>([
  ['busy', 1, /come back later/],
  ['stall', -1, /No answer in time/],
  ['break', -1, /./],
  ['down', -1, /./],
])(
  'while the platform answers with "%s" the event waits with its reason, and arrives afterwards',
  async (behaviour, response_status, info) => {
    if (behaviour === 'stall') await openImpatient()
    await set()
    await until('the sign-in', () => platform.inits.length > 0)
    await platform.setBehaviour(behaviour)
    const { uuid } = await report()
    const waiting = await settled(uuid, ({ count_tried }) => count_tried >= 2)
    expect(waiting).toMatchObject({ status: 0, response_status })
    expect(waiting.response_info).toMatch(info)
    expect(waiting.next_try_str).not.toBe('')
    await platform.setBehaviour('accept')
    await settled(uuid, ({ status }) => status === 2)
    expect(platform.received().map((one) => one.uuid)).toEqual([uuid])
    isConserved()
  },
)

test('an invalid token is replaced by one new sign-in, without a failed attempt', async () => {
  await set()
  await report().then(({ uuid }) => settled(uuid, ({ status }) => status === 2))
  await platform.setBehaviour('expire')
  const { uuid } = await report()
  expect(await settled(uuid, ({ status }) => status === 2)).toMatchObject({ count_tried: 1 })
  expect(platform.signIns).toHaveLength(2)
})

test('with a wrong secret the event waits, and is sent at once when the secret is corrected', async () => {
  await set({ extra_info: '{"app_secret":"wrong"}' })
  const { uuid } = await report()
  const waiting = await settled(uuid, ({ count_tried }) => count_tried > 0)
  expect(waiting).toMatchObject({ status: 0, response_status: 1 })
  expect(waiting.response_info).toMatch(/^Sign-in: .*the signature is wrong/)
  await set()
  await settled(uuid, ({ status }) => status === 2)
})

test('with a silent platform the circuit lets one event at a time try', async () => {
  let asked = 0
  const server = createServer((request, response) => {
    asked++
    request.resume().on('end', () => response.writeHead(503).end())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  await workers.stop()
  await start({ sender: { first_delay_ms: 40, max_delay_ms: 100_000, random: () => 1 } })
  for (let at = 0; at < 30; at++) await report()
  await set({
    auth_url: '',
    device_init_url: '',
    device_hb_url: '',
    data_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  })
  await until('the circuit to open', () => asked >= 7)
  expect((await rows()).filter(({ count_tried }) => count_tried > 0).length).toBeLessThan(12)
  expect(asked).toBeLessThan(12)
  isConserved()
  server.close()
  server.closeAllConnections()
})

test('an event whose picture is missing is stored as failed with that reason', async () => {
  const { uuid } = await report()
  const root = join(device.folder, 'media', 'events')
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true })
  await set()
  expect(await settled(uuid, ({ status }) => status === 4)).toMatchObject({
    response_status: -1,
    response_info: 'A picture of this event is missing on the device',
  })
})

test('an event that is deleted during an attempt is no error, and the next one is sent', async () => {
  const token = await device.tokenOf('admin')
  let deleted = 0
  const server = createServer((request, response) => {
    request.resume().on('end', async () => {
      // The first is deleted before the response arrives.
      if (deleted++ === 0) await device.call('delete_parking_event', { list: [first.uuid] }, token)
      response.end('{"code":0}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const first = await report()
  await set({
    auth_url: '',
    device_init_url: '',
    device_hb_url: '',
    data_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  })
  await until('the first to be gone', async () => (await rows()).length === 0)
  const { uuid } = await report()
  await settled(uuid, ({ status }) => status === 2)
  expect(device.logged()).not.toContain('"level":"error"')
  server.close()
  server.closeAllConnections()
})

test('a restart during an attempt loses nothing and delivers once', async () => {
  await openImpatient()
  await set()
  await until('the sign-in', () => platform.inits.length > 0)
  await platform.setBehaviour('stall')
  const { uuid } = await report()
  await workers.stop()
  application.close()
  await platform.setBehaviour('accept')
  await start()
  await settled(uuid, ({ status }) => status === 2)
  expect(platform.received()).toHaveLength(1)
})

test('a clock that was set back does not delay events', async () => {
  const { uuid } = await report()
  device.deps.db.run('UPDATE event SET next_try_ms = ?', [Date.now() + 400 * 86_400_000])
  await set()
  expect(await settled(uuid, ({ status }) => status === 2)).toMatchObject({ count_tried: 1 })
})

test("in any sequence of the platform's behaviours nothing is lost and each event arrives once", async () => {
  const platform_behaviours = fc.array(
    fc.constantFrom<PlatformBehaviour>('accept', 'busy', 'stall', 'break', 'down', 'expire', 'refuse'),
    { minLength: 2, maxLength: 6 },
  )
  const sent = new Set<string>()
  await openImpatient()
  await set()
  await fc.assert(
    fc.asyncProperty(platform_behaviours, fc.integer({ min: 1, max: 6 }), async (sequence, each) => {
      for (const behaviour of sequence) {
        await platform.setBehaviour(behaviour)
        for (const { uuid } of await Promise.all(Array.from({ length: each }, () => report()))) sent.add(uuid)
        isConserved()
      }
      await platform.setBehaviour('accept')
      // The operator resumes refused events; the others are sent by themselves.
      await until('only failed and sent events', () => {
        isConserved()
        const counted = countByStatus(device.deps.db)
        return (counted.get(0) ?? 0) + (counted.get(1) ?? 0) === 0
      })
      resumeEvents(device.deps.db, device.deps.bus, Date.now(), 'admin')
      await until('everything to be sent', () => countByStatus(device.deps.db).get(2) === sent.size)
      isConserved()
      expect(new Set(platform.received().map(({ uuid }) => uuid))).toEqual(sent)
      expect(platform.received()).toHaveLength(sent.size)
    }),
    { numRuns: 6 },
  )
  expect(platform.faults).toEqual([])
})

test('waits double from 1 s to 5 min, with full jitter', () => {
  const longest = [1, 2, 3, 9, 10, 1000].map((failures) => backoff(failures, 1000, 300_000, () => 1))
  expect(longest).toEqual([1000, 2000, 4000, 256_000, 300_000, 300_000])
  expect(backoff(5, 1000, 300_000, () => 0)).toBe(0)
})

test('answers are judged by the table of docs/platform.md', () => {
  const kindOf = (status: number, text: string) =>
    outcomeOf({ status, headers: {}, body: Buffer.from(text) }).kind
  expect(
    ['{"code":0}', '{"code":6000}', '{"code":4000}', '{"code":7001}', '{"code":"0"}', '<html>'].map((text) =>
      kindOf(200, text),
    ),
  ).toEqual(['accepted', 'busy', 'signed_out', 'refused', 'busy', 'busy'])
  expect([401, 408, 425, 429, 500, 503, 302].map((status) => kindOf(status, ''))).toEqual([
    'signed_out',
    'busy',
    'busy',
    'busy',
    'busy',
    'busy',
    'busy',
  ])
  expect([400, 403, 404, 413, 422].map((status) => kindOf(status, '{"code":0}'))).toEqual([
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
  ])
  expect(plainText(`a\u001b[31m\u202eb\u0000<img>${'x'.repeat(5000)}`)).toMatch(/^a \[31m b <img>x{1983,}$/)
  expect(plainText('x'.repeat(5000))).toHaveLength(2000)
})

test('secrets in extra_info are masked, kept when the mask comes back, and sealed at rest', async () => {
  const token = await device.tokenOf('admin')
  const extra = {
    app_secret: 'top',
    site: 7,
    nested: { api_key: ['a', 'b'], note: 'x' },
    ['__proto__']: { password: 'p' },
  }
  const text = JSON.stringify(extra)
  await device.call('update_platform_param', { extra_info: text }, token)
  const { data } = await device.call('get_platform_param', {}, token)
  expect(JSON.parse(data.extra_info)).toMatchObject({
    app_secret: '******',
    site: 7,
    nested: { api_key: ['******', '******'], note: 'x' },
  })
  expect(data.extra_info).not.toMatch(/top|"a"|"p"/)
  await device.call('update_platform_param', { extra_info: data.extra_info.replace('7', '8') }, token)
  expect(JSON.parse(platformParam(device.deps).extra_info)).toEqual(JSON.parse(text.replace('7', '8')))
  await device.call('update_platform_param', { operator_no: 'OP-2' }, token)
  expect(shownParam(device.deps, 'platform_param')).toMatchObject({
    operator_no: 'OP-2',
    heartbeat_interval: 60,
  })
  expect(platformParam(device.deps).extra_info).toContain('"top"')
  expect(
    device.deps.db.get<{ value: string }>("SELECT value FROM settings WHERE key = 'platform_param'")!.value,
  ).not.toContain('top')
  expect(device.logged()).not.toContain('"top"')
})
