/** Random histories of a lot, for the tests of dossiers: what is seen, and what users do to it. */
import fc from 'fast-check'
import { event_status } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import { momentOf, stampOf } from '#src/core/stamp.ts'
import type { Device } from '../device.ts'
import { see, updateAllStays } from '../stays/stay-device.ts'

const minute = 60_000
/** The day of every history. */
export const day = '2026-11-21'
/** One thing that happens; `carryOut` says what `at` and `n` mean. */
export const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('see' as const), at: fc.nat(300), n: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('check' as const), at: fc.nat(3), n: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('repair' as const), at: fc.nat(3), n: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), at: fc.nat(3), n: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), at: fc.nat(3), n: fc.nat(20) }) },
)
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** Each outcome once: an exit typed by a person, one withdrawn, an entry deleted. */
const each_outcome: [Act[], number] = [
  [
    { do: 'see', at: 10, n: 6 }, // A enters
    { do: 'see', at: 30, n: 3 }, // A leaves
    { do: 'check', at: 0, n: 1 }, // the exit is discarded
    { do: 'repair', at: 0, n: 0 }, // and another typed
    { do: 'see', at: 60, n: 0 }, // A enters again and stays
    { do: 'see', at: 70, n: 1 }, // B enters
    { do: 'delete', at: 0, n: 4 }, // B's entry is deleted
  ],
  3,
]

/** An entry typed for an exit is withdrawn after the entry that was seen has arrived late. */
const late_entry: [Act[], number] = [
  [
    { do: 'see', at: 0, n: 0 }, // A enters
    { do: 'see', at: 1, n: 4 }, // B leaves
    { do: 'repair', at: 1, n: 3 }, // B's entry is typed
    { do: 'see', at: 0, n: 1 }, // the one that was seen arrives
    { do: 'see', at: 0, n: 0 }, // A enters again
    { do: 'check', at: 0, n: 13 }, // the typed one is discarded
  ],
  3,
]
export const known_histories = [each_outcome, late_entry]

export type Users = { device: Device; operator: string; admin: string }
export type Known = { event_id: number; uuid: string; event_ms: number; event_type: number }
/** The events of a lot that are still there, oldest first. */
export const eventsOf = ({ deps }: Device, lot_no: string): Known[] =>
  deps.db.all(
    `SELECT event_id, uuid, event_ms, event_type FROM event JOIN place USING (place_id) WHERE lot_no = ?
      ORDER BY event_ms, event_id`,
    [lot_no],
  )

/** How many vehicles the lot of a history has room for: of three histories, one is of a lot for three. */
export const room = fc.constantFrom(1, 1, 3)

/** Adds a lot to the planted scene. */
export function addLot(db: Db, lot_no: string, motor_num: number): void {
  db.run(
    `INSERT INTO lot (lot_no, scene_id, position, lot_type, lot_posture, motor_num, difficult, polygon)
     SELECT ?, scene_id, (SELECT max(position) + 1 FROM lot), lot_type, lot_posture, ?, difficult, polygon
     FROM lot WHERE lot_no = 'A01'`,
    [lot_no, motor_num],
  )
}

/** Carries one act out on a lot. `tag`: five digits for the plates of the lot. */
export async function carryOut(
  { do: what, at, n }: Act,
  { device, operator, admin }: Users,
  lot_no: string,
  tag: string,
): Promise<void> {
  const { db } = device.deps
  const events = eventsOf(device, lot_no)
  const one = events[n % Math.max(1, events.length)]
  if (what === 'see') {
    const plate = ['粤A', '粤B', ''][n % 3]!
    see(db, {
      at: momentOf(`${day} 02:00:00`) + at * minute,
      type: [1, 1, 2, 3, 3, 5][n % 6]!,
      plate: plate && plate + tag,
      lot_no,
      status: n % 4 === 0 ? event_status.pending : event_status.sent,
    })
  } else if (one && what === 'check') {
    const seen_checks = db.get<{ n: number }>('SELECT count(*) AS n FROM event_check WHERE event_id = ?', [
      one.event_id,
    ])!.n
    const verdict = (['discarded', 'occupied', 'confirmed', 'discarded'] as const)[at]!
    await device.call(
      'check_parking_event',
      { uuid: one.uuid, verdict, reason: '核对', seen_checks },
      operator,
    )
  } else if (one && what === 'delete') {
    await device.call('delete_parking_event', { list: [one.uuid] }, admin)
  } else if (one && what === 'repair') {
    updateAllStays(db)
    const answer = await device.call('stay_detail', { uuid: one.uuid }, operator)
    if (answer.code !== 0) return
    const { identity, begin_ms, events: own } = answer.data
    const last = own.findLast(({ standing }) => standing !== 'withdrawn') ?? own.at(-1)!
    await device.call(
      'repair_stay',
      {
        stay: identity,
        reason: '核对',
        act: (['close', 'open', 'drop', 'restore'] as const)[at]!,
        uuid: own[n % own.length]!.uuid,
        time: stampOf(at === 1 ? begin_ms - 30_000 : last.time_ms + 30_000),
      },
      operator,
    )
  } else if (what === 'undo') {
    const last = db.get<{ id: number }>('SELECT max(repair_id) AS id FROM stay_repair WHERE lot_no = ?', [
      lot_no,
    ])
    if (last?.id) await device.call('undo_stay_repair', { repair_id: last.id }, operator)
  }
}
