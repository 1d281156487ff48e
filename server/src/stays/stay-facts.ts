/**
 * Computes the stored facts of a stay, and which stays contradict each other. Pure: update-stays.ts reads and
 * writes.
 */
import {
  bitsOf,
  event_status,
  event_type,
  impossible_from_ms,
  markBit,
  type StayMark,
} from '@parking/contract'
import { flagsOf, plateOfStay, type LotStay } from '../events/record/stays.ts'
import type { LotEventRow } from '../events/record/session.store.ts'
import type { StoredStay } from './stay.store.ts'

type JudgedEvent = Pick<
  LotEventRow,
  | 'event_id'
  | 'event_ms'
  | 'event_type'
  | 'status'
  | 'reason'
  | 'plate_number'
  | 'checked_plate'
  | 'to_check'
  | 'place_id'
  | 'typed'
>
/**
 * `scheduled_ms`: the times of scheduled events, in order. `withdrawn`: an event was withdrawn from it.
 */
type Around = {
  lot_no: string
  scheduled_ms: readonly number[]
  first: boolean
  withdrawn: boolean
}

/** `first`: this is the first known stay of the lot, whose entry may be older than the retained events. */
export function factsOf<E extends JudgedEvent>(
  stay: LotStay<E>,
  { lot_no, scheduled_ms, first, withdrawn }: Around,
): Omit<StoredStay, 'accepted'> {
  const { events, end, replaced_by } = stay
  const [one, last] = [events[0]!, events.at(-1)!]
  const end_ms = end === 'open' ? null : (replaced_by ?? last).event_ms
  const marks: StayMark[] = flagsOf(stay).filter((flag) => !(first && flag === 'entry_missing'))
  if (events.some(isDoubtful)) marks.push('doubtful')
  if (events.some(({ checked_plate }) => checked_plate !== null)) marks.push('corrected')
  if (scheduled_ms.some((at) => at > one.event_ms && (end_ms === null || at < end_ms))) marks.push('cut')
  if (events.some(({ typed }) => typed === 1)) marks.push('typed')
  if (withdrawn) marks.push('withdrawn')
  return {
    stay_id: one.event_id,
    lot_no,
    place_id: one.place_id,
    entry_id: one.event_type === event_type.exit ? null : one.event_id,
    exit_id: end === 'left' ? last.event_id : null,
    begin_ms: one.event_ms,
    seen_ms: last.event_ms,
    end_ms,
    plate_number: plateOfStay(stay),
    marks: bitsOf(marks),
  }
}

const isDoubtful = ({ to_check, status, reason }: JudgedEvent): boolean =>
  to_check === 1 ||
  status === event_status.validation_failed ||
  (status === event_status.skipped && reason === 'unsure')

type StaySpan = Pick<StoredStay, 'stay_id' | 'lot_no' | 'begin_ms' | 'seen_ms' | 'end_ms' | 'marks'>

/** Until when the vehicle was certainly there: its last event if the exit is missing. */
const certainUntil = ({ seen_ms, end_ms, marks }: StaySpan): number =>
  (marks & markBit('exit_missing')) !== 0 ? seen_ms : (end_ms ?? Infinity)

/**
 * Whether two stays of one plate cannot both be true: they are on different lots and overlap by more than a
 * minute.
 */
export const contradict = (a: StaySpan, b: StaySpan): boolean =>
  a.lot_no !== b.lot_no &&
  Math.min(certainUntil(a), certainUntil(b)) - Math.max(a.begin_ms, b.begin_ms) > impossible_from_ms

/**
 * The stays that contradict another stay. `stays` are those of one plate, in the order in which they began.
 */
export function contradicted(stays: readonly StaySpan[]): Set<number> {
  const found = new Set<number>()
  let there: StaySpan[] = []
  for (const stay of stays) {
    there = there.filter((one) => certainUntil(one) - stay.begin_ms > impossible_from_ms)
    for (const one of there)
      if (contradict(one, stay)) {
        found.add(one.stay_id)
        found.add(stay.stay_id)
      }
    there.push(stay)
  }
  return found
}
