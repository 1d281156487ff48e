/**
 * Seven simulated days with every obstacle between an event and the platform: on every day each event that
 * was taken in is sent or rejected with a reason, and no other event is sent.
 */
import { event_status } from '@parking/contract'
import { startPlatform, type Platform } from '@parking/sim/peers/platform/platform.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { started, type Part } from '#src/core/part.ts'
import { stampOf } from '#src/core/stamp.ts'
import { createWorkers } from '#src/workers.ts'
import { openDevice, type Device } from '../device.ts'
import { report } from '../proof/report.ts'
import { until } from '../until.ts'
import { plantLots } from './event-device.ts'

const [hour_ms, day_ms] = [3_600_000, 86_400_000]
let [device, platform]: [Device, Platform] = [] as never
let workers: Part | undefined
let admin: string
/** The simulated days end at this machine's time, because the platform uses the real clock. */
let shift = -7 * day_ms
beforeEach(async () => {
  device = await openDevice({ ports: { now: () => Date.now() + shift } })
  plantLots(device.deps.db)
  platform = await startPlatform()
  admin = await device.tokenOf('admin')
})
afterEach(async () => {
  await workers?.stop()
  await platform.stop()
  await device.close()
})

type Row = { uuid: string; day: string; status: number; reason: string }
const rows = (): Row[] =>
  device.deps.db
    .all<{ uuid: string; create_ms: number; status: number; reason: string }>('SELECT * FROM event')
    .map(({ create_ms, ...row }) => ({ ...row, day: stampOf(create_ms).slice(0, 10) }))
/** Final statuses: sent, refused, invalid, not to be sent, or discarded. */
const settled: readonly number[] = [
  event_status.sent,
  event_status.discarded,
  event_status.send_failed,
  event_status.validation_failed,
  event_status.skipped,
  event_status.manually_discarded,
]

test('in = out + rejected by reason, on each of seven days', async () => {
  const taken_in = new Map<string, string>()
  const take = async (what: Parameters<typeof report>[1]) => {
    const uuid = await report(device, what)
    taken_in.set(uuid, stampOf(device.deps.now()).slice(0, 10))
    return uuid
  }
  const plan = async (free: boolean) => {
    const { revision } = (await device.call('get_schedule_param', {}, admin)).data
    const days = [1, 2, 3, 4, 5, 6, 7]
    const plans = free ? [{ days, range: { start: '00:00:00', end: '23:59:59' }, type: 2 as const }] : []
    const kept = await device.call('update_schedule_param', { revision, plans }, admin)
    if (kept.code !== 0) throw new Error(JSON.stringify(kept))
  }
  const to_delete: string[] = []
  for (let day = 0; day < 7; day++) {
    admin = await device.tokenOf('admin')
    // Without an address the events wait; the platform is set on the last day.
    for (const lot_no of ['A01', 'A02']) {
      await take({ lot_no })
      shift += hour_ms
      await take({ lot_no, event_type: 3 })
    }
    await take({ confidence: 20 })
    await take({ ahead_ms: 5 * hour_ms })
    await take({ confidence: 0.9 })
    if (day % 2 === 0) {
      await plan(true)
      await take({ plate_number: '粤B00001' })
      await plan(false)
    }
    to_delete.push(await take({ lot_no: 'A02', plate_number: '粤B00002' }))
    await device.deps.proof_log.caughtUp()
    shift += day_ms - 2 * hour_ms
  }
  shift = 0
  admin = await device.tokenOf('admin')
  expect(
    rows()
      .map(({ uuid }) => uuid)
      .toSorted(),
  ).toEqual([...taken_in.keys()].toSorted())
  const dropped = new Set(to_delete.slice(0, 4))
  await device.call('delete_parking_event', { list: [...dropped] }, admin)
  // Every seventh event is refused for good.
  let turn = 0
  platform.behaviourForRequest = () => (++turn % 7 === 0 ? 'refuse' : 'accept')
  await device.call('update_platform_param', { operator_no: 'OP', ...platform.urls }, admin)
  workers = await started(createWorkers(device.deps, { sender: { first_delay_ms: 4, max_delay_ms: 60 } }))
  await until('the queue is empty', () => rows().every(({ status }) => settled.includes(status)))

  const left = rows()
  const deleted = device.deps.db.all<{ uuid: string }>('SELECT uuid FROM event_tombstone')
  expect(new Set(deleted.map(({ uuid }) => uuid))).toEqual(dropped)
  const out = new Set(platform.received().map(({ uuid }) => uuid))
  expect([...out].filter((uuid) => !taken_in.has(uuid))).toEqual([])
  for (const day of new Set(taken_in.values())) {
    const came = [...taken_in].filter(([, one]) => one === day).map(([uuid]) => uuid)
    const went = came.filter((uuid) => out.has(uuid))
    // The device gives a reason for each event that the platform does not have.
    const rejected = left.filter((row) => row.day === day && row.status !== event_status.sent)
    expect(rejected.filter(({ uuid, reason }) => out.has(uuid) || reason === '')).toEqual([])
    const gone = came.filter((uuid) => dropped.has(uuid))
    expect([day, went.length + rejected.length + gone.length]).toEqual([day, came.length])
  }
  const reasons = new Set(
    left.filter(({ status }) => status !== event_status.sent).map(({ reason }) => reason),
  )
  expect([...reasons].toSorted()).toEqual(
    ['confidence_scale', 'free_time', 'refused', 'time_implausible', 'unsure'].toSorted(),
  )
  // The evidence log contains the same events, including deleted ones.
  const logged = device.deps.proof_log
    .reader()
    .all<{ uuid: string }>("SELECT uuid FROM leaf WHERE kind = 'event'")
  expect(new Set(logged.map(({ uuid }) => uuid))).toEqual(new Set(taken_in.keys()))
})
