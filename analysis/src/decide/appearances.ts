/** What is remembered of how a lot looks: with the vehicle that stays, and empty. */
import type { Appearance, LotLook } from '../look/look.ts'
import { sure_llr, unchanged, type Compared } from './evidence.ts'
import type { LotState, Stay } from './state.ts'

/** What stays may look different tomorrow: its appearance is taken again after so long. */
const fresh_ms = 60_000

type Seen = {
  readonly time: number
  readonly grey: boolean
  readonly light: boolean
  readonly compared: Compared
}

/** The appearance that may still be seen once more, after what has changed it for a moment. */
const formerOf = ({ appearance, former }: Stay): { readonly former?: Appearance } => {
  const one = former ?? appearance
  return one ? { former: one } : {}
}

/** In another light nothing looks as it did, unless the former light comes back soon. */
export function inOtherLight(lot: LotState): LotState {
  const { still: _, ...rest } = lot
  if (!rest.stay) return rest
  const { appearance: _taken, ...stay } = rest.stay
  return { ...rest, stay: { ...stay, ...formerOf(rest.stay) } }
}

/** What is known of a lot that something else has hidden, shown or shaded just now. */
export function retaken(lot: LotState, { appearance }: LotLook): LotState {
  if (!appearance) return lot
  if (lot.is === 'occupied' && lot.stay) return { ...lot, stay: retakenStay(lot.stay, { appearance }) }
  return { ...lot, ...(lot.is === 'empty' && { still: appearance }) }
}

/** The same of the vehicle that stays. How it looked before may be seen once more. */
export const retakenStay = (stay: Stay, { appearance }: Pick<LotLook, 'appearance'>): Stay =>
  appearance ? { ...stay, ...formerOf(stay), appearance } : stay

/** The empty lot, with how it looks now where that was not taken lately. */
export function withStill(
  lot: LotState,
  { appearance, evidence }: LotLook,
  { time, light, compared }: Seen,
): LotState {
  const fresh = lot.still && time - (lot.still_time ?? 0) <= fresh_ms
  const known = (compared.emptiness ?? 0) >= unchanged || -(evidence.llr ?? 0) >= sure_llr
  if (!appearance || !known || (fresh && !light && !compared.disturbed)) return lot
  return { ...lot, still: appearance, still_time: time }
}

/**
 * How the vehicle that stays looks after one more look. It is taken again where it is known to be the same:
 * from time to time, and when light or a disturbance has changed it.
 */
export function takenAppearance(
  stay: Stay,
  { appearance, evidence }: LotLook,
  { time, grey, light, compared }: Seen,
): Stay {
  const known = (compared.similar ?? 0) >= unchanged || (evidence.llr ?? 0) >= sure_llr
  if (!appearance || !known) return stay
  const taken = { appearance, appearance_time: time, grey }
  if (stay.appearance === undefined || time - stay.appearance_time > fresh_ms) {
    const { former: _, ...rest } = stay
    return { ...rest, ...taken }
  }
  const odd = grey !== stay.grey || light || compared.disturbed
  return odd ? { ...stay, ...formerOf(stay), ...taken } : stay
}
