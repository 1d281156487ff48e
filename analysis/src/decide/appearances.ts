/** Maintains the stored appearances of a lot: with its parked vehicle, and empty. */
import type { Appearance, LotLook } from '../look/look.ts'
import { sure_llr, unchanged, type Compared } from './evidence.ts'
import type { LotState, Stay } from './state.ts'

/** Age after which a stored appearance is replaced, because the look of a scene changes over time. */
const fresh_ms = 60_000

type Seen = {
  readonly time: number
  readonly grey: boolean
  readonly light: boolean
  readonly compared: Compared
}

/** The earlier appearance, which may come back after a temporary change. */
const formerOf = ({ appearance, former }: Stay): { readonly former?: Appearance } => {
  const one = former ?? appearance
  return one ? { former: one } : {}
}

/** After a change of light, stored appearances no longer apply, unless the former light returns soon. */
export function inOtherLight(lot: LotState): LotState {
  const { still: _, ...rest } = lot
  if (!rest.stay) return rest
  const { appearance: _taken, ...stay } = rest.stay
  return { ...rest, stay: { ...stay, ...formerOf(rest.stay) } }
}

/** Stores the current appearance of a lot that something else has just hidden, exposed or shaded. */
export function refreshAppearance(lot: LotState, { appearance }: LotLook): LotState {
  if (!appearance) return lot
  if (lot.is === 'occupied' && lot.stay) return { ...lot, stay: refreshStay(lot.stay, { appearance }) }
  return { ...lot, ...(lot.is === 'empty' && { still: appearance }) }
}

/** Stores the current appearance of a parked vehicle. The earlier one is kept, because it may come back. */
export const refreshStay = (stay: Stay, { appearance }: Pick<LotLook, 'appearance'>): Stay =>
  appearance ? { ...stay, ...formerOf(stay), appearance } : stay

/** Stores how the empty lot looks, unless that was stored recently. */
export function updateEmptyAppearance(
  lot: LotState,
  { appearance, evidence }: LotLook,
  { time, light, compared }: Seen,
): LotState {
  const fresh = lot.still && time - (lot.still_time ?? 0) <= fresh_ms
  const known = (compared.emptiness ?? 0) >= unchanged || -(evidence.llr ?? 0) >= sure_llr
  if (!appearance || !known || (fresh && !light && !compared.disturbed)) return lot
  return { ...lot, still: appearance, still_time: time }
}

/** Maximum change between two looks at which the vehicle stood still, 0 to 1. */
const still_change = 0.1

/** The appearance of a vehicle that may still be moving: that of the latest look, until two are alike. */
function untilSettled(stay: Stay, appearance: Appearance, { time, grey, compared, light }: Seen): Stay {
  const taken = { ...stay, appearance, appearance_time: time, grey }
  const still = stay.appearance !== undefined && compared.change <= still_change
  return still && !light && !compared.disturbed ? { ...taken, settled: true } : taken
}

/**
 * Updates the appearance of the parked vehicle if it is certainly the same vehicle: from time to time, and
 * when light or a disturbance has changed it.
 */
export function updateStayAppearance(
  stay: Stay,
  { appearance, evidence }: LotLook,
  { time, grey, light, compared }: Seen,
): Stay {
  if (!appearance) return stay
  if (!stay.settled) return untilSettled(stay, appearance, { time, grey, light, compared })
  const known = (compared.similar ?? 0) >= unchanged || (evidence.llr ?? 0) >= sure_llr
  if (!known) return stay
  const taken = { appearance, appearance_time: time, grey }
  if (stay.appearance === undefined || time - stay.appearance_time > fresh_ms) {
    const { former: _, ...rest } = stay
    return { ...rest, ...taken }
  }
  const odd = grey !== stay.grey || light || compared.disturbed
  return odd ? { ...stay, ...formerOf(stay), ...taken } : stay
}
