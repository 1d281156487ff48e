/**
 * The decision: from a look to entries and exits. A pure function of state, look and parameters; it reads no
 * clock and no file, so that recorded looks can be replayed.
 */
import { keyOf, type Look, type LotLook } from '../look/look.ts'
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
  const keys = look.lots.map(keyOf)
  const similar = look.lots.map((one, at) => similarOf(state.lots[keys[at]!], one))
  const moment: Moment = { camera_sn, time, grey, light: isLight(similar, by) }
  look.lots.forEach((one, at) => {
    const key = keys[at]!
    const step = stepLot(lots[key] ?? new_lot, one, similar[at], moment, by)
    lots[key] = step.lot
    if (step.events.length > 0) events.push(...step.events)
  })
  return { state: { time, lots }, events }
}

/** How much the vehicle of this look is like the one that stays; undefined where nothing can be compared. */
function similarOf(lot: LotState | undefined, { evidence, appearance }: LotLook): number | undefined {
  const before = lot?.stay?.appearance
  if (!before || !appearance || evidence.kind === 'unknown' || evidence.llr <= 0) return undefined
  return similarity(before, appearance)
}

/** Whether more than half of the vehicles look unlike themselves in the same look. */
function isLight(similar: readonly (number | undefined)[], { sim_th }: Parameters): boolean {
  const compared = similar.filter((one) => one !== undefined)
  const changed = compared.filter((one) => one < sim_th)
  return compared.length >= min_compared && changed.length > compared.length / 2
}

/** Forgets the lots that are no longer configured. */
export function keepLots(state: State, keys: ReadonlySet<string>): State {
  return {
    time: state.time,
    lots: Object.fromEntries(Object.entries(state.lots).filter(([key]) => keys.has(key))),
  }
}
