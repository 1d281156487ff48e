/**
 * The ledger of checks: written with each decision, read by pages, and the undo of its entries.
 * Long because all of it needs planted events.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code, event_status, type Body, type EventStatus } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ledgerPage, noteInLedger } from '#src/checks/check-ledger.store.ts'
import { openDatabase } from '#src/core/db.ts'
import { openSession } from '#src/user/session.store.ts'
import { addUser, userByName } from '#src/user/user.store.ts'
import { migrations, openDevice, type Device } from '../device.ts'
import { uuidOf } from './check-device.ts'
import { plantLots, storeEvent, known_place } from '../events/event-device.ts'

let device: Device
let token: string
beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  token = await device.tokenOf('operator')
})
afterEach(() => device.close())

function plant(status: EventStatus = 'delayed', plate_number = '粤B12345'): string {
  const { db, now } = device.deps
  const uuid = uuidOf({ sampled: false })
  const first = status === 'sent' ? 'pending' : status
  storeEvent(db, now(), {
    uuid,
    plate_number,
    status: event_status[first],
    reason: first === 'delayed' ? 'waits_for_check' : 'taken_in',
  })
  db.run('UPDATE event SET to_check = 1 WHERE uuid = ?', [uuid])
  if (first !== status) db.run('UPDATE event SET status = ?, moved_ms = 1 WHERE uuid = ?', [2, uuid])
  return uuid
}
const submitCheck = async (uuid: string, body: Partial<Body<'check_parking_event'>> = {}, who = token) => {
  const answer = await device.call(
    'check_parking_event',
    { uuid, verdict: 'confirmed', seen_checks: 0, ...body },
    who,
  )
  device.wait(1_000)
  return answer
}
const ledger = async (body: Partial<Body<'check_ledger'>> = {}, who = token) =>
  (await device.call('check_ledger', { page_size: 20, ...body }, who)).data
async function another(username: string): Promise<string> {
  const { db, now } = device.deps
  const user = {
    username,
    name: username,
    role: 'operator',
    password_hash: 'none',
    must_change_password: false,
  }
  addUser(db, { ...user, role: 'operator' }, now())
  return openSession(db, userByName(db, username)!.id, '127.0.0.1', now())
}

test('records user, time, verdict and both plates; a refused check leaves no entry', async () => {
  const [confirmed, corrected, discarded] = [plant(), plant('sent'), plant()]
  const wang = await another('wang')
  await submitCheck(confirmed)
  await submitCheck(corrected, { verdict: 'corrected', plate_number: '粤B·54321' }, wang)
  await submitCheck(discarded, { verdict: 'discarded', reason: '是树影' })
  expect((await submitCheck(discarded, { verdict: 'confirmed' })).code).toBe(code.failed)
  const { total, list, users } = await ledger()
  expect([total, users]).toEqual([3, ['operator', 'wang']])
  expect(list).toMatchObject([
    {
      uuid: discarded,
      username: 'operator',
      verdict: 'discarded',
      reason: '是树影',
      status_before: event_status.delayed,
      status_after: event_status.manually_discarded,
      undo: 'final',
    },
    {
      uuid: corrected,
      username: 'wang',
      verdict: 'corrected',
      plate_before: '粤B12345',
      plate_after: '粤B54321',
      plate_color: 'blue',
      lot_no: 'A01',
      status_before: event_status.sent,
      status_after: event_status.pending,
      undo: 'not_yours',
    },
    { uuid: confirmed, verdict: 'confirmed', plate_after: '粤B12345', undo: 'can', seen_checks: 1 },
  ])
  expect((await ledger({}, await device.tokenOf('viewer'))).list[2]).toMatchObject({ undo: 'not_yours' })
})

test('an undo is a separate entry, marks the original one, and cannot be undone', async () => {
  const uuid = plant()
  await submitCheck(uuid, { verdict: 'corrected', plate_number: '粤B54321' })
  const [entry] = (await ledger()).list
  expect((await device.call('undo_check', { uuid, seen_checks: entry!.seen_checks }, token)).code).toBe(
    code.success,
  )
  expect((await ledger()).list).toMatchObject([
    { verdict: 'undone', plate_before: '粤B54321', plate_after: '粤B12345', reason: '', undo: 'is_undo' },
    { verdict: 'corrected', taken_back: true, undo: 'not_last' },
  ])
  device.wait(1_000)
  await submitCheck(uuid, { seen_checks: 2 })
  expect((await ledger()).list[0]).toMatchObject({ verdict: 'confirmed', taken_back: false, undo: 'can' })
})

test('after an undo, the check before it can be undone in turn; the ledger names which was', async () => {
  const uuid = plant('sent')
  const [wang, admin] = [await another('wang'), await device.tokenOf('admin')]
  await submitCheck(uuid, { verdict: 'corrected', plate_number: '粤B54321' })
  await submitCheck(uuid, { verdict: 'discarded', reason: '误识别', seen_checks: 1 }, wang)
  expect((await ledger()).list.map(({ undo }) => undo)).toEqual(['not_yours', 'not_last'])
  expect(await device.call('undo_check', { uuid, seen_checks: 2 }, admin)).toMatchObject({ code: 0 })
  device.wait(1_000)
  expect((await ledger()).list).toMatchObject([
    { verdict: 'undone' },
    { verdict: 'discarded', taken_back: true, taken_back_by: 'admin', undo: 'not_last' },
    { verdict: 'corrected', taken_back: false, undo: 'can', seen_checks: 3 },
  ])
  expect(await device.call('undo_check', { uuid, seen_checks: 3 }, token)).toMatchObject({ code: 0 })
  expect((await ledger()).list).toMatchObject([
    { verdict: 'undone', plate_before: '粤B54321', plate_after: '粤B12345' },
    { verdict: 'undone' },
    { verdict: 'discarded', taken_back_by: 'admin' },
    { verdict: 'corrected', taken_back: true, taken_back_by: 'operator', undo: 'not_last' },
  ])
  const { standing, plate_number } = (await device.call('parking_event_detail', { uuid }, token)).data
  expect({ standing, plate_number }).toEqual({ standing: 'observed', plate_number: '粤B12345' })
})

test('no user can give the reason that marks an undo', async () => {
  const uuid = plant('sent')
  expect(await submitCheck(uuid, { verdict: 'discarded', reason: ' undone ' })).toMatchObject({
    code: code.format_error,
    data: [{ field: 'reason', issue: 'choice' }],
  })
})

test("an administrator undoes another user's check, and the ledger says who undid what", async () => {
  const uuid = plant()
  await submitCheck(uuid, { verdict: 'corrected', plate_number: '粤B54321' })
  const [wang, admin] = [await another('wang'), await device.tokenOf('admin')]
  const undo = (who: string) => device.call('undo_check', { uuid, seen_checks: 1 }, who)
  expect((await undo(wang)).code).toBe(code.failed)
  expect((await ledger({}, admin)).list[0]).toMatchObject({ undo: 'can', taken_back_by: '' })
  expect((await undo(admin)).code).toBe(code.success)
  expect((await ledger()).list).toMatchObject([
    { username: 'admin', verdict: 'undone', plate_before: '粤B54321', plate_after: '粤B12345' },
    { username: 'operator', verdict: 'corrected', taken_back: true, taken_back_by: 'admin' },
  ])
  // Any user can check the event again.
  device.wait(1_000)
  expect((await submitCheck(uuid, { seen_checks: 2 }, wang)).code).toBe(code.success)
})

test('each user sees their number of checks in the last hour and since midnight, without undos', async () => {
  const mine = async (who = token) => (await device.call('event_check_queue', { limit: 0 }, who)).data.mine
  const wang = await another('wang')
  const uuid = plant()
  await submitCheck(uuid)
  await submitCheck(plant())
  await submitCheck(plant(), {}, wang)
  expect([await mine(), await mine(wang)]).toEqual([
    { hour: 2, today: 2 },
    { hour: 1, today: 1 },
  ])
  await device.call('undo_check', { uuid, seen_checks: 1 }, token)
  expect((await mine()).hour).toBe(2)
  device.wait(61 * 60_000)
  expect((await mine()).hour).toBe(0)
})

test('entries outlive their event, and are filtered by user, time and any part of either plate', async () => {
  const wang = await another('wang')
  const uuid = plant('sent', '粤B77777')
  await submitCheck(uuid, { verdict: 'corrected', plate_number: '粤C88888' }, wang)
  await submitCheck(plant())
  device.deps.db.run('DELETE FROM event WHERE uuid = ?', [uuid])
  const plates = async (body: Partial<Body<'check_ledger'>>) =>
    (await ledger(body)).list.map(({ plate_before }) => plate_before)
  expect((await ledger({ username: 'wang' })).list).toMatchObject([{ uuid, undo: 'gone', seen_checks: 0 }])
  expect(await plates({ plate_number: 'b-777' })).toEqual(['粤B77777'])
  expect(await plates({ plate_number: ' c·888' })).toEqual(['粤B77777'])
  expect(await plates({ plate_number: '%' })).toEqual([])
  const [newer, older] = (await ledger()).list
  expect(await plates({ start_time: newer!.time_str })).toEqual(['粤B12345'])
  expect(await plates({ end_time: older!.time_str })).toEqual(['粤B77777'])
  device = await device.restart()
  expect((await ledger()).total).toBe(2)
})

test('a hundred thousand entries: every page by keyset, each entry once, in both directions', async () => {
  const { db } = device.deps
  const row = {
    checked_by: 'operator',
    event_ms: 1,
    event_type: 1,
    ...known_place,
    plate_color: 'blue',
    verdict: 'confirmed' as const,
    plate_before: '粤B12345',
    plate_after: '粤B12345',
    reason: '',
    status_before: 1,
    status_after: 0,
    sampled: 0 as const,
    review_of: null,
    agreed: null,
    undoes: null,
  }
  const { camera_sn: _, scene_id: __, ...facts } = row
  db.transaction(() => {
    for (let n = 0; n < 100_000; n++)
      // Several entries in one millisecond, and a clock that was set back once.
      noteInLedger(db, {
        ...facts,
        uuid: `uuid-${n}`,
        at_ms: 1e12 + Math.floor(n / 7) - (n > 60_000 ? 500 : 0),
      })
  })
  const seen = new Set<number>()
  let cursor: string | undefined
  for (let page = 0; page < 3; page++) {
    const { list, next, total } = await ledger({ page_size: 100, ...(cursor && { cursor }) })
    expect(total).toBe(100_000)
    for (const { entry_id } of list) seen.add(entry_id)
    cursor = next
  }
  expect(seen.size).toBe(300)
  const third = await ledger({ page_size: 100, cursor: cursor! })
  const back = await ledger({ page_size: 100, cursor: third.previous! })
  expect(back.list.every(({ entry_id }) => seen.has(entry_id))).toBe(true)
  const last = await ledger({ page_size: 100, cursor: 'last' })
  expect([last.list.at(-1)?.uuid, last.next, last.list.length]).toEqual(['uuid-0', undefined, 100])
  // Walking the store yields every entry once.
  let [n, spot] = [0, undefined as { at_ms: number; entry_id: number } | undefined]
  for (;;) {
    const rows = ledgerPage(db, {}, { direction: 'older', after: spot, limit: 5_000 })
    if (rows.length === 0) break
    n += rows.length
    spot = rows.at(-1)
  }
  expect(n).toBe(100_000)
  // No page sorts the table or reads it from its start.
  const plan = db.all<{ detail: string }>(
    `EXPLAIN QUERY PLAN SELECT * FROM check_ledger WHERE (at_ms, entry_id) < (?, ?)
     ORDER BY at_ms DESC, entry_id DESC LIMIT 21`,
    [1e12, 5],
  )
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('USING INDEX ledger_by_time')])
})

test('an old database is migrated: earlier checks are in the ledger, their events are found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-'))
  const earlier = join(folder, 'earlier')
  mkdirSync(earlier)
  const openBefore = (next: string) => {
    for (const name of readdirSync(migrations).filter((file) => file < next))
      copyFileSync(join(migrations, name), join(earlier, name))
    return openDatabase(join(folder, 'parking.db'), earlier)
  }
  let db = openBefore('0013')
  const [uuid, now] = [uuidOf({ sampled: false }), device.deps.now()]
  db.run("INSERT INTO place VALUES (1, 'P-1', 'SN-0001', '东门 1', 'scene-1', 'A01')")
  db.run(
    `INSERT INTO event (event_id, uuid, event_ms, create_ms, place_id, event_type, plate_number, plate_key,
       checked_plate, plate_color, confidence, status, next_try_ms)
     VALUES (1, ?, ?, ?, 1, 1, '粤B12345', '粤B54321', '粤B54321', 'blue', 90, 0, 0)`,
    [uuid, now, now],
  )
  db.run("INSERT INTO event_check VALUES (1, 1, ?, 'operator', 'corrected', '粤B12345', '粤B54321', '')", [
    now,
  ])
  db.close()
  // A second check, undone by an undo that did not name it.
  db = openBefore('0045')
  for (const reason of ['误识别', 'undone']) {
    const said = ['corrected', '粤B54321', '粤B99999', reason]
    db.run(
      `INSERT INTO event_check (event_id, at_ms, checked_by, verdict, plate_before, plate_after, reason)
       VALUES (1, ?, 'operator', ?, ?, ?, ?)`,
      [now, ...(reason === 'undone' ? ['corrected', '粤B99999', '粤B54321', reason] : said)],
    )
    db.run(
      `INSERT INTO check_ledger (at_ms, checked_by, uuid, event_ms, event_type, parking_no, camera_name,
         lot_no, plate_color, verdict, plate_before, plate_after, plates, reason, sampled)
       VALUES (?, 'operator', ?, ?, 1, 'P-1', '东门 1', 'A01', 'blue', ?, ?, ?, '543', ?, 0)`,
      [now, uuid, now, ...said],
    )
  }
  db.close()
  await device.close()
  device = await openDevice({ folder })
  token = await device.tokenOf('operator')
  expect((await ledger({ plate_number: '543' })).list).toMatchObject([
    { uuid, verdict: 'undone', undo: 'is_undo' },
    { uuid, verdict: 'corrected', taken_back: true, undo: 'not_last' },
    { uuid, verdict: 'corrected', status_before: null, taken_back: false, undo: 'can', seen_checks: 3 },
  ])
  const found = await device.call('parking_event', { page: 1, page_size: 9, plate_number: 'B54' }, token)
  expect(found.data).toMatchObject({ total: 1, list: [{ uuid, plate_number: '粤B54321' }] })
})
