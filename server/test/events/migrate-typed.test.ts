/**
 * Migrations 0040 (typed events) and 0041 (tombstones of a lot), on a database of the version before with a
 * row of each kind: what was typed is known as typed, nothing else is, and no row is lost.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { event_status } from '@parking/contract'
import { openDatabase, type Db } from '#src/core/db.ts'
import { contentOf } from '#src/dossier/dossier-content.ts'
import { tombstonesOfLot } from '#src/events/record/event-tombstone.store.ts'
import { placeId } from '#src/events/record/event.store.ts'
import { insertKnown } from '../changes/last-version.ts'
import { migrations, openDevice, type Device } from '../device.ts'
import { updateAllStays } from '../stays/stay-device.ts'

const minute = 60_000
const begin = Date.UTC(2026, 10, 20, 2)
const place = (lot_no: string) => ({
  parking_no: 'P-1',
  camera_sn: 'SN-0001',
  camera_name: '东门 1',
  scene_id: 'scene-1',
  lot_no,
})

/** uuids that say what each event is. */
const uuid = (n: number) => `0190a1b2-0000-7000-8000-00000000000${n}`
const [entry, typed_exit, own_words, checked, dropped, undone] = [1, 2, 3, 4, 5, 6].map(uuid) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const gone = uuid(9)

function put(db: Db, one: string, at: number, event_type: number, lot_no: string, comment = ''): number {
  insertKnown(db, 'event', {
    uuid: one,
    event_ms: begin + at * minute,
    create_ms: begin + at * minute,
    place_id: placeId(db, place(lot_no)),
    event_type,
    plate_number: '粤B12345',
    plate_key: '粤B12345',
    plate_color: 'blue',
    confidence: comment === '' ? 90 : 100,
    status: event_status.pending,
    reason: 'taken_in',
    comment,
    next_try_ms: begin,
    to_check: 0,
  })
  db.run('UPDATE event SET status = ? WHERE uuid = ?', [event_status.sent, one])
  return db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [one])!.event_id
}

const repaired = (db: Db, act: string, one: string, undone_ms: number | null = null) =>
  db.run(
    `INSERT INTO stay_repair (at_ms, done_by, act, reason, lot_no, entry_uuid, exit_uuid, uuids, accepted,
       undone_ms) VALUES (?, 'operator', ?, 'x', 'A01', '', '', ?, 0, ?)`,
    [begin, act, JSON.stringify([one]), undone_ms],
  )
const judged = (db: Db, event_id: number, verdict: string) =>
  db.run(
    `INSERT INTO event_check (event_id, at_ms, checked_by, verdict, plate_before, plate_after, reason)
     VALUES (?, ?, 'operator', ?, '粤B12345', '粤B12345', 'x')`,
    [event_id, begin, verdict],
  )

function writeVersionBefore(folder: string): void {
  const earlier = join(folder, 'earlier')
  mkdirSync(earlier)
  for (const name of readdirSync(migrations).filter((file) => file < '0040'))
    copyFileSync(join(migrations, name), join(earlier, name))
  const db = openDatabase(join(folder, 'parking.db'), earlier)
  put(db, entry, 0, 1, 'A01')
  put(db, typed_exit, 30, 3, 'A01', 'added_by_hand')
  repaired(db, 'close', typed_exit)
  // An application may have sent the same words.
  put(db, own_words, 0, 1, 'A02', 'added_by_hand')
  repaired(db, 'plate', own_words)
  judged(db, put(db, checked, 0, 1, 'A03'), 'confirmed')
  judged(db, put(db, dropped, 20, 3, 'A03'), 'discarded')
  repaired(db, 'drop', dropped)
  judged(db, put(db, undone, 40, 3, 'A03', 'added_by_hand'), 'discarded')
  repaired(db, 'close', undone, begin + minute)
  for (const [one, lot_no, at] of [
    [gone, 'A01', 10],
    [uuid(8), 'A02', 10],
  ] as const)
    db.run(
      `INSERT INTO event_tombstone VALUES (?, ?, 'P-1', ?, 2, '粤B12345', ${event_status.sent}, ?, 'admin')`,
      [one, begin + at * minute, lot_no, begin + 60 * minute],
    )
  // The evidence log of the version before was complete.
  db.run('DELETE FROM proof_todo')
  db.close()
}

let device: Device
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-'))
  writeVersionBefore(folder)
  device = await openDevice({ folder })
})
afterEach(() => device.close())

test('events that a repair added are typed, and no others; their comment is empty', () => {
  const { db } = device.deps
  expect(db.all('SELECT uuid, typed, comment FROM event ORDER BY uuid')).toEqual(
    [
      [entry, 0, ''],
      [typed_exit, 1, ''],
      [own_words, 0, 'added_by_hand'],
      [checked, 0, ''],
      [dropped, 0, ''],
      [undone, 1, ''],
    ].map(([one, typed, comment]) => ({ uuid: one, typed, comment })),
  )
  // The evidence log gets their new state.
  const noted = db.all<{ uuid: string }>('SELECT uuid FROM proof_todo').map((row) => row.uuid)
  expect(noted.toSorted()).toEqual([typed_exit, undone])
})

test('detail, stays and dossier show them as typed, withdrawn and observed', async () => {
  const { db, proof_log, now } = device.deps
  const token = await device.tokenOf('operator')
  updateAllStays(db)
  const standings = async (one: string) =>
    (await device.call('stay_detail', { uuid: one }, token)).data.events.map((event) => [
      event.uuid,
      event.standing,
      event.confidence,
    ])
  expect(await standings(entry)).toEqual([
    [entry, 'observed', 90],
    [typed_exit, 'typed', null],
  ])
  expect(await standings(checked)).toEqual([
    [checked, 'observed', 90],
    [dropped, 'withdrawn', 90],
    [undone, 'withdrawn', null],
  ])
  await proof_log.caughtUp()
  const id = db.get<{ event_id: number }>('SELECT event_id FROM event WHERE uuid = ?', [entry])!.event_id
  const content = contentOf({ db, now, proof: proof_log.reader() }, id)
  expect(content.events.map(({ standing }) => standing)).toEqual(['observed', 'typed'])
  expect(content.gone).toMatchObject([{ uuid: gone, deleted_by: 'admin' }])
})

test('the tombstones of a lot and a time are found by an index, and none is lost', () => {
  const { db } = device.deps
  expect(db.get('SELECT count(*) AS n FROM event_tombstone')).toEqual({ n: 2 })
  expect(tombstonesOfLot(db, 'A01', begin, begin + 20 * minute).map((one) => one.uuid)).toEqual([gone])
  expect(tombstonesOfLot(db, 'A01', begin + 11 * minute, begin + 20 * minute)).toEqual([])
  const plan = db.all<{ detail: string }>(
    'EXPLAIN QUERY PLAN SELECT uuid FROM event_tombstone WHERE lot_no = ? AND event_ms BETWEEN ? AND ?',
    ['A01', 0, 1],
  )
  expect(plan.map(({ detail }) => detail).join()).toContain('event_tombstone_of_lot')
})
