/** Lots that change while a vehicle is parked: its dossier, list and detail say what was true at the time. */
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { updateAllStays } from '../stays/stay-device.ts'
import { dossierOf } from './dossier-device.ts'
import { report } from './report.ts'

let device: Device
let operator: string
beforeEach(async () => {
  device = await openDevice({ mono: 'held' })
  plantLots(device.deps.db)
  operator = await device.tokenOf('operator')
})
afterEach(() => device.close())

const minute = 60_000
const see = async (event_type: 1 | 2 | 3, plate_number: string) => {
  device.wait(minute)
  return report(device, { event_type, plate_number })
}
const room = (motor_num: number) =>
  device.deps.db.run("UPDATE lot SET motor_num = ? WHERE lot_no = 'A01'", [motor_num])
const stayOf = async (uuid: string) => {
  updateAllStays(device.deps.db)
  return (await device.call('stay_detail', { uuid }, operator)).data
}
const dossier = async (uuid: string) => {
  const files = unzipSync(await dossierOf(device, uuid))
  const { events, stay } = JSON.parse(Buffer.from(files['dossier.json']!).toString())
  return { events, begin_ms: stay.begin_ms, end_ms: stay.end_ms }
}
/** What detail and dossier say about the stay of an event. */
const said = async (uuid: string) => {
  const { begin_ms, end_ms, events } = await stayOf(uuid)
  const about = { events: events.map((one) => one.uuid), begin_ms, end_ms }
  expect(await dossier(uuid)).toEqual(about)
  return about.events
}
/** The stays of the lot are computed again, from the begin. */
const again = async (uuid: string) => {
  await device.call('check_parking_event', { uuid, verdict: 'confirmed', seen_checks: 0 }, operator)
}

test('stays are as many vehicles fitted at the time, whatever the lot is drawn for later', async () => {
  room(3)
  const [a_in, b_in, a_out, b_out] = [
    await see(1, '粤B11111'),
    await see(1, '粤B22222'),
    await see(3, '粤B11111'),
    await see(3, '粤B22222'),
  ]
  room(1)
  for (const uuid of [a_in, a_out]) expect(await said(uuid)).toEqual([a_in, a_out])
  const c_in = await see(1, '粤B33333')
  await again(a_in)
  for (const uuid of [b_in, b_out]) expect(await said(uuid)).toEqual([b_in, b_out])
  // The car is still there when the lot becomes one for several motorcycles.
  room(2)
  const d_in = await see(1, '粤B44444')
  const [c_out, d_out] = [await see(3, '粤B33333'), await see(3, '粤B44444')]
  await again(c_in)
  for (const uuid of [c_in, c_out]) expect(await said(uuid)).toEqual([c_in, c_out])
  for (const uuid of [d_in, d_out]) expect(await said(uuid)).toEqual([d_in, d_out])
})

test('of several vehicles, one without an exit left at the latest when another took its place', async () => {
  room(2)
  const [a_in, b_in] = [await see(1, '粤B11111'), await see(1, '粤B22222')]
  const update = await see(2, '粤B11111')
  const c_in = await see(1, '粤B33333')
  const { end_ms, irregular } = await stayOf(a_in)
  expect(end_ms).toBe((await stayOf(c_in)).begin_ms)
  expect(irregular).toContain('exit_missing')
  expect(await said(update)).toEqual([a_in, update])
  expect(await said(b_in)).toEqual([b_in])
  // Its exit may be typed for any time until then, also after other vehicles have come.
  const { identity } = await stayOf(a_in)
  const { time_str } = (await stayOf(update)).events.at(-1)!
  const typed = { stay: identity, act: 'close' as const, reason: '驾驶人提供凭证', time: time_str }
  expect((await device.call('repair_stay', typed, operator)).code).toBe(0)
  const shown = await stayOf(a_in)
  expect(shown.events.map(({ standing }) => standing)).toEqual(['observed', 'observed', 'typed'])
  expect(shown.irregular).toEqual([])
})

test('a comparison with the platform has the room of the time, typed events included', async () => {
  room(3)
  const three = [await see(1, '粤B11111'), await see(1, '粤B22222'), await see(3, '粤B11111')]
  room(1)
  const one = await see(3, '粤B22222')
  // A user types the entry of a car long after the lot has been redrawn, for a time before that.
  const late = await see(3, '粤B33333')
  const { identity } = await stayOf(late)
  room(2)
  const time = (await stayOf(one)).events.at(-1)!.time_str
  const typed = { stay: identity, act: 'open' as const, reason: '巡检员看到入场', time }
  const repaired = await device.call('repair_stay', typed, operator)
  expect(repaired.code).toBe(0)
  const { list } = (
    await device.call('list_reconcile_events', { from_ms: 0, to_ms: 2 ** 45, after: null }, operator)
  ).data
  const rooms = Object.fromEntries(list.map((event) => [event.uuid, event.room]))
  for (const uuid of three) expect(rooms[uuid]).toBe(3)
  for (const uuid of [one, late]) expect(rooms[uuid]).toBe(1)
  expect(list.filter(({ state }) => state === 'typed').map((event) => event.room)).toEqual([1])
  // The lot had room for one car: everything seen on it in between is in the dossier of the stay.
  expect((await said(late)).length).toBe(2)
})

test('a lot that was renamed under a vehicle: nothing says that the vehicle is still there', async () => {
  const entry = await see(1, '粤B11111')
  const page = async (language: 'zh' | 'tw') =>
    Buffer.from(unzipSync(await dossierOf(device, entry, language))['index.html']!).toString()
  expect(await page('zh')).toContain('尚未出场')
  device.deps.db.run("UPDATE lot SET lot_no = 'B01' WHERE lot_no = 'A01'")
  const exit = await report(device, { event_type: 3, plate_number: '粤B11111', lot_no: 'B01' })
  expect(await page('zh')).toContain('设备现在不观察泊位 A01')
  expect(await page('zh')).not.toContain('尚未出场')
  expect(await page('tw')).toContain('裝置現在不觀察車格 A01')
  expect(await page('tw')).not.toContain('尚未出場')
  expect((await dossier(exit)).events).toEqual([exit])
})
