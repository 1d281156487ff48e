/** What is remembered of each lot between looks. Plain JSON: it survives a restart. */
import type { Appearance } from '../look/look.ts'
import type { Box, Label } from '../look/boxes.ts'
import { no_belief, type Belief } from './belief.ts'
import { no_votes, type PlateVotes } from './plate-votes.ts'

/** The last look that showed a vehicle before something changed, and where. */
export type Last = { readonly time: number; readonly box: Box }

/** Looks in a row that speak against what is decided. `sum` adds up how much each of them does (0 to 1). */
export type Run = {
  readonly since: number
  /** The last look before it that was evidence; 0 without one. What it shows happened in between. */
  readonly after: number
  readonly last?: Last
  readonly looks: number
  readonly sum: number
}

/** The look whose picture shows the vehicle best. */
export type Best = {
  readonly time: number
  readonly quality: number
  readonly box: Box
  readonly plate_box?: Box
}

/** A vehicle in a lot, from the first look that showed it. */
export type Stay = {
  readonly since: number
  /** The last look before it that was evidence; 0 without one. */
  readonly after: number
  /** Its arrival was not seen: the program or the camera was away. */
  readonly early: boolean
  readonly looks: number
  readonly sum: number
  readonly label: Label
  /** Its entry was reported, with this plate (empty without one). */
  readonly reported: boolean
  readonly plate: string
  /** Updates that were reported since. */
  readonly updates: number
  /** The vehicle that stood there before this one, where it has taken its place. */
  readonly last?: Last
  /** The lot was clearly seen empty before this vehicle. */
  readonly gone?: boolean
  /** How it looks, since `appearance_time`. */
  readonly appearance?: Appearance
  readonly appearance_time: number
  /** How it looked before the light changed, or something hid it, shortly before. */
  readonly former?: Appearance
  readonly grey: boolean
  readonly votes: PlateVotes
  /** When its plate was last read; 0 before. */
  readonly read: number
  readonly best?: Best
}

export type LotState = {
  readonly is: 'unsure' | 'empty' | 'occupied'
  readonly belief: Belief
  /** The time of the last look with evidence; 0 before the first. */
  readonly last: number
  /** The time of the last event: no event is reported with an earlier one. */
  readonly event: number
  readonly run?: Run
  /** The vehicle that is there, or may be coming. */
  readonly stay?: Stay
  /** Another vehicle that seems to have taken its place. */
  readonly other?: Stay
  /** The look before: the box of its vehicle, and how the lot looked. */
  readonly box?: Box
  readonly seen?: Appearance
  readonly seen_time?: number
  /** How it looks empty, since `still_time`. */
  readonly still?: Appearance
  readonly still_time?: number
}

/** The lots of one camera, by `keyOf`. */
export type State = {
  readonly time: number
  readonly lots: Readonly<Record<string, LotState>>
  /** `Look.around` of the look before. */
  readonly around?: readonly number[]
  /** The same of a look up to two minutes ago, taken again after a change of light. */
  readonly around_then?: { readonly time: number; readonly around: readonly number[] }
}

export const no_state: State = { time: 0, lots: {} }
export const new_lot: LotState = { is: 'unsure', belief: no_belief, last: 0, event: 0 }

type Optional = 'run' | 'stay' | 'other' | 'box' | 'seen' | 'seen_time'

/**
 * A copy to be changed, without some of its optional fields. Fields are set in one order and none is deleted,
 * which would cost more than the decision.
 */
export function without(
  lot: LotState,
  ...keys: readonly Optional[]
): { -readonly [Name in keyof LotState]: LotState[Name] } {
  const { is, belief, last, event } = lot
  const copy: ReturnType<typeof without> = { is, belief, last, event }
  if (lot.run && !keys.includes('run')) copy.run = lot.run
  if (lot.stay && !keys.includes('stay')) copy.stay = lot.stay
  if (lot.other && !keys.includes('other')) copy.other = lot.other
  if (lot.box && !keys.includes('box')) copy.box = lot.box
  if (lot.seen && !keys.includes('seen')) copy.seen = lot.seen
  if (lot.seen_time !== undefined && !keys.includes('seen_time')) copy.seen_time = lot.seen_time
  if (lot.still) copy.still = lot.still
  if (lot.still_time !== undefined) copy.still_time = lot.still_time
  return copy
}

export const newStay = (since: number, after: number, early: boolean, label: Label): Stay => ({
  since,
  after,
  early,
  looks: 0,
  sum: 0,
  label,
  reported: false,
  plate: '',
  updates: 0,
  appearance_time: 0,
  grey: false,
  votes: no_votes,
  read: 0,
})

/** The times of the pictures that events to come may need. Others need not be kept. */
export function wantedTimes(state: State): Set<number> {
  const times = new Set<number>()
  for (const { run, stay, other } of Object.values(state.lots)) {
    if (run) times.add(run.since)
    for (const one of [run, other]) if (one?.last) times.add(one.last.time)
    for (const one of [stay, other]) if (one?.best) times.add(one.best.time)
    if (other) times.add(other.since)
  }
  return times
}

/** A plate that was read so often, or looked for in so many looks, is known or never will be. */
const [readings_wanted, looks_wanted] = [12, 36]
/** It is read again from time to time: what hides it may have left. */
const again_ms = 60_000

const minuteOf = (time: number): number => Math.floor(time / again_ms)

/** The lots whose plates the next look should read: those that hold, or may hold, a vehicle. */
export function wantedPlates(state: State, time: number): Set<string> {
  return new Set(
    Object.entries(state.lots).flatMap(([key, { stay, other, last }]) => {
      const one = other ?? stay
      if (!one) return []
      const seldom = one.reported && (one.votes.readings >= readings_wanted || one.looks >= looks_wanted)
      // Of a plate that was never read no time is known: it is looked for in the first look of each minute.
      const is_due = time - one.read >= again_ms && minuteOf(time) !== minuteOf(last)
      return seldom && !is_due ? [] : [key]
    }),
  )
}
