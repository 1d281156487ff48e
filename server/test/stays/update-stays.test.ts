/**
 * Stored stays equal the stays of the current events, whatever changed in whatever order; and the same plate
 * on two lots at once is detected. Long because all properties share one device.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { impossible_from_ms, marksIn } from '@parking/contract'
import { updateStays } from '#src/stays/update-stays.ts'
import { contradicted } from '#src/stays/stay-facts.ts'
import { migrations, openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { updateAllStays, see } from './stay-device.ts'

let device: Device
beforeAll(async () => {
  device = await openDevice()
  plantLots(device.deps.db)
})
afterAll(() => device.close())

const begin = Date.UTC(2026, 0, 1)
const hour = 3_600_000

function stored() {
  return device.deps.db.all(
    `SELECT stay_id, lot_no, place_id, entry_id, exit_id, begin_ms, seen_ms, end_ms, plate_number, marks,
      accepted
      FROM stay ORDER BY lot_no, begin_ms, stay_id`,
  )
}

/** Number of stays by irregularity, as counted by the triggers and as counted from the stays. */
function tallied() {
  const { db } = device.deps
  return [
    db.all('SELECT irregular, n FROM stay_tally WHERE n <> 0 ORDER BY irregular'),
    db.all(
      'SELECT irregular, count(*) AS n FROM stay WHERE irregular <> 0 GROUP BY irregular ORDER BY irregular',
    ),
  ] as const
}

type PlateStay = Parameters<typeof contradicted>[0][number] & { plate_key: string }
const byNumber = (a: number, b: number): number => a - b

/** Ids of the stays that contradict another, computed from all stays of each plate. */
function contradictingStays(): number[] {
  const stays = device.deps.db.all<PlateStay>(
    `SELECT stay_id, lot_no, begin_ms, seen_ms, end_ms, marks, plate_key FROM stay
      WHERE plate_key <> '' ORDER BY begin_ms, stay_id`,
  )
  return [...new Set(stays.map(({ plate_key }) => plate_key))]
    .flatMap((plate) => [...contradicted(stays.filter(({ plate_key }) => plate_key === plate))])
    .sort(byNumber)
}
const markedImpossible = (): number[] =>
  device.deps.db
    .all<{ stay_id: number; marks: number }>('SELECT stay_id, marks FROM stay')
    .filter(({ marks }) => marksIn(marks).includes('impossible'))
    .map(({ stay_id }) => stay_id)
    .sort(byNumber)

function clear(): void {
  for (const table of ['event', 'stay', 'stay_due']) device.deps.db.run(`DELETE FROM ${table}`)
}

/** All stays computed from the events alone. */
function fresh() {
  const { db } = device.deps
  db.run('DELETE FROM stay')
  db.run(
    `INSERT INTO stay_due SELECT place_id, -9007199254740991, 9007199254740991 FROM place
      WHERE true ON CONFLICT DO NOTHING`,
  )
  updateAllStays(db)
  return stored()
}

const reported = fc.record({
  kind: fc.constant('report' as const),
  at: fc.integer({ min: 0, max: 60 }),
  type: fc.constantFrom(0, 1, 1, 1, 2, 3, 3, 3, 9, 10),
  plate: fc.constantFrom('', 'A1', 'B2', 'C3'),
  lot_no: fc.constantFrom('A01', 'A02'),
  camera_name: fc.constantFrom('东门 1', '东门 1', '东门 2'),
})
const changed = fc.record({
  kind: fc.constantFrom('discard' as const, 'correct' as const, 'delete' as const, 'withdraw' as const),
  which: fc.nat(),
  plate: fc.constantFrom('A1', 'B2', 'D4'),
})
const updated = fc.record({ kind: fc.constant('update' as const) })
type Of<A> = A extends fc.Arbitrary<infer T> ? T : never
type Act = Of<typeof reported> | Of<typeof changed> | Of<typeof updated>

function act(one: Act): void {
  const { db } = device.deps
  if (one.kind === 'report') return void see(db, { ...one, at: begin + one.at * hour })
  if (one.kind === 'update') return updateAllStays(db)
  const all = db.all<{ event_id: number; status: number }>(
    'SELECT event_id, status FROM event ORDER BY event_id',
  )
  const event = all[one.which % Math.max(1, all.length)]
  if (!event) return
  const { event_id } = event
  if (one.kind === 'delete') db.run('DELETE FROM event WHERE event_id = ?', [event_id])
  if (one.kind === 'correct')
    db.run('UPDATE event SET checked_plate = ? WHERE event_id = ?', [one.plate, event_id])
  if (one.kind === 'discard' && event.status === 2)
    for (const status of [0, 9]) db.run('UPDATE event SET status = ? WHERE event_id = ?', [status, event_id])
  if (one.kind === 'withdraw')
    db.run(
      `INSERT INTO event_check (event_id, at_ms, checked_by, verdict, plate_before, plate_after, reason)
        VALUES (?, 1, 'x', 'discarded', '', '', 'x')`,
      [event_id],
    )
}

/** A stay has the plate of its exit, which causes a contradiction, until an entry with that plate arrives. */
const plate_taken_back: Act[] = [
  { kind: 'report', at: 0, type: 0, plate: '', lot_no: 'A01', camera_name: '东门 1' },
  { kind: 'report', at: 1, type: 3, plate: 'A1', lot_no: 'A01', camera_name: '东门 1' },
  { kind: 'report', at: 0, type: 0, plate: 'A1', lot_no: 'A02', camera_name: '东门 1' },
  { kind: 'update' },
  { kind: 'report', at: 0, type: 0, plate: 'A1', lot_no: 'A01', camera_name: '东门 1' },
]

/** An event of the millisecond in which a stay begins belongs to the stay before. */
const same_millisecond: Act[] = [
  { kind: 'report', at: 42, type: 2, plate: '', lot_no: 'A01', camera_name: '东门 1' },
  { kind: 'report', at: 42, type: 0, plate: '', lot_no: 'A01', camera_name: '东门 1' },
  { kind: 'report', at: 0, type: 0, plate: '', lot_no: 'A01', camera_name: '东门 1' },
  { kind: 'update' },
  { kind: 'report', at: 43, type: 0, plate: '', lot_no: 'A01', camera_name: '东门 1' },
]

test.each([1, 3])(
  'after any changes the stored stays of lots for %d equal those computed from all events',
  (room) => {
    const { db } = device.deps
    db.run('UPDATE lot SET motor_num = ?', [room])
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 6, arbitrary: reported }, { weight: 2, arbitrary: changed }, updated), {
          maxLength: 40,
        }),
        (acts) => {
          clear()
          for (const one of acts) act(one)
          updateAllStays(db)
          const [counted, meant] = tallied()
          expect(counted).toEqual(meant)
          expect(markedImpossible()).toEqual(contradictingStays())
          const incremental = stored()
          expect(incremental).toEqual(fresh())
        },
      ),
      { numRuns: 300, examples: [[plate_taken_back], [same_millisecond]] },
    )
  },
)

test('every entry, update and exit belongs to one stay, and no stay ends before it begins', () => {
  const { db } = device.deps
  db.run('UPDATE lot SET motor_num = 1')
  fc.assert(
    fc.property(fc.array(reported, { maxLength: 40 }), (reports) => {
      clear()
      for (const one of reports) act(one)
      updateAllStays(db)
      const stays = db.all<{
        stay_id: number
        lot_no: string
        begin_ms: number
        seen_ms: number
        end_ms: number
      }>('SELECT * FROM stay ORDER BY lot_no, begin_ms, stay_id')
      for (const [at, stay] of stays.entries()) {
        expect(stay.seen_ms).toBeGreaterThanOrEqual(stay.begin_ms)
        expect(stay.end_ms ?? Infinity).toBeGreaterThanOrEqual(stay.seen_ms)
        const next = stays[at + 1]
        if (next?.lot_no === stay.lot_no) expect(stay.end_ms ?? Infinity).toBeLessThanOrEqual(next.begin_ms)
      }
      const events = db.all<{ lot_no: string; event_ms: number }>(
        'SELECT lot_no, event_ms FROM event JOIN place USING (place_id) WHERE event_type <= 3',
      )
      for (const event of events)
        expect(
          stays.filter(
            ({ lot_no, begin_ms, seen_ms }) =>
              lot_no === event.lot_no && begin_ms <= event.event_ms && event.event_ms <= seen_ms,
          ).length,
        ).toBeGreaterThanOrEqual(1)
    }),
    { numRuns: 200 },
  )
})

test('stays of one plate contradict each other if and only if they overlap on different lots', () => {
  const stay = fc.record({
    lot: fc.constantFrom('A', 'B', 'C'),
    from: fc.integer({ min: 0, max: 50 }),
    length: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 5 }),
    missing: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(stay, { maxLength: 12 }), (all) => {
      const stood = all
        .map(({ lot, from, length, missing }, at) => {
          const end_ms = length === null ? null : begin + (from + length) * 30_000
          const seen_ms = missing ? begin + from * 30_000 : (end_ms ?? begin + from * 30_000)
          const marks = missing && end_ms !== null ? 2 : 0
          return { stay_id: at + 1, lot_no: lot, begin_ms: begin + from * 30_000, seen_ms, end_ms, marks }
        })
        .sort((a, b) => a.begin_ms - b.begin_ms || a.stay_id - b.stay_id)
      const until = (one: (typeof stood)[number]) =>
        one.marks === 2 ? one.seen_ms : (one.end_ms ?? Infinity)
      const wanted = stood.filter((one) =>
        stood.some(
          (other) =>
            other.lot_no !== one.lot_no &&
            Math.min(until(one), until(other)) - Math.max(one.begin_ms, other.begin_ms) > impossible_from_ms,
        ),
      )
      expect([...contradicted(stood)].sort()).toEqual(wanted.map(({ stay_id }) => stay_id).sort())
    }),
    { numRuns: 1_000 },
  )
})

test('marks stays as doubtful, corrected, cut, impossible; an unchanged lot is not computed again', () => {
  const { db } = device.deps
  db.run('DELETE FROM event')
  db.run('DELETE FROM stay')
  see(db, { at: begin, type: 1, plate: '粤B12345' })
  see(db, { at: begin + hour, type: 10 })
  see(db, { at: begin + 3 * hour, type: 3, plate: '粤B12345' })
  const entry = see(db, { at: begin + 2 * hour, type: 1, plate: '粤·B12345', lot_no: 'A02' })
  db.run('UPDATE event SET to_check = 1 WHERE uuid = ?', [entry])
  updateAllStays(db)
  const marks = () =>
    db
      .all<{ lot_no: string; marks: number }>('SELECT lot_no, marks FROM stay ORDER BY lot_no')
      .map((row) => [row.lot_no, ...marksIn(row.marks)])
  expect(marks()).toEqual([
    ['A01', 'impossible', 'cut'],
    ['A02', 'impossible', 'doubtful'],
  ])
  expect(updateStays(db, 'A01')).toBe(false)
  db.run("UPDATE event SET checked_plate = '粤B99999', to_check = 0 WHERE uuid = ?", [entry])
  updateAllStays(db)
  expect(marks()).toEqual([
    ['A01', 'cut'],
    ['A02', 'corrected'],
  ])
})

test('the migration removes the contradiction from stays that lost their plate, and from no others', () => {
  const { db } = device.deps
  clear()
  see(db, { at: begin, type: 1, plate: '粤B12345' })
  see(db, { at: begin + hour, type: 1, plate: '粤B12345', lot_no: 'A02' })
  updateAllStays(db)
  const marks = () =>
    db.all<{ marks: number }>('SELECT marks FROM stay ORDER BY lot_no').map((row) => marksIn(row.marks))
  expect(marks()).toEqual([['impossible'], ['impossible']])
  db.run("UPDATE stay SET plate_number = '' WHERE lot_no = 'A02'")
  db.run(readFileSync(join(migrations, '0033-stays-without-a-plate.sql'), 'utf8'))
  expect(marks()).toEqual([['impossible'], []])
  const [counted, meant] = tallied()
  expect(counted).toEqual(meant)
})

test('a clock change between entry and exit never creates a stay that ends before it begins', () => {
  const { db } = device.deps
  fc.assert(
    fc.property(fc.integer({ min: -120, max: 120 }), fc.integer({ min: 1, max: 30 }), (step_min, minutes) => {
      clear()
      see(db, { at: begin, type: 1, plate: '粤A1' })
      see(db, { at: begin + (minutes + step_min) * 60_000, type: 3, plate: '粤A1' })
      see(db, { at: begin + (minutes + step_min + 5) * 60_000, type: 1, plate: '粤B2' })
      updateAllStays(db)
      const spans = db.all<{ begin_ms: number; end_ms: number | null }>('SELECT begin_ms, end_ms FROM stay')
      expect(spans.length).toBeGreaterThan(0)
      expect(spans.filter(({ begin_ms, end_ms }) => end_ms !== null && end_ms < begin_ms)).toEqual([])
    }),
    { numRuns: 40 },
  )
})
