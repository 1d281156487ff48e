/** A dossier holds what was withdrawn and typed, and counts only what counts. */
import { unzipSync } from 'fflate'
import { code, event_status } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stampOf } from '#src/core/stamp.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { updateAllStays } from '../stays/stay-device.ts'
import { dossierOf, stay } from './dossier-device.ts'
import { report } from './report.ts'

let device: Device
let mono = 0
let operator: string
beforeEach(async () => {
  mono = 0
  device = await openDevice({ mono: () => mono })
  plantLots(device.deps.db)
  operator = await device.tokenOf('operator')
})
afterEach(() => device.close())

const pass = (ms: number) => {
  mono += ms
  device.wait(ms)
}
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

test('a withdrawn exit stays in the dossier of its stay, after the next car and a typed exit', async () => {
  const { entry, exit } = await stay(device, { pass })
  sent(exit)
  expect((await discard(exit)).code).toBe(code.success)
  pass(10 * minute)
  const next = await report(device, { plate_number: '粤B22222', pictures: 2 })
  pass(10 * minute)
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
  }
  // The next stay is another one.
  const other = JSON.parse(read(unzipSync(await dossierOf(device, next)), 'dossier.json')) as {
    events: string[]
  }
  expect(other.events).toHaveLength(2)
  expect(other.events).not.toContain(exit)
})

test('a withdrawn exit ends nothing: the stay is open on page, axis and in its detail', async () => {
  const { entry, exit } = await stay(device, { pass })
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

test('a deleted event is named, with the user who deleted it', async () => {
  const { entry, exit } = await stay(device, { pass })
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
