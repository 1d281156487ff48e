/** The second review: another user repeats a tenth of the checks without seeing the first decision. */
import { randomUUID } from 'node:crypto'
import { code, event_status } from '@parking/contract'
import { expect, test } from 'vitest'
import { isSampled } from '#src/checks/second-review.store.ts'
import { another, device, plant, queue, rowOf, submitCheck, setUpChecks, token } from './check-device.ts'

setUpChecks()

const ledger = async (who = token, disagreed = false) =>
  (await device.call('check_ledger', { page_size: 20, ...(disagreed && { disagreed }) }, who)).data.list
const review = (uuid: string, verdict: Parameters<typeof submitCheck>[1], more: object, who: string) =>
  submitCheck(uuid, verdict, { review: true, ...more }, who)

test('about a tenth of all events is in the sample', () => {
  const n = Array.from({ length: 5_000 }, () => isSampled(randomUUID())).filter((one) => one === 1).length
  expect(n / 5_000).toBeGreaterThan(0.07)
  expect(n / 5_000).toBeLessThan(0.14)
})

test('another user sees the event as it was read, but not the decision of the first user', async () => {
  const [sampled, other] = [plant({ sampled: true, plate: '粤B1O345' }), plant()]
  await submitCheck(sampled, 'corrected', { plate_number: '粤B10345' })
  await submitCheck(other, 'confirmed')
  const wang = await another('wang')
  // The first user does not get it.
  expect(await queue()).toMatchObject({ total: 0, list: [] })
  const { total, by_why, list } = await queue({}, wang)
  expect([total, by_why.second_review]).toEqual([1, 1])
  expect(list).toMatchObject([{ uuid: sampled, why: 'second_review', plate_number: '粤B1O345', checks: [] }])
  // Among events that wait for their first check, a review comes second.
  const waiting = [plant(), plant(), plant()]
  const { list: mixed } = await queue({}, wang)
  expect(mixed.map(({ uuid }) => uuid)).toEqual([waiting[0], sampled, waiting[1], waiting[2]])
  expect((await queue({ why: 'second_review' }, wang)).list).toHaveLength(1)
})

test('a review changes nothing; the ledger says whether both agree, and lists disagreements', async () => {
  const [same, differs] = [plant({ sampled: true }), plant({ sampled: true, plate: '粤B1O345' })]
  await submitCheck(same, 'confirmed')
  await submitCheck(differs, 'corrected', { plate_number: '粤B10345' })
  const wang = await another('wang')
  const before = [rowOf(same), rowOf(differs)]
  expect((await review(same, 'occupied', {}, wang)).code).toBe(code.success)
  expect((await review(differs, 'corrected', { plate_number: '粤B1D345' }, wang)).code).toBe(code.success)
  expect([rowOf(same), rowOf(differs)]).toEqual(before)
  expect((await ledger()).slice(0, 2)).toMatchObject([
    {
      uuid: differs,
      username: 'wang',
      plate_before: '粤B1O345',
      plate_after: '粤B1D345',
      undo: 'not_yours',
      review: { agreed: false, username: 'operator', verdict: 'corrected', plate: '粤B10345' },
    },
    { uuid: same, username: 'wang', undo: 'not_yours', review: { agreed: true } },
  ])
  expect((await ledger(token, true)).map(({ uuid }) => uuid)).toEqual([differs])
  expect((await queue({}, wang)).total).toBe(0)
  // An administrator undoes the first check: the event is checked again, by anyone.
  const admin = await device.tokenOf('admin')
  expect((await ledger(admin)).find(({ uuid, review: one }) => uuid === differs && !one)?.undo).toBe('can')
  expect((await device.call('undo_check', { uuid: differs, seen_checks: 1 }, admin)).code).toBe(code.success)
  expect((await queue({}, wang)).list).toMatchObject([{ uuid: differs, why: 'doubtful_plate' }])
})

test('a review is refused for the first user, twice, after an undo, and for a deleted event', async () => {
  const [uuid, undone, gone] = [plant({ sampled: true }), plant({ sampled: true }), plant({ sampled: true })]
  for (const one of [uuid, undone, gone]) await submitCheck(one, 'confirmed')
  const [wang, li] = [await another('wang'), await another('li')]
  expect((await review(uuid, 'confirmed', {}, token)).code).toBe(code.failed)
  expect((await review(uuid, 'discarded', {}, wang)).code).toBe(code.format_error)
  expect((await review(uuid, 'discarded', { reason: '是树影' }, wang)).code).toBe(code.success)
  expect((await review(uuid, 'confirmed', {}, li)).code).toBe(code.failed)
  expect(rowOf(uuid).status).not.toBe(event_status.manually_discarded)
  await device.call('undo_check', { uuid: undone, seen_checks: 1 }, token)
  expect((await review(undone, 'confirmed', {}, wang)).code).toBe(code.failed)
  device.deps.db.run('DELETE FROM event WHERE uuid = ?', [gone])
  expect((await queue({ why: 'second_review' }, li)).list).toEqual([])
  expect((await review(gone, 'confirmed', {}, li)).code).toBe(code.not_found)
})

test('a review is undone by its user or an administrator, and the check waits for another', async () => {
  const uuid = plant({ sampled: true, plate: '粤B1O345' })
  await submitCheck(uuid, 'corrected', { plate_number: '粤B10345' })
  const [wang, li] = [await another('wang'), await another('li')]
  const undo = (who: string) => device.call('undo_check', { uuid, seen_checks: 0, review: true }, who)
  expect((await undo(wang)).code).toBe(code.failed)
  await review(uuid, 'corrected', { plate_number: '粤B1D345' }, wang)
  const before = rowOf(uuid)
  expect((await ledger(wang, true))[0]?.undo).toBe('can')
  expect((await undo(li)).code).toBe(code.failed)
  expect((await undo(wang)).code).toBe(code.success)
  expect((await undo(wang)).code).toBe(code.failed)
  expect(rowOf(uuid)).toEqual(before)
  expect((await ledger()).slice(0, 2)).toMatchObject([
    { username: 'wang', verdict: 'undone', undo: 'is_undo', review: null, taken_back: false },
    { username: 'wang', verdict: 'corrected', undo: 'not_last', taken_back: true, taken_back_by: 'wang' },
  ])
  // It is no longer a disagreement; another user may review the check, and an administrator may undo that.
  expect(await ledger(token, true)).toEqual([])
  expect((await queue({}, li)).list).toMatchObject([{ uuid, why: 'second_review', checks: [] }])
  expect((await review(uuid, 'corrected', { plate_number: '粤B10345' }, li)).code).toBe(code.success)
  expect((await queue({}, wang)).total).toBe(0)
  expect((await undo(await device.tokenOf('admin'))).code).toBe(code.success)
  expect((await ledger())[1]).toMatchObject({ username: 'li', taken_back_by: 'admin' })
  expect((await queue({}, wang)).total).toBe(1)
  // After an undo of the check itself there is no review to undo.
  await review(uuid, 'confirmed', {}, wang)
  await device.call('undo_check', { uuid, seen_checks: 1 }, token)
  expect((await ledger(wang)).find((entry) => entry.review?.agreed === false)?.undo).toBe('not_last')
  expect((await undo(wang)).code).toBe(code.failed)
})
