/**
 * The decision: turns looks into entries and exits. A pure function of state, look and parameters that reads
 * no clock and no file, so that recorded looks can be replayed.
 */
import { keyOf, type Appearance, type Look, type LotLook } from '../look/look.ts'
import type { Decision } from './decision.ts'
import { isAsBefore, type Compared } from './evidence.ts'
import { stepLot, type Moment } from './lot.ts'
import type { Parameters } from './parameters.ts'
import { changedAbove, changedAround, changedShare, similarity } from './similarity.ts'
import { new_lot, onlyDecided, type LotState, type Run, type State, type Stay } from './state.ts'

/** Minimum number of compared vehicles for a common change to be a change of light. */
const min_compared = 3
/** Minimum changed share of the static background at which the light has changed; nothing else changes it. */
const light_share = 0.04
/** Interval over which a slow change of light is measured; longer than an appearance is kept. */
const drift_ms = 120_000
/** Minimum similarity at which a look shows the vehicle in its former appearance. */
const same_once = 0.8
/** Minimum change of a lot between two looks at which it may disturb other lots. */
const disturbing_change = 0.3
/** Minimum change between two looks that counts; less is noise. */
const just_changed = 0.03

/**
 * Applies one look to the state of a camera, and returns the new state and its events. A look that is not
 * newer than the state, or whose picture cannot be judged, changes nothing. Lots that are not in the look
 * keep their state.
 */
export function decide(
  state: State,
  look: Look,
  by: Parameters,
): { readonly state: State; readonly events: readonly Decision[] } {
  if (look.health !== 'ok' || look.time <= state.time) return { state, events: [] }
  const lots: Record<string, LotState> = { ...state.lots }
  const events: Decision[] = []
  const { camera_sn, time, grey, around } = look
  const keys = look.lots.map(keyOf)
  const compared = look.lots.map((one, at) => comparedOf(state.lots[keys[at]!], one))
  const changed = changedAround(state.around, around)
  const drifted = changedAround(state.around_then?.around, around)
  const is_still = drifted === 0
  const light = (changed !== undefined && changed >= light_share) || isLight(compared, by, is_still)
  const largest_change = Math.max(0, ...compared.map(({ change }) => change))
  const moment: Moment = { camera_sn, time, grey, light }
  look.lots.forEach((one, at) => {
    const key = keys[at]!
    const step = stepLot(
      lots[key] ?? new_lot,
      one,
      withDisturbance(compared[at]!, largest_change),
      moment,
      by,
    )
    lots[key] = step.lot
    if (step.events.length > 0) events.push(...step.events)
  })
  const { around_then: then } = state
  const around_then = around && (!then || light || time - then.time > drift_ms) ? { time, around } : then
  return { state: { time, lots, ...(around && { around }), ...(around_then && { around_then }) }, events }
}

/** Looks at pictures of their own that a change needs before one may repeat a picture. */
const own_looks = 2
/** How strongly they must show it on average, 0 to 1: nearly as strongly as a look can (`belief.ts`). */
const clearly_shown = 0.94

/** The changes of the lot that have begun and were not reported. */
const suspectedOf = ({ run, other, stay }: LotState): (Run | Stay)[] =>
  [run, other, stay?.reported === false ? stay : undefined].filter((one) => one !== undefined)
const isSuspected = (lot: LotState): boolean => suspectedOf(lot).length > 0

/** Whether the looks so far show each change as clearly as they can, so that it only has to last. */
const isShown = (lot: LotState): boolean =>
  suspectedOf(lot).every(({ looks, sum }) => looks >= own_looks && sum >= looks * clearly_shown)

/** Whether the next look may repeat what an earlier picture showed. */
export const mayRepeat = ({ lots }: State): boolean =>
  Object.values(lots).every((lot) => !lot.unproven && isShown(lot))

/**
 * Whether a look that repeats what an earlier picture showed is enough: it goes on with changes that are
 * clearly shown. Every other lot stays as it was decided, and an undecided one gets no evidence.
 */
export function onlyConfirms(state: State, look: Look, by: Parameters): boolean {
  if (!mayRepeat(state)) return false
  const next = decide(state, look, by)
  const changes = new Set(Object.keys(state.lots).filter((key) => isSuspected(state.lots[key]!)))
  if (!next.events.every((event) => changes.has(keyOf(event)))) return false
  return look.lots.map(keyOf).every((key) => {
    const [before, after] = [state.lots[key], next.state.lots[key]]
    if (!before || !after || after.unproven || !isShown(after)) return false
    if (changes.has(key)) return true
    return before.is === after.is && (before.is !== 'unsure' || before.last === after.last)
  })
}

/** Compares a look at a lot with the lot's state. */
function comparedOf(lot: LotState | undefined, look: LotLook): Compared {
  const { appearance } = look
  if (!lot || !appearance) return { change: 0, disturbed: false }
  const { seen, still, stay, is } = lot
  const similar = stay && likest(stay, appearance)
  return {
    change: (seen && (changedShare(seen, appearance) ?? changedAbove(seen, appearance))) ?? 0,
    disturbed: false,
    similar,
    // The parts above the ground are compared only if the ground cannot be.
    above: similar === undefined && stay?.appearance ? changedAbove(stay.appearance, appearance) : undefined,
    emptiness:
      is !== 'unsure' && still && !isAsBefore(is, look, similar) ? similarity(still, appearance) : undefined,
  }
}

/** Similarity to the stored appearance, or to the one before a change of light or a disturbance. */
function likest({ appearance, former }: Stay, now: Appearance): number | undefined {
  const like = appearance && similarity(appearance, now)
  const once = former && similarity(former, now)
  // A low similarity to the former appearance is no evidence of a change.
  return like === undefined
    ? once !== undefined && once >= same_once
      ? once
      : undefined
    : Math.max(like, once ?? 0)
}

/**
 * A lot is disturbed while another lot changes more: a vehicle that comes or goes there hides or exposes
 * parts of this lot, or casts a shadow on it.
 */
const withDisturbance = (own: Compared, largest_change: number): Compared =>
  own.change > 0 && largest_change >= disturbing_change && largest_change > own.change
    ? { ...own, disturbed: true }
    : own

/**
 * Whether more than half of the vehicles look different at the same time. If the static background has not
 * changed lately (`is_still`), only vehicles that have just changed count: one that has looked different for
 * a while is partly hidden, and says nothing about the light.
 */
function isLight(all: readonly Compared[], { sim_th }: Parameters, is_still: boolean): boolean {
  let compared = 0
  let changed = 0
  for (const { similar, change } of all) {
    if (similar === undefined) continue
    compared++
    if (similar < sim_th && (!is_still || change >= just_changed)) changed++
  }
  return compared >= min_compared && changed > compared / 2
}

/** Drops the state of lots that are no longer configured. */
export function keepLots(state: State, keys: ReadonlySet<string>): State {
  return {
    time: state.time,
    lots: Object.fromEntries(Object.entries(state.lots).filter(([key]) => keys.has(key))),
  }
}

/**
 * The state for the first looks of a new model: what was decided stays, and a lot that has not changed makes
 * no event until the model has agreed with it once. What was only suspected begins again.
 */
export const forNewModel = (state: State): State => ({
  ...state,
  lots: Object.fromEntries(
    Object.entries(state.lots).map(([key, lot]): [string, LotState] => [
      key,
      lot.is === 'unsure' ? { ...new_lot, event: lot.event } : { ...onlyDecided(lot), unproven: true },
    ]),
  ),
})
