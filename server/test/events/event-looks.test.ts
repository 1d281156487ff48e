/** The looks that led to an event: reported with it, shown in its detail, deleted and restored with it. */
import { expect, test } from 'vitest'
import { look_faults, max_looks, type EventLook } from '@parking/contract'
import { application, device, setUpEventPath } from './event-path-device.ts'
import { newEvent } from './event-application.ts'

setUpEventPath()

const at = Date.UTC(2026, 10, 21, 0, 29)
const look = (more: Partial<EventLook> = {}): EventLook => ({
  time: at,
  seen: 'vehicle',
  why: '',
  llr: 2.5,
  belief: 0.93,
  cover: 0.8,
  ...more,
})
const detailOf = async (uuid: string) =>
  (await device.call('parking_event_detail', { uuid }, await device.tokenOf('viewer'))).data

test('the looks of an event are shown in its detail, oldest first', async () => {
  const looks = [
    look({ seen: 'empty', llr: -3, belief: 0.01, cover: 0 }),
    look({ time: at + 5000, seen: 'unknown', why: 'hidden', llr: null, belief: 0.01 }),
    look({ time: at + 10_000 }),
  ]
  const event = newEvent({ looks, pictures: [] })
  expect(await application.report(event)).toMatchObject({ type: 'ack', result: 'stored' })
  expect((await detailOf(event.uuid)).looks).toEqual([
    {
      timestamp_ms: at,
      time_str: expect.any(String),
      seen: 'empty',
      why: '',
      llr: -3,
      belief: 0.01,
      cover: 0,
    },
    expect.objectContaining({ seen: 'unknown', why: 'hidden', llr: null }),
    expect.objectContaining({ timestamp_ms: at + 10_000, belief: 0.93 }),
  ])
})

test('the pictures that did not count are shown with their reasons', async () => {
  const looks = look_faults.map((why, n) => look({ time: at + n, seen: 'unknown', why, llr: null, cover: 0 }))
  const event = newEvent({ looks, pictures: [] })
  expect(await application.report(event)).toMatchObject({ type: 'ack' })
  expect((await detailOf(event.uuid)).looks.map(({ why }) => why)).toEqual(look_faults)
})

test('an event may have no looks; too many or invalid looks are refused', async () => {
  const plain = newEvent({ pictures: [] })
  expect(await application.report(plain)).toMatchObject({ type: 'ack' })
  expect((await detailOf(plain.uuid)).looks).toEqual([])
  const many = newEvent({ pictures: [], looks: Array.from({ length: max_looks + 1 }, () => look()) })
  expect(await application.report(many)).toMatchObject({ type: 'refused', issues: [{ field: 'looks' }] })
  const wrong = newEvent({ pictures: [], looks: [look({ belief: 2 })] })
  expect(await application.report(wrong)).toMatchObject({
    type: 'refused',
    issues: [{ field: 'looks.0.belief' }],
  })
})

test('what the looks read is offered to the checker, the most frequent first, accepted or not', async () => {
  const plates = ['粤B10345', '粤B1O345', '粤B1O345']
  const looks = plates.map((plate, n) => look({ time: at + n, plate }))
  const event = newEvent({ looks, pictures: [], plate_number: '', confidence: 30 })
  expect(await application.report(event)).toMatchObject({ type: 'ack' })
  expect((await detailOf(event.uuid)).looks.map(({ plate }) => plate)).toEqual(plates)
  // One session: what it looks at is reserved for it.
  const token = await device.tokenOf('operator')
  const queue = async () =>
    (await device.call('event_check_queue', { limit: 1, first: event.uuid }, token)).data.list[0]
  const shown = { uuid: event.uuid, plate_number: '', readings: ['粤B1O345', '粤B10345'] }
  await expect.poll(queue).toMatchObject(shown)
  const long = newEvent({ pictures: [], looks: [look({ plate: '粤'.repeat(33) })] })
  expect(await application.report(long)).toMatchObject({
    type: 'refused',
    issues: [{ field: 'looks.0.plate' }],
  })
})
