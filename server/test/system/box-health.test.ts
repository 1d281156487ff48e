/**
 * The health of the box at a glance, on a real device: every state of its parts, without slow requests.
 * Long because the parts share one device and its clock.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { event_status, type AttemptOutcome, type AttemptStep } from '@parking/contract'
import { insertAlarm } from '#src/alarm/alarm.store.ts'
import { recordAttempt } from '#src/events/record/attempt.store.ts'
import type { ClockNow, ClockPort } from '#src/ports/clock-port.ts'
import { createAlarmWatch } from '#src/workers/alarm-watch.ts'
import { openDevice, type Device } from '../device.ts'
import { storeEvent } from '../events/event-device.ts'

let device: Device
let admin: string
let viewer: string
let clock_now: ClockNow
let offset_ms: number
/** Number of requests to the system's clock or a time server. */
let asked: number

/** A clock that answers as a test defines. */
const clock: ClockPort = {
  async read() {
    asked++
    return clock_now
  },
  async ask() {
    asked++
    return { offset_ms, delay_ms: 1, stratum: 2 }
  },
  setZone: async () => {},
  setTime: async () => {},
  setNtp: async () => {},
}

beforeEach(async () => {
  ;[asked, offset_ms] = [0, 12]
  clock_now = {
    now_ms: 0,
    time_zone: 'Asia/Shanghai',
    ntp_enabled: true,
    ntp_server: 'ntp.example.com',
    ntp_servers: ['ntp.example.com'],
    synchronized: true,
  }
  device = await openDevice({ ports: { clock } })
  admin = await device.tokenOf('admin')
  viewer = await device.tokenOf('viewer')
})
afterEach(() => device.close())

const health = async () => (await device.call('box_health', {}, viewer)).data

/** Plants a queued event, taken in now. Returns its id. */
function plant(status: number = event_status.pending): number {
  const [uuid, at] = [randomUUID(), device.deps.now()]
  storeEvent(device.deps.db, at, {
    uuid,
    status,
    place: { parking_no: 'P-1', camera_sn: 'S', camera_name: '东门', scene_id: 's', lot_no: 'A01' },
  })
  return device.deps.db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [uuid])!
    .event_id
}
function attempt(event_id: number, step: AttemptStep, outcome: AttemptOutcome, info = ''): void {
  const at_ms = device.deps.now()
  recordAttempt(device.deps.db, event_id, { at_ms, step, outcome, address: 'x', info, took_ms: 1 })
}
const compareClock = async () => {
  let steady = 0
  const watch = createAlarmWatch(device.deps, { clock_every_ms: 1, steady: () => (steady += 1_000) })
  await watch.runNow()
  await watch.stop()
}

test('a new box has nothing to report, and the reading contacts no other machine', async () => {
  const first = await health()
  expect(first).toMatchObject({
    application: { state: 'unsupported', connected: false, name: '', version: '' },
    storage: { state: 'off', reason: '', since_ms: 0 },
    platform: { state: 'off', reason: '', since_ms: 0 },
    queue: { state: 'empty', waiting: 0, oldest_ms: 0 },
    clock: { state: 'unknown', offset_ms: null },
    alarms: { open: 0, worst: null },
  })
  expect(first.disk.total_bytes).toBeGreaterThan(first.disk.free_bytes)
  expect(first.disk.percent_used).toBeGreaterThan(0)
  expect(first.memory).toBeGreaterThan(0)
  expect(first.run_s).toBe((await device.call('reboot_time', {}, viewer)).data.run_time)
  expect(asked).toBe(0)
  device.deps.analysis.peer = { name: 'street', version: '2.1' }
  expect((await health()).application).toMatchObject({ connected: true, name: 'street', version: '2.1' })
})

test('the state of the object storage follows its last uploads, and is unknown after a change', async () => {
  const storage = async () => (await health()).storage
  const report = (level: 'well' | 'bad' | 'between') =>
    device.deps.readings.report({ kind: 'storage', subject: '', name: 's3', level, facts: {} })
  const set = (endpoint: string) =>
    device.call(
      'update_storage_param',
      { protocol: 4, endpoint, username: 'kerb', password: 'Kerb#2026', directory: 'evidence', key_re: '' },
      admin,
    )
  await set('http://127.0.0.1:9')
  expect(await storage()).toEqual({ state: 'unknown', reason: '', since_ms: 0 })
  const event = plant(event_status.awaiting_upload)
  const accepted_ms = device.deps.now()
  attempt(event, 'upload', 'accepted')
  report('well')
  device.wait(60_000)
  expect(await storage()).toEqual({ state: 'ok', reason: '', since_ms: accepted_ms })
  const failed_ms = device.deps.now()
  attempt(event, 'upload', 'silent', 'connect: refused')
  report('bad')
  device.wait(60_000)
  attempt(event, 'upload', 'busy', 'write: full')
  expect(await storage()).toEqual({ state: 'failing', reason: 'write: full', since_ms: failed_ms })
  report('between')
  expect((await storage()).state).toBe('unknown')
  // After a restart only the stored attempts are known.
  attempt(event, 'upload', 'busy', 'write: full')
  device = await device.restart()
  ;[admin, viewer] = [await device.tokenOf('admin'), await device.tokenOf('viewer')]
  expect(await storage()).toEqual({ state: 'failing', reason: 'write: full', since_ms: failed_ms })
  await set('')
  expect((await storage()).state).toBe('off')
})

test('the platform counts as failed by its heartbeat or by its events', async () => {
  const platform = async () => (await health()).platform
  const { heartbeat, now } = device.deps
  await device.call('update_platform_param', { data_url: 'http://127.0.0.1:9/data' }, admin)
  expect((await platform()).state).toBe('unknown')
  const event = plant()
  const failed_ms = now()
  for (let n = 0; n < 3; n++) {
    expect((await platform()).state).toBe('unknown')
    attempt(event, 'deliver', 'silent', 'no route')
  }
  expect(await platform()).toEqual({ state: 'failing', reason: 'no route', since_ms: failed_ms })
  device.wait(1_000)
  attempt(event, 'deliver', 'accepted')
  expect(await platform()).toEqual({ state: 'ok', reason: '', since_ms: now() })
  await device.call('update_platform_param', { device_hb_url: 'http://127.0.0.1:9/hb' }, admin)
  device.wait(1_000)
  heartbeat.record({ kind: 'silent', info: 'the name is unknown' }, now())
  expect(await platform()).toEqual({ state: 'failing', reason: 'the name is unknown', since_ms: now() })
  heartbeat.record({ kind: 'accepted', info: '', data: {} }, now())
  expect(await platform()).toEqual({ state: 'ok', reason: '', since_ms: now() })
})

test('the queue shows its state, its number of events and the age of the oldest', async () => {
  plant()
  device.wait(90_000)
  plant(event_status.delayed)
  expect((await health()).queue).toEqual({ state: 'no_address', waiting: 2, oldest_ms: 90_000 })
  await device.call('set_event_sending', { paused: true }, admin)
  expect((await health()).queue.state).toBe('paused')
})

test('the clock is compared by the alarm watch: right, off, or without a reference', async () => {
  const said = async () => (await health()).clock
  await compareClock()
  expect(await said()).toEqual({ state: 'ok', offset_ms: 12 })
  offset_ms = -1_500
  await compareClock()
  expect(await said()).toEqual({ state: 'off', offset_ms: -1_500 })
  clock_now = { ...clock_now, ntp_enabled: false, synchronized: false }
  await compareClock()
  expect(await said()).toEqual({ state: 'free', offset_ms: null })
  // Time servers of the operating system, which the box cannot query itself.
  clock_now = { ...clock_now, ntp_enabled: true, ntp_server: '', ntp_servers: [], synchronized: true }
  await compareClock()
  expect(await said()).toEqual({ state: 'ok', offset_ms: null })
  const before = asked
  await said()
  expect(asked).toBe(before)
})

test('the worst of the open alarms is shown with its facts', async () => {
  const { db } = device.deps
  const raise = (
    kind: 'camera_down' | 'disk' | 'queue',
    severity: 'warning' | 'critical',
    since_ms: number,
  ) =>
    insertAlarm(db, {
      kind,
      severity,
      subject: kind === 'camera_down' ? 'SN-1' : '',
      name: '',
      facts: { percent: 4 },
      since_ms,
      raised_ms: since_ms,
      raised_notice: 0,
    })
  raise('disk', 'critical', 3)
  expect((await health()).alarms).toMatchObject({ open: 1, worst: { kind: 'disk' } })
  raise('queue', 'critical', 2)
  expect((await health()).alarms).toEqual({
    open: 2,
    worst: { kind: 'queue', severity: 'critical', subject: '', name: '', since_ms: 2, facts: { percent: 4 } },
  })
  // Stays that are not billed come before bills that are late, whatever the severity.
  raise('camera_down', 'warning', 4)
  expect((await health()).alarms).toMatchObject({ open: 3, worst: { kind: 'camera_down', subject: 'SN-1' } })
})
