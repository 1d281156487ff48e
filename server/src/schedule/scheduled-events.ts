/**
 * Computes when the day plans split open stays, as one list for the device, because scheduled events depend
 * only on the clock (spec §4, docs/decisions/0019). Converts the wall-clock seconds of `eventsOfStay` to
 * moments, by the plans that applied at each moment, across time zone changes.
 */
import {
  blocksOf,
  day_seconds,
  dayOf,
  event_type,
  eventsOfStay,
  schedule_type,
  type Plan,
  type StayKind,
} from '@parking/contract'
import { offsetAt } from '../core/zone.ts'

/**
 * Plans that apply from `from_ms` (a whole second) until the next entry of the list. `zone`: their time zone.
 */
export type PlanPeriod = { from_ms: number; zone: string; plans: Plan[] }
export type ScheduledEvent = {
  at_ms: number
  event_type: typeof event_type.scheduled_entry | typeof event_type.scheduled_exit
}

/** A scheduled event that is later than this is no longer reported. */
export const report_within_ms = 7 * 86_400_000
const max_held = 200

/**
 * The list with `plans` as the current entry. A change applies from the next second; after the clock was set
 * back, later entries are replaced. Entries that are no longer needed are dropped.
 */
export function planHistory(
  list: readonly PlanPeriod[],
  plans: readonly Plan[],
  zone: string,
  now: number,
): readonly PlanPeriod[] {
  const last = list.at(-1)
  const same = last && last.zone === zone && JSON.stringify(last.plans) === JSON.stringify(plans)
  if (same && last.from_ms <= now + 1000) return list
  const from_ms = Math.floor(now / 1000) * 1000 + (last ? 1000 : 0)
  const before = list.filter((one) => one.from_ms < from_ms)
  const needed = before.filter((_, at) => (before[at + 1]?.from_ms ?? Infinity) > now - report_within_ms)
  return [...needed.slice(-max_held), { from_ms, zone, plans: [...plans] }]
}

/** The scheduled events after `from_ms` and up to `to_ms`, in order; at one moment the exit comes first. */
export function scheduledEventsBetween(
  list: readonly PlanPeriod[],
  from_ms: number,
  to_ms: number,
): ScheduledEvent[] {
  const found: ScheduledEvent[] = []
  let before: { kind: StayKind; second: number } | undefined
  for (const [at, { zone, plans, from_ms: since }] of list.entries()) {
    const until = Math.min(list[at + 1]?.from_ms ?? Infinity, Math.floor(to_ms / 1000) * 1000 + 1000)
    for (const stretch of stretchesOf(zone, Math.max(since, Math.floor(from_ms / 1000) * 1000), until)) {
      const second = (stretch.from_ms + stretch.offset_ms) / 1000
      const { events, parts } = eventsOfStay(plans, second, (stretch.to_ms + stretch.offset_ms) / 1000)
      const [first, last] = [parts[0], parts.at(-1)]
      if (!first || !last) continue
      if (before && (before.kind !== first.kind || settlesBetween(plans, before.second, second)))
        found.push(...eventsAtChange(stretch.from_ms, before.kind, first.kind))
      for (const { at: when, type } of events)
        if (isScheduledEvent(type))
          found.push({ at_ms: stretch.from_ms + (when - second) * 1000, event_type: type })
      before = { kind: last.kind, second: last.to }
    }
  }
  return found.filter(({ at_ms }) => at_ms > from_ms && at_ms <= to_ms)
}

export type Band = { from_ms: number; to_ms: number; kind: StayKind }

/**
 * The kinds of charging that the plans define between two moments, without the time before the first entry.
 */
export function bandsBetween(list: readonly PlanPeriod[], from_ms: number, to_ms: number): Band[] {
  const bands: Band[] = []
  for (const [at, { zone, plans, from_ms: since }] of list.entries()) {
    const [from, to] = [Math.max(since, from_ms), Math.min(list[at + 1]?.from_ms ?? Infinity, to_ms)]
    if (from >= to) continue
    for (const band of partsBetween({ zone, plans }, from, to)) {
      const last = bands.at(-1)
      if (last?.kind === band.kind && last.to_ms === band.from_ms) last.to_ms = band.to_ms
      else bands.push(band)
    }
  }
  return bands
}

/**
 * The parts of one plan between the whole seconds of two moments, split where a "settle and reopen" begins
 * and where the wall clock jumps.
 */
export function partsBetween(
  { zone, plans }: Pick<PlanPeriod, 'zone' | 'plans'>,
  from_ms: number,
  to_ms: number,
): Band[] {
  const [from, to] = [from_ms, to_ms].map((ms) => Math.floor(ms / 1000) * 1000) as [number, number]
  return [...stretchesOf(zone, from, to)].flatMap((stretch) => {
    const second = (stretch.from_ms + stretch.offset_ms) / 1000
    const { parts } = eventsOfStay(plans, second, (stretch.to_ms + stretch.offset_ms) / 1000)
    return parts.map(({ from: begin, to: end, kind }) => ({
      from_ms: stretch.from_ms + (begin - second) * 1000,
      to_ms: stretch.from_ms + (end - second) * 1000,
      kind,
    }))
  })
}

/**
 * The scheduled events that fall within a stay: after the second of its entry and before the second of its
 * exit, or up to now while it is open.
 */
export const scheduledEventsOfStay = (
  events: readonly ScheduledEvent[],
  entry_ms: number,
  exit_ms: number,
): ScheduledEvent[] =>
  events.filter(
    ({ at_ms }) => at_ms > Math.floor(entry_ms / 1000) * 1000 && at_ms < Math.floor(exit_ms / 1000) * 1000,
  )

const isScheduledEvent = (type: number): type is ScheduledEvent['event_type'] =>
  type === event_type.scheduled_entry || type === event_type.scheduled_exit

const eventsAtChange = (at_ms: number, before: StayKind, after: StayKind): ScheduledEvent[] => [
  ...(before === 'free' ? [] : [{ at_ms, event_type: event_type.scheduled_exit }]),
  ...(after === 'free' ? [] : [{ at_ms, event_type: event_type.scheduled_entry }]),
]

/**
 * Whether a "settle and reopen" is due when the wall clock moved forward: at the second it reached, or at a
 * second that it skipped.
 */
function settlesBetween(plans: readonly Plan[], left: number, came_to: number): boolean {
  const begins = blocksOf(plans).filter(({ type }) => type === schedule_type.settle_and_reopen)
  for (
    let midnight = Math.floor(Math.min(left, came_to) / day_seconds) * day_seconds;
    midnight <= came_to;
    midnight += day_seconds
  ) {
    if (
      begins.some(
        ({ day, from }) =>
          day === dayOf(midnight) && midnight + from >= Math.min(left, came_to) && midnight + from <= came_to,
      )
    )
      return true
  }
  return false
}

type Stretch = { from_ms: number; to_ms: number; offset_ms: number }
/** The offset is compared at steps of this length. */
const step_ms = 12 * 3_600_000

/**
 * Splits the time between two whole-second moments into spans in which the offset of the time zone does not
 * change.
 */
function stretchesOf(zone: string, from_ms: number, to_ms: number): Stretch[] {
  const stretches: Stretch[] = []
  let at = from_ms
  let offset_ms = from_ms < to_ms ? offsetAt(from_ms, zone) : 0
  for (let next = from_ms; next < to_ms;) {
    next = Math.min(next + step_ms, to_ms)
    const then = offsetAt(next, zone)
    if (then === offset_ms) continue
    const moved = offsetChangeAt(zone, Math.max(at, next - step_ms), next, offset_ms)
    stretches.push({ from_ms: at, to_ms: moved, offset_ms })
    at = moved
    next = moved
    offset_ms = offsetAt(moved, zone)
  }
  if (at < to_ms) stretches.push({ from_ms: at, to_ms, offset_ms })
  return stretches
}

/** The first second after `from_ms` at which the offset of the zone is no longer `offset_ms`. */
function offsetChangeAt(zone: string, from_ms: number, to_ms: number, offset_ms: number): number {
  let [low, high] = [from_ms / 1000, to_ms / 1000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * 1000, zone) === offset_ms) low = middle
    else high = middle
  }
  return high * 1000
}
