/** Judges looks, events and plates against the truth of the street. */
import type { PlateReading } from '@parking/analysis/look/look.ts'
import type { Watched } from './street-looks.ts'

/** A change that really happened in a lot. */
export type Change = { lot_no: string; time: number; kind: 'entry' | 'exit' }
export type EventFigures = {
  true_events: number
  found: number
  wrong: number
  swaps: number
  swaps_found: number
  /** Seconds from the change to its decision, for each event found. */
  delays: number[]
}
/** An event as the engine decided it. */
export type Decision = { lot_no: string; kind: 'entry' | 'exit'; time: number; decided: number }

const match_ms = 120_000

/** Changes of the truth after the first look; a swap is an exit and an entry at one time. */
export function changesOf({ truths }: Watched): { changes: Change[]; swaps: number } {
  const changes: Change[] = []
  let swaps = 0
  truths.forEach(({ time, plates }, at) => {
    const before = truths[at - 1]?.plates
    if (!before) return
    for (const [lot_no, plate] of Object.entries(plates)) {
      const was = before[lot_no] ?? ''
      if (was === plate) continue
      if (was) changes.push({ lot_no, time, kind: 'exit' })
      if (plate) changes.push({ lot_no, time, kind: 'entry' })
      if (was && plate) swaps++
    }
  })
  return { changes, swaps }
}

/** One to one by lot and kind, within two minutes; the nearest first. */
export function judgeEvents(watched: Watched, decisions: readonly Decision[]): EventFigures {
  const known = new Set(watched.view.lots.map(({ lot_no }) => lot_no))
  const { changes: all, swaps } = changesOf(watched)
  const changes = all.filter(({ lot_no }) => known.has(lot_no))
  const pairs = changes
    .flatMap((change) =>
      decisions
        .filter(({ lot_no, kind }) => lot_no === change.lot_no && kind === change.kind)
        .map((decision) => ({ change, decision, apart: Math.abs(decision.time - change.time) })),
    )
    .filter(({ apart }) => apart <= match_ms)
    .sort((a, b) => a.apart - b.apart)
  const [matched, used] = [new Map<Change, Decision>(), new Set<Decision>()]
  for (const { change, decision } of pairs)
    if (!matched.has(change) && !used.has(decision)) {
      matched.set(change, decision)
      used.add(decision)
    }
  // What happened in the last two minutes cannot have been decided yet.
  const end = (watched.truths.at(-1)?.time ?? 0) - match_ms
  const settled = changes.filter(({ time }) => time <= end)
  const swapped = settled.filter(
    (one) =>
      one.kind === 'entry' &&
      changes.some((exit) => exit.kind === 'exit' && exit.lot_no === one.lot_no && exit.time === one.time),
  )
  return {
    true_events: settled.length,
    found: settled.filter((one) => matched.has(one)).length,
    wrong: decisions.length - used.size,
    swaps: Math.min(swaps, swapped.length),
    swaps_found: swapped.filter((one) => matched.has(one)).length,
    delays: [...matched].map(([change, decision]) => (decision.decided - change.time) / 1000),
  }
}

/** Lots of single looks that are judged right; what is unknown is counted apart. */
export function judgeLooks({ looks, truths }: Watched): { right: number; wrong: number; unknown: number } {
  const figures = { right: 0, wrong: 0, unknown: 0 }
  looks.forEach((look, at) => {
    for (const { lot_no, evidence } of look.lots) {
      if (evidence.kind === 'unknown') figures.unknown++
      else if (evidence.llr > 0 === (truths[at]?.plates[lot_no] ?? '') > '') figures.right++
      else figures.wrong++
    }
  })
  return figures
}

export type ReadPlate = { truth: string; reading: PlateReading }

/** Every reading with the plate that stood there. */
export function readingsOf({ looks, truths }: Watched): ReadPlate[] {
  return looks.flatMap((look, at) =>
    look.lots.flatMap(({ lot_no, vehicle }) => {
      const truth = truths[at]?.plates[lot_no] ?? ''
      return truth && vehicle?.plate ? [{ truth, reading: vehicle.plate }] : []
    }),
  )
}
