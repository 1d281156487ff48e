/**
 * The present stays of a lot, for the first page: applies the rules of stays.ts to as few rows as possible.
 */
import { event_status, event_type } from '@parking/contract'
import type { Db } from '../core/db.ts'
import { movesToRead, newestMoves, type SessionMove } from '../events/record/session.store.ts'
import { isEntry, plateOfStay, staysOf, type LotStay } from '../events/record/stays.ts'

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
  const moves = movesThatDecide(db, places, room)
  const stays = staysOf(moves, room)
  const open = stays.filter(({ end }) => end === 'open')
  const newest = open.at(-1)
  return {
    vehicles: open.length,
    since_ms: newest?.moves[0]?.event_ms ?? 0,
    left_ms: stays.findLast(({ end }) => end === 'left')?.moves.at(-1)?.event_ms ?? 0,
    plate_number: newest ? plateOfStay(newest) : '',
    plate_color: newest ? colorOfStay(newest) : '',
    uuid: newest?.moves.find(isEntry)?.uuid ?? '',
    to_check: open.some(({ moves: of }) => of.some(waitsForCheck)),
  }
}

/** After an exit, a car's lot is empty, so earlier events do not matter. */
function movesThatDecide(db: Db, places: readonly number[], room: number): SessionMove[] {
  const all = movesToRead(room)
  if (room > 1) return newestMoves(db, places, all)
  const few = newestMoves(db, places, first_events)
  const decided = few.length < first_events || few.some(isExit)
  return decided ? few : newestMoves(db, places, all)
}

const isExit = ({ event_type: type, status }: SessionMove): boolean =>
  type === event_type.exit && status !== event_status.manually_discarded

/** Whether an event waits for a check, by the same rule as at the check desk. */
const waitsForCheck = ({ to_check, status }: SessionMove): boolean =>
  to_check === 1 && status !== event_status.discarded && status !== event_status.manually_discarded

/** The colour that was read with the last plate or, without a plate, with the first event. */
const colorOfStay = ({ moves }: LotStay<SessionMove>): string =>
  (moves.findLast(({ plate_number }) => plate_number !== '') ?? moves[0])?.plate_color ?? ''
