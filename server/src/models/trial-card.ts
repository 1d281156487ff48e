/** The scorecard of a trial: counts how two models judge the same pictures. */
import type { ModelSeen } from '@parking/contract'
import type { ModelLook } from '../ports/models-port.ts'

export type Pair<Value> = { running: Value; candidate: Value }
export type Difference = Pair<ModelSeen> & {
  camera_name: string
  lot_no: string
  polygon: [number, number][]
  /** Below the media folder. */
  path: string
}
/** A number of events, and at how many of them each model sees what the event says. */
type Judged = { events: number } & Pair<number>
export type EventDifference = Pair<ModelSeen> & {
  uuid: string
  event_type: number
  event_ms: number
  plate_number: string
  camera_name: string
  lot_no: string
  /** In the picture that users see; empty if that has none. */
  polygon: [number, number][]
}
export type Card = {
  done: number
  total: number
  said: string
  cameras: {
    camera_sn: string
    camera_name: string
    pictures: number
    alike: number
    different: number
    said: string
  }[]
  differences: Difference[]
  looks: Pair<number[]>
  memory_mb: Pair<number>
  confirmed: Judged
  recorded: {
    /** A model should see a vehicle. */
    entries: Judged
    /** A model should see an empty lot. */
    exits: Judged
    /** Not compared: the scene has changed since, the picture is gone, or several vehicles share the lot. */
    left_out: number
    /** All events that the two models see differently; `differences` has the first of them. */
    different: number
    differences: EventDifference[]
  }
}

const noEvents = (): Judged => ({ events: 0, running: 0, candidate: 0 })
export const max_differences = 24

export const emptyCard = (total: number): Card => ({
  done: 0,
  total,
  said: '',
  cameras: [],
  differences: [],
  looks: { running: [], candidate: [] },
  memory_mb: { running: 0, candidate: 0 },
  confirmed: noEvents(),
  recorded: { entries: noEvents(), exits: noEvents(), left_out: 0, different: 0, differences: [] },
})

/**
 * Records the times and memory for one picture. The time of a model's first look is left out, because it
 * loads the model.
 */
export function noteLooks(card: Card, { running, candidate }: Pair<ModelLook>, first: boolean): void {
  if (!first) {
    card.looks.running.push(running.took_ms)
    card.looks.candidate.push(candidate.took_ms)
  }
  card.memory_mb = {
    running: Math.max(card.memory_mb.running, running.peak_mb),
    candidate: Math.max(card.memory_mb.candidate, candidate.peak_mb),
  }
}

type LotSeen = ModelLook['lots'][number]
const keyOf = ({ scene_id, lot_no, cell }: LotSeen): string => `${scene_id}\n${lot_no}\n${cell}`

/** The lots on which the two differ, and how many they agree on. */
export function compareLooks({ running, candidate }: Pair<ModelLook>): {
  alike: number
  different: (Pair<ModelSeen> & Pick<LotSeen, 'scene_id' | 'lot_no'>)[]
} {
  const others = new Map(candidate.lots.map((lot) => [keyOf(lot), lot.seen]))
  const different = running.lots.flatMap(({ seen, ...lot }) => {
    const other = others.get(keyOf({ seen, ...lot }))
    return other === undefined || other === seen
      ? []
      : [{ scene_id: lot.scene_id, lot_no: lot.lot_no, running: seen, candidate: other }]
  })
  return { alike: running.lots.length - different.length, different }
}

/** Counts an event that both models judged; returns whether they see it differently. */
export function noteEvent(
  { recorded, confirmed }: Card,
  event: { is_exit: boolean; confirmed: boolean },
  { running, candidate }: Pair<ModelSeen>,
): boolean {
  const expected = event.is_exit ? 'empty' : 'vehicle'
  for (const judged of [
    event.is_exit ? recorded.exits : recorded.entries,
    ...(event.confirmed && !event.is_exit ? [confirmed] : []),
  ]) {
    judged.events++
    if (running === expected) judged.running++
    if (candidate === expected) judged.candidate++
  }
  if (running === candidate) return false
  recorded.different++
  return true
}

/** The median; null if there are no values. */
export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
