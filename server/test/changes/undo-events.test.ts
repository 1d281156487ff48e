/** Deleted events come back as they were: rows, pictures, checks, counters and their place in the queue. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { code } from '@parking/contract'
import { expect, test } from 'vitest'
import { endEventUndos } from '#src/changes/change.store.ts'
import { hasEvent } from '#src/events/record/event.store.ts'
import { picturePath } from '#src/events/record/event-paths.ts'
import { acts, admin, box, newest, setUpUndo, undo } from './undo-box.ts'

setUpUndo()

const sent = '11111111-1111-4111-8111-111111111111'
const unsent = '22222222-2222-4222-8222-222222222222'
const tables = ['event', 'event_picture', 'event_move', 'event_check', 'event_tally', 'event_day'] as const
const counters = ['event_ledger', 'media_tally', 'event_pace', 'event_tombstone'] as const

/** All stored data of the events, except the new ids of their checks. */
const known = () =>
  Object.fromEntries(
    [...tables, ...counters].map((table) => [
      table,
      box.deps.db.all(`SELECT * FROM ${table}`).map(({ check_id: _, ...row }) => row),
    ]),
  )
const nonzero = ({ event_tally, ...rest }: ReturnType<typeof known>) => ({
  ...rest,
  event_tally: event_tally!.filter(({ n }) => n !== 0),
})

test('two events, one unsent and checked, come back with everything that belongs to them', async () => {
  const { db } = box.deps
  db.run(`INSERT INTO event_check (event_id, at_ms, checked_by, verdict, plate_before, plate_after, reason)
    SELECT event_id, 1, 'admin', 'confirmed', plate_number, plate_number, '' FROM event
     WHERE uuid = '${unsent}'`)
  const before = nonzero(known())
  const create_ms = db.get<{ create_ms: number }>('SELECT create_ms FROM event LIMIT 1')!.create_ms
  const picture = (uuid: string) => existsSync(join(box.folder, 'media', picturePath(create_ms, uuid, 0)))
  expect((await box.call('delete_parking_event', { list: [sent, unsent] }, admin)).data).toEqual({
    deleted: 2,
  })
  expect([picture(sent), picture(unsent), db.all('SELECT * FROM event')]).toEqual([false, false, []])
  const [act] = await acts()
  expect(act).toMatchObject({
    kind: 'delete_events',
    names: ['粤B12345'],
    counts: { events: 2 },
    until_time_str: '2026-11-22 00:30:01',
  })
  // Another event comes in meanwhile and takes a number that has become free.
  box.wait(1_000)
  expect((await undo([act!.act_id])).data).toEqual({ parts: 2, kept: 0 })
  expect(nonzero(known())).toEqual(before)
  expect([picture(sent), picture(unsent)]).toEqual([true, true])
  expect(hasEvent(db, sent)).toBe(true)
  const { data } = await box.call('parking_event_detail', { uuid: unsent }, admin)
  expect(data.checks).toMatchObject([{ by: 'admin', verdict: 'confirmed' }])
})

test('only administrators may undo, within a day, and only if the disk has room', async () => {
  await box.call('delete_parking_event', { list: [sent] }, admin)
  const act_id = await newest()
  expect((await undo([act_id], {}, await box.tokenOf('operator'))).code).toBe(code.permission_denied)
  expect(endEventUndos(box.deps.db, box.deps.now(), 0)).toBe(1)
  expect(await undo([act_id])).toMatchObject({ data: { reason: 'act_expired' } })
  await box.call('delete_parking_event', { list: [unsent] }, admin)
  box.wait(86_400_000)
  const again = await box.tokenOf('admin')
  expect(await undo([(await acts(again))[0]!.act_id], {}, again)).toMatchObject({
    data: { reason: 'act_expired' },
  })
})

test('an event whose pictures are gone comes back without them', async () => {
  await box.call('delete_parking_event', { list: [sent] }, admin)
  rmSync(join(box.folder, 'acts'), { recursive: true, force: true })
  expect((await undo([await newest()])).data).toEqual({ parts: 1, kept: 0 })
})
