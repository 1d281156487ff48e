/** The latest looks at each lot of a camera, so that an event can show what led to it. */
import type { EventLook } from '@parking/contract/events/event-looks.ts'
import { occupiedOf } from '../decide/belief.ts'
import type { Decision } from '../decide/decision.ts'
import type { State } from '../decide/state.ts'
import { type Evidence, keyOf, type Look, type VehicleLook } from '../look/look.ts'

/** Looks kept per lot: enough for a gap of `merge_seconds` at the usual cadence. An event carries fewer. */
const kept_looks = 120
/** Maximum looks of an event (`max_looks` of the contract), and how many of them precede it. */
const shown_looks = 24
const looks_before = 4
/** A plate is read at most this often (`max_readings` of `decide/plate-votes.ts`). */
const shown_readings = 12

export type LookHistory = {
  /** Call this after each decision, with the resulting state. */
  add: (look: Look, state: State) => void
  /**
   * The looks around an event, from shortly before it until its decision: the latest that read a plate, and
   * of the others as many as fit, evenly spaced.
   */
  around: (event: Decision) => EventLook[]
}

/** The wire has no word for weak evidence: it is unknown for another reason. */
function whyOf(evidence: Evidence): EventLook['why'] {
  if (evidence.kind === 'seen') return ''
  return evidence.why === 'weak' ? 'other' : evidence.why
}

const readingOf = (vehicle: VehicleLook | undefined): Pick<EventLook, 'plate'> => {
  const plate = vehicle?.plate?.signs.map(([best]) => best?.sign ?? '').join('')
  return plate ? { plate } : {}
}

export function createLookHistory(): LookHistory {
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
          why: whyOf(evidence),
          llr: evidence.kind === 'unknown' ? null : round(Math.max(-100, Math.min(100, evidence.llr))),
          belief: round(belief),
          cover: round(Math.max(0, Math.min(1, one.vehicle?.cover ?? 0))),
          ...readingOf(one.vehicle),
        })
        if (known.length > kept_looks) known.shift()
        lots.set(key, known)
      }
    },
    around(event) {
      const known = (lots.get(keyOf(event)) ?? []).filter(({ time }) => time <= event.decided)
      const first = known.findIndex(({ time }) => time >= event.event_time)
      const from = Math.max(0, (first < 0 ? known.length : first) - looks_before)
      const around = known.slice(from)
      const reading = around.filter(({ plate }) => plate !== undefined).slice(-shown_readings)
      const others = around.filter((look) => !reading.includes(look))
      return [...reading, ...thinned(others, shown_looks - reading.length)].sort((a, b) => a.time - b.time)
    },
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

/** At most `count` entries of a list, evenly spaced, including the first and the last. */
const thinned = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, at) => list[Math.round((at * (list.length - 1)) / (count - 1))]!)
