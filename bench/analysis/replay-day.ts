/**
 * Runs the decision over a recorded day: looks follow the program's cadence, faster while a change is
 * watched, and each one is a recorded look at the scene of its time. A scene counts as unchanged, so that
 * the detector's evidence of an earlier look at it is repeated wherever the program may repeat it.
 */
import { decide, mayRepeat, onlyConfirms } from '@parking/analysis/decide/decide.ts'
import { parametersOf } from '@parking/analysis/decide/parameters.ts'
import { no_state, wantedPlates } from '@parking/analysis/decide/state.ts'
import { keyOf, type Look } from '@parking/analysis/look/look.ts'
import { cadenceOf, isWatching } from '@parking/analysis/sources/cadence.ts'
import { event_type } from '@parking/contract/core/codes.ts'
import { alg_factory } from '@parking/contract/params/params.ts'
import { day_ms } from './day-plan.ts'
import { start, type Day, type Scene } from './record-day.ts'

/** An event as the program decided it. */
export type Decision = {
  readonly lot_no: string
  readonly kind: 'entry' | 'exit'
  readonly time: number
  /** The event happened after this time, in milliseconds since the day began. */
  readonly not_before: number
  readonly decided: number
  readonly confidence: number
  readonly plate: string
}
export type Replayed = { readonly decisions: readonly Decision[]; readonly looks: number }

const parameters = parametersOf(alg_factory)
/** The first look shows what was there before: an initial entry, which is not an event of the day. */
const first_ms = 60_000
/** The longest time for which what a look found is repeated (`max_age_ms` in `camera-vision.ts`). */
const repeat_ms = 60_000

/** `fixed_ms` is a fixed interval between looks, instead of the program's cadence. */
export function replayDay({ scenes }: Day, fixed_ms?: number, end_ms = day_ms): Replayed {
  let [state, at, shown, count] = [no_state, 0, 0, 0]
  let searched: Look | undefined
  const decisions: Decision[] = []
  // Not on a full second, because movements come at any time.
  for (let ms = 1700; ms < end_ms;) {
    const before = at
    while (scenes[at + 1] && scenes[at + 1]!.from <= ms) at++
    shown = at === before ? shown + 1 : 0
    if (shown === 0) searched = undefined
    const time = start + ms
    const look = lookAt(scenes[at]!, shown, time, wantedPlates(state, time))
    const repeats = searched && time - searched.time <= repeat_ms && mayRepeat(state)
    const repeated = repeats ? repeatedOf(searched!, look) : undefined
    const confirms = repeated && onlyConfirms(state, repeated, parameters)
    if (!confirms) searched = look
    const step = decide(state, confirms ? repeated : look, parameters)
    state = step.state
    count++
    for (const event of step.events) {
      const { event_type: code, lot_no, event_time, not_before, decided, confidence, plate_number } = event
      // A car that was there before is not an event of the day, however late it is first seen.
      const before = code === event_type.initial_entry && (ms <= first_ms || not_before === 0)
      if (code === event_type.update || before) continue
      decisions.push({
        lot_no,
        kind: code === event_type.exit ? 'exit' : 'entry',
        time: event_time - start,
        not_before: Math.max(0, not_before - start),
        decided: decided - start,
        confidence,
        plate: plate_number,
      })
    }
    ms += fixed_ms ?? cadenceOf(alg_factory.track_step, isWatching(state), 0, 0).wait_ms
  }
  return { decisions, looks: count }
}

/** The recorded looks in order, then the last two repeatedly; with plates only if they are wanted. */
function lookAt({ looks }: Scene, shown: number, time: number, wanted: ReadonlySet<string>): Look {
  const last = Math.max(0, looks.length - 2)
  const look = looks[shown < looks.length ? shown : last + ((shown - last) % (looks.length - last))]!
  const lots = look.lots.map((lot) => {
    if (!lot.vehicle?.plate || wanted.has(keyOf(lot))) return lot
    const { plate: _, ...vehicle } = lot.vehicle
    return { ...lot, vehicle }
  })
  return { ...look, time, lots }
}

/** The look with what an earlier one at the scene found; how the lots look, and the plates, are its own. */
function repeatedOf(earlier: Look, look: Look): Look {
  const lots = look.lots.map(({ appearance, vehicle }, at) => {
    const found = earlier.lots[at]!
    const seen = found.vehicle && { ...found.vehicle, plate: vehicle?.plate }
    return { ...found, vehicle: seen, appearance }
  })
  return { ...look, lots }
}
