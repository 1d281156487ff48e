/**
 * The events of one stay, however many it has: those that count, those that were withdrawn from it, and timer
 * pictures, checks and scheduled events of its time.
 */
import type { Db } from '../core/db.ts'
import { eventById } from '../events/record/event.store.ts'
import {
  lotEventsAfter,
  otherEventsBetween,
  placesOfLot,
  roomBetween,
  withdrawnBefore,
  type LotEventRow,
} from '../events/record/session.store.ts'
import { inTime, stayAround, staysOf, staysOfWithdrawn, type LotStay } from '../events/record/stays.ts'
import { beginOfReading } from './begin-of-reading.ts'
import { stayAfter, stayBefore, staysOfLotWithin, type StayRow } from './stay.store.ts'

export type StayEvents = {
  /** The entries, updates and exit that count, oldest first. */ counted: readonly LotEventRow[]
  withdrawn: readonly LotEventRow[]
  end: LotStay<LotEventRow>['end']
}

const chunk = 500
const max_events = 50_000

/** Reads the lot from the stay before this one to the second stay after it. Empty if the stay has changed. */
export function eventsOfStay(db: Db, row: StayRow): StayEvents {
  const { stays, homes, events } = lotAround(db, row)
  const stay = stays.find(({ events: [first] }) => first!.event_id === row.stay_id)
  if (!stay) return { counted: [], withdrawn: [], end: 'open' }
  const withdrawn = events.filter(({ event_id }) => homes.has(event_id) && homes.get(event_id) === stay)
  return { counted: stay.events, withdrawn, end: stay.end }
}

/**
 * The stay that an event counts for or was withdrawn from; else the one whose time it touches, if any. Other
 * vehicles may have come to the lot since that stay began.
 */
export function stayWith(db: Db, event_id: number): StayRow | undefined {
  const event = eventById(db, event_id)
  if (!event) return undefined
  const { lot_no, event_ms } = event
  const nearby = [
    ...staysOfLotWithin(db, lot_no, { from_ms: event_ms, to_ms: event_ms + 1 }, max_overlapping),
    ...[stayBefore(db, lot_no, event_ms), stayAfter(db, lot_no, event_ms)].flatMap((row) => row ?? []),
  ]
  let touched: StayRow | undefined
  for (const row of nearby) {
    const { counted, withdrawn } = eventsOfStay(db, row)
    if ([...counted, ...withdrawn].some((one) => one.event_id === event_id)) return row
    if (!touched && everyEventOfStay(db, row).some((one) => one.event_id === event_id)) touched = row
  }
  return touched
}
const max_overlapping = 50

/**
 * Every event that touches a stay, oldest first: its own, those withdrawn from it, and all others of its time
 * that belong to no other stay.
 */
export function everyEventOfStay(db: Db, row: StayRow): readonly LotEventRow[] {
  const { stays, homes, events, room } = lotAround(db, row)
  const stay = stays.find(({ events: [first] }) => first!.event_id === row.stay_id)
  if (!stay) return []
  const own = events.filter(
    (one) =>
      stay.events.includes(one) ||
      (homes.has(one.event_id) && (homes.get(one.event_id) === stay || (room === 1 && isWithin(row, one)))),
  )
  const last_ms = Math.max(row.end_ms ?? Infinity, ...own.map(({ event_ms }) => event_ms))
  const first_ms = Math.min(row.begin_ms, ...own.map(({ event_ms }) => event_ms))
  const others = otherEventsBetween(db, placesOfLot(db, row.lot_no), first_ms, last_ms).filter(
    (one) => stayAround(stays, one) === stay || (room === 1 && isWithin(row, one)),
  )
  return [...own, ...others].sort(inTime)
}

const isWithin = ({ begin_ms, end_ms }: StayRow, { event_ms }: LotEventRow): boolean =>
  event_ms >= begin_ms && event_ms <= (end_ms ?? Infinity)

function lotAround(db: Db, row: StayRow) {
  const { lot_no, begin_ms, end_ms } = row
  const room = roomBetween(db, lot_no, begin_ms, end_ms ?? Number.MAX_SAFE_INTEGER)
  const from_ms = beginOfReading(db, lot_no, begin_ms, room)
  const next = stayAfter(db, lot_no, begin_ms)
  const second = next && stayAfter(db, lot_no, next.begin_ms)
  const to_ms = end_ms === null ? Infinity : Math.max(end_ms, second?.begin_ms ?? Infinity)
  let spot = { event_ms: from_ms, event_id: 0 }
  const events = withdrawnBefore(db, lot_no, spot)
  const before = events.length
  for (;;) {
    const more = lotEventsAfter(db, lot_no, spot, chunk)
    events.push(...more)
    const last = more.at(-1)
    if (!last || more.length < chunk || last.event_ms > to_ms || events.length > max_events) break
    spot = last
  }
  const stays = staysOf(events.slice(before), room)
  return { events, room, stays, homes: staysOfWithdrawn(events, stays, room) }
}
