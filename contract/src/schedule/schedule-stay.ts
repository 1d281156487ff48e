/**
 * Splits a stay into events, parts and bills by the plan of the week (spec §4). Charged time and violations
 * are billed, free time is not. Where the kind changes, a scheduled exit (10) and a scheduled entry (9) end
 * one bill and start the next.
 */
import { event_type, schedule_type } from '../core/codes.ts'
import { blocksOf, partsOf, type Part, type Plan } from './schedule-plans.ts'
import { day_seconds, dayOf } from './schedule-time.ts'

export type StayKind = 'charge' | 'free' | 'violation'

/** Seconds of the wall clock; `to` is the start of the next part. */
export type StayPart = { readonly from: number; readonly to: number; readonly kind: StayKind }

export type StayEvent = {
  /** Second of the wall clock. */
  readonly at: number
  readonly type:
    | typeof event_type.entry
    | typeof event_type.exit
    | typeof event_type.scheduled_entry
    | typeof event_type.scheduled_exit
  /** False for an event that is recorded as skipped, because it is in free time. */
  readonly sent: boolean
}

export type Stay = {
  readonly events: readonly StayEvent[]
  readonly parts: readonly StayPart[]
  /** One for each pair of entry and exit that is sent, in order. */
  readonly bills: readonly StayPart[]
}

/**
 * What a plan's type means for the time it covers. "Settle and reopen" is a moment: its start splits a bill
 * in two, and the rest of its time is charged.
 */
const kind_of: Record<Part['type'], StayKind> = {
  [schedule_type.settle_and_reopen]: 'charge',
  [schedule_type.charge]: 'charge',
  [schedule_type.free]: 'free',
  [schedule_type.violation_parking]: 'violation',
}

/**
 * The events, parts and bills of a stay from `arrival` until just before `departure`, in seconds of the wall
 * clock. Empty if it ends before it starts.
 */
export function eventsOfStay(plans: readonly Plan[], arrival: number, departure: number): Stay {
  if (departure < arrival) return { events: [], parts: [], bills: [] }
  const segments = segmentsOf(plans, arrival, departure)
  const parts: StayPart[] = []
  const bills: StayPart[] = []
  const events: StayEvent[] = []
  const first = segments[0] ?? segmentsOf(plans, arrival, arrival + 1)[0]
  events.push({ at: arrival, type: event_type.entry, sent: first?.kind !== 'free' })
  let before: Segment | undefined
  for (const segment of segments) {
    const { from, to, kind } = segment
    const continues = before?.kind === kind && !segment.splits
    if (before && !continues) {
      if (before.kind !== 'free') events.push({ at: from, type: event_type.scheduled_exit, sent: true })
      if (kind !== 'free') events.push({ at: from, type: event_type.scheduled_entry, sent: true })
    }
    extend(parts, continues, { from, to, kind })
    if (kind !== 'free') extend(bills, continues, { from, to, kind })
    before = segment
  }
  events.push({ at: departure, type: event_type.exit, sent: (before ?? first)?.kind !== 'free' })
  return { events, parts, bills }
}

/** The seconds of a stay that have this kind. */
export const secondsOf = (stay: Stay, kind: StayKind): number =>
  stay.parts.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.to - part.from, 0)

type Segment = StayPart & { splits: boolean }

/** The parts of the plan between two moments. `splits`: a "settle and reopen" starts here. */
function segmentsOf(plans: readonly Plan[], arrival: number, departure: number): Segment[] {
  const blocks = blocksOf(plans)
  const segments: Segment[] = []
  for (
    let midnight = Math.floor(arrival / day_seconds) * day_seconds;
    midnight < departure;
    midnight += day_seconds
  ) {
    for (const part of partsOf(blocks, dayOf(midnight))) {
      const [from, to] = [Math.max(arrival, midnight + part.from), Math.min(departure, midnight + part.to)]
      if (from < to)
        segments.push({
          from,
          to,
          kind: kind_of[part.type],
          splits: part.type === schedule_type.settle_and_reopen && from === midnight + part.from,
        })
    }
  }
  return segments
}

function extend(list: StayPart[], continues: boolean, part: StayPart): void {
  const last = list.at(-1)
  if (continues && last) list[list.length - 1] = { ...last, to: part.to }
  else list.push(part)
}
