/** Implausible reports: stored with status 5, listed in the answer, not sent. */
import { mkdirSync, utimesSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event_status } from '@parking/contract'
import { openIntake, type Intake } from '#src/analysis/intake.ts'
import { spool_kept_ms } from '#src/analysis/spool-sweep.ts'
import { openDevice, type Device } from '../device.ts'
import { newEvent, smallJpeg } from './event-application.ts'
import { plantLots } from './event-device.ts'

let device: Device
let intake: Intake
let spool: string
let jpeg: Buffer
beforeAll(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
  spool = join(device.folder, 'spool')
  mkdirSync(spool, { recursive: true })
  intake = openIntake(device.deps, spool)
  jpeg = await smallJpeg()
  await device.call(
    'update_platform_param',
    { data_url: 'https://iot.example.com/data' },
    await device.tokenOf('admin'),
  )
})
afterAll(async () => {
  await intake.stop()
  await device.close()
})

const now = () => device.deps.now()
const stateOf = (uuid: string) =>
  device.deps.db.get('SELECT status, reason, to_check FROM event WHERE uuid = ?', [uuid])

test.each([
  ['seconds instead of milliseconds', () => ({ event_time: Math.floor(now() / 1000) }), 'time_implausible'],
  ['a day ahead', () => ({ event_time: now() + 86_400_000 }), 'time_implausible'],
  ['a confidence from 0 to 1', () => ({ event_time: now(), confidence: 0.98 }), 'confidence_scale'],
])('%s', async (_, more, reason) => {
  const event = newEvent(more())
  const warning =
    reason === 'time_implausible'
      ? { field: 'event_time', issue: 'time' }
      : { field: 'confidence', issue: 'too_small', limit: 1 }
  expect(await intake.take(event)).toEqual({ type: 'ack', result: 'stored', warnings: [warning] })
  expect(stateOf(event.uuid)).toMatchObject({ status: event_status.validation_failed, reason })
})

test('an hour ahead, last night, and a doubtful reading are plausible', async () => {
  for (const more of [
    { event_time: now() + 3_000_000 },
    { event_time: now() - 40 * 86_400_000 },
    { event_time: now(), confidence: 0 },
    { event_time: now(), confidence: 2 },
  ]) {
    const event = newEvent(more)
    expect(await intake.take(event)).toEqual({ type: 'ack', result: 'stored' })
    expect(stateOf(event.uuid)).not.toMatchObject({ status: event_status.validation_failed })
  }
})

test('the spool keeps files that an event still needs, and other files for a day', async () => {
  const put = (name: string, age_ms: number) => {
    const at = (now() - age_ms) / 1000
    writeFileSync(join(spool, name), jpeg)
    utimesSync(join(spool, name), at, at)
    return name
  }
  const [old, young, refused, waiting] = [
    put('old.jpg', spool_kept_ms + 60_000),
    put('young.jpg', spool_kept_ms - 60_000),
    put('refused.jpg', spool_kept_ms + 60_000),
    put('waiting.jpg', spool_kept_ms + 60_000),
  ]
  const picture = (file: string) => [{ kind: 'image' as const, file }]
  const gone = newEvent({ lot_no: 'no such lot', pictures: picture(refused) })
  expect(await intake.take(gone)).toMatchObject({ type: 'refused', code: 3000 })
  // The events folder is a file, so the event cannot be stored now, and the application keeps it.
  const blocked = join(device.deps.media.folder, 'events')
  writeFileSync(blocked, '')
  expect(await intake.take(newEvent({ event_time: now(), pictures: picture(waiting) }))).toMatchObject({
    type: 'busy',
  })
  await intake.sweep()
  const left = [old, young, refused, waiting].filter((name) => existsSync(join(spool, name)))
  expect(left).toEqual([young, waiting])
})
