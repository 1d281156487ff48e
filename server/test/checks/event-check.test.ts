/**
 * The check desk (docs/decisions/0022): which user gets which event, the effect of each verdict in each
 * status, concurrent checks, and undoing a check. Long because all tests share one device and its planted
 * events.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { code, event_status } from '@parking/contract'
import { lastCheck } from '#src/checks/event-check.store.ts'
import { transitionsOf } from '#src/events/record/event.store.ts'
import { checkEvent } from '#src/checks/check-decide.ts'
import { checkerOf } from '#src/checks/check-lease.ts'
import { checkQueue } from '#src/checks/event-check.ts'
import {
  device,
  token,
  setUpChecks,
  plant,
  rowOf,
  queue,
  submitCheck,
  withPlatform,
  another,
} from './check-device.ts'

setUpChecks()

test('a check that is recorded while the queue is read is not listed with any event to check', async () => {
  const uuid = plant({ status: 'skipped', reason: 'unsure' })
  const session = {
    id: 's',
    user_id: 1,
    username: 'operator',
    must_change_password: false,
    fresh_ms: 0,
    expires_ms: 0,
  }
  const context = {
    ...device.deps,
    session: { ...session, roles: ['operator' as const] },
    address: '127.0.0.1',
    call: 'human_check' as const,
    request_id: 'r',
  }
  const asked = checkQueue({ limit: 8 }, context)
  checkEvent({ uuid, verdict: 'vacant', reason: '空位', seen_checks: 0 }, context, checkerOf(context))
  expect((await asked).list.map((event) => [event.uuid, event.checks])).toEqual([[uuid, []]])
})

test('lists the oldest first, with reason, doubt, partner and checks; only for checkers', async () => {
  const entry = plant({ at: -9000, to_check: 0, event_type: 1, plate: '粤B12345' })
  const exit = plant({ at: -1000, event_type: 3, plate: '粤B1O345', status: 'sent' })
  const waiting = plant({
    at: -5000,
    status: 'delayed',
    reason: 'waits_for_check',
    lot_no: 'A02',
    pictures: 1,
  })
  const failed = plant({ at: -4000, status: 'validation_failed', lot_no: 'A02', plate: '', event_type: 3 })
  const unsure = plant({ at: -3000, status: 'skipped', reason: 'unsure', lot_no: 'A02' })
  plant({ status: 'discarded' })
  const { total, by_why, list, plate_type } = await queue()
  expect([total, by_why, plate_type]).toEqual([
    4,
    { waits_for_check: 1, validation_failed: 1, unsure: 1, doubtful_plate: 1, second_review: 0 },
    0,
  ])
  expect(list.map(({ uuid, why, doubt, partner }) => [uuid, why, doubt, partner?.uuid])).toEqual([
    [waiting, 'waits_for_check', null, failed],
    [failed, 'validation_failed', 'empty', waiting],
    [unsure, 'unsure', null, undefined],
    [exit, 'doubtful_plate', 'no_grammar', entry],
  ])
  expect(list.map(({ lot }) => lot)).toEqual([
    {
      polygon: [
        [0.1, 0.1],
        [0.3, 0.1],
        [0.2, 0.4],
      ],
      scene_changed: false,
    },
    null,
    null,
    null,
  ])
  expect(list.map(({ at_platform }) => at_platform)).toEqual([false, false, false, true])
  expect(list[3]?.partner).toMatchObject({ plate_number: '粤B12345', event_type: 1 })
  expect((await queue({ why: 'unsure' })).list.map(({ uuid }) => uuid)).toEqual([unsure])
  expect((await queue({ skip: [waiting, failed] })).list.map(({ uuid }) => uuid)).toEqual([unsure, exit])
  expect((await device.call('event_check_queue', { limit: 0 }, await device.tokenOf('viewer'))).code).toBe(
    code.permission_denied,
  )
})

test('two users never lease the same event, and a lease ends after a minute', async () => {
  const uuids = Array.from({ length: 12 }, (_, at) => plant({ at: at - 1000, status: 'sent' }))
  const other = await another('wang')
  const [mine, theirs] = [await queue(), await queue({}, other)]
  expect(mine.list.map(({ uuid }) => uuid)).toEqual(uuids.slice(0, 8))
  expect(theirs.list.map(({ uuid }) => uuid)).toEqual(uuids.slice(8))
  expect(theirs.others).toEqual([{ username: 'operator', count: 8 }])
  expect((await queue({ limit: 0 })).others).toEqual([{ username: 'wang', count: 4 }])
  await submitCheck(uuids[0]!, 'confirmed')
  device.wait(61_000)
  expect((await queue({}, other)).list.map(({ uuid }) => uuid)).toEqual(uuids.slice(1, 9))
  // A page that is left open keeps polling, but holds no lease after five minutes.
  for (let minute = 0; minute < 6; minute++) {
    device.wait(50_000)
    await queue({}, other)
  }
  expect((await queue()).list[0]?.uuid).toBe(uuids[1])
})

test('a confirmed event is uploaded, sent to the platform, or waits while neither is set', async () => {
  const nowhere = plant({ status: 'delayed', reason: 'waits_for_check' })
  await submitCheck(nowhere, 'confirmed')
  expect(rowOf(nowhere)).toMatchObject({
    status: event_status.delayed,
    reason: 'no_address',
    to_check: 0,
    checked_plate: null,
  })
  await withPlatform()
  const ready = plant({ status: 'skipped', reason: 'unsure' })
  expect((await submitCheck(ready, 'confirmed')).data).toEqual({ left: 0 })
  expect(rowOf(ready)).toMatchObject({
    status: event_status.pending,
    reason: 'checked',
    moved_by: 'operator',
    correction: 0,
  })
  const admin = await device.tokenOf('admin')
  expect(
    (
      await device.call(
        'update_storage_param',
        {
          protocol: 4,
          endpoint: 'http://127.0.0.1:9',
          username: 'kerb',
          password: 'secret',
          directory: 'bucket/kerb',
        },
        admin,
      )
    ).code,
  ).toBe(code.success)
  const pictured = plant({ status: 'validation_failed', pictures: 1 })
  await submitCheck(pictured, 'corrected', { plate_number: ' 粤b·1234 6' })
  expect(rowOf(pictured)).toMatchObject({
    status: event_status.awaiting_upload,
    reason: 'corrected',
    plate_number: '粤B12345',
    checked_plate: '粤B12346',
    correction: 0,
  })
  expect(
    device.deps.db.get(
      `SELECT verdict, plate_before, plate_after, checked_by, event_check.reason FROM event_check
        JOIN event USING (event_id) WHERE uuid = ?`,
      [pictured],
    ),
  ).toEqual({
    verdict: 'corrected',
    plate_before: '粤B12345',
    plate_after: '粤B12346',
    checked_by: 'operator',
    reason: '',
  })
})

test('an event that the platform has is sent again if it was wrong, and not if it was right', async () => {
  const right = plant({ status: 'sent' })
  await submitCheck(right, 'confirmed')
  expect(rowOf(right)).toMatchObject({ status: event_status.sent, correction: 0, to_check: 0 })
  const wrong = plant({ status: 'sent' })
  await submitCheck(wrong, 'corrected', { plate_number: '粤B12346' })
  expect(rowOf(wrong)).toMatchObject({
    status: event_status.pending,
    reason: 'corrected',
    correction: 1,
    checked_plate: '粤B12346',
    plate_number: '粤B12345',
  })
  const none = plant({ status: 'sent' })
  await submitCheck(none, 'discarded', { reason: '是树影' })
  expect(rowOf(none)).toMatchObject({ status: event_status.pending, reason: 'corrected', correction: 1 })
  // An event that was tried may have arrived although there was no response.
  const silent = plant({ status: 'pending', tried: 1 })
  await submitCheck(silent, 'corrected', { plate_number: '粤B12346' })
  expect(rowOf(silent)).toMatchObject({ status: event_status.pending, correction: 1 })
  const never_sent = plant({ status: 'delayed', reason: 'no_address' })
  await submitCheck(never_sent, 'corrected', { plate_number: '粤B12346' })
  expect(rowOf(never_sent)).toMatchObject({
    status: event_status.delayed,
    correction: 0,
    checked_plate: '粤B12346',
  })
})

test('a vacancy check that contradicts the event discards it, one that agrees releases it', async () => {
  await withPlatform()
  const waits = { status: 'delayed', reason: 'waits_for_check' } as const
  for (const [event_type, verdict, status] of [
    [1, 'vacant', 'manually_discarded'],
    [1, 'occupied', 'pending'],
    [2, 'vacant', 'manually_discarded'],
    [3, 'vacant', 'pending'],
    [3, 'occupied', 'manually_discarded'],
  ] as const) {
    const uuid = plant({ ...waits, event_type })
    // Withdrawing always needs a reason.
    if (status === 'manually_discarded')
      for (const reason of [undefined, ' '])
        expect(await submitCheck(uuid, verdict, { ...(reason && { reason }) })).toMatchObject({
          code: code.format_error,
          data: [{ field: 'reason', issue: 'required' }],
        })
    await submitCheck(uuid, verdict, status === 'manually_discarded' ? { reason: '核对图片' } : {})
    expect([event_type, verdict, rowOf(uuid).status, rowOf(uuid).reason]).toEqual([
      event_type,
      verdict,
      event_status[status],
      status === 'pending' ? 'checked' : 'check_discarded',
    ])
  }
  const uuid = plant(waits)
  expect(await submitCheck(uuid, 'discarded')).toMatchObject({
    code: code.format_error,
    data: [{ field: 'reason', issue: 'required' }],
  })
  expect(await submitCheck(uuid, 'corrected', { plate_number: '粤B·12345' })).toMatchObject({
    code: code.format_error,
    data: [{ field: 'plate_number', issue: 'same_as_before' }],
  })
  expect(await submitCheck(uuid, 'corrected')).toMatchObject({
    code: code.format_error,
    data: [{ field: 'plate_number', issue: 'required' }],
  })
  expect(rowOf(uuid)).toMatchObject({ status: event_status.delayed, to_check: 1 })
})

test('a checker sees events and stays, gives verdicts, and may do and see nothing else', async () => {
  const uuid = plant({ status: 'sent' })
  const checker = await device.tokenOf('checker')
  expect((await submitCheck(uuid, 'corrected', { plate_number: '' }, checker)).code).toBe(code.success)
  // A car without a plate: the reading stays, the plate that counts is empty.
  expect(rowOf(uuid)).toMatchObject({ plate_number: '粤B12345', checked_plate: '' })
  const answers = {
    queue: (await device.call('event_check_queue', { limit: 0 }, checker)).code,
    list: (await device.call('parking_event', { page: 1, page_size: 20 }, checker)).code,
    ledger: (await device.call('check_ledger', { page_size: 20 }, checker)).code,
    cameras: (await device.call('list_cameras', { page: 1, page_size: 20 }, checker)).code,
    settings: (await device.call('get_platform_param', {}, checker)).code,
    log: (await device.call('log', { page: 1, page_size: 20, type: 1 }, checker)).code,
    deletion: (await device.call('delete_parking_event', { list: [uuid] }, checker)).code,
  }
  const [yes, no] = [code.success, code.permission_denied]
  expect(answers).toEqual({
    queue: yes,
    list: yes,
    ledger: yes,
    cameras: no,
    settings: no,
    log: no,
    deletion: no,
  })
})

test('the second check changes nothing; a repeated request is not a second check', async () => {
  const uuid = plant({ status: 'sent' })
  const other = await another('wang')
  await submitCheck(uuid, 'corrected', { plate_number: '粤B12346' }, other)
  expect(await submitCheck(uuid, 'confirmed')).toMatchObject({
    code: code.failed,
    data: { reason: 'changed_meanwhile', detail: 'wang' },
  })
  expect((await submitCheck(uuid, 'corrected', { plate_number: '粤B12346' }, other)).code).toBe(code.success)
  expect(rowOf(uuid)).toMatchObject({ checked_plate: '粤B12346', correction: 1 })
  expect(device.deps.db.get('SELECT count(*) AS n FROM event_check')).toEqual({ n: 1 })
  expect((await submitCheck(randomUUID(), 'confirmed')).code).toBe(code.not_found)
})

test('a check is undone: the event is held or sent again; a discarded event stays discarded', async () => {
  await withPlatform()
  const undo = (uuid: string, seen_checks: number, who = token) =>
    device.call('undo_check', { uuid, seen_checks }, who)
  const held = plant({ status: 'skipped', reason: 'unsure' })
  await submitCheck(held, 'corrected', { plate_number: '粤B12346' })
  expect((await undo(held, 1, await another('wang'))).data).toMatchObject({
    reason: 'changed_meanwhile',
    detail: 'operator',
  })
  expect((await undo(held, 1)).data).toEqual({ left: 1 })
  expect(rowOf(held)).toMatchObject({
    status: event_status.delayed,
    reason: 'waits_for_check',
    to_check: 1,
    checked_plate: null,
    plate_number: '粤B12345',
  })
  expect(
    (await queue()).list[0]?.checks.map(({ verdict, plate_after, reason }) => [verdict, plate_after, reason]),
  ).toEqual([
    ['corrected', '粤B12346', ''],
    ['undone', '粤B12345', ''],
  ])
  expect(
    transitionsOf(device.deps.db, rowOf(held).event_id).map(({ reason, moved_by }) => [reason, moved_by]),
  ).toEqual([
    ['corrected', 'operator'],
    ['waits_for_check', 'operator'],
  ])

  const sent = plant({ status: 'sent' })
  await submitCheck(sent, 'corrected', { plate_number: '粤B12346' })
  device.deps.db.run("UPDATE event SET status = 2, reason = 'accepted', moved_ms = 9 WHERE uuid = ?", [sent])
  await undo(sent, 1)
  expect(rowOf(sent)).toMatchObject({
    status: event_status.pending,
    correction: 2,
    checked_plate: null,
    to_check: 1,
  })

  const confirmed = plant({ status: 'sent' })
  await submitCheck(confirmed, 'confirmed')
  await undo(confirmed, 1)
  expect(rowOf(confirmed)).toMatchObject({ status: event_status.sent, correction: 0, to_check: 1 })

  // The platform has withdrawn it: a correction makes it count again.
  const withdrawn = plant({ status: 'sent' })
  await submitCheck(withdrawn, 'discarded', { reason: '是树影' })
  device.deps.db.run("UPDATE event SET status = 2, reason = 'accepted', moved_ms = 9 WHERE uuid = ?", [
    withdrawn,
  ])
  await undo(withdrawn, 1)
  expect(rowOf(withdrawn)).toMatchObject({ status: event_status.pending, correction: 2, to_check: 1 })
  expect(lastCheck(device.deps.db, rowOf(withdrawn).event_id)).toMatchObject({ verdict: 'confirmed' })

  const gone = plant({ status: 'delayed', reason: 'waits_for_check' })
  await submitCheck(gone, 'vacant', { reason: '空位' })
  expect((await undo(gone, 1)).code).toBe(code.failed)
  expect(rowOf(gone).status).toBe(event_status.manually_discarded)
})
