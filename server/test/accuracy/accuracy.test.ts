/**
 * The accuracy sample from the intake to the report: drawn at random, judged blind, counted with an interval.
 * Long because all tests report events in the same way.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { code, event_type, type Body } from '@parking/contract'
import { insertCamera } from '#src/camera/camera.store.ts'
import { openIntake, type Intake } from '#src/analysis/intake.ts'
import { drawOf, shareOf } from '#src/accuracy/draw-sample.ts'
import { openDevice, type Device } from '../device.ts'
import { newEvent, smallJpeg } from '../events/event-application.ts'
import { plantLots, planted_camera } from '../events/event-device.ts'

let device: Device
let intake: Intake
let spool: string
let jpeg: Buffer
let token: string
beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  spool = join(device.folder, 'spool')
  mkdirSync(spool, { recursive: true })
  intake = openIntake(device.deps, spool)
  jpeg = await smallJpeg()
  token = await device.tokenOf('operator')
})
afterEach(async () => {
  await intake.stop()
  await device.close()
})

const sampleAll = (max_wrong_percent = 1, sample_percent = 100) =>
  device.call('update_accuracy_settings', { sample_percent, max_wrong_percent }, token)

/** An event with the pictures that the analysis application sends. */
async function report(more: Parameters<typeof newEvent>[0] = {}) {
  const event = newEvent({ event_time: device.deps.now(), ...more })
  const pictures = (['image', 'plate'] as const).map((kind) => {
    const file = `${event.uuid}-${kind}.jpg`
    writeFileSync(join(spool, file), jpeg)
    return { kind, file }
  })
  expect(await intake.take({ ...event, pictures })).toMatchObject({ type: 'ack' })
  return event
}
/** Reports `n` decisions, a minute apart, and expects that each is drawn into the sample. */
async function reportDrawn(n: number, more: Parameters<typeof newEvent>[0] = {}): Promise<void> {
  const before = count()
  for (let sent = 0; sent < n; sent++) {
    device.wait(60_000)
    await report(more)
  }
  expect(count() - before).toBe(n)
}
const count = () => device.deps.db.get<{ n: number }>('SELECT count(*) AS n FROM accuracy_sample')?.n ?? 0
const next = async (body: Body<'next_accuracy_sample'> = {}, who = token) =>
  (await device.call('next_accuracy_sample', body, who)).data
const judge = (sample_id: number, lot: Body<'judge_accuracy_sample'>['lot'], took_ms = 2_000) =>
  device.call('judge_accuracy_sample', { sample_id, lot, took_ms }, token)
const result = async (by: Body<'accuracy_report'>['by'] = 'camera') =>
  (await device.call('accuracy_report', { by, days: 30 }, token)).data

test('the configured share is drawn; without a share or a picture nothing is drawn', async () => {
  await device.call('update_accuracy_settings', { sample_percent: 0 }, token)
  await report()
  expect(count()).toBe(0)
  await sampleAll(1, 50)
  for (let n = 0; n < 200; n++) {
    device.wait(60_000)
    await report()
  }
  // The share of an event depends on its hour: about half of the 200 events are drawn.
  expect(count()).toBeGreaterThan(60)
  expect(count()).toBeLessThan(160)
  const before = count()
  for (let n = 0; n < 20; n++) {
    device.wait(60_000)
    expect(await intake.take(newEvent({ event_time: device.deps.now() }))).toMatchObject({ type: 'ack' })
  }
  expect(count()).toBe(before)
})

test('every decision is drawn, left out by chance, or counted with why it could not be drawn', async () => {
  const none = { off: 0, hidden: 0, several: 0, no_picture: 0, implausible: 0 }
  expect((await result()).undrawn).toEqual(none)
  await device.call('update_accuracy_settings', { sample_percent: 0 }, token)
  await report()
  await sampleAll()
  await report()
  device.deps.db.run("UPDATE lot SET motor_num = 3 WHERE lot_no = 'A02'")
  await report({ lot_no: 'A02' })
  await intake.take(newEvent({ event_time: device.deps.now() }))
  await device.call(
    'update_event_param',
    { images_process: true, privacy_protection: true },
    await device.tokenOf('admin'),
  )
  await report()
  const undrawn = { ...none, off: 1, several: 1, no_picture: 1, hidden: 1 }
  expect(await result()).toMatchObject({ drawn: 1, undrawn })
})

test('a lot with room for several vehicles is not drawn: "occupied" says nothing of one', async () => {
  await sampleAll()
  device.deps.db.run("UPDATE lot SET motor_num = 3 WHERE lot_no = 'A02'")
  await report({ lot_no: 'A02' })
  expect(count()).toBe(0)
  await report({ lot_no: 'A01' })
  expect(count()).toBe(1)
})

test('a judge sees the picture and the lot, but neither the decision nor the read plate', async () => {
  await sampleAll()
  await reportDrawn(1, { plate_number: '粤B12345', event_type: event_type.entry })
  const { waiting, sample } = await next()
  expect(waiting).toBe(1)
  expect(Object.keys(sample!).toSorted()).toEqual([
    'camera_name',
    'lot',
    'lot_no',
    'picture',
    'sample_id',
    'time_str',
  ])
  expect(JSON.stringify(sample)).not.toContain('B12345')
  expect(sample?.lot?.polygon).toHaveLength(3)
  const url = new URL(sample!.picture.url, 'http://box')
  const picture = await device.app.inject({ url: url.pathname + url.search })
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
})

test('an entry on a vacant lot and an exit from an occupied one are wrong; plates are compared', async () => {
  await sampleAll()
  await reportDrawn(3, { plate_number: '粤B12345', event_type: event_type.entry })
  await reportDrawn(2, { event_type: event_type.exit })
  const rows = device.deps.db.all<{ sample_id: number; event_type: number }>(
    'SELECT sample_id, event_type FROM accuracy_sample ORDER BY sample_id',
  )
  const entries = rows.filter((row) => row.event_type === event_type.entry).map(({ sample_id }) => sample_id)
  const exits = rows.filter((row) => row.event_type === event_type.exit).map(({ sample_id }) => sample_id)
  expect((await judge(entries[0]!, 'vacant')).data.plate).toBeNull()
  const right = await judge(entries[1]!, 'occupied')
  expect(right.data.plate).toMatchObject({ width: expect.any(Number) })
  const plate = { sample_id: entries[1]!, answer: 'read', took_ms: 3_000 } as const
  const typed = await device.call('judge_accuracy_plate', { ...plate, plate_number: '粤b·12345' }, token)
  expect(typed.code).toBe(code.success)
  await judge(entries[2]!, 'occupied')
  await device.call(
    'judge_accuracy_plate',
    { ...plate, sample_id: entries[2]!, plate_number: '粤B12346' },
    token,
  )
  expect((await judge(exits[0]!, 'vacant')).data.plate).toBeNull()
  // The plate is not asked for after an exit, even if the vehicle is still there: it would give the answer
  // away.
  expect((await judge(exits[1]!, 'occupied')).data.plate).toBeNull()
  const { total, decided, unclear, rows: cameras, median_ms } = await result()
  expect([decided, unclear, median_ms]).toEqual([5, 0, 2_000])
  expect(total).toMatchObject({
    entry: { checked: 3, wrong: 1 },
    exit: { checked: 2, wrong: 1 },
    plate: { checked: 2, wrong: 1 },
  })
  expect(total.entry.low).toBeGreaterThan(0)
  expect(total.entry.high).toBeLessThan(1)
  expect(total.entry.missing).toBeGreaterThan(400)
  expect(cameras).toMatchObject([{ name: '东门 1', ...total }])
  expect((await result('lot')).rows.map(({ name }) => name)).toEqual(['A01'])
  const hours = (await result('hour')).rows
  expect(hours.reduce((sum, { entry, exit }) => sum + entry.checked + exit.checked, 0)).toBe(5)
})

test('each camera has a row, also one of which nothing is known; its name is the present one', async () => {
  insertCamera(device.deps.db, { ...planted_camera, camera_sn: 'SN-0002', ipv4: '127.0.0.2' })
  expect((await result()).rows.map(({ camera_sn }) => camera_sn)).toEqual(['SN-0001', 'SN-0002'])
  await sampleAll()
  await reportDrawn(1, { event_type: event_type.exit })
  await judge((await next()).sample!.sample_id, 'vacant')
  device.deps.db.run("UPDATE camera SET camera_name = '西门' WHERE camera_sn = 'SN-0001'")
  expect((await result()).rows).toMatchObject([
    { camera_sn: 'SN-0001', name: '西门', exit: { checked: 1 } },
    { camera_sn: 'SN-0002', name: '东门 1', entry: { checked: 0, lost: 0, high: 1 }, exit: { checked: 0 } },
  ])
  expect((await result('lot')).rows).toMatchObject([
    { name: 'A01', camera_name: '西门', camera_sn: 'SN-0001' },
  ])
  // What a removed camera was judged by stays.
  device.deps.db.run("DELETE FROM camera WHERE camera_sn = 'SN-0001'")
  expect((await result()).rows).toMatchObject([
    { camera_sn: 'SN-0001', name: '东门 1' },
    { camera_sn: 'SN-0002' },
  ])
})

test('two users never get the same sample, and the first judgement is final', async () => {
  await sampleAll()
  await reportDrawn(2)
  const other = await device.tokenOf('admin')
  const [mine, theirs] = [(await next()).sample!, (await next({}, other)).sample!]
  expect(mine.sample_id).not.toBe(theirs.sample_id)
  expect((await judge(mine.sample_id, 'unclear')).code).toBe(code.success)
  // The answer was lost: the same judgement again succeeds; a different one does not.
  expect((await judge(mine.sample_id, 'unclear')).code).toBe(code.success)
  expect((await judge(mine.sample_id, 'vacant')).data).toMatchObject({ reason: 'changed_meanwhile' })
  const late = await device.call(
    'judge_accuracy_sample',
    { sample_id: mine.sample_id, lot: 'unclear', took_ms: 1 },
    other,
  )
  expect(late.code).toBe(code.failed)
  expect((await judge(999_999, 'vacant')).code).toBe(code.not_found)
  expect((await next({ skip: [theirs.sample_id] })).sample).toBeNull()
  const empty = { sample_id: mine.sample_id, answer: 'read', plate_number: ' · ', took_ms: 1 } as const
  const refused = await device.call('judge_accuracy_plate', empty, token)
  expect(refused.data).toEqual([{ field: 'plate_number', issue: 'required' }])
})

test('a judgement outlives its event; a sample whose event is deleted is no longer offered', async () => {
  await sampleAll()
  await reportDrawn(2)
  const { sample } = await next()
  await judge(sample!.sample_id, 'occupied')
  device.deps.db.run('DELETE FROM event')
  expect(await next()).toEqual({ waiting: 0, sample: null })
  expect(await result()).toMatchObject({ decided: 1, deleted: 1, drawn: 2 })
})

test('what was drawn stays drawn: deleted, skipped, unclear and expired ones bound the rates', async () => {
  await sampleAll(10)
  await reportDrawn(12, { event_type: event_type.exit })
  const ids = device.deps.db
    .all<{ sample_id: number }>('SELECT sample_id FROM accuracy_sample ORDER BY sample_id')
    .map(({ sample_id }) => sample_id)
  for (const id of ids.slice(0, 8)) await judge(id, 'vacant')
  const clean = (await result()).total.exit
  expect(clean).toMatchObject({ checked: 8, wrong: 0, lost: 0 })
  await judge(ids[8]!, 'unclear')
  await device.call('skip_accuracy_sample', { sample_id: ids[9]! }, token)
  const doomed = device.deps.db.get<{ uuid: string }>(
    'SELECT uuid FROM accuracy_sample WHERE sample_id = ?',
    [ids[10]!],
  )!
  const admin = await device.tokenOf('admin')
  await device.call('delete_parking_event', { list: [doomed.uuid] }, admin)
  const polished = await result()
  expect(polished).toMatchObject({ drawn: 12, decided: 8, unclear: 1, skipped: 1, deleted: 1, waiting: 1 })
  const { exit } = polished.total
  expect(exit).toMatchObject({ checked: 8, wrong: 0, lost: 3, rate: 0, low: 0 })
  expect(exit.high).toBeGreaterThan(clean.high)
  expect(exit.at_most).toBeGreaterThan(clean.at_most)
  expect(exit.missing).toBeGreaterThan(clean.missing)
  expect((await device.call('accuracy_promise', {}, token)).data).toMatchObject({
    usable: 8,
    missing: exit.missing,
  })
  device.wait(15 * 86_400_000)
  token = await device.tokenOf('operator')
  expect(await result()).toMatchObject({ drawn: 12, expired: 1, waiting: 0, total: { exit: { lost: 4 } } })
})

test('the number of missing judgements is exactly enough, on both tabs', async () => {
  await sampleAll(10)
  await reportDrawn(1, { event_type: event_type.exit })
  await judge((await next()).sample!.sample_id, 'occupied')
  const { missing } = (await result()).total.exit
  expect((await device.call('accuracy_promise', {}, token)).data.missing).toBe(missing)
  await reportDrawn(missing, { event_type: event_type.exit })
  for (let left = missing; left > 0; left--) {
    expect((await result()).total.exit.missing).toBe(left)
    await judge((await next()).sample!.sample_id, 'vacant')
  }
  expect((await result()).total.exit).toMatchObject({ missing: 0, wrong: 1 })
  expect((await device.call('accuracy_promise', {}, token)).data).toMatchObject({ missing: 0 })
})

test('a judgement is corrected with a reason, and its trace is kept and counted', async () => {
  await sampleAll()
  await reportDrawn(1, { plate_number: '粤B12345', event_type: event_type.entry })
  const { sample_id } = (await next()).sample!
  const typed = { answer: 'read', plate_number: '粤B1234' } as const
  await judge(sample_id, 'occupied')
  await device.call('judge_accuracy_plate', { sample_id, ...typed, took_ms: 1 }, token)
  expect((await result()).total.plate).toMatchObject({ checked: 1, wrong: 1 })
  const right = { answer: 'read', plate_number: '粤B12345' } as const
  const correct = (body: object, who = token) =>
    device.call(
      'correct_accuracy_judgement',
      { sample_id, lot: 'occupied', plate: right, reason: 'a digit was missing', ...body },
      who,
    )
  expect((await correct({ reason: ' ' })).data).toEqual([{ field: 'reason', issue: 'required' }])
  expect((await correct({ plate: typed })).data).toEqual([{ field: 'lot', issue: 'same_as_before' }])
  expect((await correct({ sample_id: 9_999 })).code).toBe(code.not_found)
  expect((await correct({})).code).toBe(code.success)
  expect(await result()).toMatchObject({ corrected: 1, total: { plate: { checked: 1, wrong: 0 } } })
  const own = (await device.call('list_accuracy_judgements', {}, token)).data.list
  expect(own).toMatchObject([{ sample_id, lot: 'occupied', plate: right, corrections: 1 }])
  expect(device.deps.db.all('SELECT * FROM accuracy_correction')).toMatchObject([
    { plate_before: '粤B1234', plate_after: '粤B12345', reason: 'a digit was missing' },
  ])
  // An administrator may correct the judgement of another user.
  expect((await correct({ lot: 'vacant' }, await device.tokenOf('admin'))).code).toBe(code.success)
})

test('the promise shows the threshold that the sample supports, and the resulting work', async () => {
  await sampleAll(20)
  const { data: nothing } = await device.call('accuracy_promise', {}, token)
  expect(nothing).toMatchObject({ threshold: null, missing: 14, needed: 14, usable: 0 })
  await reportDrawn(40, { confidence: 96 })
  for (let one = (await next()).sample; one; one = (await next()).sample)
    await judge(one.sample_id, 'occupied')
  expect((await result()).total.entry.missing).toBe(0)
  const { data } = await device.call('accuracy_promise', {}, token)
  expect(data.threshold).toBe(0.5)
  expect(data.missing).toBe(0)
  // No decision has a confidence of 0.97 or more: no data support those thresholds, so none is promised.
  expect(data.steps.find(({ verdict }) => verdict === 'supported')?.threshold).toBe(0.95)
  const [strict] = data.steps
  expect(strict).toMatchObject({ checked: 0, verdict: 'too_few', below: 1, checks_a_day: null })
  // Half an hour says nothing of a day.
  device.wait(86_400_000)
  token = await device.tokenOf('operator')
  const [later] = (await device.call('accuracy_promise', {}, token)).data.steps
  expect(later!.checks_a_day).toBeGreaterThan(38)
  expect(later!.minutes_a_day).toBeCloseTo((later!.checks_a_day! * 2_000) / 60_000, 6)
  // Each change of the promise lowers the risk that is allowed.
  for (const percent of [10, 5, 20]) await sampleAll(percent)
  expect((await device.call('accuracy_promise', {}, token)).data.risk_percent).toBeCloseTo(0.625, 6)
})

test('draws are repeatable and uniform, and half of a share depends on the number of decisions', () => {
  const { secrets } = device.deps
  const draws = Array.from({ length: 4_000 }, (_, n) => drawOf(secrets, `event ${n}`))
  expect(drawOf(secrets, 'event 7')).toBe(draws[7])
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length
  expect(mean).toBeGreaterThan(0.48)
  expect(mean).toBeLessThan(0.52)
  expect([shareOf(0.05, 100, 100), shareOf(0.05, 1_000_000, 100), shareOf(0.05, 1, 100)]).toEqual([
    0.05,
    expect.closeTo(0.025, 5),
    1,
  ])
})
