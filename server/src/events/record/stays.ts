/**
 * Derives from the entries, updates and exits of a lot which vehicle was parked there, and from when to
 * when. Pure: the rows come from session.store.ts. Long because the rules of one stay belong together.
 */
import { barePlate, event_type, standingOf, type CheckVerdict, type SessionFlag } from '@parking/contract'

/** The fields of an event that identify a vehicle's arrival, update or departure. */
export type LotEvent = {
  event_id: number
  event_ms: number
  event_type: number
  status: number
  plate_number: string
  checked_plate: string | null
  /** 1 if a user added it. */
  typed: number
  /** The verdict of its newest check, if the query read it. */
  verdict?: CheckVerdict | null
  /** How many vehicles fitted on the lot when it was observed; undefined if that is not known. */
  room?: number | undefined
}

/**
 * `open`: the vehicle is still there. `left`: its exit was reported. `replaced`: the next entry was reported
 * before an exit, so the time it left is unknown.
 */
export type LotStay<E extends LotEvent> = {
  /** At least one, oldest first. */ events: readonly E[]
  end: 'open' | 'left' | 'replaced'
  /** The entry that replaced it: the vehicle left before. */
  replaced_by?: E
}

/** The checked plate, else the recognised plate. */
export const knownPlate = ({
  plate_number,
  checked_plate,
}: Pick<LotEvent, 'plate_number' | 'checked_plate'>): string => checked_plate ?? plate_number

export const isEntry = ({ event_type: type }: Pick<LotEvent, 'event_type'>): boolean =>
  type === event_type.initial_entry || type === event_type.entry

/**
 * Compares by time: below 0 if `a` is before `b`. Events at the same moment keep the order in which they were
 * stored.
 */
export const inTime = (
  a: Pick<LotEvent, 'event_ms' | 'event_id'>,
  b: Pick<LotEvent, 'event_ms' | 'event_id'>,
): number => a.event_ms - b.event_ms || a.event_id - b.event_id

/**
 * The stays on one lot, in the order in which they began. `events` must be in chronological order; `room`:
 * how many vehicles fit (`motor_num`), 1 for a car, as long as no event says how many did then. Withdrawn
 * events are ignored. An update or exit without an open stay starts a stay whose entry is missing. An entry
 * into a full lot ends another stay.
 */
export function staysOf<E extends LotEvent>(events: readonly E[], room = 1): LotStay<E>[] {
  type Building = { events: E[]; end: LotStay<E>['end']; replaced_by?: E }
  const stays: Building[] = []
  let open: Building[] = []
  for (const [event, fits] of withRoom(events, room)) {
    if (isWithdrawn(event)) continue
    open = open.filter(({ end }) => end === 'open')
    if (isEntry(event)) {
      const again = open.find((stay) => isSame(plateOfStay(stay), knownPlate(event)))
      if (again) {
        again.events.push(event)
        continue
      }
      for (const gone of replacedFirst(open).slice(0, Math.max(0, open.length - fits + 1)))
        Object.assign(gone, { end: 'replaced', replaced_by: event })
      begin(event)
      continue
    }
    let stay = fits === 1 && open.length === 1 ? open[0] : matchingStay(open, knownPlate(event))
    if (stay) stay.events.push(event)
    else stay = begin(event)
    if (event.event_type === event_type.exit) stay.end = 'left'
  }
  return stays

  function begin(event: E): Building {
    const stay: Building = { events: [event], end: 'open' }
    stays.push(stay)
    open.push(stay)
    return stay
  }
}

/** Each event with the room of its time: its own, else that of the event before it, else `room`. */
function* withRoom<E extends LotEvent>(events: readonly E[], room: number): Generator<[E, number]> {
  let fits = room
  for (const event of events) {
    fits = event.room ?? fits
    yield [event, fits]
  }
}

/** Whether a user decided that the event did not happen. */
export const isWithdrawn = (event: LotEvent): boolean => standingOf(event) === 'withdrawn'

/**
 * By event id, the stay of each withdrawn event: for ever the one that it was seen in, whatever was typed or
 * seen since. That is the stay of the observed event before it, or else after it, between an entry and an
 * exit as they were seen. undefined if it belongs to none of `stays`, which are those of the same events.
 * `only`: leaves out typed events, whose repair was undone.
 */
export function staysOfWithdrawn<E extends LotEvent>(
  events: readonly E[],
  stays: readonly LotStay<E>[],
  room = 1,
  only?: 'observed',
): Map<number, LotStay<E> | undefined> {
  const found = new Map<number, LotStay<E> | undefined>()
  const withdrawn = events.filter(isWithdrawn)
  if (withdrawn.length === 0) return found
  const living = new Map(
    stays.flatMap((stay) => stay.events.map(({ event_id }) => [event_id, stay] as const)),
  )
  for (const event of withdrawn)
    if (event.typed === 1 && only === undefined) found.set(event.event_id, stayOfTyped(event, stays, room))
  for (const passage of passagesOf(events, room))
    for (const [at, event] of passage.entries()) {
      if (!isWithdrawn(event)) continue
      const mate =
        passage.slice(0, at).findLast((one) => !isWithdrawn(one)) ??
        passage.slice(at + 1).find((one) => !isWithdrawn(one))
      found.set(event.event_id, mate ? living.get(mate.event_id) : stayAround(stays, event))
    }
  return found
}

/**
 * The stay of a typed event that was withdrawn. It was never seen: it belongs to the stay whose end it was
 * typed for, on a lot with room for several vehicles to one of its plate, also if that begins earlier now.
 */
function stayOfTyped<E extends LotEvent>(
  event: E,
  stays: readonly LotStay<E>[],
  room: number,
): LotStay<E> | undefined {
  const endOf = (among: readonly LotStay<E>[]) =>
    isEntry(event)
      ? among.find(({ events: [first] }) => inTime(first!, event) > 0)
      : among.findLast(({ events: [first] }) => inTime(first!, event) < 0)
  if (room === 1) return endOf(stays)
  const own = stays.filter((stay) => isSame(plateOfStay(stay), knownPlate(event)))
  return stayAround(own, event) ?? endOf(own) ?? endOf(stays) ?? stayAround(stays, event)
}

/**
 * The observed events from one arrival to the departure after it, as they were seen. On a lot with room for
 * several vehicles, those of one plate.
 */
function passagesOf<E extends LotEvent>(events: readonly E[], room: number): E[][] {
  const lanes = new Map<string, E[][]>()
  for (const [event, fits] of withRoom(events, room)) {
    if (event.typed === 1) continue
    const plate = barePlate(event.plate_number)
    const lane = fits === 1 ? '' : plate || `event ${event.event_id}`
    const passages = lanes.get(lane) ?? []
    const last = passages.at(-1)
    if (!last || isEntry(event) || last.at(-1)!.event_type === event_type.exit) passages.push([event])
    else last.push(event)
    lanes.set(lane, passages)
  }
  return [...lanes.values()].flat()
}

/**
 * The order in which stays end when the lot is full: first those known only by an update without a plate,
 * then the oldest.
 */
const replacedFirst = <S extends { events: readonly LotEvent[] }>(open: readonly S[]): S[] => {
  const isKnown = (stay: S) => stay.events.some(isEntry) || plateOfStay(stay) !== ''
  return [...open.filter((stay) => !isKnown(stay)), ...open.filter(isKnown)]
}

/**
 * The stay that an event with this plate belongs to: the stay with the same plate, else a stay without a
 * plate. An event without a plate belongs to a stay without a plate, else to the only open stay.
 */
function matchingStay<E extends LotEvent, S extends { events: readonly E[] }>(
  open: readonly S[],
  plate: string,
): S | undefined {
  const unread = open.find((stay) => plateOfStay(stay) === '')
  if (plate !== '') return open.find((stay) => isSame(plateOfStay(stay), plate)) ?? unread
  return unread ?? (open.length === 1 ? open[0] : undefined)
}

/** The plate of a stay: the last checked plate, else the last recognised plate; empty if there is none. */
export function plateOfStay({ events }: { events: readonly LotEvent[] }): string {
  return (
    events.findLast(({ checked_plate }) => checked_plate !== null)?.checked_plate ??
    events.findLast(({ plate_number }) => plate_number !== '')?.plate_number ??
    ''
  )
}

const isSame = (one: string, other: string): boolean =>
  one !== '' && other !== '' && barePlate(one) === barePlate(other)

/** The irregularities of a stay. Plates differ if the exit has another plate than the last known plate. */
export function flagsOf<E extends LotEvent>({ events, end }: LotStay<E>): SessionFlag[] {
  const flags: SessionFlag[] = []
  const entries = events.filter(isEntry)
  if (entries.length === 0) flags.push('entry_missing')
  if (end === 'replaced') flags.push('exit_missing')
  if (entries.length > 1) flags.push('double_entry')
  const exit = end === 'left' ? events.at(-1) : undefined
  const plate_before = plateOfStay({ events: events.slice(0, -1) })
  if (exit && plate_before !== '' && knownPlate(exit) !== '' && !isSame(plate_before, knownPlate(exit)))
    flags.push('plate_differs')
  return flags
}

/**
 * The stay that an event on the same lot belongs to; undefined if the lot was empty. A scheduled event that
 * was created before the exit was reported belongs to the stay for which it was created, even if the vehicle
 * had left by then according to the exit.
 */
export function stayAround<E extends LotEvent>(
  stays: readonly LotStay<E>[],
  event: LotEvent,
): LotStay<E> | undefined {
  const own = stays.find(({ events }) => events.some(({ event_id }) => event_id === event.event_id))
  if (own) return own
  const begun = stays.filter(({ events }) => inTime(events[0]!, event) < 0)
  const scheduled =
    event.event_type === event_type.scheduled_entry || event.event_type === event_type.scheduled_exit
  const there = begun.filter((stay) => {
    if (stay.end === 'open') return true
    if (stay.end === 'left')
      return inTime(event, stay.events.at(-1)!) < 0 || (scheduled && stay === begun.at(-1))
    return !stay.replaced_by || inTime(event, stay.replaced_by) < 0
  })
  return there.findLast((stay) => isSame(plateOfStay(stay), knownPlate(event))) ?? there.at(-1)
}
