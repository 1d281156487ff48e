/** Who stood in a lot from when to when, told from the entries, updates and exits of that lot. Pure: the rows come from session.store.ts. */
import { event_status, event_type, type SessionFlag } from '@parking/contract'
import { plateKey } from './event.store.ts'

/** What of an event says who came, who was seen better and who went. */
export type Moved = {
  event_id: number
  event_ms: number
  event_type: number
  status: number
  plate_number: string
  checked_plate: string | null
}

/** `open`: the vehicle still stands there. `left`: its exit was told. `replaced`: the next entry came first, and nobody knows when it left. */
export type LotStay<M extends Moved> = {
  /** At least one, oldest first. */ moves: readonly M[]
  end: 'open' | 'left' | 'replaced'
}

/** What somebody who looked says of the plate, else what was read. */
export const plateSaid = ({
  plate_number,
  checked_plate,
}: Pick<Moved, 'plate_number' | 'checked_plate'>): string => checked_plate ?? plate_number

export const isEntry = ({ event_type: type }: Pick<Moved, 'event_type'>): boolean =>
  type === event_type.initial_entry || type === event_type.entry

/** Below 0 where `a` happened before `b`; of two of one moment the one that was stored first. */
export const inTime = (
  a: Pick<Moved, 'event_ms' | 'event_id'>,
  b: Pick<Moved, 'event_ms' | 'event_id'>,
): number => a.event_ms - b.event_ms || a.event_id - b.event_id

/**
 * The stays of one lot, in the order in which they began. `moves` in the order of time; `room`: how many vehicles the lot has room for (`motor_num`), 1 for a car's.
 * What somebody has discarded did not happen. An update or an exit of nobody who is known to stand there is a stay whose entry is missing. An entry leaves no more than there is room for.
 */
export function staysOf<M extends Moved>(moves: readonly M[], room = 1): LotStay<M>[] {
  const stays: { moves: M[]; end: LotStay<M>['end'] }[] = []
  for (const move of moves) {
    if (move.status === event_status.manually_discarded) continue
    const open = stays.filter(({ end }) => end === 'open')
    if (isEntry(move)) {
      const again = open.find((stay) => isSame(plateOfStay(stay), plateSaid(move)))
      if (again) {
        again.moves.push(move)
        continue
      }
      for (const gone of replacedFirst(open).slice(0, Math.max(0, open.length - room + 1)))
        gone.end = 'replaced'
      stays.push({ moves: [move], end: 'open' })
      continue
    }
    let stay = room === 1 ? open[0] : meant(open, plateSaid(move))
    if (stay) stay.moves.push(move)
    else stays.push((stay = { moves: [move], end: 'open' }))
    if (move.event_type === event_type.exit) stay.end = 'left'
  }
  return stays
}

/** Who makes room when one more comes than there is room for: first those of whom nobody knows that they are there (told by an update alone, without a plate), then the oldest. */
const replacedFirst = <S extends { moves: readonly Moved[] }>(open: readonly S[]): S[] => {
  const isKnown = (stay: S) => stay.moves.some(isEntry) || plateOfStay(stay) !== ''
  return [...open.filter((stay) => !isKnown(stay)), ...open.filter(isKnown)]
}

/** Whom of several a plate means: its own, else the one that was not read. A plate that was not read means whoever is alone. */
function meant<M extends Moved, S extends { moves: readonly M[] }>(
  open: readonly S[],
  plate: string,
): S | undefined {
  const unread = open.find((stay) => plateOfStay(stay) === '')
  if (plate !== '') return open.find((stay) => isSame(plateOfStay(stay), plate)) ?? unread
  return unread ?? (open.length === 1 ? open[0] : undefined)
}

/** The plate of a stay: what was checked last, else what was read last; empty where it never was. */
export function plateOfStay({ moves }: { moves: readonly Moved[] }): string {
  return (
    moves.findLast(({ checked_plate }) => checked_plate !== null)?.checked_plate ??
    moves.findLast(({ plate_number }) => plate_number !== '')?.plate_number ??
    ''
  )
}

const isSame = (one: string, other: string): boolean =>
  one !== '' && other !== '' && plateKey(one) === plateKey(other)

/** What is wrong with a stay. Plates differ where the exit is of another than who was last known to stand there. */
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
 * The stay that an event of the same lot belongs to; undefined where nobody stood there. A cut of the plan that was made before the exit was told belongs
 * to the stay it was made for, even though the exit says that the vehicle had left by then.
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
