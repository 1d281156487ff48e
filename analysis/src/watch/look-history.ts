/** The latest looks at each lot of a camera, so that an event can show what led to it. */
import { look_faults, type EventLook } from '@parking/contract/events/event-looks.ts'
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
  /** Call this after each look, with the resulting state and the places (`keyOf`) that the camera watches. */
  add: (look: Look, state: State, places: readonly string[]) => void
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
    add({ time, health, lots: looks }, state, places) {
      const beliefOf = (key: string) => round(occupiedOf(state.lots[key]?.belief ?? [0.5, 0.5, 0, 0]))
      const put = (key: string, look: EventLook): void => {
        const known = lots.get(key) ?? []
        if (isRepeated(known, look)) known.pop()
        known.push(look)
        if (known.length > kept_looks) known.shift()
        lots.set(key, known)
      }
      if (health !== 'ok')
        for (const key of places)
          put(key, { time, seen: 'unknown', why: health, llr: null, belief: beliefOf(key), cover: 0 })
      for (const one of looks) {
        const key = keyOf(one)
        const { evidence } = one
        put(key, {
          time,
          seen: evidence.kind === 'unknown' ? 'unknown' : evidence.llr > 0 ? 'vehicle' : 'empty',
          why: whyOf(evidence),
          llr: evidence.kind === 'unknown' ? null : round(Math.max(-100, Math.min(100, evidence.llr))),
          belief: beliefOf(key),
          cover: round(Math.max(0, Math.min(1, one.vehicle?.cover ?? 0))),
          ...readingOf(one.vehicle),
        })
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

const faults: ReadonlySet<string> = new Set(look_faults)

/** Of looks in a row without a picture for one reason, the first and the last are kept. */
const isRepeated = (known: readonly EventLook[], { why }: EventLook): boolean =>
  faults.has(why) && known.at(-1)?.why === why && known.at(-2)?.why === why

const round = (value: number): number => Math.round(value * 1000) / 1000

/** At most `count` entries of a list, evenly spaced, including the first and the last. */
const thinned = <T>(list: readonly T[], count: number): T[] =>
  list.length <= count
    ? [...list]
    : Array.from({ length: count }, (_, at) => list[Math.round((at * (list.length - 1)) / (count - 1))]!)
