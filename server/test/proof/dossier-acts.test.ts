/**
 * Every call that acts on events, checks, stays or judgements is in the dossier of the events that it
 * touches, by name and in both scripts. A new call of these areas fails here until it has its act.
 * Long because one stay has every act.
 */
import { unzipSync } from 'fflate'
import {
  accuracy_calls,
  calls,
  code,
  dossier_calls,
  event_calls,
  event_check_calls,
  event_export_calls,
  event_status,
  human_check_calls,
  queue_calls,
  stay_calls,
  undo_calls,
  type CallName,
} from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertSample } from '#src/accuracy/accuracy.store.ts'
import { stampOf } from '#src/core/stamp.ts'
import { dossier_tw } from '#src/dossier/words-tw.ts'
import { dossier_zh } from '#src/dossier/words-zh.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { updateAllStays } from '../stays/stay-device.ts'
import { dossierOf, stay } from './dossier-device.ts'
import { report } from './report.ts'

let device: Device
let [operator, admin] = ['', '']
beforeEach(async () => {
  device = await openDevice({ mono: 'held' })
  plantLots(device.deps.db)
  operator = await device.tokenOf('operator')
  admin = await device.tokenOf('admin')
})
afterEach(() => device.close())

const areas = [
  accuracy_calls,
  dossier_calls,
  event_calls,
  event_check_calls,
  event_export_calls,
  human_check_calls,
  queue_calls,
  stay_calls,
  undo_calls,
]
/** Writing calls of these areas that change no event and say nothing about one. */
const about_no_event: readonly CallName[] = [
  'update_accuracy_settings',
  'skip_accuracy_sample',
  'set_event_sending',
]
/** Recorded in the table named here instead of the audit. */
const elsewhere: Partial<Record<CallName, string>> = {
  judge_accuracy_sample: 'judgements',
  judge_accuracy_plate: 'judgements',
  correct_accuracy_judgement: 'judgements',
  parking_event_resume_upload: 'transitions',
  // It is itself an event of the lot; its camera is in event-check.test.ts.
  human_check: 'events',
}

const sent = (uuid: string, ...through: number[]) => {
  for (const status of through.length > 0 ? through : [event_status.pending, event_status.sent])
    device.deps.db.run('UPDATE event SET status = ? WHERE uuid = ?', [status, uuid])
}
const ok = async (answer: Promise<{ code: number }>): Promise<void> =>
  expect(await answer).toMatchObject({ code: code.success })
const seen = (uuid: string) =>
  device.deps.db.get<{ n: number }>(
    'SELECT count(*) AS n FROM event_check JOIN event USING (event_id) WHERE uuid = ?',
    [uuid],
  )!.n
const stayOf = async (uuid: string) => {
  updateAllStays(device.deps.db)
  return (await device.call('stay_detail', { uuid }, operator)).data
}

type Acts = {
  audit: { detail: string }[]
  judgements: object[]
  repairs: { undone_by: string }[]
  ledger: object[]
}
async function dossier(uuid: string, language: 'zh' | 'tw' = 'zh') {
  const files = unzipSync(await dossierOf(device, uuid, language))
  const read = (name: string) => Buffer.from(files[name] ?? []).toString()
  return { acts: JSON.parse(read('acts.json')) as Acts, page: read('index.html'), read }
}

test('each act on the events of a stay is in its dossier, in words of both scripts', async () => {
  const { db, now } = device.deps
  const { entry, exit } = await stay(device)
  sent(entry)
  sent(exit)
  // One of eleven of a request: the audit names each.
  const others = await Promise.all(Array.from({ length: 10 }, () => report(device, { lot_no: 'A02' })))
  const check = (uuid: string, verdict: 'discarded' | 'confirmed') =>
    ok(
      device.call(
        'check_parking_event',
        { uuid, verdict, reason: '误识别', seen_checks: seen(uuid) },
        operator,
      ),
    )
  await check(exit, 'discarded')
  await ok(device.call('undo_check', { uuid: exit, seen_checks: seen(exit) }, operator))
  await check(exit, 'discarded')
  const shown = await stayOf(entry)
  const repaired = await device.call(
    'repair_stay',
    {
      stay: shown.identity,
      act: 'close',
      reason: '凭证',
      time: stampOf(shown.begin_ms + 60_000),
    },
    operator,
  )
  await ok(Promise.resolve(repaired))
  device.wait(1000)
  // Acts on the clocks and the key during the stay are acts on every event of it.
  const former = device.deps.proof_log.key.current.key_id
  await ok(device.call('rotate_device_key', {}, admin))
  await ok(device.call('undo_stay_repair', { repair_id: repaired.data.repair_id }, admin))
  sent(exit, event_status.sent)
  await ok(device.call('resend_parking_event', { list: [...others, exit] }, operator))
  await ok(
    device.call('export_parking_event', { format: 'csv', filter: {}, list: [...others, exit] }, operator),
  )
  sent(entry, event_status.pending, event_status.send_failed)
  await ok(device.call('parking_event_resume_upload', {}, operator))
  insertSample(db, {
    uuid: entry,
    event_ms: now(),
    event_type: 1,
    camera_sn: 'SN-0001',
    camera_name: '东门 1',
    lot_no: 'A01',
    confidence: 90,
    plate_read: '粤B12345',
    automatic: 1,
    draw: 0.1,
    share: 1,
  })
  const { sample_id } = db.get<{ sample_id: number }>('SELECT * FROM accuracy_sample WHERE uuid = ?', [
    entry,
  ])!
  const plate = { answer: 'read' as const, plate_number: '粤B12346' }
  await ok(device.call('judge_accuracy_sample', { sample_id, lot: 'occupied', took_ms: 1 }, operator))
  await ok(device.call('judge_accuracy_plate', { sample_id, ...plate, took_ms: 1 }, operator))
  device.wait(1000)
  await ok(
    device.call(
      'correct_accuracy_judgement',
      { sample_id, lot: 'vacant', plate: { answer: null, plate_number: '' }, reason: '按错键' },
      admin,
    ),
  )
  sent(exit, event_status.sent)
  await ok(device.call('delete_parking_event', { list: [...others, exit] }, admin))
  expect(
    (await dossier(entry)).acts.audit.some(({ detail }) => detail.includes('delete_parking_event')),
  ).toBe(true)
  const { list } = (await device.call('list_acts', { page: 1, page_size: 1 }, admin)).data
  await ok(device.call('undo_acts', { act_ids: [list[0]!.act_id] }, admin))
  await ok(device.call('export_dossier', { uuid: entry, language: 'zh' }, operator))

  const { acts, page, read } = await dossier(entry)
  const audited = new Set(
    acts.audit.map(({ detail }) => (JSON.parse(detail) as { audit: { call: CallName } }).audit.call),
  )
  // delete_manual_parking_event deletes manual checks alone, by the same rule.
  audited.add('delete_manual_parking_event')
  const missing = areas
    .flatMap((area) => Object.keys(area) as CallName[])
    .filter((name) => calls[name].effect === 'write' && !about_no_event.includes(name))
    .filter((name) => !(name in elsewhere) && !audited.has(name))
  expect(missing).toEqual([])
  expect(read(`events/${entry}.json`)).toContain('"resumed"')
  expect(acts.judgements).toMatchObject([
    { judged_by: 'operator', lot: 'occupied', plate_answer: 'read', plate: '粤B12346', correction: 0 },
    { judged_by: 'admin', lot: 'vacant', reason: '按错键', correction: 1 },
  ])
  expect(acts.repairs).toMatchObject([{ undone_by: 'admin' }])
  for (const words of ['抽样判定: 有车', '粤B12346', '更正抽样判定: 无车', '按错键'])
    expect(page).toContain(words)
  // Each act is one row, with the number of its event; the checks of a repair are no rows of their own.
  for (const row of [
    '<td>operator</td><td>3</td><td>人工核查: 作废</td><td>误识别</td>',
    '<td>admin</td><td>2</td><td>撤回修复: 补录出场</td><td></td>',
  ])
    expect(page).toContain(row)
  expect(page).not.toContain('核查事件')
  for (const part of ['更换签名密钥', '<dt>此前的签名密钥</dt>', former]) expect(page).toContain(part)
  const tw = (await dossier(entry, 'tw')).page
  for (const words of ['抽樣判定: 有車', '更正抽樣判定: 無車']) expect(tw).toContain(words)
  for (const name of audited) {
    const named: Readonly<Record<string, string>>[] = [dossier_zh.calls, dossier_tw.calls]
    for (const words of named) expect(words).toHaveProperty(name)
    expect(page).not.toContain(name)
  }
})

test('a dossier that cannot list every act says so', async () => {
  const { entry } = await stay(device)
  const { db, now } = device.deps
  const audit = { who: 'operator', call: 'export_parking_event', code: 0, after: { uuids: [entry] } }
  db.run(
    `WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 2000)
     INSERT INTO log (timestamp_ms, type, level, content, detail) SELECT ?, 2, 1, '', ? FROM n`,
    [now(), JSON.stringify({ what: 'call', audit })],
  )
  const cut = '更早的没有列出'
  expect((await dossier(entry)).page).toContain(cut)
  db.run('DELETE FROM log WHERE id IN (SELECT id FROM log WHERE type = 2 ORDER BY id LIMIT 100)')
  expect((await dossier(entry)).page).not.toContain(cut)
})
