/** Health figures of the analysis application: on the page of a camera, in alarms and in `/metrics`. */
import { started, type Part } from '#src/core/part.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAnalysisSocket } from '#src/analysis/socket-server.ts'
import { setState } from '#src/camera/camera.store.ts'
import { createAlarmWatch, type AlarmWatch } from '#src/workers/alarm-watch.ts'
import { openDevice, type Device } from '../device.ts'
import { startApplication, type Application } from '../events/event-application.ts'
import { plantLots } from '../events/event-device.ts'
import { until } from '../until.ts'

let device: Device
let socket: Part
let application: Application
let watch: AlarmWatch
let admin: string
let steady = 0

beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  setState(device.deps.db, 'SN-0001', 1, '', device.deps.now())
  admin = await device.tokenOf('admin')
  socket = await started(createAnalysisSocket(device.deps))
  application = await startApplication(device.deps.socket)
  watch = createAlarmWatch(device.deps, { every_ms: 1e9, clock_every_ms: 1e12, steady: () => steady })
  await watch.start()
})
afterEach(async () => {
  application.close()
  await watch.stop()
  await socket.stop()
  await device.close()
})

const good = { looks: 3, misses: 0, latency_ms: 400, interval_ms: 5000, slowed: false, why: '' }
/** Reports figures of the camera for a number of seconds, and advances the clock by them. */
async function report(seconds: number, figures: Partial<typeof good> = {}): Promise<void> {
  device.wait(seconds * 1000)
  steady += seconds * 1000
  const [seen, missed] = device.deps.meters.looks.entries().map(([, count]) => count)
  const camera = { camera_sn: 'SN-0001', ...good, ...figures }
  application.say({ type: 'health', seconds, cameras: [camera] })
  await until('the figures', () => {
    const [s, m] = device.deps.meters.looks.entries().map(([, count]) => count)
    return s! + m! === seen! + missed! + camera.looks + camera.misses
  })
  await watch.runNow()
}
const health = async () => (await device.call('analysis_health', { camera_sn: 'SN-0001' }, admin)).data
const open = async () =>
  (await device.call('alarms', { page: 1, page_size: 50, open: true }, admin)).data.list
    .filter(({ kind }) => kind === 'camera_unseen' || kind === 'overload')
    .map(({ kind, name, facts }) => ({ kind, name, facts }))

test('the page of a camera sums up five minutes, and says why there are no figures', async () => {
  expect(await health()).toEqual({ state: 'no_figures', figures: null })
  await report(60, { looks: 12, misses: 1, latency_ms: 500, why: 'no\nroute' })
  await report(60, { looks: 4, latency_ms: 1300, interval_ms: 15_000, slowed: true })
  expect(await health()).toMatchObject({
    state: 'watched',
    figures: {
      seconds: 120,
      looks: 16,
      misses: 1,
      latency_ms: 700,
      interval_ms: 15_000,
      wanted_ms: 5000,
      slowed: true,
      why: 'no route',
    },
  })
  device.wait(300_000)
  expect(await health()).toEqual({ state: 'not_watched', figures: null })
  expect((await device.call('analysis_health', { camera_sn: 'SN-gone' }, admin)).code).toBe(3000)
  application.close()
  await application.closed
  await until('the end', () => device.deps.analysis.peer === null)
  expect(await health()).toEqual({ state: 'no_application', figures: null })
})

test('figures that violate the protocol change nothing, and the next ones count', async () => {
  application.say({ type: 'health', seconds: -1, cameras: [] })
  application.say({ type: 'health', seconds: 5, cameras: [{ camera_sn: 'SN-0001', ...good, looks: 0.5 }] })
  application.say({ type: 'health', seconds: 5, cameras: [{ camera_sn: 'SN-0001', ...good, more: 1 }] })
  await report(5)
  expect((await health()).figures).toMatchObject({ seconds: 5, looks: 3 })
})

test('an online camera that gives the application no picture raises an alarm, and recovers', async () => {
  const missed = { looks: 1, misses: 3, latency_ms: 400, why: 'the camera refuses the user name or password' }
  await report(30, missed)
  await report(30, missed)
  expect(await open()).toEqual([])
  await report(30, missed)
  expect(await open()).toEqual([
    { kind: 'camera_unseen', name: '东门 1', facts: { percent: 75, why: missed.why } },
  ])
  for (let n = 0; n < 6; n++) await report(30)
  expect(await open()).toEqual([])
})

test('overload is one alarm for the box, by cadence or by latency, and ends when both are well', async () => {
  for (let n = 0; n < 5; n++) await report(30, { slowed: true, interval_ms: 12_340, latency_ms: 2600 })
  expect(await open()).toEqual([
    { kind: 'overload', name: '', facts: { cameras: 1, interval_s: 12.3, latency_s: 2.6 } },
  ])
  for (let n = 0; n < 8; n++) await report(30, { latency_ms: 15_000 })
  expect(await open()).toHaveLength(1)
  for (let n = 0; n < 12; n++) await report(30)
  expect(await open()).toEqual([])
})

test('the page of metrics counts looks and shows the slowest camera', async () => {
  const token = (await device.call('renew_metrics_token', {}, admin)).data.token
  await device.call('update_metrics', { enabled: true }, admin)
  await report(60, { looks: 5, misses: 2, latency_ms: 1500, slowed: true })
  const page = (await device.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } }))
    .payload
  for (const line of [
    'parking_analysis_looks_total{result="seen"} 5',
    'parking_analysis_looks_total{result="missed"} 2',
    'parking_analysis_latency_seconds 1.5',
    'parking_analysis_slowed_cameras 1',
  ])
    expect(page).toContain(line)
})
