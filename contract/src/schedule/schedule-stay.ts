/**
 * What a plan makes of a stay (spec §4). A stay is cut into parts by what holds at each second. Charged and violating parts are each one bill, which an
 * entry opens and an exit closes; free parts have none. Where the kind changes while the car stands, nothing moves but the plan: a scheduled exit (10)
 * closes the bill and a scheduled entry (9) opens the next. "Settle and reopen" is a point in time: its beginning cuts a bill in two, and the rest of it
 * is charged. What happens physically in free time is recorded and not sent.
 */
import { event_type, schedule_type } from '../core/codes.ts'
import { blocksOf, partsOf, type Part, type Plan } from './schedule-plans.ts'
import { day_seconds, dayOf } from './schedule-time.ts'

export type StayKind = 'charge' | 'free' | 'violation'

/** Seconds of the wall clock; `to` is where the next part begins. */
export type StayPart = { readonly from: number; readonly to: number; readonly kind: StayKind }

export type StayEvent = {
  /** Second of the wall clock. */
  readonly at: number
  readonly type:
    | typeof event_type.entry
    | typeof event_type.exit
    | typeof event_type.scheduled_entry
    | typeof event_type.scheduled_exit
  /** False for what is recorded as skipped, because the time is free. */
  readonly sent: boolean
}

export type Stay = {
  readonly events: readonly StayEvent[]
  readonly parts: readonly StayPart[]
  /** One for each pair of entry and exit that is sent, in order. */
  readonly bills: readonly StayPart[]
}

/** What a plan's type means for the time it covers. */
const kind_of: Record<Part['type'], StayKind> = {
  [schedule_type.settle_and_reopen]: 'charge',
  [schedule_type.charge]: 'charge',
  [schedule_type.free]: 'free',
  [schedule_type.violation_parking]: 'violation',
}

/** Events, parts and bills of a stay from `arrival` to before `departure`, seconds of the wall clock. One that ends before it begins has none. */
export function eventsOfStay(plans: readonly Plan[], arrival: number, departure: number): Stay {
  if (departure < arrival) return { events: [], parts: [], bills: [] }
  const bits = bitsOf(plans, arrival, departure)
  const parts: StayPart[] = []
  const bills: StayPart[] = []
  const events: StayEvent[] = []
  const first = bits[0] ?? bitsOf(plans, arrival, arrival + 1)[0]
  events.push({ at: arrival, type: event_type.entry, sent: first?.kind !== 'free' })
  let before: Bit | undefined
  for (const bit of bits) {
    const { from, to, kind } = bit
    const goes_on = before?.kind === kind && !bit.cut
    if (before && !goes_on) {
      if (before.kind !== 'free') events.push({ at: from, type: event_type.scheduled_exit, sent: true })
      if (kind !== 'free') events.push({ at: from, type: event_type.scheduled_entry, sent: true })
    }
    extend(parts, goes_on, { from, to, kind })
    if (kind !== 'free') extend(bills, goes_on, { from, to, kind })
    before = bit
  }
  events.push({ at: departure, type: event_type.exit, sent: (before ?? first)?.kind !== 'free' })
  return { events, parts, bills }
}

/** Seconds of a stay that are of a kind. */
export const secondsOf = (stay: Stay, kind: StayKind): number =>
  stay.parts.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.to - part.from, 0)

type Bit = StayPart & { cut: boolean }

/** The plan's own stretches between two moments. `cut` where a "settle and reopen" begins. */
function bitsOf(plans: readonly Plan[], arrival: number, departure: number): Bit[] {
  const blocks = blocksOf(plans)
  const bits: Bit[] = []
  for (
    let midnight = Math.floor(arrival / day_seconds) * day_seconds;
    midnight < departure;
    midnight += day_seconds
  ) {
    for (const part of partsOf(blocks, dayOf(midnight))) {
      const [from, to] = [Math.max(arrival, midnight + part.from), Math.min(departure, midnight + part.to)]
      if (from < to)
        bits.push({
          from,
          to,
          kind: kind_of[part.type],
          cut: part.type === schedule_type.settle_and_reopen && from === midnight + part.from,
        })
    }
  }
  return bits
}

function extend(list: StayPart[], goes_on: boolean, part: StayPart): void {
  const last = list.at(-1)
  if (goes_on && last) list[list.length - 1] = { ...last, to: part.to }
  else list.push(part)
}
