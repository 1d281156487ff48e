/**
 * Updates the stays of a lot after some of its events changed. It reads from the last stay before the change
 * until the result matches the stored stays again, and writes only what differs.
 */
import { markBit } from '@parking/contract'
import type { Db } from '../core/db.ts'
import {
  lotEventsAfter,
  placesOfLot,
  roomBetween,
  withdrawnBefore,
  type LotEventRow,
} from '../events/record/session.store.ts'
import { staysOf, staysOfWithdrawn, type LotStay } from '../events/record/stays.ts'
import { contradicted, factsOf } from './stay-facts.ts'
import {
  clearDue,
  scheduledEventTimes,
  deleteStay,
  dueOfLot,
  firstStayAt,
  insertStay,
  isStay,
  lastBegin,
  setMarks,
  stayById,
  staysOfLot,
  staysOfPlateBetween,
  type StoredStay,
} from './stay.store.ts'
import { beginOfReading } from './begin-of-reading.ts'
import { acceptedOf } from './stay-repair.store.ts'

const first_chunk = 100
const end_of_time = { begin_ms: Number.MAX_SAFE_INTEGER, stay_id: Number.MAX_SAFE_INTEGER }
const impossible = markBit('impossible')

/** Returns whether the lot had changes; does nothing if it had none. */
export function updateStays(db: Db, lot_no: string): boolean {
  return db.transaction(() => {
    const due = dueOfLot(db, lot_no)
    if (!due) return false
    const room = roomBetween(db, lot_no, due.since_ms, due.until_ms)
    const from_ms = beginOfReading(db, lot_no, due.since_ms, room)
    const { stays, to, homes } = readStays(db, lot_no, from_ms, room, due.until_ms)
    const changed = writeStays(db, lot_no, from_ms, { to, homes }, stays)
    for (const [plate, span] of changed) markContradictions(db, plate, span)
    clearDue(db, lot_no)
    return true
  })
}

/**
 * `to`: the first stay after the change that matches the stored stays again; nothing is written from there
 * on.
 */
function readStays(db: Db, lot_no: string, from_ms: number, room: number, until_ms: number) {
  const events: LotEventRow[] = []
  // An event of the same millisecond may still belong to the stay before.
  let spot = { event_ms: from_ms, event_id: (firstStayAt(db, lot_no, from_ms) ?? 1) - 1 }
  const before = withdrawnBefore(db, lot_no, spot)
  for (let chunk = first_chunk; ; chunk *= 2) {
    const more = lotEventsAfter(db, lot_no, spot, chunk)
    events.push(...more)
    const stays = staysOf(events, room)
    // On a lot with room for several vehicles, a stay depends on the other vehicles there.
    const matched =
      room > 1 ? -1 : stays.findIndex((stay, at) => at > 0 && isUnchanged(db, lot_no, stay, until_ms))
    if (matched === -1 && more.length === chunk) {
      spot = more.at(-1)!
      continue
    }
    const homes = new Set(staysOfWithdrawn([...before, ...events], stays, room, 'observed').values())
    return matched === -1
      ? { stays, to: end_of_time, homes }
      : { stays: stays.slice(0, matched + 1), to: spotOf(stays[matched]!), homes }
  }
}

const spotOf = ({ events: [first] }: LotStay<LotEventRow>) => ({
  begin_ms: first!.event_ms,
  stay_id: first!.event_id,
})
/**
 * The first known stay of a lot is judged differently, so it never counts as unchanged: it may no longer be
 * the first.
 */
const isUnchanged = (db: Db, lot_no: string, { events: [first] }: LotStay<LotEventRow>, until_ms: number) =>
  first!.event_ms > until_ms &&
  isStay(db, first!.event_id) &&
  lastBegin(db, lot_no, first!.event_ms) !== undefined

/**
 * Returns the plates of the stays that changed, each with the span of those stays. The stay at `to` is used
 * only for the end of the stay before it.
 */
function writeStays(
  db: Db,
  lot_no: string,
  from_ms: number,
  { to, homes }: Omit<ReturnType<typeof readStays>, 'stays'>,
  stays: readonly LotStay<LotEventRow>[],
): Map<string, Span> {
  const changed = new Map<string, Span>()
  const noteChange = (stay: StoredStay) => {
    if (stay.plate_number !== '')
      changed.set(stay.plate_number, spanOver([stay], changed.get(stay.plate_number)))
  }
  const known = new Map(staysOfLot(db, lot_no, from_ms, to).map((row) => [row.stay_id, row]))
  const begins = stays.map(({ events: [first] }) => first!.event_ms)
  const scheduled_ms = scheduledEventTimes(db, placesOfLot(db, lot_no), begins[0] ?? 0, to.begin_ms)
  const from_first = lastBegin(db, lot_no, from_ms) === undefined
  for (const [at, stay] of stays.entries()) {
    const facts = factsOf(stay, {
      lot_no,
      scheduled_ms,
      withdrawn: homes.has(stay),
      first: from_first && at === 0,
    })
    if (facts.stay_id === to.stay_id) continue
    const before = known.get(facts.stay_id)
    known.delete(facts.stay_id)
    const ends = [stay.events[0]!, stay.events.at(-1)!].map(({ uuid }) => uuid)
    const next: StoredStay = {
      ...facts,
      // `markContradictions` rechecks stays with a plate; a stay without a plate cannot contradict another.
      marks: facts.marks | (facts.plate_number === '' ? 0 : (before?.marks ?? 0) & impossible),
      accepted: acceptedOf(db, ends),
    }
    if (before && isSame(before, next)) continue
    // The id of a deleted event may be reused, possibly on another lot.
    const other = before ?? stayById(db, next.stay_id)
    if (other) {
      deleteStay(db, other.stay_id)
      noteChange(other)
    }
    insertStay(db, next)
    noteChange(next)
  }
  for (const gone of known.values()) {
    deleteStay(db, gone.stay_id)
    noteChange(gone)
  }
  return changed
}

type Span = { readonly from_ms: number; readonly to_ms: number }

/** The shortest span over all of these stays, and over `span`. */
const spanOver = (stays: readonly Pick<StoredStay, 'begin_ms' | 'end_ms'>[], span?: Span): Span => ({
  from_ms: Math.min(span?.from_ms ?? Infinity, ...stays.map(({ begin_ms }) => begin_ms)),
  to_ms: Math.max(
    span?.to_ms ?? -Infinity,
    ...stays.map(({ begin_ms, end_ms }) => Math.max(begin_ms, end_ms ?? Number.MAX_SAFE_INTEGER)),
  ),
})

const isSame = (before: StoredStay, next: StoredStay): boolean =>
  (Object.keys(next) as (keyof StoredStay)[]).every((key) => before[key] === next[key])

/**
 * Marks the stays of a plate that contradict another, among those that overlap the changed span. A plate that
 * is read again and again, such as that of a delivery van, has thousands of stays.
 */
function markContradictions(db: Db, plate: string, changed: Span): void {
  const stays = staysOfPlateBetween(db, plate, changed.from_ms, changed.to_ms)
  if (stays.length === 0) return
  const around = spanOver(stays)
  const found = contradicted(staysOfPlateBetween(db, plate, around.from_ms, around.to_ms))
  for (const { stay_id, marks } of stays) {
    const next = found.has(stay_id) ? marks | impossible : marks & ~impossible
    if (next !== marks) setMarks(db, stay_id, next)
  }
}
