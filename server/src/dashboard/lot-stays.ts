/**
 * The current stays of all lots by the rules of stays.ts, cached. The first page reads them every few seconds
 * and little changes in between, so only lots whose entries, updates or exits changed are read again.
 */
import { event_status, event_type } from '@parking/contract'
import type { Db } from '../core/db.ts'
import { lotEventsToRead, newestLotEvents, type LotEventRow } from '../events/record/session.store.ts'
import { isEntry, plateOfStay, staysOf, type LotStay, isWithdrawn } from '../events/record/stays.ts'
import { takeChangedLots, trackChangedLots, placesOfLots } from './dashboard.store.ts'

type Cached = { room: number; stay: PresentStay }

export class LotStays {
  /** By lot number. Undefined before the first reading. */
  #cached: ReadonlyMap<string, Cached> | undefined

  /** `room`: how many vehicles fit on each lot. */
  read(db: Db, rooms: ReadonlyMap<string, number>): Map<string, PresentStay> {
    if (!this.#cached) trackChangedLots(db)
    const changed = takeChangedLots(db)
    let places: Map<string, number[]> | undefined
    const cached = new Map(
      [...rooms].map(([lot_no, room]): [string, Cached] => {
        const before = this.#cached?.get(lot_no)
        if (before?.room === room && !changed.has(lot_no)) return [lot_no, before]
        places ??= placesOfLots(db)
        return [lot_no, { room, stay: presentStay(db, places.get(lot_no) ?? [], room) }]
      }),
    )
    this.#cached = cached
    return new Map([...cached].map(([lot_no, { stay }]) => [lot_no, stay]))
  }
}

export type PresentStay = {
  /** Number of open stays. */
  vehicles: number
  /** When the newest open stay began. 0 without one. */
  since_ms: number
  /** When the last vehicle left. 0 if unknown. */
  left_ms: number
  plate_number: string
  plate_color: string
  /** The uuid of the entry of the newest open stay. Empty if there is none. */
  uuid: string
  /** Whether an event of an open stay waits for a check. */
  to_check: boolean
}

/** Number of events read first: the last entry and the exit before it usually decide a car's lot. */
const first_events = 4

/** `places`: all places that the lot ever had. `room`: how many vehicles fit, at least 1. */
export function presentStay(db: Db, places: readonly number[], room: number): PresentStay {
  const events = decidingEvents(db, places, room)
  const stays = staysOf(events, room)
  const open = stays.filter(({ end }) => end === 'open')
  const newest = open.at(-1)
  return {
    vehicles: open.length,
    since_ms: newest?.events[0]?.event_ms ?? 0,
    left_ms: stays.findLast(({ end }) => end === 'left')?.events.at(-1)?.event_ms ?? 0,
    plate_number: newest ? plateOfStay(newest) : '',
    plate_color: newest ? colorOfStay(newest) : '',
    uuid: newest?.events.find(isEntry)?.uuid ?? '',
    to_check: open.some(({ events: of }) => of.some(waitsForCheck)),
  }
}

/** After an exit, a car's lot is empty, so earlier events do not matter. */
function decidingEvents(db: Db, places: readonly number[], room: number): LotEventRow[] {
  const all = lotEventsToRead(room)
  if (room > 1) return newestLotEvents(db, places, all)
  const few = newestLotEvents(db, places, first_events)
  const decided = few.length < first_events || few.some(isExit)
  return decided ? few : newestLotEvents(db, places, all)
}

const isExit = (event: LotEventRow): boolean => event.event_type === event_type.exit && !isWithdrawn(event)

/** Whether an event waits for a check, by the same rule as at the check desk. */
const waitsForCheck = ({ to_check, status }: LotEventRow): boolean =>
  to_check === 1 && status !== event_status.discarded && status !== event_status.manually_discarded

/** The colour that was read with the last plate or, without a plate, with the first event. */
const colorOfStay = ({ events }: LotStay<LotEventRow>): string =>
  (events.findLast(({ plate_number }) => plate_number !== '') ?? events[0])?.plate_color ?? ''
