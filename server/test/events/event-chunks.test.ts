/**
 * Chunks of events: a search gives the result of a scan of every row, whether they are stored or missing, and
 * stored ones are never stale. Long because all properties share one device.
 */
import { barePlate } from '@parking/contract'
import { started } from '#src/core/part.ts'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildChunk, chunksOf, chunksToBuild } from '#src/events/list/event-chunk.store.ts'
import { chunk_size } from '#src/events/list/event-sets.ts'
import { listEvents } from '#src/events/list/event-list.ts'
import { createEventChunkBuilder } from '#src/workers/event-chunk-builder.ts'
import { openDevice, type Device } from '../device.ts'
import { begin, filters, hour, meant, one, type One, type Row } from './random-events.ts'
import { storeEvent } from './event-device.ts'

let device: Device
let came = 0
/** Number of events to the next event id: chunk 3 has no events, and 5 is the newest. */
const jumps = new Map([
  [600, chunk_size + 17],
  [1700, chunk_size * 2 - 40],
  [3000, chunk_size * 4 + 1],
  [4000, chunk_size * 5 - 200],
])

/** Times grow with the ids, but one event in ten arrives much later, as after an outage. */
function put({ at, late, lot, event_type, plate: plate_number, color, status }: One): void {
  const event_ms = begin + (late === 0 ? at * hour : (came += 60_000))
  const place = {
    parking_no: 'P-1',
    camera_sn: `S${lot % 2}`,
    camera_name: `Cam ${lot % 2}`,
    scene_id: 's',
    lot_no: `L${lot}`,
  }
  storeEvent(device.deps.db, event_ms, {
    event_type,
    plate_number,
    plate_color: color,
    confidence: 1,
    status,
    place,
  })
}

beforeAll(async () => {
  device = await openDevice()
  const { db } = device.deps
  const events = fc.sample(one, { numRuns: 4596, seed: 24 })
  db.transaction(() => {
    for (const [at, event] of events.entries()) {
      const next = jumps.get(at)
      if (next !== undefined)
        db.run(
          `INSERT INTO event (event_id, uuid, event_ms, create_ms, place_id, event_type, plate_number,
            plate_key, plate_color, confidence, status, next_try_ms)
            VALUES (?, ?, ?, ?, 1, 1, '', '', 'blue', 1, 0, 0)`,
          [next, randomUUID(), begin, begin],
        )
      put(event)
    }
  })
})
afterAll(() => device.close())

function holds(numRuns: number, seed: number): void {
  const { db, media } = device.deps
  const rows = db.all<Row>(
    `SELECT uuid, event_id, event_ms, event_type, status, plate_color, plate_key, lot_no, camera_name
      FROM event NOT INDEXED JOIN place USING (place_id)`,
  )
  fc.assert(
    fc.property(filters, fc.constantFrom(7, 50, 120), fc.nat(), (filter, page_size, somewhere) => {
      const wanted = meant(rows, filter)
      const ask = (where: { page: number; cursor?: string }) =>
        listEvents(db, media, { ...filter, page_size, ...where }, begin)
      const uuids = (answer: ReturnType<typeof ask>) => answer.list.map(({ uuid }) => uuid)
      const pages = Math.max(1, Math.ceil(wanted.length / page_size))
      for (const page of new Set([1, 1 + (somewhere % pages), pages, pages + 1])) {
        const answer = ask({ page })
        expect(answer.total).toBe(wanted.length)
        expect(uuids(answer)).toEqual(wanted.slice((page - 1) * page_size, page * page_size))
        if (answer.next === undefined) continue
        const behind = ask({ page: 1, cursor: answer.next })
        expect(uuids(behind)).toEqual(wanted.slice(page * page_size, (page + 1) * page_size))
        expect(uuids(ask({ page: 1, cursor: behind.previous! }))).toEqual(uuids(answer))
      }
      expect(uuids(ask({ page: 1, cursor: 'last' }))).toEqual(wanted.slice(-page_size))
    }),
    { numRuns, seed, endOnFailure: true },
  )
}

const buildAll = () =>
  device.deps.db.transaction(() => {
    for (const chunk of chunksToBuild(device.deps.db)) buildChunk(device.deps.db, chunk)
  })

test('without stored chunks the list equals a scan of every row', () => {
  expect(chunksOf(device.deps.db)).toEqual({ built: [], missing: [0, 1, 2, 3, 4, 5] })
  holds(50, 1)
})

test('with all chunks stored, except the newest, which never is, the list equals a scan', () => {
  buildAll()
  expect(chunksOf(device.deps.db)).toMatchObject({
    built: [{ chunk: 0 }, { chunk: 1 }, { chunk: 2 }, { chunk: 3, n: 0 }, { chunk: 4 }],
    missing: [5],
  })
  holds(150, 2)
})

type Action = {
  action:
    | 'sent on'
    | 'corrected'
    | 'moved in time'
    | 'moved to a lot'
    | 'answered'
    | 'recoloured'
    | 'deleted'
    | 'tried again'
    | 'came in'
  pick: number
  with: One
}
const actions = fc.array(
  fc.record({
    action: fc.constantFrom<Action['action']>(
      'sent on',
      'corrected',
      'moved in time',
      'moved to a lot',
      'answered',
      'recoloured',
      'deleted',
      'tried again',
      'came in',
    ),
    pick: fc.nat(),
    with: one,
  }),
  { minLength: 1, maxLength: 6 },
)

function apply({ action, pick, with: other }: Action): void {
  const { db } = device.deps
  const { n } = db.get<{ n: number }>('SELECT count(*) AS n FROM event')!
  const { event_id, status } = db.get<{ event_id: number; status: number }>(
    'SELECT event_id, status FROM event ORDER BY event_id LIMIT 1 OFFSET ?',
    [pick % n],
  )!
  if (action === 'sent on')
    db.run("UPDATE event SET status = ?, reason = 'no_address' WHERE event_id = ?", [
      status === 0 ? 1 : status,
      event_id,
    ])
  if (action === 'corrected')
    db.run('UPDATE event SET plate_key = ?, checked_plate = ? WHERE event_id = ?', [
      barePlate(other.plate),
      other.plate,
      event_id,
    ])
  if (action === 'moved in time')
    db.run('UPDATE event SET event_ms = ? WHERE event_id = ?', [begin + other.at * hour, event_id])
  if (action === 'moved to a lot')
    db.run('UPDATE event SET place_id = ? WHERE event_id = ?', [1 + other.lot, event_id])
  if (action === 'answered')
    db.run('UPDATE event SET response_status = ? WHERE event_id = ?', [other.lot % 2, event_id])
  if (action === 'recoloured')
    db.run('UPDATE event SET plate_color = ? WHERE event_id = ?', [other.color, event_id])
  if (action === 'deleted') db.run('DELETE FROM event WHERE event_id = ?', [event_id])
  if (action === 'tried again')
    db.run('UPDATE event SET count_tried = count_tried + 1 WHERE event_id = ?', [event_id])
  if (action === 'came in') put(other)
}

test('after any changes to events, a stored chunk equals a newly built one', () => {
  const { db } = device.deps
  const stored = () => [
    ...db.all<{ chunk: number }>('SELECT chunk, n, min_ms, max_ms, hex(times) FROM event_chunk'),
    ...db.all<{ chunk: number }>(
      `SELECT chunk, key, hex(sets) FROM event_chunk CROSS JOIN event_key
        JOIN event_set ON set_id = key_id * 1048576 + chunk ORDER BY chunk, key`,
    ),
  ]
  fc.assert(
    fc.property(actions, (all) => {
      buildAll()
      for (const action of all) apply(action)
      const left = stored()
      const unchanged = new Set(left.map(({ chunk }) => chunk))
      if (all.every(({ action }) => action === 'tried again')) expect(unchanged.size).toBe(5)
      db.transaction(() => unchanged.forEach((chunk) => buildChunk(db, chunk)))
      expect(stored()).toEqual(left)
    }),
    { numRuns: 25, seed: 3, endOnFailure: true },
  )
  apply({
    action: 'corrected',
    pick: 4,
    with: { at: 0, late: 1, lot: 0, event_type: 1, plate: '%_%', color: 'blue', status: 0 },
  })
  holds(40, 4)
  buildAll()
  holds(40, 9)
})

test('a rollback leaves chunks as they were', () => {
  const { db } = device.deps
  buildAll()
  const before = chunksOf(db)
  expect(() =>
    db.transaction(() => {
      db.run('DELETE FROM event WHERE event_id < 100')
      expect(chunksOf(db).missing).toEqual([0, 5])
      throw new Error('power cut')
    }),
  ).toThrow('power cut')
  expect(chunksOf(db)).toEqual(before)
})

test('the worker builds missing chunks, drops those without events, and stops on request', async () => {
  const { db } = device.deps
  db.run('DELETE FROM event_chunk')
  const builder = await started(createEventChunkBuilder(device.deps, hour))
  await builder.runNow()
  expect(chunksToBuild(db)).toEqual([])
  db.run('UPDATE event SET event_ms = event_ms + 1 WHERE event_id = (SELECT min(event_id) FROM event)')
  expect(chunksToBuild(db)).toEqual([0])
  db.run('DELETE FROM event WHERE event_id < ?', [chunk_size])
  await builder.runNow()
  expect(db.all('SELECT DISTINCT set_id % 1048576 AS chunk FROM event_set ORDER BY 1')).toEqual([
    { chunk: 1 },
    { chunk: 2 },
    { chunk: 4 },
  ])
  db.run('DELETE FROM event_chunk')
  const under_way = builder.runNow()
  await builder.stop()
  await under_way
  expect(chunksToBuild(db).length).toBeGreaterThan(0)
  holds(20, 5)
})
