/**
 * A dossier holds what was withdrawn and typed and counts only what counts; its front page has the facts.
 * Long because each of these states has its own page.
 */
import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { code, event_status, type LotAnswer } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertSample, judgeLot } from '#src/accuracy/accuracy.store.ts'
import { ratesOfCamera } from '#src/accuracy/report.ts'
import { stampOf } from '#src/core/stamp.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { updateAllStays } from '../stays/stay-device.ts'
import { dossierOf, stay } from './dossier-device.ts'
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
const sent = (uuid: string) => {
  for (const status of [event_status.pending, event_status.sent])
    device.deps.db.run('UPDATE event SET status = ? WHERE uuid = ?', [status, uuid])
}
const discard = (uuid: string, reason = '误识别') =>
  device.call('check_parking_event', { uuid, verdict: 'discarded', reason, seen_checks: 0 }, operator)
const read = (files: Record<string, Uint8Array>, name: string) => Buffer.from(files[name] ?? []).toString()
const stayOf = async (uuid: string) => {
  updateAllStays(device.deps.db)
  return (await device.call('stay_detail', { uuid }, operator)).data
}

test.each([
  [20, true],
  [9, false],
])('an entry known %d minutes late: whether the page doubts the plan it split by', async (late, is_said) => {
  const entry = await report(device, { ahead_ms: -late * minute })
  device.wait(10 * minute)
  await report(device, { event_type: 3 })
  for (const [language, says] of [
    ['zh', '0:20:00（时:分:秒）之后才记录到设备：划分用的是记录时的时段计划'],
    ['tw', '0:20:00（時:分:秒）之後才存入裝置：劃分用的是存入時的時段計畫'],
  ] as const) {
    const page = read(unzipSync(await dossierOf(device, entry, language)), 'index.html')
    expect([language, page.includes(says)]).toEqual([language, is_said])
  }
})

test('a withdrawn exit stays in the dossier of its stay, after the next car and a typed exit', async () => {
  const { entry, exit } = await stay(device)
  sent(exit)
  expect((await discard(exit)).code).toBe(code.success)
  device.wait(10 * minute)
  const next = await report(device, { plate_number: '粤B22222', pictures: 2 })
  device.wait(10 * minute)
  await report(device, { event_type: 3, plate_number: '粤B22222', pictures: 2 })
  const shown = await stayOf(entry)
  const time = stampOf(shown.begin_ms + 20 * minute)
  const repaired = await device.call(
    'repair_stay',
    { stay: shown.identity, act: 'close', reason: '驾驶人提供凭证', time },
    operator,
  )
  expect(repaired.code).toBe(code.success)
  const detail = await stayOf(entry)
  expect(detail.events.map(({ standing }) => standing)).toEqual(['observed', 'typed', 'withdrawn'])
  expect(detail.marks).toEqual(['typed', 'withdrawn'])
  expect(detail.events[1]).toMatchObject({ confidence: null, comment: '' })
  const typed = detail.events[1]!.uuid
  // From each of its events, the withdrawn one included.
  for (const uuid of [entry, typed, exit]) {
    const files = unzipSync(await dossierOf(device, uuid))
    const listed = JSON.parse(read(files, 'dossier.json')) as { events: string[]; stay: object }
    expect(listed.events).toEqual([entry, typed, exit])
    expect(listed.stay).toMatchObject({ begin_ms: detail.begin_ms, end_ms: detail.end_ms })
    expect(Object.keys(files).filter((name) => name.startsWith(`files/${exit}/`))).toHaveLength(2)
    expect(JSON.parse(read(files, `events/${exit}.json`))).toMatchObject({ standing: 'withdrawn' })
    const acts = read(files, 'acts.json')
    expect(acts).toContain('误识别')
    expect(acts).toContain('check_parking_event')
    const page = read(files, 'index.html')
    for (const words of [
      '出场（已作废）',
      '出场（人工补录）',
      '0:20:00',
      '无（人工补录）',
      '修复停车记录: 补录出场',
    ])
      expect(page).toContain(words)
    // The typed exit alone has none.
    expect(page.split('没有图片或视频')).toHaveLength(2)
  }
  // The next stay is another one.
  const other = JSON.parse(read(unzipSync(await dossierOf(device, next)), 'dossier.json')) as {
    events: string[]
  }
  expect(other.events).toHaveLength(2)
  expect(other.events).not.toContain(exit)
})

test('a withdrawn exit ends nothing: the stay is open on page, axis and in its detail', async () => {
  const { entry, exit } = await stay(device)
  sent(exit)
  await discard(exit)
  expect(await stayOf(entry)).toMatchObject({ end_ms: null, marks: ['withdrawn'] })
  const files = unzipSync(await dossierOf(device, entry, 'tw'))
  const page = read(files, 'index.html')
  expect(page).toContain('尚未出場')
  expect(page).toContain('出場（已作廢）')
  expect(JSON.parse(read(files, 'dossier.json'))).toMatchObject({ stay: { end_ms: null } })
  const { data } = await device.call('parking_event_detail', { uuid: exit }, operator)
  expect(data).toMatchObject({ standing: 'withdrawn', session: { open: true } })
  expect(data.session.events.map(({ standing }) => standing)).toEqual(['observed', 'withdrawn'])
  const { list } = (await device.call('parking_event', { page: 1, page_size: 5 }, operator)).data
  expect(list.map(({ standing }) => standing).toSorted()).toEqual(['observed', 'withdrawn'])
})

test('the front page names times in doubt, in both scripts', async () => {
  const { entry } = await stay(device)
  device.wait(minute)
  const early = await report(device, { event_type: 2, ahead_ms: -30 * minute })
  const page = async (uuid: string, language: 'zh' | 'tw') =>
    read(unzipSync(await dossierOf(device, uuid, language)), 'index.html')
  expect(await page(early, 'zh')).toContain('设备在 0:30:00（时:分:秒）之后才知道它')
  expect(await page(entry, 'tw')).toContain('裝置在 0:30:00（時:分:秒）之後才知道它')
  const future = await report(device, { plate_number: '粤B22222', ahead_ms: 20 * minute })
  expect(await page(future, 'zh')).toContain('时间比设备记录它时还晚 0:20:00（时:分:秒）')
  expect(await page(future, 'zh')).not.toContain('之后才知道它')
})

test('an undo is called an undo, and a typed event that was withdrawn is called both', async () => {
  const { entry, exit } = await stay(device)
  sent(exit)
  await discard(exit)
  const repair = async (body: { act: 'restore' | 'close'; uuid?: string; time?: string }) => {
    const { identity } = await stayOf(entry)
    const { data } = await device.call('repair_stay', { stay: identity, reason: '试', ...body }, operator)
    device.wait(minute)
    expect((await device.call('undo_stay_repair', { repair_id: data.repair_id }, operator)).code).toBe(0)
  }
  await repair({ act: 'restore', uuid: exit })
  await repair({ act: 'close', time: stampOf((await stayOf(entry)).begin_ms + 20 * minute) })
  for (const [language, both, undo] of [
    ['zh', '出场（人工补录，已作废）', '撤回前一个判断'],
    ['tw', '出場（人工補登，已作廢）', '復原前一個判斷'],
  ] as const) {
    const page = read(unzipSync(await dossierOf(device, entry, language)), 'index.html')
    for (const part of [both, undo]) expect(page).toContain(part)
    expect(page).not.toContain('undone')
  }
})

test('a deleted event is named, with the user who deleted it', async () => {
  const { entry, exit } = await stay(device)
  const admin = await device.tokenOf('admin')
  expect((await device.call('delete_parking_event', { list: [exit] }, admin)).code).toBe(code.success)
  const files = unzipSync(await dossierOf(device, entry))
  expect(JSON.parse(read(files, 'dossier.json'))).toMatchObject({
    events: [entry],
    gone: [{ uuid: exit, event_type: 3, deleted_by: 'admin' }],
  })
  expect(read(files, 'index.html')).toContain('已于')
  expect(Object.keys(files).some((name) => read(files, name).includes('"type":"gone"'))).toBe(true)
})

test('the front page gives the error rates of the camera, and until when each event is kept', async () => {
  const { db, now } = device.deps
  const { entry, exit } = await stay(device)
  const page = async () => read(unzipSync(await dossierOf(device, entry)), 'index.html')
  expect(await page()).toContain('尚无判定，差错率未知')
  expect(await page()).toContain('处理未结束，不按期限清理')
  // Decisions that could not be drawn are no part of a rate, and the page says so.
  expect(await page()).not.toContain('没有参加抽取')
  await device.call('update_accuracy_settings', { sample_percent: 0 }, operator)
  await report(device, { plate_number: '粤B22222', pictures: 2 })
  expect(await page()).toContain('这台摄像机另有 1 个自动判断没有参加抽取')
  // Fifty judged entries of this camera, two of them wrong; another camera and an older time do not count.
  const judged = (
    at: number,
    more: { camera_sn?: string; event_ms?: number } = {},
    lot: LotAnswer = 'occupied',
  ) => {
    const uuid = randomUUID()
    const seen = { camera_sn: 'SN-0001', camera_name: '东门 1', event_ms: now() - at * minute, lot_no: 'A01' }
    insertSample(db, {
      uuid,
      event_type: 1,
      confidence: 90,
      plate_read: '',
      automatic: 1,
      draw: 0.1,
      share: 1,
      ...seen,
      ...more,
    })
    const { sample_id } = db.get<{ sample_id: number }>(
      'SELECT sample_id FROM accuracy_sample WHERE uuid = ?',
      [uuid],
    )!
    judgeLot(db, sample_id, { lot, by: 'operator', at_ms: now(), took_ms: 1 })
  }
  judged(1, { event_ms: now() - 91 * 24 * 60 * minute }, 'vacant')
  for (let at = 1; at <= 48; at++) judged(at)
  for (let at = 1; at <= 2; at++) judged(at, {}, 'vacant')
  judged(1, { camera_sn: 'SN-0002' }, 'vacant')
  const { rate, low, high } = ratesOfCamera(db, {
    camera_sn: 'SN-0001',
    from_ms: now() - 90 * 86_400_000,
    now: now(),
  }).entry
  expect(rate).toBe(0.04)
  for (const uuid of [entry, exit]) sent(uuid)
  const day = (after: number) => stampOf(now() + after * 86_400_000).slice(0, 10)
  const shown = await page()
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`
  for (const words of [
    '摄像机 东门 1 (SN-0001) 的实测差错率',
    '<td>50</td><td>2</td><td>4.0%</td>',
    `${percent(low)} – ${percent(high)}`,
  ])
    expect(shown).toContain(words)
  expect(shown).toMatch(new RegExp(`记录 ${day(365)}；图片与视频 ${day(90)}`))
})

test('a deleted lot keeps its room: the stays of its motorcycles are as they were', async () => {
  const { db } = device.deps
  db.run("UPDATE lot SET motor_num = 3 WHERE lot_no = 'A01'")
  const first = await report(device, { plate_number: '粤B11111' })
  device.wait(minute)
  const second = await report(device, { plate_number: '粤B22222' })
  device.wait(minute)
  const exit = await report(device, { event_type: 3, plate_number: '粤B11111' })
  sent(exit)
  const spans = async () =>
    Promise.all(
      [first, second].map(async (uuid) => {
        const { begin_ms, end_ms, marks, events } = await stayOf(uuid)
        return { begin_ms, end_ms, marks, events: events.map((one) => one.uuid) }
      }),
    )
  const before = await spans()
  expect(before).toMatchObject([{ events: [first, exit] }, { events: [second], end_ms: null }])
  db.run("DELETE FROM lot WHERE lot_no = 'A01'")
  // The stays of the lot are computed again.
  await discard(exit)
  await device.call('undo_check', { uuid: exit, seen_checks: 1 }, operator)
  expect(await spans()).toEqual(before)
  const listed = unzipSync(await dossierOf(device, first))
  expect(JSON.parse(read(listed, 'dossier.json'))).toMatchObject({ events: [first, exit] })
})
