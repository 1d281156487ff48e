/**
 * One lot and one look: a pure step from what is remembered to what is remembered next, and the events
 * between. Long because entry, exit and swap act on one state.
 */
import { event_type } from '@parking/contract/core/codes.ts'
import { iouOf } from '../look/boxes.ts'
import { keyOf, type LotLook } from '../look/look.ts'
import { believe, occupiedOf, probabilityOf } from './belief.ts'
import { uuidOf, type Decided, type DecidedType, type Pictures } from './decided.ts'
import type { Parameters } from './parameters.ts'
import { acceptedPlate, areDifferent, areSame, castVote, no_votes, votedPlate } from './plate-votes.ts'
import { inOtherLight, retaken, retakenStay, takenAppearance, withStill } from './appearances.ts'
import { beyond_doubt, betterOf, certain, confidenceOf, doubted, longer } from './counted.ts'
import { evidenceOf, type Compared } from './evidence.ts'
import { correlationOf, similarity } from './same-car.ts'
import { newStay, without, type Best, type Last, type LotState, type Stay } from './state.ts'

/** The camera and the time of a look, and what concerns all of its lots. */
export type Moment = {
  readonly camera_sn: string
  readonly time: number
  readonly grey: boolean
  /** Most vehicles look unlike themselves: the light has changed, not the vehicles. */
  readonly light: boolean
}
type Step = { readonly lot: LotState; readonly events: readonly Decided[] }

/** On average, what a look says that clearly shows the empty lot (0 to 1). */
const clearly_gone = 0.97
/** A lot has changed as a whole when so much of its ground is not as in the look before. */
const stir_share = 0.5
/** At least so many looks with evidence make an event. */
const min_looks = 2
/** Two looks that correlate more show one thing, not two. */
const alike = 0.98
const alike_weight = 0.7
/** To get beyond doubt a change may wait so many times `track_seconds`. */
const doubt_waits = 3
/** After so long without evidence, an arrival is an initial entry: its time is unknown. */
const gap_ms = 120_000
/** A plate may be waited for so many times `track_seconds`, while there is something to read. */
const plate_waits = 3
const max_updates = 2
/** The weight of a look at a lot that its user marked as difficult: low, middle, high. */
const difficult_share = [1, 0.8, 0.6] as const

/** Throws nothing; the same arguments give the same result. */
export function stepLot(
  remembered: LotState,
  look: LotLook,
  compared: Compared,
  moment: Moment,
  by: Parameters,
): Step {
  const { time } = moment
  const box = look.vehicle?.box
  const before = moment.light ? inOtherLight(remembered) : remembered
  const said = evidenceOf(before, look, compared, moment.light)
  if (time <= before.last) return { lot: before, events: [] }
  const { appearance, evidence } = look
  if (said === undefined) {
    const hidden = evidence.kind === 'unknown' && evidence.why === 'hidden'
    const kept = hidden && compared.disturbed && !moment.light ? retaken(before, look) : before
    return { lot: appearance ? { ...kept, seen: appearance, seen_time: time } : kept, events: [] }
  }
  const llr = said * (difficult_share[by.difficult[keyOf(look)] ?? 0] ?? 1)
  // What drives by is no evidence; what stands and changes its outline is judged by its appearance.
  if (before.is !== 'occupied' && llr > 0 && box && before.box && iouOf(before.box, box) < by.track_th)
    return { lot: { ...before, box }, events: [] }

  const correlation = appearance && before.seen && correlationOf(appearance.luma, before.seen.luma)
  const weight = correlation !== undefined && correlation > alike ? alike_weight : 1
  const belief = believe(before.belief, before.last === 0 ? 0 : time - before.last, llr, weight)
  const lot = without(before, 'box', 'seen', 'seen_time')
  lot.belief = belief
  lot.last = time
  if (llr > 0 && box) lot.box = box
  if (appearance) {
    lot.seen = appearance
    lot.seen_time = time
  }
  // A lot that has changed as a whole since the look before has changed then.
  const seen_change =
    compared.stirred >= stir_share &&
    !compared.disturbed &&
    !moment.light &&
    time - (before.seen_time ?? 0) <= gap_ms
  const doubt: Doubt = {
    llr,
    weight,
    compared,
    after: seen_change && before.seen_time !== undefined ? before.seen_time : before.last,
    last: before.box && { time: before.last, box: before.box },
    seen_change,
    gap: !seen_change && before.last > 0 && time - before.last > gap_ms,
  }
  return before.is === 'occupied'
    ? stepOccupied(lot, look, moment, by, doubt)
    : stepEmpty(lot, look, moment, by, doubt)
}

type Doubt = {
  readonly llr: number
  readonly weight: number
  readonly compared: Compared
  /** The time of the last look that was evidence; 0 before the first. */
  readonly after: number
  /** The vehicle in that look. */
  readonly last: Last | undefined
  /** The change itself was seen, between the look before and this one. */
  readonly seen_change: boolean
  readonly gap: boolean
}

function stepEmpty(lot: LotState, look: LotLook, moment: Moment, by: Parameters, doubt: Doubt): Step {
  const occupied = occupiedOf(lot.belief)
  if (doubt.llr <= 0) {
    // One look against it ends no run that is nearly decided.
    const rest =
      occupied < 0.1 || !lot.stay
        ? without(lot, 'run', 'stay')
        : { ...lot, stay: doubted(lot.stay, doubt.llr) }
    if (1 - occupied < certain) return { lot: rest, events: [] }
    return {
      lot: withStill({ ...rest, is: 'empty' }, look, { ...moment, compared: doubt.compared }),
      events: [],
    }
  }
  const early = lot.stay?.early ?? ((lot.is === 'unsure' && !doubt.seen_change) || doubt.gap)
  const stay = seenStay(
    lot.stay ?? newStay(moment.time, doubt.after, early, look.vehicle?.label ?? 'vehicle'),
    look,
    moment,
    doubt,
  )
  const run = longer(lot.run, moment.time, doubt, probabilityOf(doubt.llr))
  const next: LotState = { ...lot, run, stay }
  if (occupied < certain || run.looks < min_looks || moment.time - run.since < by.track_ms)
    return { lot: next, events: [] }
  return enter(next, look, moment, by)
}

/** A vehicle is there. It is reported at once, or when it has been seen well enough. */
function enter(lot: LotState, look: LotLook, moment: Moment, by: Parameters): Step {
  const settled: LotState = { ...without(lot, 'run'), is: 'occupied' }
  const stay = settled.stay!
  const belief = occupiedOf(settled.belief)
  const waited = moment.time - stay.since
  const wants_plate = stay.votes.readings > 0 && acceptedPlate(stay.votes, by) === undefined
  if (
    !counts(stay, moment.time, belief, by) ||
    (belief < beyond_doubt && waited < doubt_waits * by.track_ms) ||
    (wants_plate && waited < plate_waits * by.track_ms)
  )
    return { lot: settled, events: [] }
  return entered(settled, look, moment, by, belief)
}

/** Whether a stay that lasts until `end` is one to report. */
function counts(stay: Stay, end: number, belief: number, by: Parameters): boolean {
  if (confidenceOf(stay, belief, by) < by.event_th) return false
  if (stay.label !== 'motorcycle' && stay.label !== 'bicycle') return true
  return end - stay.since >= by.motor_ms && (!by.motor_plated || acceptedPlate(stay.votes, by) !== undefined)
}

function entered(lot: LotState, look: LotLook, moment: Moment, by: Parameters, belief: number): Step {
  const stay = lot.stay!
  const plate = acceptedPlate(stay.votes, by)
  const event_time = Math.max(stay.since, lot.event + 1)
  return {
    lot: { ...lot, event: event_time, stay: { ...stay, reported: true, plate: plate?.text ?? '' } },
    events: [
      decided(look, moment, stay.early ? event_type.initial_entry : event_type.entry, event_time, {
        plate_number: plate?.text ?? '',
        plate_color: plate?.color ?? 'unknown',
        not_before: stay.after,
        confidence: confidenceOf(stay, belief, by),
        belief,
        pictures: picturesOf(stay.best, stay.best?.time ?? stay.since),
      }),
    ],
  }
}

type Exit = {
  readonly time: number
  readonly after: number
  readonly last?: Last | undefined
  readonly confidence: number
  readonly belief: number
}

/** What is reported of a vehicle that leaves: its exit, and first its entry if that was still waiting. */
function left(lot: LotState, look: LotLook, moment: Moment, by: Parameters, exit: Exit): Step {
  const stay = lot.stay!
  if (!stay.reported && (stay.looks < min_looks || !counts(stay, exit.time, certain, by)))
    return { lot, events: [] }
  const entry = stay.reported ? { lot, events: [] } : entered(lot, look, moment, by, certain)
  const event = exitOf(entry.lot, look, moment, by, exit)
  return { lot: { ...entry.lot, event: event.event_time }, events: [...entry.events, event] }
}

function stepOccupied(lot: LotState, look: LotLook, moment: Moment, by: Parameters, doubt: Doubt): Step {
  const stay = lot.stay!
  if (doubt.llr <= 0) return leave(lot, look, moment, by, doubt)

  const back =
    occupiedOf(lot.belief) > 0.9 || !lot.run
      ? without(lot, 'run')
      : { ...lot, run: doubted(lot.run, doubt.llr) }
  const is = whose(stay, lot.other, look, doubt.compared, moment, by, isGone(lot))
  if (is !== 'stay') return swap(is === 'other' ? lot : without(lot, 'other'), look, moment, by, doubt)
  const seen = seenStay(stay, look, moment, doubt)
  // What another vehicle has hidden or shaded just now is no other car: this one looks so from now on.
  const same = doubt.compared.disturbed ? retakenStay(seen, look) : seen
  const next = without(back, 'other')
  next.stay = same
  if (!same.reported) return enter(next, look, moment, by)
  return update(next, look, moment, by)
}

/** The lot looks empty. It counts once it was empty for `merge_seconds`. */
function leave(lot: LotState, look: LotLook, moment: Moment, by: Parameters, doubt: Doubt): Step {
  const stay = lot.stay!
  const run = longer(lot.run, moment.time, doubt, probabilityOf(-doubt.llr))
  const belief = 1 - occupiedOf(lot.belief)
  const confidence = confidenceOf(run, belief, by)
  const empty_ms = moment.time - run.since
  const next: LotState = { ...lot, run }
  const enough_ms = Math.max(by.track_ms, by.merge_ms)
  if (belief < certain || run.looks < min_looks || empty_ms < enough_ms) return { lot: next, events: [] }
  const waits = belief < beyond_doubt && empty_ms < enough_ms + (doubt_waits - 1) * by.track_ms
  if (stay.reported && (confidence < by.event_th || waits)) return { lot: next, events: [] }
  const exit = { time: run.since, after: run.after, last: run.last, confidence, belief }
  const { lot: gone, events } = left(next, look, moment, by, exit)
  return { lot: { ...without(gone, 'run', 'stay', 'other'), is: 'empty' }, events }
}

/** Another vehicle stands there: after two looks that agree it is an exit and an entry. */
function swap(lot: LotState, look: LotLook, moment: Moment, by: Parameters, doubt: Doubt): Step {
  const label = look.vehicle?.label ?? 'vehicle'
  const begun = lot.other ?? {
    ...newStay(moment.time, doubt.after, doubt.gap, label),
    ...(doubt.last && { last: doubt.last }),
    ...(isGone(lot) && { gone: true }),
  }
  const other = seenStay(begun, look, moment, doubt)
  const held = { ...lot, other }
  if (other.looks < min_looks || moment.time - other.since < by.track_ms) return { lot: held, events: [] }
  const belief = occupiedOf(lot.belief)
  // Two vehicles that only look different are a case for a person.
  const plates = areDifferent(votedPlate(lot.stay!.votes), votedPlate(other.votes))
  const confidence = confidenceOf(other, plates ? belief : Math.min(belief, certain), by)
  if (belief < certain || confidence < by.event_th) return { lot: held, events: [] }
  const first = lot.run && lot.run.since < other.since ? lot.run : other
  const exit = { time: first.since, after: first.after, last: first.last, confidence, belief }
  const gone = left(lot, look, moment, by, exit)
  const come = enter({ ...without(gone.lot, 'run', 'other'), stay: other }, look, moment, by)
  return { lot: come.lot, events: [...gone.events, ...come.events] }
}

/** The plate of a reported stay was read, or read otherwise. */
function update(lot: LotState, look: LotLook, moment: Moment, by: Parameters): Step {
  const stay = lot.stay!
  const plate = acceptedPlate(stay.votes, by)
  if (!plate || plate.text === stay.plate || stay.updates >= max_updates) return { lot, events: [] }
  const belief = occupiedOf(lot.belief)
  const event_time = Math.max(moment.time, lot.event + 1)
  return {
    lot: {
      ...lot,
      event: event_time,
      stay: { ...stay, plate: plate.text, updates: stay.updates + 1 },
    },
    events: [
      decided(look, moment, event_type.update, event_time, {
        plate_number: plate.text,
        plate_color: plate.color,
        not_before: lot.last,
        confidence: confidenceOf(stay, belief, by),
        belief,
        pictures: picturesOf(stay.best, stay.best?.time ?? moment.time),
      }),
    ],
  }
}

/** Whether the lot was clearly seen empty just before, or another vehicle was already seen then. */
const isGone = ({ run, other }: LotState): boolean =>
  other?.gone === true || (run !== undefined && run.sum >= run.looks * clearly_gone)

/**
 * Which vehicle this look shows: the one that stays, the other that seems to have taken its place, or a
 * third. Looks alone decide nothing across a change of light, or of the camera to infrared.
 */
function whose(
  stay: Stay,
  other: Stay | undefined,
  { appearance, vehicle }: LotLook,
  { similar, disturbed }: Compared,
  { grey, light }: Moment,
  { sim_th }: Parameters,
  gone: boolean,
): 'stay' | 'other' | 'third' {
  const read = vehicle?.plate && votedPlate(castVote(other?.votes ?? no_votes, vehicle.plate, 1))
  const known = votedPlate(stay.votes)
  if (areSame(known, read)) return 'stay'
  if (areDifferent(known, read)) return 'other'
  if (light || disturbed || grey !== stay.grey || !appearance) return 'stay'
  // After a clear look at the empty lot another car is likelier than the same one in its very place.
  const enough = gone ? Math.max(sim_th, (1 + sim_th) / 2) : sim_th
  if (similar === undefined || similar >= enough) return 'stay'
  const to_other = other?.appearance && similarity(other.appearance, appearance)
  return to_other === undefined || to_other >= sim_th ? 'other' : 'third'
}

/** The stay after one more look at it. */
function seenStay(stay: Stay, look: LotLook, moment: Moment, { llr, weight, compared }: Doubt): Stay {
  const { vehicle } = look
  const best = betterOf(stay.best, vehicle, moment.time)
  return {
    ...takenAppearance(stay, look, { ...moment, compared }),
    looks: stay.looks + 1,
    sum: stay.sum + probabilityOf(llr),
    ...(vehicle && stay.looks === 0 && { label: vehicle.label }),
    ...(vehicle?.plate && { votes: castVote(stay.votes, vehicle.plate, weight), read: moment.time }),
    ...(best && { best }),
  }
}

const picturesOf = (best: Best | undefined, image: number): Pictures => ({
  image,
  ...(best && { car: { time: best.time, box: best.box } }),
  ...(best?.plate_box && { plate: { time: best.time, box: best.plate_box } }),
})

function exitOf(
  lot: LotState,
  look: LotLook,
  moment: Moment,
  by: Parameters,
  { time, after, last, confidence, belief }: Exit,
): Decided {
  const stay = lot.stay!
  const plate = acceptedPlate(stay.votes, by)
  const event_time = Math.max(time, lot.event + 1)
  return decided(look, moment, event_type.exit, event_time, {
    plate_number: plate?.text ?? stay.plate,
    plate_color: plate?.color ?? 'unknown',
    not_before: after,
    confidence,
    belief,
    pictures: { ...picturesOf(stay.best, time), ...(last && { last }) },
  })
}

function decided(
  { scene_id, lot_no, cell }: LotLook,
  { camera_sn, time }: Moment,
  type: DecidedType,
  event_time: number,
  rest: Pick<Decided, 'plate_number' | 'plate_color' | 'not_before' | 'confidence' | 'belief' | 'pictures'>,
): Decided {
  return {
    uuid: uuidOf(camera_sn, { scene_id, lot_no, cell }, type, event_time),
    camera_sn,
    scene_id,
    lot_no,
    cell,
    event_type: type,
    event_time,
    decided: time,
    ...rest,
  }
}
