/**
 * Blocks of events: a search through them finds what a scan of every row finds, whether blocks are stored
 * or missing, and a stored block is never stale. Long because a model of random events serves all of it.
 */
import { started } from '#src/core/part.ts'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plateFold } from '@parking/contract'
import { block_size, blocksOf, blocksToKeep, keepBlock } from '#src/events/list/event-block.store.ts'
import { insertEvent, plateKey } from '#src/events/record/event.store.ts'
import { listEvents } from '#src/events/list/event-list.ts'
import type { EventFilter } from '#src/events/list/event-terms.store.ts'
import { momentOf, stampOf } from '#src/core/stamp.ts'
import { createBlockKeeper } from '#src/workers/block-keeper.ts'
import { openDevice, type Device } from '../device.ts'

let device: Device
let came = 0
const begin = Date.UTC(2026, 0, 1)
const hour = 3_600_000
/** The ids are so far apart that more blocks lie between than anyone would read without them. */
const far_id = block_size * 26 + 17
const characters = [
  '粤',
  '沪',
  '津',
  '川',
  '云',
  '京',
  'A',
  'B',
  '8',
  'D',
  '0',
  'O',
  'Q',
  'I',
  '1',
  'S',
  '5',
  '%',
  '_',
  '*',
  '?',
  '[',
  ']',
  '"',
  "'",
  '𠀀',
  'é',
  'é',
  'ß',
  '臺',
  '台',
]
const plate = fc.array(fc.constantFrom(...characters), { maxLength: 9 }).map((all) => all.join(''))
const one = fc.record({
  at: fc.integer({ min: 0, max: 60 * 24 }),
  late: fc.integer({ min: 0, max: 9 }),
  lot: fc.integer({ min: 0, max: 5 }),
  event_type: fc.constantFrom(1, 3, 4, 7),
  plate,
  color: fc.constantFrom<'blue' | 'green' | 'unknown'>('blue', 'green', 'unknown'),
  status: fc.constantFrom(0, 8, 1),
})
type One = typeof one extends fc.Arbitrary<infer T> ? T : never

/** Times grow with the ids, but one of ten comes much later, as after an outage. */
function put({ at, late, lot, event_type, plate: plate_number, color, status }: One): void {
  const event_ms = begin + (late === 0 ? at * hour : (came += 60_000))
  const place = {
    parking_no: 'P-1',
    camera_sn: `S${lot % 2}`,
    camera_name: `Cam ${lot % 2}`,
    scene_id: 's',
    lot_no: `L${lot}`,
  }
  insertEvent(device.deps.db, {
    uuid: randomUUID(),
    event_ms,
    create_ms: event_ms,
    event_type,
    plate_number,
    plate_color: color,
    confidence: 1,
    status,
    place,
    pictures: [],
  })
}

beforeAll(async () => {
  device = await openDevice()
  const { db } = device.deps
  const events = fc.sample(one, { numRuns: 2 * block_size + 500, seed: 24 })
  db.transaction(() => {
    for (const [at, event] of events.entries()) {
      if (at === 600)
        db.run(
          `INSERT INTO event (event_id, uuid, event_ms, create_ms, place_id, event_type, plate_number,
            plate_key, plate_color, confidence, status, next_try_ms)
            VALUES (?, ?, ?, ?, 1, 1, '', '', 'blue', 1, 0, 0)`,
          [far_id, randomUUID(), begin, begin],
        )
      put(event)
    }
  })
})
afterAll(() => device.close())

type Row = {
  uuid: string
  event_id: number
  event_ms: number
  event_type: number
  status: number
  plate_color: string
  plate_key: string
  lot_no: string
  camera_name: string
}

/** The filter, applied row by row. */
function meant(rows: readonly Row[], filter: EventFilter): string[] {
  const wanted = plateKey(filter.plate_number ?? '')
  return rows
    .filter(
      (row) =>
        (filter.event_type === undefined || row.event_type === filter.event_type) &&
        (filter.status === undefined || row.status === filter.status) &&
        (filter.plate_color === undefined || row.plate_color === filter.plate_color) &&
        (!filter.lot_no || row.lot_no === filter.lot_no) &&
        (!filter.camera_name || row.camera_name === filter.camera_name) &&
        (filter.start_time === undefined || row.event_ms >= momentOf(filter.start_time)) &&
        (filter.end_time === undefined || row.event_ms < momentOf(filter.end_time) + 1000) &&
        (filter.plate_like
          ? plateFold(row.plate_key).includes(plateFold(wanted))
          : row.plate_key.includes(wanted)),
    )
    .toSorted((a, b) => b.event_ms - a.event_ms || b.event_id - a.event_id)
    .map(({ uuid }) => uuid)
}

const part = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(fc.constantFrom(...characters), { minLength: 1, maxLength: 2 })
      .map((all) => all.join('')),
  },
  { weight: 1, arbitrary: plate },
  { weight: 1, arbitrary: fc.constantFrom('b', 'é', ' 8 ', 'ｂ', '\ud840', 'a-8', '\n') },
)
const stamp = fc.integer({ min: -5, max: 70 * 24 }).map((hours) => stampOf(begin + hours * hour))
const filters = fc.record(
  {
    plate_number: part,
    plate_like: fc.boolean(),
    lot_no: fc.constantFrom('L0', 'L3', 'L9'),
    camera_name: fc.constantFrom('Cam 0', 'Cam 1'),
    event_type: fc.constantFrom(1, 7, 2),
    status: fc.constantFrom(0, 8, 2),
    plate_color: fc.constantFrom('blue', 'green'),
    start_time: stamp,
    end_time: stamp,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<EventFilter>

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

const keepAll = () =>
  device.deps.db.transaction(() => {
    for (const block of blocksToKeep(device.deps.db)) keepBlock(device.deps.db, block)
  })

test('without stored blocks, the list is that of a scan of every row', () => {
  expect(blocksOf(device.deps.db)).toMatchObject({ kept: [], open: { length: 28 } })
  holds(50, 1)
})

test('the same with all of them stored but the newest, which never is', () => {
  keepAll()
  const { kept, open } = blocksOf(device.deps.db)
  expect([kept.map(({ block }) => block), open]).toEqual([[0, 26], [27]])
  holds(100, 2)
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

function does({ action, pick, with: other }: Action): void {
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
      plateKey(other.plate),
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

test('after any changes to events, a stored block equals one that is built now', () => {
  const { db } = device.deps
  const stored = () =>
    db.all(
      `SELECT block, n, least_ms, most_ms, width, hex(kinds) AS kinds, hex(plates) AS plates,
        hex(folds) AS folds, hex(times) AS times FROM event_block ORDER BY block`,
    )
  fc.assert(
    fc.property(actions, (all) => {
      keepAll()
      const before = stored().length
      for (const action of all) does(action)
      const left = stored()
      if (all.every(({ action }) => action === 'tried again')) expect(left).toHaveLength(before)
      db.transaction(() => left.forEach(({ block }) => keepBlock(db, Number(block))))
      expect(stored()).toEqual(left)
    }),
    { numRuns: 30, seed: 3, endOnFailure: true },
  )
  does({
    action: 'corrected',
    pick: 4,
    with: { at: 0, late: 1, lot: 0, event_type: 1, plate: '%_%', color: 'blue', status: 0 },
  })
  holds(40, 4)
})

test('a rollback leaves the block as it was', () => {
  const { db } = device.deps
  keepAll()
  const { kept } = blocksOf(db)
  expect(() =>
    db.transaction(() => {
      db.run('DELETE FROM event WHERE event_id < 100')
      expect(blocksOf(db).kept).toHaveLength(kept.length - 1)
      throw new Error('power cut')
    }),
  ).toThrow('power cut')
  expect(blocksOf(db).kept).toEqual(kept)
})

test('the worker rebuilds missing blocks, also of a range without events, and stops when asked', async () => {
  const { db } = device.deps
  db.run('DELETE FROM event_block')
  const keeper = await started(createBlockKeeper(device.deps, hour))
  await keeper.look()
  expect(blocksToKeep(db)).toEqual([])
  db.run('UPDATE event SET event_ms = event_ms + 1 WHERE event_id IN (SELECT min(event_id) FROM event)')
  expect(blocksToKeep(db)).toEqual([0])
  await keeper.look()
  expect(blocksToKeep(db)).toEqual([])
  db.run('DELETE FROM event_block')
  const under_way = keeper.look()
  await keeper.stop()
  await under_way
  expect(blocksToKeep(db).length).toBeGreaterThan(0)
  holds(20, 5)
})
