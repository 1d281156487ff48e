/** Random stays, random repairs: each undo brings back exactly the state before its repair. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event_status, irregularities, repairs_of, type Body, type StayRow } from '@parking/contract'
import { lastCheck } from '#src/checks/event-check.store.ts'
import { momentOf, stampOf } from '#src/core/stamp.ts'
import { isWithdrawn, type LotEvent } from '#src/events/record/stays.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { irregular, see } from './stay-device.ts'

let device: Device
let operator: string
let runs = 0
beforeAll(async () => {
  // A clock that stands still hides repairs that take more than one time.
  device = await openDevice({ tick_ms: 3 })
  plantLots(device.deps.db)
  operator = await device.tokenOf('operator')
})
afterAll(() => device.close())

const minute = 60_000
const seed = process.env['REPAIR_SEED'] === undefined ? {} : { seed: Number(process.env['REPAIR_SEED']) }
const seen = fc.record({
  after: fc.integer({ min: 2, max: 90 }),
  type: fc.constantFrom(1, 1, 2, 3, 3),
  plate: fc.constantFrom('A', 'B', ''),
  status: fc.constantFrom(
    event_status.sent,
    event_status.sent,
    event_status.pending,
    event_status.send_failed,
  ),
})
const choice = fc.record({ stay: fc.nat(), act: fc.nat(), event: fc.nat(), plate: fc.constantFrom('A', 'C') })
type Choice = typeof choice extends fc.Arbitrary<infer T> ? T : never

/** Everything that a repair may change, as readers see it. */
function stateOf(lot_no: string, known: readonly string[]) {
  const { db } = device.deps
  const events = known.map((uuid) => {
    const event = db.get<LotEvent & { to_check: number }>('SELECT * FROM event WHERE uuid = ?', [uuid])!
    const verdict = lastCheck(db, event.event_id)?.verdict ?? null
    const { checked_plate, to_check } = event
    return { uuid, checked_plate, to_check, withdrawn: isWithdrawn({ ...event, verdict }) }
  })
  return { events, stays: db.all('SELECT * FROM stay WHERE lot_no = ? ORDER BY stay_id', [lot_no]) }
}

async function bodyOf(
  row: StayRow,
  { act, event, plate }: Choice,
  tag: string,
): Promise<Body<'repair_stay'>> {
  const detail = (await device.call('stay_detail', { stay: row.stay }, operator)).data
  const { previous_end_ms } = detail
  const [withdrawn, events] = [true, false].map((is_withdrawn) =>
    detail.events.filter(({ standing }) => (standing === 'withdrawn') === is_withdrawn),
  ) as [typeof detail.events, typeof detail.events]
  const acts = [
    ...new Set(irregularities.filter((one) => row.irregular.includes(one)).flatMap((one) => repairs_of[one])),
    ...(withdrawn.length > 0 ? (['restore'] as const) : []),
  ]
  const chosen = acts[act % acts.length]!
  const last = events.at(-1)!.time_ms
  return {
    stay: row.identity,
    act: chosen,
    reason: 'property',
    ...(chosen === 'close' && { time: stampOf(last + 999) }),
    ...(chosen === 'open' && { time: stampOf(Math.max(previous_end_ms ?? 0, row.begin_ms - minute)) }),
    ...(chosen === 'drop' && { uuid: events[event % events.length]!.uuid }),
    ...(chosen === 'restore' && { uuid: withdrawn[event % withdrawn.length]!.uuid }),
    ...(chosen === 'plate' && { plate_number: `粤${plate}${tag}` }),
  }
}

test('every repair that may be undone is undone, in reverse order, to the state before it', async () => {
  let undone = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(seen, { minLength: 2, maxLength: 8 }),
      fc.array(choice, { minLength: 1, maxLength: 5 }),
      async (history, choices) => {
        runs++
        const [tag, lot_no] = [String(10_000 + runs), `L${runs}`]
        let at = momentOf('2026-11-10 08:00:00')
        const known = history.map(({ after, type, plate, status }) =>
          see(device.deps.db, {
            at: (at += after * minute),
            type,
            status,
            lot_no,
            plate: plate === '' ? '' : `粤${plate}${tag}`,
          }),
        )
        const done: { repair_id: number; before: ReturnType<typeof stateOf>; known: string[] }[] = []
        for (const one of choices) {
          const { list } = await irregular(device, operator)
          const rows = list.filter(({ identity }) => identity.lot_no === lot_no)
          if (rows.length === 0) break
          const body = await bodyOf(rows[one.stay % rows.length]!, one, tag)
          const before = stateOf(lot_no, known)
          const answer = await device.call('repair_stay', body, operator)
          if (answer.code !== 0) continue
          if (answer.data.undo !== 'can') {
            done.length = 0
            continue
          }
          done.push({ repair_id: answer.data.repair_id, before, known: [...known] })
        }
        for (const { repair_id, before, known: then } of done.toReversed()) {
          const answer = await device.call('undo_stay_repair', { repair_id }, operator)
          expect(answer).toMatchObject({ code: 0 })
          expect(stateOf(lot_no, then)).toEqual(before)
          undone++
        }
      },
    ),
    { numRuns: Number(process.env['REPAIR_RUNS'] ?? 75), ...seed },
  )
  expect(undone).toBeGreaterThan(15)
})
