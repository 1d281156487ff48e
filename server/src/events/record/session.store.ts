/**
 * The parking session of an event: the vehicle on the lot and the events about it. The work is bounded,
 * however many events the lot has. Long because all queries of a stay are here.
 */
import { markBit, secondsBetween, standingOf, type EventStanding, type SessionFlag } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import { newest_verdict } from './event.store.ts'
import {
  flagsOf,
  inTime,
  isWithdrawn,
  knownPlate,
  stayAround,
  staysOf,
  staysOfWithdrawn,
  type LotEvent,
} from './stays.ts'

export type SessionEvent = {
  uuid: string
  event_ms: number
  event_type: number
  /** The checked plate, else the recognised plate. */ plate_number: string
  status: number
  standing: EventStanding
}
export type EventSession = {
  /** Oldest first. Limited to those nearest to the event, but always with the entry and the exit. */
  events: SessionEvent[]
  flags: SessionFlag[]
  /** True unless the vehicle is known to have left. */
  open: boolean
}

/** Maximum number of events before, and also of events after. */
const max_each_way = 100
/**
 * Number of events to read. The last few events on a car's lot show which car is there; on a motorcycle lot,
 * many come and go while one stays.
 */
export const lotEventsToRead = (room: number): number => (room > 1 ? 200 : 20)

export type LotEventRow = LotEvent & {
  uuid: string
  create_ms: number
  place_id: number
  plate_color: string
  reason: string
  /** 1: a user should check it. */
  to_check: 0 | 1
  lots_id: number | null
}
const columns = `event_id, uuid, event_ms, create_ms, event_type, plate_number, checked_plate, plate_color,
  status, reason, to_check, typed, place_id, ${newest_verdict} AS verdict,
  (SELECT lots_id FROM event_rule WHERE event_rule.event_id = event.event_id) AS lots_id`
const of_a_stay = 'event_type IN (0, 1, 2, 3)' // exactly the condition of the index event_stay
type Moment = Pick<LotEvent, 'event_ms' | 'event_id'>

/**
 * All places that this lot ever had: a camera or a site may be renamed while a car is parked. Lot numbers are
 * unique on a device.
 */
export const placesOfLot = (db: Db, lot_no: string): number[] =>
  db
    .all<{ place_id: number }>('SELECT place_id FROM place WHERE lot_no = ?', [lot_no])
    .map(({ place_id }) => place_id)

/** How many vehicles fit on a lot; for a deleted lot, how many did when its last event was observed. */
export const roomOfLot = (db: Db, lot_no: string): number =>
  Math.max(1, drawnRoom(db, lot_no) ?? observedRoom(db, lot_no, Number.MAX_SAFE_INTEGER) ?? 1)

const drawnRoom = (db: Db, lot_no: string): number | undefined =>
  db.get<{ motor_num: number | null }>('SELECT max(motor_num) AS motor_num FROM lot WHERE lot_no = ?', [
    lot_no,
  ])?.motor_num ?? undefined

/** The most vehicles that fitted on a lot at the begin and the end of a span; users may redraw it. */
export const roomBetween = (db: Db, lot_no: string, from_ms: number, to_ms: number): number =>
  Math.max(...[from_ms, to_ms].map((at_ms) => roomAt(db, lot_no, at_ms)))

/** How many vehicles fitted on a lot at a time, whatever it is drawn for now. */
const roomAt = (db: Db, lot_no: string, at_ms: number): number =>
  observedRoom(db, lot_no, at_ms) ?? Math.max(1, drawnRoom(db, lot_no) ?? 1)

/** By the rules of the last event that was observed until a time, else of the first after it. */
function observedRoom(db: Db, lot_no: string, at_ms: number): number | undefined {
  const places = placesOfLot(db, lot_no)
  const nearest = (when: string, order: 'ASC' | 'DESC') =>
    places
      .flatMap((place_id) =>
        db.all<{ event_ms: number; room: number }>(
          `SELECT event_ms, room FROM (
              SELECT event_ms, ${room_by_rule} AS room
                FROM event INDEXED BY event_stay JOIN event_rule USING (event_id)
                WHERE ${of_a_stay} AND place_id = ? AND typed = 0 AND event_ms ${when} ?
                ORDER BY event_ms ${order}, event_id ${order} LIMIT ${max_without_room})
            WHERE room IS NOT NULL LIMIT 1`,
          [lot_no, place_id, at_ms],
        ),
      )
      .toSorted((a, b) => (order === 'ASC' ? a.event_ms - b.event_ms : b.event_ms - a.event_ms))[0]?.room
  return nearest('<=', 'DESC') ?? nearest('>', 'ASC')
}
/** Events whose scene did not have the lot any more when they were stored. */
const max_without_room = 20

/** By the lots that are stored with the event of `event_rule`; its parameter is the number of the lot. */
const room_by_rule = `(SELECT max(1, one.value ->> 'motor_num')
  FROM rule_version, json_each(content, '$.lots') AS one
  WHERE rule_id = event_rule.lots_id AND one.value ->> 'lot_no' = ?)`

/** What says how many vehicles fitted on the lot of an event. */
type WithRule = Pick<LotEventRow, 'typed' | 'lots_id' | 'event_id'> & { lot_no: string }

/**
 * The room of lots as each event's own rules have it, read once for each lot and version. undefined for a
 * typed event: it was not observed, so its lot may have been redrawn since the time that it states.
 */
function roomReader(db: Db): (event: WithRule) => number | undefined {
  const rooms = new Map<string, number | undefined>()
  return ({ typed, lots_id, lot_no, event_id }) => {
    if (typed === 1 || lots_id === null) return undefined
    const key = `${lots_id} ${lot_no}`
    if (!rooms.has(key))
      rooms.set(
        key,
        db.get<{ room: number | null }>(`SELECT ${room_by_rule} AS room FROM event_rule WHERE event_id = ?`, [
          lot_no,
          event_id,
        ])?.room ?? undefined,
      )
    return rooms.get(key)
  }
}

/** How many vehicles fitted on the lot of each event when it happened, at least 1. */
export function roomsOfEvents(db: Db, events: readonly (WithRule & Pick<LotEvent, 'event_ms'>)[]): number[] {
  const roomOf = roomReader(db)
  return events.map((event) => roomOf(event) ?? roomAt(db, event.lot_no, event.event_ms))
}

/** Each event with the room of its lot as it was then, by the rules that are stored with it. */
function withRooms(db: Db, lot_no: string, rows: readonly LotEventRow[]): LotEventRow[] {
  const roomOf = roomReader(db)
  return rows.map((row) => ({ ...row, room: roomOf({ ...row, lot_no }) }))
}

/** The newest entries, updates and exits of a lot up to and including a moment, oldest first. */
export function lotEventsBefore(db: Db, lot_no: string, to: Moment, most: number): LotEventRow[] {
  const rows = merged(placesOfLot(db, lot_no), (place_id) =>
    db.all<LotEventRow>(
      `SELECT ${columns} FROM event INDEXED BY event_stay WHERE ${of_a_stay} AND place_id = ?
        AND (event_ms, event_id) <= (?, ?) ORDER BY event_ms DESC, event_id DESC LIMIT ?`,
      [place_id, to.event_ms, to.event_id, most],
    ),
  )
  return withRooms(db, lot_no, rows.slice(-most))
}

/**
 * What stands between a moment and the last observed event before it that counts, that event included: only
 * these decide to which stay an event withdrawn before that moment belongs.
 */
export function withdrawnBefore(db: Db, lot_no: string, before: Moment): LotEventRow[] {
  const read = lotEventsBefore(db, lot_no, before, max_withdrawn)
  const from = read.findLastIndex((one) => one.typed === 0 && !isWithdrawn(one))
  return read.slice(Math.max(0, from)).filter((one, at) => at === 0 || isWithdrawn(one))
}
const max_withdrawn = 50

/** The newest entries, updates and exits of a lot with these places, oldest first. */
export const newestLotEvents = (db: Db, places: readonly number[], most: number): LotEventRow[] =>
  merged(places, (place_id) =>
    db.all<LotEventRow>(
      `SELECT ${columns} FROM event INDEXED BY event_stay WHERE ${of_a_stay} AND place_id = ?
        ORDER BY event_ms DESC, event_id DESC LIMIT ?`,
      [place_id, most],
    ),
  ).slice(-most)

/** The next entries, updates and exits of a lot after a moment, oldest first. */
export function lotEventsAfter(db: Db, lot_no: string, from: Moment, most: number): LotEventRow[] {
  const rows = merged(placesOfLot(db, lot_no), (place_id) =>
    db.all<LotEventRow>(
      `SELECT ${columns} FROM event INDEXED BY event_stay WHERE ${of_a_stay} AND place_id = ?
        AND (event_ms, event_id) > (?, ?) ORDER BY event_ms, event_id LIMIT ?`,
      [place_id, from.event_ms, from.event_id, most],
    ),
  )
  return withRooms(db, lot_no, rows.slice(0, most))
}

/** Events of all kinds on a lot around a moment, oldest first. */
function eventsAround(db: Db, lot_no: string, { event_ms, event_id }: Moment): LotEventRow[] {
  const at = [event_ms, event_id, max_each_way]
  const places = placesOfLot(db, lot_no)
  const read = (place_id: number, how: string) =>
    db.all<LotEventRow>(
      `SELECT ${columns} FROM event INDEXED BY event_of_lot WHERE place_id = ? AND ${how} LIMIT ?`,
      [place_id, ...at],
    )
  return [
    ...merged(places, (place_id) =>
      read(place_id, '(event_ms, event_id) <= (?, ?) ORDER BY event_ms DESC, event_id DESC'),
    ).slice(-max_each_way),
    ...merged(places, (place_id) =>
      read(place_id, '(event_ms, event_id) > (?, ?) ORDER BY event_ms, event_id'),
    ).slice(0, max_each_way),
  ]
}

/** The events of other types of a lot between two moments, oldest first. */
export const otherEventsBetween = (
  db: Db,
  places: readonly number[],
  from_ms: number,
  to_ms: number,
): LotEventRow[] =>
  merged(places, (place_id) =>
    db.all<LotEventRow>(
      `SELECT ${columns} FROM event INDEXED BY event_of_lot
        WHERE place_id = ? AND event_ms >= ? AND event_ms <= ? AND event_type NOT IN (0, 1, 2, 3)`,
      [place_id, from_ms, Math.min(to_ms, Number.MAX_SAFE_INTEGER)],
    ),
  )

const merged = (places: readonly number[], read: (place_id: number) => LotEventRow[]): LotEventRow[] =>
  places.flatMap(read).sort(inTime)

/**
 * The session of an event: its stay with updates, timer pictures, checks and scheduled events, and flags for
 * irregularities. If the lot was empty, the events about the empty lot, without flags. Empty for an unknown
 * event.
 */
export function sessionOf(db: Db, event_id: number): EventSession {
  const event = db.get<LotEventRow & { lot_no: string }>(
    `SELECT ${columns}, lot_no FROM event JOIN place USING (place_id) WHERE event_id = ?`,
    [event_id],
  )
  if (!event) return { events: [], flags: [], open: false }
  const { lot_no } = event
  const room = roomBetween(db, lot_no, event.event_ms, event.event_ms)
  const read = [
    ...lotEventsBefore(db, lot_no, event, lotEventsToRead(room)),
    ...lotEventsAfter(db, lot_no, event, lotEventsToRead(room)),
  ]
  const stays = staysOf(read, room)
  const homes = staysOfWithdrawn(read, stays, room)
  const stay = homes.has(event_id) ? homes.get(event_id) : stayAround(stays, event)
  const own = [
    ...(stay?.events ?? []),
    ...read.filter((one) => stay && homes.has(one.event_id) && homes.get(one.event_id) === stay),
  ]
  const known = new Set(own.map((one) => one.event_id))
  const others = eventsAround(db, lot_no, event).filter(
    (one) =>
      !known.has(one.event_id) &&
      (one.event_id === event_id ||
        (!(stay && isWithdrawn(one)) && stayAround(stays, one) === stay && isNear(stays, stay, event, one))),
  )
  const events = [...own, ...others].sort(inTime)
  return {
    events: events.map((one) => ({
      uuid: one.uuid,
      event_ms: one.event_ms,
      event_type: one.event_type,
      plate_number: knownPlate(one),
      status: one.status,
      standing: standingOf(one),
    })),
    flags: stay ? flagsOf(stay) : [],
    open: stay?.end === 'open',
  }
}

/** Events about the empty lot belong together unless a vehicle arrived in between. */
function isNear(
  stays: ReturnType<typeof staysOf<LotEventRow>>,
  stay: (typeof stays)[number] | undefined,
  event: Moment,
  one: Moment,
): boolean {
  const [from, to] = inTime(event, one) < 0 ? [event, one] : [one, event]
  return (
    stay !== undefined ||
    !stays.some(({ events }) => inTime(events[0]!, from) > 0 && inTime(events[0]!, to) < 0)
  )
}

/**
 * The length in ms of the stored stay that an event begins or ends: one of the last of its lot until then.
 * null while it is open; undefined if there is none, or if its entry or its exit was not seen.
 */
export function lengthOfStay(
  db: Db,
  { event_id, lot_no, event_ms }: { event_id: number; lot_no: string; event_ms: number },
): number | null | undefined {
  const stay = db.get<{ begin_ms: number; end_ms: number | null; whole: 0 | 1 }>(
    `SELECT begin_ms, end_ms, entry_id IS NOT NULL AND exit_id IS NOT NULL AND (marks & ?) = 0 AS whole
      FROM (SELECT * FROM stay WHERE lot_no = ? AND begin_ms <= ?
        ORDER BY begin_ms DESC, stay_id DESC LIMIT 20)
      WHERE ? IN (stay_id, entry_id, exit_id)`,
    [markBit('entry_missing'), lot_no, event_ms, event_id],
  )
  if (!stay || stay.end_ms === null) return stay && null
  return stay.whole === 1 ? 1000 * secondsBetween(stay.begin_ms, stay.end_ms) : undefined
}
