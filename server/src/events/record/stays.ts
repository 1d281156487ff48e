/**
 * Which vehicle stood on a lot from when to when, by the entries, updates and exits of that lot. Pure: the
 * rows come from session.store.ts.
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
  /** Of its newest check, if it was read. */
  verdict?: CheckVerdict | null
}

/**
 * `open`: the vehicle is still there. `left`: its exit was reported. `replaced`: the next entry came first,
 * so the time it left is unknown.
 */
export type LotStay<M extends Moved> = {
  /** At least one, oldest first. */ moves: readonly M[]
  end: 'open' | 'left' | 'replaced'
}

/** The checked plate, else the plate that was read. */
export const plateSaid = ({
  plate_number,
  checked_plate,
}: Pick<Moved, 'plate_number' | 'checked_plate'>): string => checked_plate ?? plate_number

export const isEntry = ({ event_type: type }: Pick<Moved, 'event_type'>): boolean =>
  type === event_type.initial_entry || type === event_type.entry

/** Below 0 if `a` happened before `b`; at the same moment the order in which they were stored counts. */
export const inTime = (
  a: Pick<Moved, 'event_ms' | 'event_id'>,
  b: Pick<Moved, 'event_ms' | 'event_id'>,
): number => a.event_ms - b.event_ms || a.event_id - b.event_id

/**
 * The stays on one lot in the order in which they began. `moves` in the order of time; `room`: how many
 * vehicles fit (`motor_num`), 1 for a car. Withdrawn events did not happen. An update or exit without an
 * open stay starts one whose entry is missing. An entry into a full lot ends another stay.
 */
export function staysOf<M extends Moved>(moves: readonly M[], room = 1): LotStay<M>[] {
  type Building = { moves: M[]; end: LotStay<M>['end'] }
  const stays: Building[] = []
  let open: Building[] = []
  for (const move of moves) {
    if (isWithdrawn(move)) continue
    open = open.filter(({ end }) => end === 'open')
    if (isEntry(move)) {
      const again = open.find((stay) => isSame(plateOfStay(stay), plateSaid(move)))
      if (again) {
        again.moves.push(move)
        continue
      }
      for (const gone of replacedFirst(open).slice(0, Math.max(0, open.length - room + 1)))
        gone.end = 'replaced'
      begin(move)
      continue
    }
    let stay = room === 1 ? open[0] : meant(open, plateSaid(move))
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
 * A user said that it did not happen. Of an event that the platform had, only its check says so: it was sent
 * again with the verdict.
 */
export const isWithdrawn = ({ status, event_type: type, verdict }: Moved): boolean =>
  status === event_status.manually_discarded || (!!verdict && checkEffect(type, verdict) === 'discarded')

/**
 * Which stays end first when the lot is full: those known only by an update without a plate, then the
 * oldest.
 */
const replacedFirst = <S extends { moves: readonly Moved[] }>(open: readonly S[]): S[] => {
  const isKnown = (stay: S) => stay.moves.some(isEntry) || plateOfStay(stay) !== ''
  return [...open.filter((stay) => !isKnown(stay)), ...open.filter(isKnown)]
}

/**
 * The stay that a plate belongs to: its own, else the one without a plate. An event without a plate belongs
 * to the only open stay.
 */
function meant<M extends Moved, S extends { moves: readonly M[] }>(
  open: readonly S[],
  plate: string,
): S | undefined {
  const unread = open.find((stay) => plateOfStay(stay) === '')
  if (plate !== '') return open.find((stay) => isSame(plateOfStay(stay), plate)) ?? unread
  return unread ?? (open.length === 1 ? open[0] : undefined)
}

/** The plate of a stay: the last checked one, else the last that was read; empty if none was. */
export function plateOfStay({ moves }: { moves: readonly Moved[] }): string {
  return (
    moves.findLast(({ checked_plate }) => checked_plate !== null)?.checked_plate ??
    moves.findLast(({ plate_number }) => plate_number !== '')?.plate_number ??
    ''
  )
}

const isSame = (one: string, other: string): boolean =>
  one !== '' && other !== '' && plateKey(one) === plateKey(other)

/** What is wrong with a stay. Plates differ if the exit has another plate than the last one known. */
export function flagsOf<M extends Moved>({ moves, end }: LotStay<M>): SessionFlag[] {
  const flags: SessionFlag[] = []
  const entries = moves.filter(isEntry)
  if (entries.length === 0) flags.push('entry_missing')
  if (end === 'replaced') flags.push('exit_missing')
  if (entries.length > 1) flags.push('double_entry')
  const exit = end === 'left' ? moves.at(-1) : undefined
  const stood = plateOfStay({ moves: moves.slice(0, -1) })
  if (exit && stood !== '' && plateSaid(exit) !== '' && !isSame(stood, plateSaid(exit)))
    flags.push('plate_differs')
  return flags
}

/**
 * The stay of an event on the same lot; undefined if the lot was empty. A cut that was made before the exit
 * was reported belongs to the stay it was made for, even if the exit says that the vehicle had left by
 * then.
 */
export function stayAround<M extends Moved>(
  stays: readonly LotStay<M>[],
  event: Moved,
): LotStay<M> | undefined {
  const own = stays.find(({ moves }) => moves.some(({ event_id }) => event_id === event.event_id))
  if (own) return own
  const begun = stays.filter(({ moves }) => inTime(moves[0]!, event) < 0)
  const cut =
    event.event_type === event_type.scheduled_entry || event.event_type === event_type.scheduled_exit
  const there = begun.filter((stay) => {
    if (stay.end === 'open') return true
    if (stay.end === 'left') return inTime(event, stay.moves.at(-1)!) < 0 || (cut && stay === begun.at(-1))
    const next = stays[stays.indexOf(stay) + 1]
    return !next || inTime(event, next.moves[0]!) < 0
  })
  return there.findLast((stay) => isSame(plateOfStay(stay), plateSaid(event))) ?? there.at(-1)
}
