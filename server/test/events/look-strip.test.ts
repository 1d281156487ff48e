/** Thumbnails of looks: kept encrypted, shown with their event, within a budget, never at the cost of it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { look_strip_budget, type EventLook } from '@parking/contract'
import { stripPath } from '#src/events/record/event-paths.ts'
import { createLookStripRetention } from '#src/workers/look-strip-retention.ts'
import { application, device, setUpEventPath } from './event-path-device.ts'
import { newEvent } from './event-application.ts'

setUpEventPath()

const look: EventLook = { time: Date.UTC(2026, 10, 21), seen: 'empty', why: '', llr: -3, belief: 0, cover: 0 }
const looks = [look, { ...look, time: look.time + 5000, seen: 'vehicle' as const }]
let jpeg = Buffer.alloc(0)
beforeEach(async () => {
  jpeg = await sharp({ create: { width: 320, height: 120, channels: 3, background: '#789' } })
    .jpeg()
    .toBuffer()
})
const spooled = (name: string, content: Uint8Array = jpeg): string => {
  writeFileSync(join(device.deps.folder, 'spool', name), content)
  return name
}
const report = async (more: object) => {
  const event = newEvent({ pictures: [], looks, ...more })
  return { uuid: event.uuid, answer: await application.report(event) }
}
const detailOf = async (uuid: string) =>
  (await device.call('parking_event_detail', { uuid }, await device.tokenOf('viewer'))).data
const fileOf = (uuid: string): string => {
  const { create_ms } = device.deps.db.get<{ create_ms: number }>(
    'SELECT create_ms FROM event WHERE uuid = ?',
    [uuid],
  )!
  return join(device.deps.media.folder, stripPath(create_ms, uuid))
}

test('thumbnails are stored encrypted, leave the spool folder, and are shown with the event', async () => {
  const { uuid, answer } = await report({ look_strip: spooled('strip.jpg') })
  expect(answer).toEqual(expect.objectContaining({ type: 'ack', result: 'stored' }))
  expect(answer).not.toHaveProperty('warnings')
  expect(existsSync(join(device.deps.folder, 'spool', 'strip.jpg'))).toBe(false)
  expect(readFileSync(fileOf(uuid)).includes(jpeg.subarray(20, 200))).toBe(false)
  const { look_strip } = await detailOf(uuid)
  expect(look_strip).toMatchObject({
    width: 320,
    height: 120,
    url: expect.stringContaining(`${uuid}-s.jpg?`),
  })
})

test('an event with unusable thumbnails is stored without them, and the answer says why', async () => {
  for (const [more, issue] of [
    [{ look_strip: spooled('odd.jpg'), looks: [look, look, look] }, 'format'],
    [{ look_strip: spooled('none.jpg'), looks: [] }, 'format'],
    [{ look_strip: 'absent.jpg' }, 'not_found'],
    [{ look_strip: spooled('text.jpg', Buffer.from('no picture')) }, 'format'],
  ] as const) {
    const { uuid, answer } = await report(more)
    expect(answer).toMatchObject({
      type: 'ack',
      result: 'stored',
      warnings: [{ field: 'look_strip', issue }],
    })
    expect((await detailOf(uuid)).look_strip).toBeNull()
    expect(existsSync(fileOf(uuid))).toBe(false)
  }
  const refused = await report({ look_strip: '../key' })
  expect(refused.answer).toMatchObject({ type: 'refused', issues: [{ field: 'look_strip' }] })
})

test('with privacy protection no thumbnails are kept', async () => {
  const privacy = { images_process: true, privacy_protection: true }
  const saved = await device.call('update_event_param', privacy, await device.tokenOf('admin'))
  expect(saved.code).toBe(0)
  const { uuid } = await report({ look_strip: spooled('private.jpg') })
  expect((await detailOf(uuid)).look_strip).toBeNull()
  expect(existsSync(fileOf(uuid))).toBe(false)
})

test('beyond their retention or on a small disk, the oldest are deleted, and the event says so', async () => {
  const first = await report({ look_strip: spooled('a.jpg') })
  const second = await report({ look_strip: spooled('b.jpg') })
  // Room for one and a half strips.
  const total = (jpeg.length * 1.5) / look_strip_budget.disk_share
  await createLookStripRetention(device.deps, { space: () => Promise.resolve({ total }) }).runNow()
  expect((await detailOf(first.uuid)).look_strip).toEqual({ url: '', width: 320, height: 120 })
  expect(existsSync(fileOf(first.uuid))).toBe(false)
  expect((await detailOf(second.uuid)).look_strip?.url).not.toBe('')
  // An administrator sets a retention.
  const set = await device.call('update_retention', { look_days: 5 }, await device.tokenOf('admin'))
  expect(set.code).toBe(0)
  const later = () => Date.now() + 6 * 86_400_000
  const file = fileOf(second.uuid)
  await createLookStripRetention({ ...device.deps, now: later }).runNow()
  expect((await detailOf(second.uuid)).look_strip?.url).toBe('')
  expect(existsSync(file)).toBe(false)
})

test('thumbnails are deleted with their event', async () => {
  const { uuid } = await report({ look_strip: spooled('c.jpg') })
  const file = fileOf(uuid)
  const { deleteWithTombstone } = await import('#src/retention/retention-delete.store.ts')
  const { db } = device.deps
  const row = db.get(
    'SELECT event.*, parking_no, lot_no FROM event JOIN place USING (place_id) WHERE uuid = ?',
    [uuid],
  )
  const files = db.transaction(() => deleteWithTombstone(db, row as never, Date.now()))
  expect(files.map((path) => join(device.deps.media.folder, path))).toContain(file)
  expect(db.get('SELECT 1 FROM look_strip')).toBeUndefined()
})
