/**
 * The decision: from a look to entries and exits. A pure function of state, look and parameters; it reads no
 * clock and no file, so that recorded looks can be replayed.
 */
import { keyOf, type Appearance, type Look, type LotLook } from '../look/look.ts'
import type { Decided } from './decided.ts'
import { isAsBefore, type Compared } from './evidence.ts'
import { stepLot, type Moment } from './lot.ts'
import type { Parameters } from './parameters.ts'
import { changedAbove, changedAround, changedShare, similarity } from './same-car.ts'
import { new_lot, type LotState, type State, type Stay } from './state.ts'

/** So many vehicles must be compared before their changing together is a change of light. */
const min_compared = 3
/** What stands still changes with the light alone: from this share of it the light has changed. */
const light_share = 0.04
/** Light that changes slowly shows in what stands still within so long: longer than an appearance is kept. */
const drift_ms = 120_000
const same_once = 0.8
/** A lot has stirred when so much of it is not as in the look before. */
const stir_share = 0.3
/** From this share a lot is not as in the look before: less is noise. */
const just_changed = 0.03

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
  const { camera_sn, time, grey, around } = look
  const keys = look.lots.map(keyOf)
  const compared = look.lots.map((one, at) => comparedOf(state.lots[keys[at]!], one))
  const changed = changedAround(state.around, around)
  const drifted = changedAround(state.around_then?.around, around)
  const is_still = drifted === 0
  const light = (changed !== undefined && changed >= light_share) || isLight(compared, by, is_still)
  const most_stirred = Math.max(0, ...compared.map(({ stirred }) => stirred))
  const moment: Moment = { camera_sn, time, grey, light }
  look.lots.forEach((one, at) => {
    const key = keys[at]!
    const step = stepLot(lots[key] ?? new_lot, one, withDisturbance(compared[at]!, most_stirred), moment, by)
    lots[key] = step.lot
    if (step.events.length > 0) events.push(...step.events)
  })
  const { around_then: then } = state
  const around_then = around && (!then || light || time - then.time > drift_ms) ? { time, around } : then
  return { state: { time, lots, ...(around && { around }), ...(around_then && { around_then }) }, events }
}

/** How a lot compares with what is known of it. */
function comparedOf(lot: LotState | undefined, look: LotLook): Compared {
  const { appearance } = look
  if (!lot || !appearance) return { stirred: 0, disturbed: false }
  const { seen, still, stay, is } = lot
  const similar = stay && likest(stay, appearance)
  return {
    stirred: (seen && (changedShare(seen, appearance) ?? changedAbove(seen, appearance))) ?? 0,
    disturbed: false,
    similar,
    // What is above the ground is asked only where the ground says nothing.
    above: similar === undefined && stay?.appearance ? changedAbove(stay.appearance, appearance) : undefined,
    emptiness:
      is !== 'unsure' && still && !isAsBefore(is, look, similar) ? similarity(still, appearance) : undefined,
  }
}

/** How much a look is like the last that was taken, or the one before a change of light or around it. */
function likest({ appearance, former }: Stay, now: Appearance): number | undefined {
  const like = appearance && similarity(appearance, now)
  const once = former && similarity(former, now)
  // What it looked like in another light says nothing against it.
  return like === undefined
    ? once !== undefined && once >= same_once
      ? once
      : undefined
    : Math.max(like, once ?? 0)
}

/**
 * A lot is disturbed while another one stirs more than it does: a vehicle that comes or goes there hides or
 * shows parts of it, and throws its shadow on it.
 */
const withDisturbance = (own: Compared, most_stirred: number): Compared =>
  own.stirred > 0 && most_stirred >= stir_share && most_stirred > own.stirred
    ? { ...own, disturbed: true }
    : own

/**
 * Whether more than half of the vehicles look unlike themselves in the same look. Where nothing that stands
 * still has changed lately (`is_still`), only those count that have just changed: one that has looked unlike
 * itself for a while is hidden in part, and no sign of the light.
 */
function isLight(all: readonly Compared[], { sim_th }: Parameters, is_still: boolean): boolean {
  let compared = 0
  let changed = 0
  for (const { similar, stirred } of all) {
    if (similar === undefined) continue
    compared++
    if (similar < sim_th && (!is_still || stirred >= just_changed)) changed++
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
