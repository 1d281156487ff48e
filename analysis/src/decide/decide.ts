/**
 * The decision: from a look to entries and exits. A pure function of state, look and parameters; it reads no
 * clock and no file, so that recorded looks can be replayed.
 */
import { keyOf, type Look } from '../look/look.ts'
import type { Decided } from './decided.ts'
import { stepLot, type Moment } from './lot.ts'
import type { Parameters } from './parameters.ts'
import { similarity } from './same-car.ts'
import { new_lot, type LotState, type State } from './state.ts'

/** So many vehicles must be compared before their changing together is a change of light. */
const min_compared = 3

/**
 * A look that is older than the state, or of a picture that cannot be judged, changes nothing. Lots that the
 * look does not name keep their state.
 */
export function decide(
  state: State,
  look: Look,
  by: Parameters,
): { readonly state: State; readonly events: readonly Decided[] } {
  if (look.health !== 'ok' || look.time <= state.time) return { state, events: [] }
  const lots: Record<string, LotState> = { ...state.lots }
  const events: Decided[] = []
  const { camera_sn, time, grey } = look
  const moment: Moment = { camera_sn, time, grey, light: isLight(state, look, by) }
  for (const one of look.lots) {
    const key = keyOf(one)
    const step = stepLot(lots[key] ?? new_lot, one, moment, by)
    lots[key] = step.lot
    events.push(...step.events)
  }
  return { state: { time, lots }, events }
}

/** Whether more than half of the vehicles look unlike themselves in the same look. */
function isLight(state: State, look: Look, { sim_th }: Parameters): boolean {
  let [compared, changed] = [0, 0]
  for (const one of look.lots) {
    const before = state.lots[keyOf(one)]?.stay?.appearance
    if (!before || !one.appearance || one.evidence.kind === 'unknown' || one.evidence.llr <= 0) continue
    const similar = similarity(before, one.appearance)
    if (similar === undefined) continue
    compared++
    if (similar < sim_th) changed++
  }
  return compared >= min_compared && changed > compared / 2
}

/** Forgets the lots that are no longer configured. */
export function keepLots(state: State, keys: ReadonlySet<string>): State {
  return {
    time: state.time,
    lots: Object.fromEntries(Object.entries(state.lots).filter(([key]) => keys.has(key))),
  }
}
