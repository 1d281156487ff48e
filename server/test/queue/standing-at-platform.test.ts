/**
 * What the platform holds of an event agrees with the device in the end: plate and standing, whatever is
 * checked, undone, lost, refused or restarted before the next delivery. With the real sender.
 * Long because each way to lose a check has a test.
 */
import { event_status, standingOf, type Body, type CheckVerdict } from '@parking/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlatformBehaviour } from '@parking/sim/peers/platform/platform.ts'
import { checksOf, lastCheck } from '#src/checks/event-check.store.ts'
import { discardUnsent } from '#src/retention/retention-delete.store.ts'
import { stampOf } from '#src/core/stamp.ts'
import { resumeEvents } from '#src/queue/resend.ts'
import {
  becomes,
  device,
  got,
  platform,
  quick,
  report,
  restartWorkers,
  rowOf,
  setPlatform,
  setUpEventPath,
  tries,
} from '../events/event-path-device.ts'
import { updateAllStays } from '../stays/stay-device.ts'
import { until } from '../until.ts'

setUpEventPath()

const seen_checks = (uuid: string) => checksOf(device.deps.db, rowOf(uuid).event_id).length
const check = async (uuid: string, verdict: CheckVerdict, more: Partial<Body<'check_parking_event'>> = {}) =>
  device.call(
    'check_parking_event',
    { uuid, verdict, seen_checks: seen_checks(uuid), ...more },
    await device.tokenOf('operator'),
  )
const undo = async (uuid: string) =>
  device.call('undo_check', { uuid, seen_checks: seen_checks(uuid) }, await device.tokenOf('operator'))
const correct = (uuid: string, plate_number: string) => check(uuid, 'corrected', { plate_number })
const discard = (uuid: string) => check(uuid, 'discarded', { reason: 'a shadow' })

/** What the device shows of an event. */
function shown(uuid: string) {
  const event = device.deps.db.get<{
    event_id: number
    event_type: number
    status: number
    typed: number
    plate_number: string
    checked_plate: string | null
  }>('SELECT * FROM event WHERE uuid = ?', [uuid])!
  const verdict = lastCheck(device.deps.db, event.event_id)?.verdict ?? null
  return {
    plate_number: event.checked_plate ?? event.plate_number,
    standing: standingOf({ ...event, verdict }),
  }
}
/** Waits until the event is settled; the platform must then agree with the device. */
async function agrees(uuid: string): Promise<void> {
  await platform.setBehaviour('accept')
  await until('the event to be settled', () => {
    const { status } = rowOf(uuid)
    // A refusal may have been on its way.
    if (status === event_status.send_failed)
      resumeEvents(device.deps.db, device.deps.bus, Date.now(), 'operator')
    return status === event_status.sent || status === event_status.manually_discarded
  })
  const there = got(uuid)
  if (rowOf(uuid).status === event_status.manually_discarded) expect(there).toBeUndefined()
  else {
    expect({ plate_number: there?.plate_number, standing: there?.['standing'] }).toEqual(shown(uuid))
    expect(there?.correction).toBe(rowOf(uuid).correction)
  }
  expect(platform.faults).toEqual([])
}

test('a sent event that is corrected and then discarded before redelivery is withdrawn there', async () => {
  await setPlatform()
  const uuid = await report()
  await becomes(uuid, 'sent')
  await platform.setBehaviour('down')
  await correct(uuid, '粤B54321')
  await discard(uuid)
  expect(rowOf(uuid).status).toBe(event_status.pending)
  await agrees(uuid)
  expect(got(uuid)).toMatchObject({ standing: 'withdrawn', correction: 2, check: { reason: 'a shadow' } })
})

test('an event whose answer was lost is withdrawn there, one that was refused only here', async () => {
  await setPlatform()
  await platform.setBehaviour('drop')
  const lost = await report()
  await until('an attempt', () => tries(lost).length > 0)
  await discard(lost)
  await agrees(lost)
  expect(got(lost)).toMatchObject({ standing: 'withdrawn' })

  await platform.setBehaviour('refuse')
  const refused = await report({ lot_no: 'A02' })
  await becomes(refused, 'send_failed')
  await discard(refused)
  expect(rowOf(refused).status).toBe(event_status.manually_discarded)
  await agrees(refused)
})

test('a check during the attempt reaches the platform after it', async () => {
  await setPlatform()
  for (const [lot_no, act] of [
    ['A01', (uuid: string) => correct(uuid, '粤B99999')],
    ['A02', discard],
  ] as const) {
    await platform.setBehaviour('stall')
    const uuid = await report({ lot_no })
    await becomes(uuid, 'pending')
    await act(uuid)
    platform.releaseStalled()
    await agrees(uuid)
    expect(rowOf(uuid)).toMatchObject({ status: event_status.sent, correction: 1 })
  }
})

test('an event confirmed after it was withdrawn counts again; undoing that withdraws it', async () => {
  await setPlatform()
  const uuid = await report()
  await becomes(uuid, 'sent')
  await discard(uuid)
  await agrees(uuid)
  await check(uuid, 'confirmed')
  await agrees(uuid)
  expect(got(uuid)).toMatchObject({ standing: 'observed', correction: 2 })
  await undo(uuid)
  await agrees(uuid)
  // The reason is that of the check that holds again.
  expect(got(uuid)).toMatchObject({
    standing: 'withdrawn',
    correction: 3,
    check: { verdict: 'discarded', reason: 'a shadow' },
  })
  await undo(uuid)
  await agrees(uuid)
  expect(got(uuid)).toMatchObject({ standing: 'observed', correction: 4 })
  expect(got(uuid)?.['check']).toBeUndefined()
})

test('a full disk takes the pictures of an undelivered withdrawal, not the withdrawal', async () => {
  await setPlatform()
  const uuid = await report()
  await becomes(uuid, 'sent')
  await platform.setBehaviour('down')
  await discard(uuid)
  const { db } = device.deps
  const full = (one: string) =>
    db.transaction(() => {
      const event = db.get<Parameters<typeof discardUnsent>[1]>(
        'SELECT event.*, parking_no, lot_no FROM event JOIN place USING (place_id) WHERE uuid = ?',
        [one],
      )!
      discardUnsent(db, event, Date.now())
    })
  full(uuid)
  await agrees(uuid)
  expect(got(uuid)).toMatchObject({ standing: 'withdrawn', pictures: [] })

  // The platform took the event, and the device never knew: a user can still withdraw it.
  await platform.setBehaviour('drop')
  const lost = await report({ lot_no: 'A02' })
  await until('an attempt', () => tries(lost).length > 0)
  full(lost)
  await becomes(lost, 'discarded', 'disk_full')
  await discard(lost)
  await agrees(lost)
  expect(got(lost)).toMatchObject({ standing: 'withdrawn' })
})

test('an event is deleted only after the platform has received its withdrawal', async () => {
  await setPlatform()
  const uuid = await report()
  await becomes(uuid, 'sent')
  await platform.setBehaviour('down')
  await discard(uuid)
  const remove = async (list: string[]) =>
    device.call('delete_parking_event', { list }, await device.tokenOf('admin'))
  const never_sent = await report({ lot_no: 'A02' })
  expect(await remove([never_sent, uuid])).toMatchObject({
    code: 7000,
    data: { reason: 'correction_due', detail: uuid },
  })
  expect(rowOf(never_sent)).toBeDefined()
  expect((await remove([never_sent])).data).toEqual({ deleted: 1 })
  await agrees(uuid)
  expect((await remove([uuid])).data).toEqual({ deleted: 1 })
  expect(got(uuid)).toMatchObject({ standing: 'withdrawn' })
})

test('the message of a typed exit, and of its withdrawal, names what no camera saw', async () => {
  await setPlatform()
  const uuid = await report({ event_time: Date.now() - 3_600_000 })
  await becomes(uuid, 'sent')
  const token = await device.tokenOf('operator')
  const stayOf = async () => {
    updateAllStays(device.deps.db)
    return (await device.call('stay_detail', { uuid }, token)).data
  }
  const { identity, begin_ms } = await stayOf()
  const [reason, time] = ['驾驶人提供凭证', stampOf(begin_ms + 1_800_000)]
  const repair = { stay: identity, act: 'close' as const, reason, time }
  const { repair_id } = (await device.call('repair_stay', repair, token)).data
  const { exit_uuid } = (await stayOf()).identity
  await agrees(exit_uuid)
  const typed = { event_type: 3, plate_number: '粤B12345', plate_read: '', confidence: null, pictures: [] }
  const check = { verdict: 'confirmed', reason }
  expect(got(exit_uuid)).toMatchObject({ ...typed, standing: 'typed', correction: 0, check })
  expect((await device.call('undo_stay_repair', { repair_id }, token)).code).toBe(0)
  await agrees(exit_uuid)
  expect(got(exit_uuid)).toMatchObject({ ...typed, standing: 'withdrawn', correction: 1 })
})

test('after any checks, lost answers and restarts the platform agrees with the device', async () => {
  const step = fc.oneof(
    fc.constantFrom<PlatformBehaviour>('accept', 'drop', 'refuse', 'busy', 'down').map((to) => ({ to })),
    fc
      .constantFrom('correct', 'discard', 'confirm', 'vacant', 'undo', 'settle', 'restart')
      .map((act) => ({ act })),
  )
  await setPlatform()
  const lots = ['A01', 'A02', 'A03']
  let n = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      const uuid = await report({ lot_no: lots[n++ % lots.length]! })
      for (const one of steps) {
        if ('to' in one) await platform.setBehaviour(one.to)
        else if (one.act === 'correct') await correct(uuid, `粤B${10_000 + n++}`)
        else if (one.act === 'discard') await discard(uuid)
        else if (one.act === 'confirm') await check(uuid, 'confirmed')
        else if (one.act === 'vacant') await check(uuid, 'vacant', { reason: 'empty' })
        else if (one.act === 'undo') await undo(uuid)
        else if (one.act === 'restart') await restartWorkers({ sender: quick })
        else {
          const { count_tried } = rowOf(uuid)
          await until('an attempt', () => {
            const now = rowOf(uuid)
            return now.status !== event_status.pending || now.count_tried > count_tried
          })
        }
      }
      await agrees(uuid)
    }),
    { numRuns: 25 },
  )
}, 120_000)
