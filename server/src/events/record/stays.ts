/**
 * Derives from the entries, updates and exits of a lot which vehicle was parked there, and from when to when.
 * Pure: the rows come from session.store.ts.
 */
import { checkEffect, event_status, event_type, type CheckVerdict, type SessionFlag } from '@parking/contract'
import { plateKey } from './event.store.ts'

/** The fields of an event that identify a vehicle's arrival, update or departure. */
export type Moved = {
  event_id: number
  event_ms: number
  event_type: number
  status: number
  plate_number: string
  checked_plate: string | null
  /** The verdict of its newest check, if the query read it. */
  verdict?: CheckVerdict | null
}

/**
 * `open`: the vehicle is still there. `left`: its exit was reported. `replaced`: the next entry was reported
 * before an exit, so the time it left is unknown.
 */
export type LotStay<M extends Moved> = {
  /** At least one, oldest first. */ moves: readonly M[]
  end: 'open' | 'left' | 'replaced'
}

/** The checked plate, else the recognised plate. */
export const knownPlate = ({
  plate_number,
  checked_plate,
}: Pick<Moved, 'plate_number' | 'checked_plate'>): string => checked_plate ?? plate_number

export const isEntry = ({ event_type: type }: Pick<Moved, 'event_type'>): boolean =>
  type === event_type.initial_entry || type === event_type.entry

/**
 * Compares by time: below 0 if `a` is before `b`. Events at the same moment keep the order in which they were
 * stored.
 */
export const inTime = (
  a: Pick<Moved, 'event_ms' | 'event_id'>,
  b: Pick<Moved, 'event_ms' | 'event_id'>,
): number => a.event_ms - b.event_ms || a.event_id - b.event_id

/**
 * The stays on one lot, in the order in which they began. `moves` must be in chronological order; `room`: how
 * many vehicles fit (`motor_num`), 1 for a car. Withdrawn events are ignored. An update or exit without an
 * open stay starts a stay whose entry is missing. An entry into a full lot ends another stay.
 */
export function staysOf<M extends Moved>(moves: readonly M[], room = 1): LotStay<M>[] {
  type Building = { moves: M[]; end: LotStay<M>['end'] }
  const stays: Building[] = []
  let open: Building[] = []
  for (const move of moves) {
    if (isWithdrawn(move)) continue
    open = open.filter(({ end }) => end === 'open')
    if (isEntry(move)) {
      const again = open.find((stay) => isSame(plateOfStay(stay), knownPlate(move)))
      if (again) {
        again.moves.push(move)
        continue
      }
      for (const gone of replacedFirst(open).slice(0, Math.max(0, open.length - room + 1)))
        gone.end = 'replaced'
      begin(move)
      continue
    }
    let stay = room === 1 ? open[0] : matchingStay(open, knownPlate(move))
    if (stay) stay.moves.push(move)
    else stay = begin(move)
    if (move.event_type === event_type.exit) stay.end = 'left'
  }
  return stays

  function begin(move: M): Building {
    const stay: Building = { moves: [move], end: 'open' }
    stays.push(stay)
    open.push(stay)
    return stay
  }
}

/**
 * Whether a user decided that the event did not happen. If the platform already had the event, only its check
 * shows this: the event was sent again with the verdict.
 */
export const isWithdrawn = ({ status, event_type: type, verdict }: Moved): boolean =>
  status === event_status.manually_discarded || (!!verdict && checkEffect(type, verdict) === 'discarded')

/**
 * The order in which stays end when the lot is full: first those known only by an update without a plate,
 * then the oldest.
 */
const replacedFirst = <S extends { moves: readonly Moved[] }>(open: readonly S[]): S[] => {
  const isKnown = (stay: S) => stay.moves.some(isEntry) || plateOfStay(stay) !== ''
  return [...open.filter((stay) => !isKnown(stay)), ...open.filter(isKnown)]
}

/**
 * The stay that an event with this plate belongs to: the stay with the same plate, else a stay without a
 * plate. An event without a plate belongs to a stay without a plate, else to the only open stay.
 */
function matchingStay<M extends Moved, S extends { moves: readonly M[] }>(
  open: readonly S[],
  plate: string,
): S | undefined {
  const unread = open.find((stay) => plateOfStay(stay) === '')
  if (plate !== '') return open.find((stay) => isSame(plateOfStay(stay), plate)) ?? unread
  return unread ?? (open.length === 1 ? open[0] : undefined)
}

/** The plate of a stay: the last checked plate, else the last recognised plate; empty if there is none. */
export function plateOfStay({ moves }: { moves: readonly Moved[] }): string {
  return (
    moves.findLast(({ checked_plate }) => checked_plate !== null)?.checked_plate ??
    moves.findLast(({ plate_number }) => plate_number !== '')?.plate_number ??
    ''
  )
}

const isSame = (one: string, other: string): boolean =>
  one !== '' && other !== '' && plateKey(one) === plateKey(other)

/** The irregularities of a stay. Plates differ if the exit has another plate than the last known plate. */
export function flagsOf<M extends Moved>({ moves, end }: LotStay<M>): SessionFlag[] {
  const flags: SessionFlag[] = []
  const entries = moves.filter(isEntry)
  if (entries.length === 0) flags.push('entry_missing')
  if (end === 'replaced') flags.push('exit_missing')
  if (entries.length > 1) flags.push('double_entry')
  const exit = end === 'left' ? moves.at(-1) : undefined
  const plate_before = plateOfStay({ moves: moves.slice(0, -1) })
  if (exit && plate_before !== '' && knownPlate(exit) !== '' && !isSame(plate_before, knownPlate(exit)))
    flags.push('plate_differs')
  return flags
}

/**
 * The stay that an event on the same lot belongs to; undefined if the lot was empty. A scheduled event that
 * was created before the exit was reported belongs to the stay for which it was created, even if the vehicle
 * had left by then according to the exit.
 */
export function stayAround<M extends Moved>(
  stays: readonly LotStay<M>[],
  event: Moved,
): LotStay<M> | undefined {
  const own = stays.find(({ moves }) => moves.some(({ event_id }) => event_id === event.event_id))
  if (own) return own
  const begun = stays.filter(({ moves }) => inTime(moves[0]!, event) < 0)
  const scheduled =
    event.event_type === event_type.scheduled_entry || event.event_type === event_type.scheduled_exit
  const there = begun.filter((stay) => {
    if (stay.end === 'open') return true
    if (stay.end === 'left')
      return inTime(event, stay.moves.at(-1)!) < 0 || (scheduled && stay === begun.at(-1))
    const next = stays[stays.indexOf(stay) + 1]
    return !next || inTime(event, next.moves[0]!) < 0
  })
  return there.findLast((stay) => isSame(plateOfStay(stay), knownPlate(event))) ?? there.at(-1)
}
