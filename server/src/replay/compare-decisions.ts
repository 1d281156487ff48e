/**
 * Compares the decisions of the current parameters with those of other parameters: lot by lot, entries with
 * entries and exits with exits, the nearest in time first. Pure.
 */
import { event_type } from '@parking/contract'
import type { ReplayedDecision } from '../ports/replay-port.ts'

export type Decision = ReplayedDecision & { camera_sn: string; fate: string }
export type Difference = {
  change: 'gone' | 'new' | 'different'
  present: Decision | null
  wanted: Decision | null
}

/** Decisions that are further apart are two events, not one event at a different time. */
const max_apart_ms = 120_000

const kindOf = (type: number): string =>
  type === event_type.exit ? 'exit' : type === event_type.update ? 'update' : 'entry'
const lotOf = ({ camera_sn, scene_id, lot_no, event_type: type }: Decision): string =>
  [camera_sn, scene_id, lot_no, kindOf(type)].join('\n')

/** The differences between the two runs, oldest first. */
export function compareDecisions(present: readonly Decision[], wanted: readonly Decision[]): Difference[] {
  const others = byLot(wanted)
  const lots = byLot(present)
  const keys = new Set([...lots.keys(), ...others.keys()])
  return [...keys]
    .flatMap((key) => compareLot(lots.get(key) ?? [], others.get(key) ?? []))
    .sort((a, b) => timeOf(a) - timeOf(b))
}

function byLot(decisions: readonly Decision[]): Map<string, Decision[]> {
  const lots = new Map<string, Decision[]>()
  for (const one of decisions) {
    const own = lots.get(lotOf(one))
    if (own) own.push(one)
    else lots.set(lotOf(one), [one])
  }
  return lots
}

const timeOf = ({ present, wanted }: Difference): number => (present ?? wanted)!.event_time

function compareLot(present: readonly Decision[], wanted: readonly Decision[]): Difference[] {
  const pairs: { a: number; b: number; apart: number }[] = []
  let from = 0
  // Both lists are sorted by time, so each decision is compared only with its neighbours.
  for (const [a, { event_time }] of present.entries()) {
    while (from < wanted.length && wanted[from]!.event_time < event_time - max_apart_ms) from++
    for (let b = from; b < wanted.length; b++) {
      const apart = Math.abs(wanted[b]!.event_time - event_time)
      if (wanted[b]!.event_time > event_time + max_apart_ms) break
      pairs.push({ a, b, apart })
    }
  }
  pairs.sort((one, other) => one.apart - other.apart || one.a - other.a)
  const [of_a, of_b] = [new Map<number, number>(), new Set<number>()]
  for (const { a, b } of pairs) {
    if (of_a.has(a) || of_b.has(b)) continue
    of_a.set(a, b)
    of_b.add(b)
  }
  return [
    ...present.flatMap((one, a): Difference[] => {
      const b = of_a.get(a)
      if (b === undefined) return [{ change: 'gone', present: one, wanted: null }]
      return isSame(one, wanted[b]!) ? [] : [{ change: 'different', present: one, wanted: wanted[b]! }]
    }),
    ...wanted.flatMap((one, b): Difference[] =>
      of_b.has(b) ? [] : [{ change: 'new', present: null, wanted: one }],
    ),
  ]
}

/** A different confidence alone does not make a different event, but a different fate does. */
const isSame = (a: Decision, b: Decision): boolean =>
  a.event_type === b.event_type &&
  a.event_time === b.event_time &&
  a.plate_number === b.plate_number &&
  a.fate === b.fate

/** How many recorded decisions the replay reproduced, and how many decisions there are in either list. */
export function countReproduced(
  recorded: readonly ReplayedDecision[],
  again: readonly ReplayedDecision[],
): { recorded: number; reproduced: number } {
  const left = new Map<string, number>()
  for (const one of again) left.set(textOf(one), (left.get(textOf(one)) ?? 0) + 1)
  let reproduced = 0
  for (const one of recorded) {
    const count = left.get(textOf(one)) ?? 0
    if (count === 0) continue
    left.set(textOf(one), count - 1)
    reproduced++
  }
  const more = again.length - reproduced
  return { recorded: recorded.length + more, reproduced }
}

/** Compares decisions without their uuid, which the program may choose at random. */
const textOf = ({ scene_id, lot_no, event_type, event_time, plate_number, confidence }: ReplayedDecision) =>
  JSON.stringify([scene_id, lot_no, event_type, event_time, plate_number, confidence])
