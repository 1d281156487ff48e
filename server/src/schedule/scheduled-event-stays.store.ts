/**
 * The data from which scheduled events are computed: the stays on observed lots, and the lots with new
 * events.
 */
import { barePlate, event_status, type Plan } from '@parking/contract'
import type { LotPlace } from '../camera/scene.store.ts'
import type { Db } from '../core/db.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'
import { bandsBetween, planHistory, type PlanPeriod } from './scheduled-events.ts'
import {
  lotEventsAfter,
  lotEventsBefore,
  roomOfLot,
  type LotEventRow,
} from '../events/record/session.store.ts'
import { isEntry, plateOfStay, staysOf, type LotStay } from '../events/record/stays.ts'

/** Records the plans that apply from now on, if they changed, and returns which plans applied when. */
export function updatePlanHistory(
  db: Db,
  plans: readonly Plan[],
  zone: string,
  now: number,
): readonly PlanPeriod[] {
  const known = readSetting<readonly PlanPeriod[]>(db, 'schedule_held', [])
  const list = planHistory(known, plans, zone, now)
  if (list !== known) writeSetting(db, 'schedule_held', list, now)
  return list
}

export type WatchedLot = LotPlace & { motor_num: number }

/** The lots of enabled scenes. Other lots are not observed. */
export const watchedLots = (db: Db): WatchedLot[] =>
  db.all<WatchedLot>(
    `SELECT lot_no, motor_num, scene_id, parking_no, camera_sn, camera_name FROM lot
      JOIN scene USING (scene_id) JOIN camera USING (camera_sn) WHERE enabled = 1
      ORDER BY camera_sn, scene_id, position`,
  )

/** How far the rows have been read: the number of events ever recorded, and the last transition. */
export type Read = { created: number; move: number }
/** How far the rows reach now. */
export const readSoFar = (db: Db): Read => ({
  created: db.get<{ created: number }>('SELECT created FROM event_ledger')?.created ?? 0,
  move: db.get<{ id: number | null }>('SELECT max(rowid) AS id FROM event_move')?.id ?? 0,
})

/**
 * The lots with an entry, update or exit since then, each with the earliest event time. Includes events that
 * are no longer skipped, and events that were discarded.
 */
export function lotsWithNewEvents(db: Db, since: Read): Map<string, number> {
  const rows = db.all<{ lot_no: string; event_ms: number }>(
    `SELECT lot_no, min(event_ms) AS event_ms FROM (
       SELECT place_id, event_ms, event_type FROM (SELECT place_id, event_ms, event_type FROM event
       ORDER BY event_id DESC LIMIT (SELECT max(0, created - :created) FROM event_ledger))
       UNION ALL
       SELECT place_id, event_ms, event_type FROM event_move JOIN event USING (event_id)
       WHERE event_move.rowid > :move AND (from_status = ${event_status.skipped}
       OR to_status = ${event_status.manually_discarded})
     ) JOIN place USING (place_id) WHERE event_type <= 3 GROUP BY lot_no`,
    since,
  )
  return new Map(rows.map(({ lot_no, event_ms }) => [lot_no, event_ms]))
}

/**
 * `end_ms`: when it ended, if known; Infinity while it is open. `next_ms`: when the next stay on the lot
 * began. `end`: as in stays.ts.
 */
export type ReportedStay = {
  entry_ms: number
  entry_uuid: string
  end: LotStay<LotEventRow>['end']
  end_ms: number
  next_ms: number
  plate_number: string
  plate_color: string
}

const before_it = 20
const max_of_many = 200
const latest = { event_ms: Number.MAX_SAFE_INTEGER, event_id: Number.MAX_SAFE_INTEGER }

/**
 * The stays on a lot that were reported to the platform: the newest, or with `from_ms` all since then. A stay
 * whose entry was skipped as unsure has no open bill until a user sends the entry.
 */
export function reportedStays(
  db: Db,
  { lot_no, motor_num }: Pick<WatchedLot, 'lot_no' | 'motor_num'>,
  from_ms?: number,
): ReportedStay[] {
  const room = Math.max(1, motor_num)
  const reach = room > 1 ? max_of_many : before_it
  const from = from_ms === undefined ? latest : { event_ms: from_ms, event_id: 0 }
  const stays = staysOf(
    [
      ...lotEventsBefore(db, lot_no, from, reach),
      ...(from_ms === undefined ? [] : lotEventsAfter(db, lot_no, from, 1000)),
    ],
    room,
  )
  return stays.flatMap((stay, at): ReportedStay[] => {
    const entry = stay.events.find(
      (event) => isEntry(event) && !(event.status === event_status.skipped && event.reason === 'unsure'),
    )
    if (!entry) return []
    const next_ms = stays[at + 1]?.events[0]!.event_ms ?? Infinity
    const end_ms = stay.end === 'open' ? Infinity : (stay.replaced_by ?? stay.events.at(-1)!).event_ms
    return [
      {
        entry_ms: entry.event_ms,
        entry_uuid: entry.uuid,
        end: stay.end,
        end_ms,
        next_ms,
        plate_number: plateOfStay(stay),
        plate_color: colorOf(stay),
      },
    ]
  })
}

const colorOf = ({ events }: LotStay<LotEventRow>): string =>
  events.findLast(({ plate_color }) => plate_color !== 'unknown')?.plate_color ?? 'unknown'

/**
 * The vehicle that a plate on a lot belongs to: the open stay with that plate (with the checked plate, if
 * there is one), else the plate alone.
 */
export function vehicleOnLot(
  db: Db,
  lot_no: string,
  plate: string,
): { plate_number: string; plate_color: string } {
  const room = roomOfLot(db, lot_no)
  const open = staysOf(lotEventsBefore(db, lot_no, latest, room > 1 ? max_of_many : before_it), room).filter(
    ({ end }) => end === 'open',
  )
  const stay = open.findLast(({ events }) =>
    events.some((event) => barePlate(event.plate_number) === barePlate(plate)),
  )
  return stay
    ? { plate_number: plateOfStay(stay), plate_color: colorOf(stay) }
    : { plate_number: plate, plate_color: 'unknown' }
}

/**
 * The plan that was in force between two moments, as contract `stay_day` and `stay_detail` give it. The
 * device keeps the plans of some days only.
 */
export function planBetween(db: Db, from_ms: number, to_ms: number) {
  const held = readSetting<readonly PlanPeriod[]>(db, 'schedule_held', [])
  const since = held[0]?.from_ms ?? Infinity
  return {
    bands: bandsBetween(held, from_ms, to_ms),
    plan_from_ms: since >= to_ms ? null : Math.max(since, from_ms),
  }
}
