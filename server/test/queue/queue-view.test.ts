/**
 * The queue view while the platform is down, while a user pauses it, without an address, and while it drains;
 * and what it keeps across a restart. Long because all of it runs against one device and platform.
 */
import { started, type Part } from '#src/core/part.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPlatform, type Platform } from '@parking/sim/peers/platform/platform.ts'
import { code, type Answer } from '@parking/contract'
import { httpPlatform } from '#src/adapters/http/http-platform.ts'
import { recordAttempt } from '#src/events/record/attempt.store.ts'
import { drainOf, queueState } from '#src/queue/queue-view.ts'
import { paceOf } from '#src/queue/queue-view.store.ts'
import { countByStatus } from '#src/events/record/event.store.ts'
import { createWorkers } from '#src/workers.ts'
import { openDevice, type Device } from '../device.ts'
import { newEvent, smallJpeg, startApplication, type Application } from '../events/event-application.ts'
import { plantLots, storeEvent } from '../events/event-device.ts'
import { until } from '../until.ts'

const app_secret = 'street-app-secret'
let platform: Platform
let device: Device
let workers: Part
let application: Application
let jpeg: Buffer

beforeEach(async () => {
  jpeg = await smallJpeg()
  platform = await startPlatform({ appSecret: app_secret })
  device = await openDevice({
    ports: { now: Date.now, platform: httpPlatform({ allow_loopback: true, timeout_ms: 250 }) },
  })
  plantLots(device.deps.db)
  await start()
})
afterEach(async () => {
  application.close()
  await workers.stop()
  await platform.stop()
  await device.close()
})

async function start(): Promise<void> {
  workers = await started(createWorkers(device.deps, { sender: { first_delay_ms: 4, max_delay_ms: 60 } }))
  application = await startApplication(device.deps.socket)
}
const set = async (more = {}) =>
  expect(
    (
      await device.call(
        'update_platform_param',
        {
          operator_no: 'OP-0755',
          extra_info: JSON.stringify({ app_secret }),
          heartbeat_interval: 3600,
          ...platform.urls,
          ...more,
        },
        await device.tokenOf('admin'),
      )
    ).code,
  ).toBe(0)
const report = async (more = {}) => {
  const event = newEvent({ pictures: [{ kind: 'car', file: application.spool(jpeg) }], ...more })
  expect(await application.report(event)).toMatchObject({ type: 'ack' })
  return event
}
const queue = async () => (await device.call('event_queue', {}, await device.tokenOf('viewer'))).data
const queueThat = (name: string, is: (now: Answer<'event_queue'>) => boolean) =>
  until(name, async () => {
    const now = await queue()
    return is(now) && now
  })
const hold = async (paused: boolean, role: 'admin' | 'operator' | 'viewer' = 'operator') =>
  device.call('set_event_sending', { paused }, await device.tokenOf(role))

test('a dead platform: shows since when, why and how many wait, and is empty when it is back', async () => {
  await set()
  const began = Date.now()
  await platform.setBehaviour('down')
  for (let at = 0; at < 3; at++) await report()
  const stalled = await queueThat('the stall', ({ state }) => state === 'stalled')
  expect(stalled).toMatchObject({
    waiting: 3,
    by_status: { 0: 3 },
    parked: 0,
    drain_s: null,
    deliver: { state: 'waiting' },
    upload: { state: 'working' },
  })
  expect(stalled.deliver.since_ms).toBeGreaterThanOrEqual(began)
  expect(stalled.deliver.since_ms).toBeLessThanOrEqual(Date.now())
  expect(stalled.deliver.reason).not.toBe('')
  expect(stalled.oldest_ms['0']).toBeGreaterThanOrEqual(began)
  const [worst] = stalled.errors
  expect(worst).toMatchObject({ step: 'deliver', outcome: 'silent' })
  await queueThat('more of the same', ({ errors }) => (errors[0]?.n ?? 0) > (worst?.n ?? 0))
  await report()
  expect((await queueThat('the fourth', ({ waiting }) => waiting === 4)).state).toBe('stalled')
  await platform.setBehaviour('accept')
  const empty = await queueThat('the end', ({ state }) => state === 'empty')
  expect(empty).toMatchObject({
    waiting: 0,
    by_status: { 2: 4 },
    drain_s: null,
    oldest_ms: {},
    deliver: { state: 'working', reason: '' },
  })
  expect(empty.rate_in.hour).toBeGreaterThan(0)
  expect(empty.rate_out).toEqual(empty.rate_in)
})

test('a pause holds everything, also after a restart; user and time are shown and audited', async () => {
  await set()
  expect((await hold(true)).data).toMatchObject({ paused: true, paused_by: 'operator' })
  expect((await hold(true, 'admin')).data.paused_by).toBe('operator')
  const { uuid } = await report()
  application.close()
  await workers.stop()
  device = await device.restart()
  await start()
  await report()
  const held = await queueThat('both', ({ waiting }) => waiting === 2)
  expect(held).toMatchObject({
    state: 'paused',
    drain_s: null,
    pause: { paused: true, paused_by: 'operator' },
  })
  expect(platform.received()).toEqual([])
  expect((await hold(false, 'viewer')).code).toBe(code.permission_denied)
  expect((await hold(false)).data).toEqual({ paused: false, paused_by: '', paused_ms: null })
  await queueThat('the end', ({ state }) => state === 'empty')
  expect(platform.received()[0]?.uuid).toBe(uuid)
  device.deps.log_writer.flush()
  const audit = device.deps.db.all<{ content: string }>(
    "SELECT content FROM log WHERE content LIKE '%set_event_sending%done'",
  )
  expect(audit.length).toBeGreaterThanOrEqual(2)
})

test('"cache resume" ends a pause', async () => {
  await set()
  await hold(true, 'admin')
  await report()
  expect((await queue()).state).toBe('paused')
  expect(
    (await device.call('parking_event_resume_upload', {}, await device.tokenOf('operator'))).data.resumed,
  ).toBe(1)
  await queueThat('the end', ({ state, pause }) => state === 'empty' && !pause.paused)
})

test('without an address events wait for one; refused events wait for a user', async () => {
  await report()
  expect(await queueThat('the delay', ({ by_status }) => by_status['1'] === 1)).toMatchObject({
    state: 'no_address',
    missing: ['data_url'],
    waiting: 1,
  })
  await platform.setBehaviour('refuse')
  await set()
  const refused = await queueThat('the refusal', ({ parked }) => parked === 1)
  expect(refused).toMatchObject({ state: 'empty', waiting: 0, by_status: { 4: 1 }, missing: [] })
  expect(refused.oldest_ms['4']).toBeGreaterThan(0)
  expect(refused.errors[0]).toMatchObject({ step: 'deliver', outcome: 'refused', n: 1 })
  expect(refused.errors[0]?.info).toContain('not under contract')
})

test('the rate is counted in slots of ten seconds that are forgotten after two hours', () => {
  const { db } = device.deps
  let n = 0
  const plant = (create_ms: number) =>
    storeEvent(db, create_ms, {
      uuid: `0190a1b2-0000-7000-8000-${String(n++).padStart(12, '0')}`,
      plate_number: '',
      status: 8,
    })
  const now = 1_800_000_009_999
  for (let at = 0; at < 30; at++) plant(now - 60_000 * 4)
  plant(now - 60_000 * 6)
  expect(paceOf(db, now, 5).taken_in).toBeCloseTo(6, 2)
  expect(paceOf(db, now, 60).taken_in).toBeCloseTo(31 / 60, 2)
  plant(now + 7_300_000)
  expect(db.get('SELECT count(*) AS n FROM event_pace')).toMatchObject({ n: 1 })
  plant(now) // a clock that was set back
  expect([...countByStatus(db).values()].reduce((sum, one) => sum + one, 0)).toBe(33)
})

test('lists the reasons of the last attempts, each once, newest first, up to a limit', async () => {
  await hold(true)
  await report()
  const { db } = device.deps
  const tried = (at_ms: number, info: string) =>
    recordAttempt(db, 1, {
      at_ms,
      step: 'upload',
      outcome: 'busy',
      address: 'http://127.0.0.1/',
      info,
      took_ms: 1,
    })
  for (let at = 0; at < 40; at++) tried(1_000 + at, at % 2 === 0 ? 'no room' : `request ${at}`)
  const { errors, upload } = await queue()
  expect(errors).toHaveLength(20)
  expect(errors.slice(0, 2)).toMatchObject([
    { step: 'upload', outcome: 'busy', info: 'request 39', n: 1, last_ms: 1_039 },
    { info: 'no room', n: 20, last_ms: 1_038 },
  ])
  expect(upload).toMatchObject({ state: 'waiting', since_ms: 1_000, reason: 'request 39' })
})

test('shows the most important state of a queue, and when it will be empty', () => {
  const base = {
    paused: false,
    waiting: 5,
    ready: 5,
    missing: [],
    stalled: false,
    for_check: false,
    drain_s: 60,
    oldest_ready_ms: 0,
    now: 100_000,
  }
  expect(queueState(base)).toBe('moving')
  expect(queueState({ ...base, drain_s: null })).toBe('growing')
  expect(queueState({ ...base, drain_s: null, oldest_ready_ms: 90_000 })).toBe('moving')
  expect(queueState({ ...base, ready: 0, for_check: true })).toBe('waits_for_check')
  expect(queueState({ ...base, ready: 0, missing: ['timer_data_url'] })).toBe('no_address')
  expect(queueState({ ...base, missing: ['timer_data_url'] })).toBe('moving')
  expect(queueState({ ...base, stalled: true })).toBe('stalled')
  expect(queueState({ ...base, stalled: true, paused: true })).toBe('paused')
  expect(drainOf(0, { taken_in: 9, sent: 0 })).toBe(0)
  expect(drainOf(10, { taken_in: 9, sent: 0 })).toBeNull()
  expect(drainOf(10, { taken_in: 99, sent: 20 })).toBe(30)
  expect(drainOf(1000, { taken_in: 10, sent: 20 })).toBe(6000)
  expect(drainOf(1000, { taken_in: 20, sent: 20 })).toBeNull()
})
