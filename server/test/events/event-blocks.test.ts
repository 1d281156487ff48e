/**
 * Blocks and sections of events: a search gives the result of a scan of every row, whether they are stored or
 * missing, and stored ones are never stale. Long because all properties share one device.
 */
import { started } from '#src/core/part.ts'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { block_size, section_size } from '#src/events/list/event-block-size.ts'
import { blocksOf, blocksToKeep, keepBlock } from '#src/events/list/event-block.store.ts'
import { buildSection, sectionsToBuild } from '#src/events/list/event-section-build.ts'
import { builtSections, knownSections } from '#src/events/list/event-section.store.ts'
import { insertEvent, plateKey } from '#src/events/record/event.store.ts'
import { listEvents } from '#src/events/list/event-list.ts'
import { createEventBlockBuilder } from '#src/workers/event-block-builder.ts'
import { openDevice, type Device } from '../device.ts'
import { begin, filters, hour, meant, one, type One, type Row } from './random-events.ts'

let device: Device
let came = 0
/**
 * Number of events to the next event id: sections 0 and 1 have events in distant blocks, 2 has none, and 3 is
 * the newest. The gaps are longer than the number of blocks that are read from the events.
 */
const jumps = new Map([
  [600, block_size * 26 + 17],
  [1700, section_size + 5],
  [3000, section_size + block_size * 3 + 1],
  [4000, section_size * 3 + block_size - 200],
])
const all_blocks = 98

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

const keepAll = () =>
  device.deps.db.transaction(() => {
    for (const block of blocksToKeep(device.deps.db)) keepBlock(device.deps.db, block)
  })

test('without stored blocks the list equals a scan of every row', () => {
  expect(blocksOf(device.deps.db)).toMatchObject({ sections: [], kept: [], open: { length: all_blocks } })
  holds(50, 1)
})

test('with all blocks stored, except the newest, which never is, the list equals a scan', () => {
  keepAll()
  const { kept, open } = blocksOf(device.deps.db)
  expect([kept.map(({ block }) => block), open]).toEqual([[0, 26, 32, 35, 96], [97]])
  holds(60, 2)
})

const buildAll = () =>
  device.deps.db.transaction(() => {
    keepAll()
    for (const section of sectionsToBuild(device.deps.db)) Array.from(buildSection(device.deps.db, section))
  })

test('with all sections built, except the newest, which never is, the list equals a scan', () => {
  buildAll()
  expect(blocksOf(device.deps.db)).toMatchObject({
    sections: [{ section: 0 }, { section: 1 }, { section: 2, n: 0 }],
    kept: [{ block: 96 }],
    open: [97],
  })
  holds(100, 6)
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

test('after any changes to events, a stored block equals a newly built one', () => {
  const { db } = device.deps
  const stored = () =>
    db.all(
      `SELECT block, n, least_ms, most_ms, width, hex(kinds) AS kinds, hex(plates) AS plates,
        hex(folds) AS folds, hex(times) AS times FROM event_block WHERE n > 0 ORDER BY block`,
    )
  fc.assert(
    fc.property(actions, (all) => {
      keepAll()
      const before = stored().length
      for (const action of all) apply(action)
      const left = stored()
      if (all.every(({ action }) => action === 'tried again')) expect(left).toHaveLength(before)
      db.transaction(() => left.forEach(({ block }) => keepBlock(db, Number(block))))
      expect(stored()).toEqual(left)
    }),
    { numRuns: 20, seed: 3, endOnFailure: true },
  )
  apply({
    action: 'corrected',
    pick: 4,
    with: { at: 0, late: 1, lot: 0, event_type: 1, plate: '%_%', color: 'blue', status: 0 },
  })
  holds(40, 4)
})

test('after any changes to events, a section marked as built equals a newly built one', () => {
  const { db } = device.deps
  const stored = () => [
    ...db.all('SELECT * FROM event_section WHERE state = 2'),
    ...db.all(`SELECT section, hex(counts) AS counts, hex(place_ids) AS place_ids, hex(places) AS places
      FROM event_section_kinds WHERE section IN (SELECT section FROM event_section WHERE state = 2)`),
    ...db.all(`SELECT section, trait, hex(events) AS events FROM event_trait
      WHERE section IN (SELECT section FROM event_section WHERE state = 2)`),
    ...db.all(`SELECT section, gram, hex(lists) AS lists FROM event_gram
      WHERE section IN (SELECT section FROM event_section WHERE state = 2)`),
  ]
  fc.assert(
    fc.property(actions, fc.nat(40), (all, slices) => {
      buildAll()
      db.run('UPDATE event_section SET state = 0 WHERE section = 1')
      const building = buildSection(db, 1)
      for (let slice = 0; slice < slices; slice++) building.next()
      for (const action of all) apply(action)
      // A change during the build aborts it, whether the blocks were rebuilt meanwhile or not.
      if (slices % 2 === 0) keepAll()
      while (!building.next().done);
      const left = stored()
      const changed = builtSections(db).map(({ section }) => section)
      keepAll()
      db.run('UPDATE event_section SET state = 0')
      for (const section of changed) Array.from(buildSection(db, section))
      expect(stored()).toEqual(left)
      if (all.every(({ action }) => action === 'tried again')) expect(changed).toEqual([0, 1, 2])
    }),
    { numRuns: 25, seed: 8, endOnFailure: true },
  )
  holds(40, 9)
  buildAll()
  holds(20, 10)
})

test('a rollback leaves blocks and sections as they were', () => {
  const { db } = device.deps
  buildAll()
  const before = blocksOf(db)
  expect(() =>
    db.transaction(() => {
      db.run('DELETE FROM event WHERE event_id < 100')
      expect(blocksOf(db)).toMatchObject({ sections: { length: before.sections.length - 1 }, open: [0, 97] })
      throw new Error('power cut')
    }),
  ).toThrow('power cut')
  expect(blocksOf(db)).toEqual(before)
})

const touchFirst = () =>
  device.deps.db.run(
    'UPDATE event SET event_ms = event_ms + 1 WHERE event_id = (SELECT min(event_id) FROM event)',
  )
const forgetAll = () => {
  device.deps.db.run('UPDATE event_section SET state = 0')
  device.deps.db.run('DELETE FROM event_block')
}

test('the worker rebuilds missing blocks, even of a range without events, and stops on request', async () => {
  const { db } = device.deps
  forgetAll()
  const keeper = await started(createEventBlockBuilder(device.deps, hour))
  await keeper.runNow()
  expect([blocksToKeep(db), sectionsToBuild(db)]).toEqual([[], []])
  expect(builtSections(db)).toHaveLength(3)
  touchFirst()
  expect(blocksToKeep(db)).toEqual([0])
  await keeper.runNow()
  expect(blocksToKeep(db)).toEqual([])
  // The worker waits until the section has not changed for a while.
  expect(sectionsToBuild(db)).toEqual([0])
  forgetAll()
  const under_way = keeper.runNow()
  await keeper.stop()
  await under_way
  expect(blocksToKeep(db).length).toBeGreaterThan(0)
  holds(20, 5)
})

test('an unchanging section is built again, and one whose events were all deleted is removed', async () => {
  const { db } = device.deps
  const keeper = await started(createEventBlockBuilder(device.deps, hour, 0))
  await keeper.runNow()
  touchFirst()
  await keeper.runNow()
  expect(builtSections(db).map(({ section }) => section)).toEqual([0, 1, 2])
  holds(10, 11)
  db.run('DELETE FROM event WHERE event_id < ?', [section_size])
  await keeper.runNow()
  expect(knownSections(db)).toEqual([1, 2])
  expect(db.all('SELECT DISTINCT section FROM event_gram')).toEqual([{ section: 1 }])
  holds(10, 12)
  await keeper.stop()
})
