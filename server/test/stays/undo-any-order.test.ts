/**
 * Random histories of what is seen, checked, reviewed, repaired, undone and deleted: whatever the console
 * offers to undo can be undone, in any order, and then its events are as they were before that act.
 * Long because each act records what its undo must bring back.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { event_status, standingOf } from '@parking/contract'
import { checksOf, eventToCheck } from '#src/checks/event-check.store.ts'
import { momentOf, stampOf } from '#src/core/stamp.ts'
import { openDevice, type Device } from '../device.ts'
import { plantLots } from '../events/event-device.ts'
import { see, updateAllStays } from './stay-device.ts'

let device: Device
let users: string[] = []
let admin = ''
let runs = 0
beforeAll(async () => {
  device = await openDevice({ tick_ms: 3 })
  plantLots(device.deps.db)
  admin = await device.tokenOf('admin')
  users = [await device.tokenOf('operator'), admin]
})
afterAll(() => device.close())

const minute = 60_000
const n = fc.nat(40)
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('see' as const),
      n,
      who: n,
      status: fc.constantFrom(
        event_status.sent,
        event_status.sent,
        event_status.pending,
        event_status.send_failed,
        event_status.delayed,
      ),
    }),
  },
  ...(['check', 'repair', 'undo', 'delete'] as const).map((what) => ({
    weight: { check: 5, repair: 7, undo: 1, delete: 1 }[what],
    arbitrary: fc.record({ do: fc.constant(what), n, who: n }),
  })),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** What readers see of an event. */
function stateOf(uuid: string) {
  const event = eventToCheck(device.deps.db, uuid)
  return (
    event && {
      plate: event.checked_plate ?? event.plate_number,
      checked: event.checked_plate,
      to_check: event.to_check,
      standing: standingOf(event),
    }
  )
}
type State = ReturnType<typeof stateOf>

/** An act that can be undone: with the state of each of its events before it. */
type Undoable = { before: Map<string, State>; undo: () => Promise<{ code: number }> }

class History {
  readonly #lot_no: string
  readonly #tag: string
  #at = momentOf('2026-11-10 08:00:00')
  /** The states before an entry of the ledger, and before a repair. */
  readonly #entries = new Map<number, Map<string, State>>()
  readonly #repairs = new Map<number, Map<string, State>>()

  constructor(number: number) {
    this.#lot_no = `U${number}`
    this.#tag = String(10_000 + number)
  }

  uuids(): string[] {
    return device.deps.db
      .all<{ uuid: string }>(
        'SELECT uuid FROM event JOIN place USING (place_id) WHERE lot_no = ? ORDER BY event_ms, event_id',
        [this.#lot_no],
      )
      .map(({ uuid }) => uuid)
  }

  #states = () => new Map(this.uuids().map((uuid) => [uuid, stateOf(uuid)] as const))
  #newest = (table: 'check_ledger' | 'stay_repair', id: string) =>
    device.deps.db.get<{ id: number | null }>(`SELECT max(${id}) AS id FROM ${table}`)?.id ?? 0

  async carryOut(one: Act): Promise<void> {
    const before = this.#states()
    const [entry, repair] = [
      this.#newest('check_ledger', 'entry_id'),
      this.#newest('stay_repair', 'repair_id'),
    ]
    await this.#act(one)
    for (let id = entry + 1; id <= this.#newest('check_ledger', 'entry_id'); id++)
      this.#entries.set(id, before)
    for (let id = repair + 1; id <= this.#newest('stay_repair', 'repair_id'); id++)
      this.#repairs.set(id, before)
  }

  async #act(one: Act): Promise<void> {
    const { db } = device.deps
    const token = users[one.who % users.length]!
    const uuids = this.uuids()
    const uuid = uuids[one.n % Math.max(1, uuids.length)]
    if (one.do === 'see') {
      const plate = ['粤A', '粤B', ''][one.n % 3]!
      this.#at += (1 + one.n) * minute
      see(db, {
        at: this.#at,
        type: [1, 1, 2, 3, 3][one.n % 5]!,
        plate: plate && plate + this.#tag,
        lot_no: this.#lot_no,
        status: one.status,
      })
    } else if (uuid === undefined) return
    else if (one.do === 'check') {
      const verdict = (['discarded', 'confirmed', 'corrected', 'occupied', 'vacant'] as const)[one.n % 5]!
      const event = eventToCheck(db, uuid)!
      await device.call(
        'check_parking_event',
        {
          uuid,
          verdict,
          reason: '核对',
          seen_checks: checksOf(db, event.event_id).length,
          ...(verdict === 'corrected' && { plate_number: one.n % 2 ? `粤C${this.#tag}` : '' }),
        },
        token,
      )
      // The second review of another user.
      const other = users[(one.who + 1) % users.length]!
      await device.call(
        'check_parking_event',
        { uuid, verdict: 'confirmed', seen_checks: 0, review: true },
        other,
      )
    } else if (one.do === 'repair') await this.#repair(one, uuid, token)
    else if (one.do === 'delete') await device.call('delete_parking_event', { list: [uuid] }, admin)
    else {
      const offered = await this.offered(token)
      await offered[one.n % Math.max(1, offered.length)]?.undo()
    }
  }

  async #repair({ n: choice }: Act, uuid: string, token: string): Promise<void> {
    updateAllStays(device.deps.db)
    const { data, code } = await device.call('stay_detail', { uuid }, token)
    if (code !== 0) return
    const { identity, begin_ms, events: own } = data
    const last = own.findLast(({ standing }) => standing !== 'withdrawn') ?? own.at(-1)!
    const kind = (['close', 'open', 'drop', 'restore', 'plate', 'accept'] as const)[choice % 6]!
    await device.call(
      'repair_stay',
      {
        stay: identity,
        reason: '核对',
        act: kind,
        uuid: own[choice % own.length]!.uuid,
        time: stampOf(kind === 'open' ? begin_ms - 30_000 : last.time_ms + 30_000),
        plate_number: `粤D${this.#tag}`,
      },
      token,
    )
  }

  /** Everything that ledger and stays offer this user to undo. */
  async offered(token: string): Promise<Undoable[]> {
    updateAllStays(device.deps.db)
    const ledger = (await device.call('check_ledger', { page_size: 100, plate_number: '' }, token)).data.list
    const checks = ledger
      .filter(({ lot_no, undo }) => lot_no === this.#lot_no && undo === 'can')
      .map(({ entry_id, uuid, seen_checks, review }): Undoable => {
        const before = this.#entries.get(entry_id)!.get(uuid)
        return {
          // A typed event did not exist before its first check. A review changes nothing.
          before: new Map([[uuid, review ? stateOf(uuid) : before]]),
          undo: () =>
            device.call('undo_check', { uuid, seen_checks, ...(review && { review: true }) }, token),
        }
      })
    const repairs = new Map<number, Undoable>()
    for (const uuid of this.uuids()) {
      const { data, code } = await device.call('stay_detail', { uuid }, token)
      if (code !== 0) continue
      for (const { repair_id, undo } of data.repairs)
        if (undo === 'can')
          repairs.set(repair_id, {
            before: this.#before(repair_id),
            undo: () => device.call('undo_stay_repair', { repair_id }, token),
          })
    }
    return [...checks, ...repairs.values()]
  }

  /** Only the events whose check of this repair still stands are changed by its undo. */
  #before(repair_id: number): Map<string, State> {
    const { uuids } = device.deps.db.get<{ uuids: string }>(
      'SELECT uuids FROM stay_repair WHERE repair_id = ?',
      [repair_id],
    )!
    const states = this.#repairs.get(repair_id)!
    return new Map((JSON.parse(uuids) as string[]).map((uuid) => [uuid, states.get(uuid)] as const))
  }
}

test('whatever is offered to undo can be undone, and brings the state before it back', async () => {
  let undone = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 10, maxLength: 24 }),
      fc.array(fc.nat(100), { minLength: 60, maxLength: 60 }),
      async (acts, order) => {
        const history = new History(++runs)
        for (const one of acts) await history.carryOut(one)
        for (const pick of order) {
          const offered = await history.offered(admin)
          const one = offered[pick % Math.max(1, offered.length)]
          if (!one) break
          expect(await one.undo()).toMatchObject({ code: 0 })
          undone++
          for (const [uuid, before] of one.before) {
            const now = stateOf(uuid)
            if (!now) continue // deleted
            if (before) expect(now).toEqual(before)
            else expect(now.standing).toBe('withdrawn')
          }
        }
        expect(await history.offered(admin)).toEqual([])
      },
    ),
    { numRuns: Number(process.env['UNDO_RUNS'] ?? 30) },
  )
  expect(undone).toBeGreaterThan(15)
})
