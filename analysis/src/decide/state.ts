/** The state of each lot between looks, as plain JSON that survives a restart. */
import type { Appearance } from '../look/look.ts'
import type { Box, Label } from '../look/boxes.ts'
import { no_belief, type Belief } from './belief.ts'
import { areVotesFull, no_votes, type PlateVotes } from './plate-votes.ts'

/** The last look that showed the vehicle before a change, and its box. */
export type Last = { readonly time: number; readonly box: Box }

/** Consecutive looks that oppose the decided state. `sum` adds up how strongly each of them does (0 to 1). */
export type Run = {
  readonly since: number
  /** The last look with evidence before the run; 0 if there was none. The change happened after it. */
  readonly after: number
  readonly last?: Last
  readonly looks: number
  readonly sum: number
}

/** The look with the best view of the vehicle. */
export type Best = {
  readonly time: number
  readonly quality: number
  readonly box: Box
  readonly plate_box?: Box
}

/** A vehicle in a lot, from the first look that showed it. */
export type Stay = {
  readonly since: number
  /** The last look with evidence before the stay; 0 if there was none. */
  readonly after: number
  /** The arrival was not seen, because the program or the camera was offline. */
  readonly early: boolean
  readonly looks: number
  readonly sum: number
  readonly label: Label
  /** Whether its entry was reported, and with which plate (empty if none). */
  readonly reported: boolean
  readonly plate: string
  /** Number of updates reported since. */
  readonly updates: number
  /** The last look at the vehicle that this one replaced. */
  readonly last?: Last
  /** The lot was clearly seen empty before this vehicle. */
  readonly gone?: boolean
  /** How the vehicle looks, stored at `appearance_time`. */
  readonly appearance?: Appearance
  readonly appearance_time: number
  /** It stood still in two looks: only then is its appearance known. */
  readonly settled?: true
  /** How it looked before a recent change of light or occlusion. */
  readonly former?: Appearance
  readonly grey: boolean
  readonly votes: PlateVotes
  /** When its plate was last read; 0 if never. */
  readonly read: number
  readonly best?: Best
}

export type LotState = {
  readonly is: 'unsure' | 'empty' | 'occupied'
  readonly belief: Belief
  /** The time of the last look with evidence; 0 before the first. */
  readonly last: number
  /** The time of the last event: later events get later times. */
  readonly event: number
  readonly run?: Run
  /** The vehicle that is parked there, or may be arriving. */
  readonly stay?: Stay
  /** Another vehicle that seems to have replaced it. */
  readonly other?: Stay
  /** The previous look: the box of the vehicle, and how the lot looked. */
  readonly box?: Box
  readonly seen?: Appearance
  readonly seen_time?: number
  /** How the lot looks empty, stored at `still_time`. */
  readonly still?: Appearance
  readonly still_time?: number
  /** A new model has not agreed with this state yet: its looks are compared with it, not believed. */
  readonly unproven?: true
}

/** The lots of one camera, by `keyOf`. */
export type State = {
  readonly time: number
  readonly lots: Readonly<Record<string, LotState>>
  /** `Look.around` of the previous look. */
  readonly around?: readonly number[]
  /** `Look.around` of a look up to two minutes ago; replaced after a change of light. */
  readonly around_then?: { readonly time: number; readonly around: readonly number[] }
}

export const no_state: State = { time: 0, lots: {} }
export const new_lot: LotState = { is: 'unsure', belief: no_belief, last: 0, event: 0 }

type Optional = 'run' | 'stay' | 'other' | 'box' | 'seen' | 'seen_time' | 'unproven'

/**
 * A mutable copy without some of the optional fields. Fields are always set in the same order and never
 * deleted: that would cost more than the decision itself.
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
  if (lot.unproven && !keys.includes('unproven')) copy.unproven = true
  return copy
}

/** The lot without what was only suspected: a change that was not decided. */
export const onlyDecided = (lot: LotState): LotState =>
  lot.is === 'occupied' ? without(lot, 'run', 'other') : without(lot, 'run', 'other', 'stay')

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

/** The times of the pictures that future events may need. Others need not be kept. */
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

/** A plate that is not read in its first looks is tried in each fourth look, up to the last try. */
const [first_tries, try_each, last_try] = [6, 4, 36]
/** A plate that is known, or was not read by then, is read again, because whatever hid it may be gone. */
const [again_ms, later_ms] = [60_000, 300_000]
/** Age of a stay from which that is done each `later_ms`. */
const old_ms = 600_000

/** The lots whose plates the next look should read: those with a vehicle that is parked or may arrive. */
export function wantedPlates(state: State, time: number): Set<string> {
  return new Set(
    Object.entries(state.lots).flatMap(([key, { stay, other, last }]) => {
      const one = other ?? stay
      return one && isPlateWanted(one, last, time) ? [key] : []
    }),
  )
}

/** `last` is the time of the lot's last look. */
function isPlateWanted({ reported, votes, looks, read, since }: Stay, last: number, time: number): boolean {
  const full = areVotesFull(votes)
  if (!reported && !full) return true
  if (!full && looks < last_try) return votes.readings > 0 || looks < first_tries || looks % try_each === 0
  const interval = time - since < old_ms ? again_ms : later_ms
  // A plate that was never read has no time: the first look of each interval tries to read it.
  return time - read >= interval && Math.floor(time / interval) !== Math.floor(last / interval)
}
