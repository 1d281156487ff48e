/** The last looks at each lot of a camera, so that an event can say what led to it. */
import type { EventLook } from '@parking/contract/events/event-looks.ts'
import { occupiedOf } from '../decide/belief.ts'
import type { Decided } from '../decide/decided.ts'
import type { State } from '../decide/state.ts'
import { keyOf, type Look } from '../look/look.ts'

/** Enough for a gap of `merge_seconds` at the usual cadence; an event carries fewer. */
const kept_looks = 120
/** An event carries so many looks (`max_looks` of the contract), and so many of before it happened. */
const shown_looks = 24
const looks_before = 4

export type LookMemory = {
  /** Call it after each decision, with the state that it led to. */
  add: (look: Look, state: State) => void
  /** The looks around an event: some before it, and those until it was decided, thinned out evenly. */
  around: (event: Decided) => EventLook[]
}

export function rememberLooks(): LookMemory {
  const lots = new Map<string, EventLook[]>()
  return {
    add({ time, lots: looks }, state) {
      for (const one of looks) {
        const key = keyOf(one)
        const belief = occupiedOf(state.lots[key]?.belief ?? [0.5, 0.5, 0, 0])
        const { evidence } = one
        const known = lots.get(key) ?? []
        known.push({
          time,
          seen: evidence.kind === 'unknown' ? 'unknown' : evidence.llr > 0 ? 'vehicle' : 'empty',
          why: evidence.kind === 'unknown' ? evidence.why : '',
          llr: evidence.kind === 'unknown' ? null : round(Math.max(-100, Math.min(100, evidence.llr))),
          belief: round(belief),
          cover: round(Math.max(0, Math.min(1, one.vehicle?.cover ?? 0))),
        })
        if (known.length > kept_looks) known.shift()
        lots.set(key, known)
      }
    },
    around(event) {
      const known = (lots.get(keyOf(event)) ?? []).filter(({ time }) => time <= event.decided)
      const first = known.findIndex(({ time }) => time >= event.event_time)
      const from = Math.max(0, (first < 0 ? known.length : first) - looks_before)
      return thinned(known.slice(from), shown_looks)
    },
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

/** At most `count` of a list, the first and the last among them. */
const thinned = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, at) => list[Math.round((at * (list.length - 1)) / (count - 1))]!)
