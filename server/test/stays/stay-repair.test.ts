/**
 * Each irregularity is found, repaired with reason and user, and undone; unsuitable repairs are refused.
 * Long because each kind of irregularity has its own repair.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { code, event_status, type Body, type StayRow } from '@parking/contract'
import { stampOf } from '#src/core/stamp.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { irregular, updateAllStays, see } from './stay-device.ts'

let device: Device
let operator: string
let begin: number
const hour = 3_600_000
beforeEach(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  operator = await device.tokenOf('operator')
  begin = device.deps.now() - 10 * hour
})
afterEach(() => device.close())

const repair = (
  stay: StayRow | undefined,
  act: Body<'repair_stay'>['act'],
  more: Partial<Body<'repair_stay'>> = {},
  who = operator,
) => device.call('repair_stay', { stay: stay!.identity, act, reason: '没有拍到', ...more }, who)
const undo = (repair_id: number, who = operator) => device.call('undo_stay_repair', { repair_id }, who)
const eventBy = (uuid: string) =>
  device.deps.db.get<{
    event_type: number
    event_ms: number
    status: number
    comment: string
    to_check: number
  }>('SELECT event_type, event_ms, status, comment, to_check FROM event WHERE uuid = ?', [uuid])!
const detailOf = async (stay: StayRow) =>
  (await device.call('stay_detail', { uuid: stay.identity.entry_uuid || stay.identity.exit_uuid }, operator))
    .data

test('a missing exit is added at a time between the last sighting and the next stay', async () => {
  const { db } = device.deps
  see(db, { at: begin, type: 1, plate: '粤B11111' })
  see(db, { at: begin + 5 * hour, type: 1, plate: '粤B22222' })
  see(db, { at: begin + 6 * hour, type: 3, plate: '粤B22222' })
  const { total, by_kind, list } = await irregular(device, operator)
  expect({ total, by_kind }).toMatchObject({ total: 1, by_kind: { exit_missing: 1, entry_missing: 0 } })
  for (const time of [begin - hour, begin + 5 * hour, begin + 99 * hour])
    expect(await repair(list[0], 'close', { time: stampOf(time) })).toMatchObject({
      code: code.format_error,
      data: [{ field: 'time', issue: 'time_order' }],
    })
  expect(await repair(list[0], 'close')).toMatchObject({
    data: [{ field: 'time', issue: 'required' }],
  })
  const done = await repair(list[0], 'close', { time: stampOf(begin + 2 * hour) })
  expect(done).toMatchObject({ code: 0, data: { left: 0, undo: 'can' } })
  const detail = await detailOf(list[0]!)
  const exit = detail.events.at(-1)!
  expect(detail).toMatchObject({
    irregular: [],
    marks: ['typed'],
    repairs: [{ act: 'close', reason: '没有拍到' }],
  })
  expect(eventBy(exit.uuid)).toMatchObject({
    event_type: 3,
    comment: '',
    to_check: 0,
    event_ms: Math.floor((begin + 2 * hour) / 1000) * 1000,
  })
  const event = await device.call('parking_event_detail', { uuid: exit.uuid }, operator)
  // Its first check is its typing, in each history.
  const typing = { verdict: 'typed', reason: '没有拍到' }
  expect(event.data.checks).toMatchObject([{ by: 'operator', ...typing }])
  const { list: ledger } = (await device.call('check_ledger', { page_size: 5 }, operator)).data
  expect(ledger).toMatchObject([{ username: 'operator', ...typing }])
  expect(await undo(done.data.repair_id)).toMatchObject({ code: 0, data: { left: 1 } })
  expect(eventBy(exit.uuid).status).toBe(event_status.manually_discarded)
  expect(await undo(done.data.repair_id)).toMatchObject({ data: { reason: 'changed_meanwhile' } })
  // Deleted, it is still an event that a user typed.
  const admin = await device.tokenOf('admin')
  await device.call('delete_parking_event', { list: [exit.uuid] }, admin)
  expect((await detailOf(list[0]!)).gone).toMatchObject([{ uuid: exit.uuid, typed: true, by: 'admin' }])
  const stone = await device.call('parking_event_tombstone', { uuid: exit.uuid }, operator)
  expect(stone.data).toMatchObject({ typed: true, deleted_by: 'admin' })
  const after = (await device.call('check_ledger', { page_size: 5 }, operator)).data
  expect(after.list.map(({ verdict }) => verdict)).toEqual(['undone', 'typed'])
})

test('a missing entry is added between the previous stay and the first sighting', async () => {
  const { db } = device.deps
  see(db, { at: begin, type: 1, plate: '粤B11111' })
  see(db, { at: begin + hour, type: 3, plate: '粤B11111' })
  see(db, { at: begin + 4 * hour, type: 3, plate: '粤B22222' })
  const { list } = await irregular(device, operator)
  expect(list[0]).toMatchObject({ irregular: ['entry_missing'], identity: { entry_uuid: '' } })
  expect(await repair(list[0], 'open', { time: stampOf(begin + hour / 2) })).toMatchObject({
    data: [{ field: 'time', issue: 'time_order' }],
  })
  const done = await repair(list[0], 'open', { time: stampOf(begin + 2 * hour) })
  expect(done.data.left).toBe(0)
  const found = await device.call('find_stays', { plate_number: '22222', limit: 5 }, operator)
  expect(found.data.list).toMatchObject([{ marks: ['typed'], plate_number: '粤B22222' }])
  expect(found.data.list[0]!.identity.entry_uuid).not.toBe('')
  expect(await undo(done.data.repair_id)).toMatchObject({ code: 0, data: { left: 1 } })
})

test('a duplicate entry is discarded: for good if it was never sent, otherwise by a correction', async () => {
  const { db } = device.deps
  see(db, { at: begin, type: 1, plate: '粤B11111' })
  const [unsent, sent] = [
    see(db, { at: begin + 60_000, type: 1, plate: '粤B11111', status: event_status.delayed }),
    see(db, { at: begin + 120_000, type: 1, plate: '粤B11111' }),
  ]
  see(db, { at: begin + hour, type: 3, plate: '粤B11111' })
  const { list } = await irregular(device, operator)
  expect(list[0]!.irregular).toEqual(['double_entry'])
  expect(await repair(list[0], 'drop', { uuid: list[0]!.identity.lot_no })).toMatchObject({
    data: [{ field: 'uuid', issue: 'not_found' }],
  })
  const first = await repair(list[0], 'drop', { uuid: unsent })
  expect(first).toMatchObject({ code: 0, data: { left: 1, undo: 'final' } })
  expect(await undo(first.data.repair_id)).toMatchObject({ data: { reason: 'changed_meanwhile' } })
  const second = await repair(list[0], 'drop', { uuid: sent })
  expect(second).toMatchObject({ code: 0, data: { left: 0, undo: 'can' } })
  expect(eventBy(sent).status).toBe(event_status.pending)
  // The platform has the correction: the entry counts as withdrawn, although its status is "sent" again.
  db.run('UPDATE event SET status = 2 WHERE uuid = ?', [sent])
  expect((await irregular(device, operator)).total).toBe(0)
  expect(await undo(second.data.repair_id)).toMatchObject({ code: 0, data: { left: 1 } })
})

test('a differing plate is corrected on every event of the stay, and the undo restores it', async () => {
  const { db } = device.deps
  see(db, { at: begin, type: 1, plate: '粤B12345' })
  see(db, { at: begin + hour, type: 3, plate: '粤B12346' })
  const { list } = await irregular(device, operator)
  expect(list[0]!.irregular).toEqual(['plate_differs'])
  expect(await repair(list[0], 'plate')).toMatchObject({
    data: [{ field: 'plate_number', issue: 'required' }],
  })
  const done = await repair(list[0], 'plate', { plate_number: '粤B12345' })
  expect(done).toMatchObject({ code: 0, data: { left: 0 } })
  expect(await detailOf(list[0]!)).toMatchObject({ plate_number: '粤B12345', marks: ['corrected'] })
  expect(await undo(done.data.repair_id)).toMatchObject({ code: 0, data: { left: 1 } })
})

test('the same plate on two lots: both are listed, each names the other, one is accepted', async () => {
  const { db } = device.deps
  see(db, { at: begin, type: 1, plate: '粤B12345' })
  see(db, { at: begin + 3 * hour, type: 3, plate: '粤B12345' })
  see(db, { at: begin + hour, type: 1, plate: '粤B12345', lot_no: 'A02' })
  see(db, { at: begin + 2 * hour, type: 3, plate: '粤B12345', lot_no: 'A02' })
  const { list, by_kind } = await irregular(device, operator)
  expect(by_kind.impossible).toBe(2)
  expect((await detailOf(list[0]!)).elsewhere).toMatchObject([{ identity: { lot_no: 'A01' } }])
  const accepted = await repair(list[0], 'accept', { reason: '套牌' })
  expect(accepted.data.left).toBe(1)
  expect(await undo(accepted.data.repair_id)).toMatchObject({ code: 0, data: { left: 2 } })
  // Another plate on one of them settles both.
  expect((await repair(list[1], 'plate', { plate_number: '粤B12346' })).data.left).toBe(0)
})

test('a repair that the stay, the role or the reason does not allow is refused', async () => {
  const { db } = device.deps
  see(db, { at: begin, type: 1, plate: '粤B11111' })
  see(db, { at: begin + 5 * hour, type: 1, plate: '粤B22222' })
  const { list } = await irregular(device, operator)
  const time = stampOf(begin + hour)
  expect(await repair(list[0], 'close', { time }, await device.tokenOf('viewer'))).toMatchObject({
    code: code.permission_denied,
  })
  expect(await repair(list[0], 'close', { time, reason: ' ' })).toMatchObject({
    data: [{ field: 'reason', issue: 'required' }],
  })
  expect(await repair(list[0], 'open', { time })).toMatchObject({
    data: [{ field: 'act', issue: 'choice' }],
  })
  see(db, { at: begin + 2 * hour, type: 3, plate: '粤B11111' })
  expect(await repair(list[0], 'close', { time })).toMatchObject({ data: { reason: 'changed_meanwhile' } })
  const gone = { ...list[0]!, identity: { ...list[0]!.identity, entry_uuid: 'gone' } }
  expect(await repair(gone, 'close', { time })).toMatchObject({ code: code.not_found })
})

test("another user's repair can be undone only by an administrator", async () => {
  const { db } = device.deps
  see(db, { at: begin, type: 1, plate: '粤B11111' })
  see(db, { at: begin + 5 * hour, type: 1, plate: '粤B22222' })
  const admin = await device.tokenOf('admin')
  const { list } = await irregular(device, operator)
  const done = await repair(list[0], 'close', { time: stampOf(begin + hour) }, admin)
  expect(await undo(done.data.repair_id)).toMatchObject({ code: code.permission_denied })
  expect(await undo(done.data.repair_id, admin)).toMatchObject({ code: 0 })
})

test('pages of irregular stays continue where the last one ended', async () => {
  const { db } = device.deps
  for (let n = 0; n < 7; n++) see(db, { at: begin + n * hour, type: 1, plate: `粤B0000${n}` })
  updateAllStays(db)
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const body = { page_size: 2, kind: 'exit_missing' as const, ...(cursor && { cursor }) }
    const { data } = await device.call('irregular_stays', body, operator)
    expect(data.total).toBe(6)
    seen.push(...data.list.map(({ stay }) => stay))
    cursor = data.next
  } while (cursor)
  expect(new Set(seen).size).toBe(6)
})

test('a withdrawal is taken back with a reason, by any user; its undo withdraws again', async () => {
  const { db } = device.deps
  see(db, { at: begin, type: 1, plate: '粤B11111' })
  const exit = see(db, { at: begin + hour, type: 3, plate: '粤B11111' })
  const only_here = see(db, {
    at: begin + 2 * hour,
    type: 3,
    plate: '粤B22222',
    status: event_status.delayed,
  })
  see(db, { at: begin + 3 * hour, type: 1, plate: '粤B33333' })
  for (const uuid of [exit, only_here])
    await device.call(
      'check_parking_event',
      { uuid, verdict: 'discarded', reason: '误识别', seen_checks: 0 },
      operator,
    )
  const { list } = await irregular(device, operator)
  expect(list).toMatchObject([{ irregular: ['exit_missing'], marks: ['exit_missing', 'withdrawn'] }])
  const admin = await device.tokenOf('admin')
  for (const [uuid, issue] of [
    [undefined, 'required'],
    // The platform never had it: it was discarded for good.
    [only_here, 'not_found'],
    [list[0]!.identity.entry_uuid, 'not_found'],
  ] as const)
    expect(await repair(list[0], 'restore', { ...(uuid && { uuid }) }, admin)).toMatchObject({
      code: code.format_error,
      data: [{ field: 'uuid', issue }],
    })
  expect(await repair(list[0], 'restore', { uuid: exit, reason: ' ' }, admin)).toMatchObject({
    data: [{ field: 'reason' }],
  })
  const done = await repair(list[0], 'restore', { uuid: exit, reason: '图片为证' }, admin)
  expect(done).toMatchObject({ code: 0, data: { left: 0, undo: 'can' } })
  const detail = await detailOf(list[0]!)
  expect(detail).toMatchObject({ irregular: [], marks: [], end_ms: begin + hour })
  expect(detail.repairs).toMatchObject([{ act: 'restore', reason: '图片为证', username: 'admin' }])
  const event = await device.call('parking_event_detail', { uuid: exit }, operator)
  expect(event.data).toMatchObject({
    standing: 'observed',
    checks: [
      { by: 'operator', verdict: 'discarded', reason: '误识别' },
      { by: 'admin', verdict: 'confirmed', reason: '图片为证' },
    ],
  })
  expect(await undo(done.data.repair_id, admin)).toMatchObject({ code: 0, data: { left: 1 } })
  expect((await detailOf(list[0]!)).marks).toEqual(['exit_missing', 'withdrawn'])
})

test('two repairs of the same events are undone in reverse order, down to the first state', async () => {
  const { db } = device.deps
  const entry = see(db, { at: begin, type: 1, plate: '粤B11111' })
  const again = see(db, { at: begin + 60_000, type: 1, plate: '粤B11111' })
  see(db, { at: begin + hour, type: 3, plate: '粤B11112' })
  const { list } = await irregular(device, operator)
  const before = await detailOf(list[0]!)
  const plate = (await repair(list[0], 'plate', { plate_number: '粤B11112' })).data.repair_id
  const drop = (await repair(list[0], 'drop', { uuid: again })).data.repair_id
  const undos = async () =>
    (await detailOf(list[0]!)).repairs.map(({ undo: state, undo_by }) => [state, undo_by])
  expect(await undos()).toEqual([
    ['not_last', 'operator'],
    ['can', ''],
  ])
  expect(await undo(plate)).toMatchObject({ data: { reason: 'changed_meanwhile' } })
  expect(await undo(drop)).toMatchObject({ code: 0 })
  expect(await undos()).toEqual([
    ['can', ''],
    ['undone', 'operator'],
  ])
  expect(await undo(plate)).toMatchObject({ code: 0, data: { left: 1 } })
  const { irregular: kinds, plate_number, events } = await detailOf(list[0]!)
  expect({ irregular: kinds, plate_number }).toEqual({
    irregular: before.irregular,
    plate_number: before.plate_number,
  })
  expect(events.map(({ standing }) => standing)).toEqual(['observed', 'observed', 'observed'])
  // An undo is never undone: the event is checked again instead.
  expect(await device.call('undo_check', { uuid: entry, seen_checks: 2 }, operator)).toMatchObject({
    data: { reason: 'changed_meanwhile' },
  })
})

test('an exit at the moment of the entry is refused: a stay of no length is no stay', async () => {
  see(device.deps.db, { at: begin, type: 1, plate: '粤B11111' })
  see(device.deps.db, { at: begin + hour, type: 1, plate: '粤B22222' })
  const { list } = await irregular(device, operator)
  const refused = { data: [{ field: 'time', issue: 'time_order' }] }
  expect(await repair(list[0], 'close', { time: stampOf(begin) })).toMatchObject(refused)
  expect(await repair(list[0], 'close', { time: stampOf(begin + 1000) })).toMatchObject({ code: 0 })
})

test('checks of a repair that are undone in the ledger are no part of it any more', async () => {
  const { db } = device.deps
  const admin = await device.tokenOf('admin')
  const [entry, exit] = [
    see(db, { at: begin, type: 1, plate: '粤B11111' }),
    see(db, { at: begin + hour, type: 3, plate: '粤B11112' }),
  ]
  const [stay] = (await irregular(device, operator)).list
  const repairOf = async () => (await detailOf(stay!)).repairs[0]!
  const seen = (uuid: string) =>
    db.get<{ n: number }>(
      'SELECT count(*) AS n FROM event_check JOIN event USING (event_id) WHERE uuid = ?',
      [uuid],
    )!.n
  const undoCheck = (uuid: string) => device.call('undo_check', { uuid, seen_checks: seen(uuid) }, admin)

  const plate = await repair(stay, 'plate', { plate_number: '粤B33333' })
  expect(await undoCheck(exit)).toMatchObject({ code: 0 })
  // The rest is undone by the repair's own undo.
  expect(await repairOf()).toMatchObject({ undo: 'can', undone_str: '' })
  expect(await undo(plate.data.repair_id)).toMatchObject({ code: 0 })
  expect(await detailOf(stay!)).toMatchObject({ plate_number: stay!.plate_number, marks: ['plate_differs'] })

  const again = await repair(stay, 'plate', { plate_number: '粤B33333' })
  for (const uuid of [entry, exit]) expect(await undoCheck(uuid)).toMatchObject({ code: 0 })
  expect((await detailOf(stay!)).repairs[1]).toMatchObject({ undo: 'undone', undo_by: 'admin' })
  expect(await undo(again.data.repair_id)).toMatchObject({ data: { reason: 'changed_meanwhile' } })
})

test('an undone check of a typed event withdraws it, and so undoes its repair', async () => {
  const { db } = device.deps
  see(db, { at: begin, type: 1, plate: '粤B11111' })
  see(db, { at: begin + 5 * hour, type: 1, plate: '粤B22222' })
  const [stay] = (await irregular(device, operator)).list
  await repair(stay, 'close', { time: stampOf(begin + hour) })
  const exit = (await detailOf(stay!)).events.at(-1)!
  expect(await device.call('undo_check', { uuid: exit.uuid, seen_checks: 1 }, operator)).toMatchObject({
    code: 0,
  })
  updateAllStays(db)
  const detail = await detailOf(stay!)
  expect(detail).toMatchObject({ irregular: ['exit_missing'], repairs: [{ undo: 'undone' }] })
  expect(detail.events.find(({ uuid }) => uuid === exit.uuid)).toMatchObject({ standing: 'withdrawn' })
})
