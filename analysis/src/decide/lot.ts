/**
 * One lot and one look: a pure step from the lot's state to its next state and its events. Long because
 * entry, exit and swap change one state.
 */
import { event_type } from '@parking/contract/core/codes.ts'
import { iouOf } from '../look/boxes.ts'
import { keyOf, probabilityOf, type LotLook } from '../look/look.ts'
import { updateBelief, occupiedOf } from './belief.ts'
import { uuidOf, type Decision, type DecisionType, type Pictures } from './decision.ts'
import type { Parameters } from './parameters.ts'
import { acceptedPlate, areDifferent, areSame, castVote, no_votes, votedPlate } from './plate-votes.ts'
import {
  inOtherLight,
  refreshAppearance,
  refreshStay,
  updateStayAppearance,
  updateEmptyAppearance,
} from './appearances.ts'
import { beyond_doubt, betterOf, certain, confidenceOf, addOpposing, extendRun } from './tally.ts'
import { evidenceOf, firstLook, whole_change, type Compared } from './evidence.ts'
import { correlationOf, similarity } from './similarity.ts'
import { newStay, onlyDecided, without, type Best, type Last, type LotState, type Stay } from './state.ts'

/** The camera and the time of a look, and what applies to all of its lots. */
export type Moment = {
  readonly camera_sn: string
  readonly time: number
  readonly grey: boolean
  /** The light has changed: most vehicles or the static background look different. */
  readonly light: boolean
}
type Step = { readonly lot: LotState; readonly events: readonly Decision[] }

/** Average probability (0 to 1) of looks that clearly show the empty lot. */
const clearly_gone = 0.97
/** Minimum number of looks with evidence for an event. */
const min_looks = 2
/** Two looks with a higher correlation are not independent evidence: the second gets this weight. */
const alike = 0.98
const alike_weight = 0.7
/** Maximum wait until a change is beyond doubt, in multiples of `track_seconds`. */
const doubt_waits = 3
/** After this time without evidence, an arrival is an initial entry, because its time is unknown. */
const gap_ms = 120_000
/** Maximum wait for a plate that can be read, in multiples of `track_seconds`. */
const plate_waits = 3
const max_updates = 2
/** Factor for the evidence of a lot, by its `difficult` code: low, middle, high. */
const difficult_share = [1, 0.8, 0.6] as const

/** Applies one look at a lot to its state. A pure function that never throws. */
export function stepLot(
  previous: LotState,
  look: LotLook,
  compared: Compared,
  moment: Moment,
  by: Parameters,
): Step {
  const { time } = moment
  const box = look.vehicle?.box
  const lit = moment.light ? inOtherLight(previous) : previous
  const first = lit.unproven && firstLook(lit, look, compared, moment.light)
  if (first === 'compared') return { lot: onlyCompared(lit, look, { ...moment, compared }), events: [] }
  const before = first === 'agrees' ? without(lit, 'unproven') : lit
  const said = evidenceOf(before, look, compared, moment.light)
  if (time <= before.last) return { lot: before, events: [] }
  const { appearance, evidence } = look
  if (said === undefined) {
    const hidden = evidence.kind === 'unknown' && evidence.why === 'hidden'
    const kept = hidden && compared.disturbed && !moment.light ? refreshAppearance(before, look) : before
    return { lot: appearance ? { ...kept, seen: appearance, seen_time: time } : kept, events: [] }
  }
  const llr = said * (difficult_share[by.difficult[keyOf(look)] ?? 0] ?? 1)
  // A vehicle that drives past is no evidence; a parked one with a new outline is judged by its appearance.
  if (before.is !== 'occupied' && llr > 0 && box && before.box && iouOf(before.box, box) < by.track_th)
    return { lot: { ...before, box }, events: [] }

  const correlation = appearance && before.seen && correlationOf(appearance.luma, before.seen.luma)
  const weight = correlation !== undefined && correlation > alike ? alike_weight : 1
  const belief = updateBelief(before.belief, before.last === 0 ? 0 : time - before.last, llr, weight)
  const lot = without(before, 'box', 'seen', 'seen_time')
  lot.belief = belief
  lot.last = time
  if (llr > 0 && box) lot.box = box
  if (appearance) {
    lot.seen = appearance
    lot.seen_time = time
  }
  // A lot that has changed as a whole since the previous look changed between the two.
  const seen_change =
    compared.change >= whole_change &&
    !compared.disturbed &&
    !moment.light &&
    time - (before.seen_time ?? 0) <= gap_ms
  const finding: Finding = {
    llr,
    weight,
    compared,
    after: seen_change && before.seen_time !== undefined ? before.seen_time : before.last,
    last: before.box && { time: before.last, box: before.box },
    seen_change,
    gap: !seen_change && before.last > 0 && time - before.last > gap_ms,
  }
  return before.is === 'occupied'
    ? stepOccupied(lot, look, moment, by, finding)
    : stepEmpty(lot, look, moment, by, finding)
}

/** The lot after a look that is compared and not believed: how it looks goes on, what was suspected ends. */
function onlyCompared(
  lot: LotState,
  look: LotLook,
  seen: Moment & { readonly compared: Compared },
): LotState {
  const { appearance } = look
  if (!appearance || seen.time <= lot.last) return lot
  const next = { ...onlyDecided(lot), seen: appearance, seen_time: seen.time }
  if (lot.is === 'empty') return updateEmptyAppearance(next, look, seen)
  return lot.stay ? { ...next, stay: updateStayAppearance(lot.stay, look, seen) } : next
}

type Finding = {
  readonly llr: number
  readonly weight: number
  readonly compared: Compared
  /** The time of the last look that was evidence; 0 before the first. */
  readonly after: number
  /** The vehicle in that look. */
  readonly last: Last | undefined
  /** The change itself was seen: it happened between the previous look and this one. */
  readonly seen_change: boolean
  readonly gap: boolean
}

function stepEmpty(lot: LotState, look: LotLook, moment: Moment, by: Parameters, finding: Finding): Step {
  const occupied = occupiedOf(lot.belief)
  if (finding.llr <= 0) {
    // One opposing look does not end a run that is nearly decided.
    const rest =
      occupied < 0.1 || !lot.stay
        ? without(lot, 'run', 'stay')
        : { ...lot, stay: addOpposing(lot.stay, finding.llr) }
    if (1 - occupied < certain) return { lot: rest, events: [] }
    return {
      lot: updateEmptyAppearance({ ...rest, is: 'empty' }, look, { ...moment, compared: finding.compared }),
      events: [],
    }
  }
  const early = lot.stay?.early ?? ((lot.is === 'unsure' && !finding.seen_change) || finding.gap)
  const stay = addLook(
    lot.stay ?? newStay(moment.time, finding.after, early, look.vehicle?.label ?? 'vehicle'),
    look,
    moment,
    finding,
  )
  const run = extendRun(lot.run, moment.time, finding, probabilityOf(finding.llr))
  const next: LotState = { ...lot, run, stay }
  if (occupied < certain || run.looks < min_looks || moment.time - run.since < by.track_ms)
    return { lot: next, events: [] }
  return enter(next, look, moment, by)
}

/** A vehicle is there. Its entry is reported now, or later when it has been seen well enough. */
function enter(lot: LotState, look: LotLook, moment: Moment, by: Parameters): Step {
  const settled: LotState = { ...without(lot, 'run'), is: 'occupied' }
  const stay = settled.stay!
  const belief = occupiedOf(settled.belief)
  const waited = moment.time - stay.since
  const wants_plate = stay.votes.readings > 0 && acceptedPlate(stay.votes, by) === undefined
  if (
    !isReportable(stay, moment.time, belief, by) ||
    (belief < beyond_doubt && waited < doubt_waits * by.track_ms) ||
    (wants_plate && waited < plate_waits * by.track_ms)
  )
    return { lot: settled, events: [] }
  return reportEntry(settled, look, moment, by, belief)
}

/** Whether a stay that lasts until `end` should be reported. */
function isReportable(stay: Stay, end: number, belief: number, by: Parameters): boolean {
  if (confidenceOf(stay, belief, by) < by.event_th) return false
  if (stay.label !== 'motorcycle' && stay.label !== 'bicycle') return true
  return end - stay.since >= by.motor_ms && (!by.motor_plated || acceptedPlate(stay.votes, by) !== undefined)
}

function reportEntry(lot: LotState, look: LotLook, moment: Moment, by: Parameters, belief: number): Step {
  const stay = lot.stay!
  const plate = acceptedPlate(stay.votes, by)
  const event_time = Math.max(stay.since, lot.event + 1)
  return {
    lot: { ...lot, event: event_time, stay: { ...stay, reported: true, plate: plate?.text ?? '' } },
    events: [
      decisionOf(look, moment, stay.early ? event_type.initial_entry : event_type.entry, event_time, {
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

/** Reports the exit of a vehicle, preceded by its entry if that was still pending. */
function reportExit(lot: LotState, look: LotLook, moment: Moment, by: Parameters, exit: Exit): Step {
  const stay = lot.stay!
  if (!stay.reported && (stay.looks < min_looks || !isReportable(stay, exit.time, certain, by)))
    return { lot, events: [] }
  const entry = stay.reported ? { lot, events: [] } : reportEntry(lot, look, moment, by, certain)
  const event = exitOf(entry.lot, look, moment, by, exit)
  return { lot: { ...entry.lot, event: event.event_time }, events: [...entry.events, event] }
}

function stepOccupied(lot: LotState, look: LotLook, moment: Moment, by: Parameters, finding: Finding): Step {
  const stay = lot.stay!
  if (finding.llr <= 0) return leave(lot, look, moment, by, finding)

  const back =
    occupiedOf(lot.belief) > 0.9 || !lot.run
      ? without(lot, 'run')
      : { ...lot, run: addOpposing(lot.run, finding.llr) }
  const is = identifyVehicle(stay, lot.other, look, finding.compared, moment, by, isGone(lot))
  if (is !== 'stay') return swap(is === 'other' ? lot : without(lot, 'other'), look, moment, by, finding)
  const seen = addLook(stay, look, moment, finding)
  // A vehicle that another one has just hidden or shaded is the same car with a new appearance.
  const same = finding.compared.disturbed ? refreshStay(seen, look) : seen
  const next = without(back, 'other')
  next.stay = same
  if (!same.reported) return enter(next, look, moment, by)
  return update(next, look, moment, by)
}

/** The lot looks empty. The exit counts once the lot has been empty for `merge_seconds`. */
function leave(lot: LotState, look: LotLook, moment: Moment, by: Parameters, finding: Finding): Step {
  const stay = lot.stay!
  const run = extendRun(lot.run, moment.time, finding, probabilityOf(-finding.llr))
  const belief = 1 - occupiedOf(lot.belief)
  const confidence = confidenceOf(run, belief, by)
  const empty_ms = moment.time - run.since
  const next: LotState = { ...lot, run }
  const enough_ms = Math.max(by.track_ms, by.merge_ms)
  if (belief < certain || run.looks < min_looks || empty_ms < enough_ms) return { lot: next, events: [] }
  const waits = belief < beyond_doubt && empty_ms < enough_ms + (doubt_waits - 1) * by.track_ms
  if (stay.reported && (confidence < by.event_th || waits)) return { lot: next, events: [] }
  const exit = { time: run.since, after: run.after, last: run.last, confidence, belief }
  const { lot: gone, events } = reportExit(next, look, moment, by, exit)
  return { lot: { ...without(gone, 'run', 'stay', 'other'), is: 'empty' }, events }
}

/** Another vehicle is there: after two looks that agree, this is an exit and an entry. */
function swap(lot: LotState, look: LotLook, moment: Moment, by: Parameters, finding: Finding): Step {
  const label = look.vehicle?.label ?? 'vehicle'
  const begun = lot.other ?? {
    ...newStay(moment.time, finding.after, finding.gap, label),
    ...(finding.last && { last: finding.last }),
    ...(isGone(lot) && { gone: true }),
  }
  const other = addLook(begun, look, moment, finding)
  const held = { ...lot, other }
  if (other.looks < min_looks || moment.time - other.since < by.track_ms) return { lot: held, events: [] }
  const belief = occupiedOf(lot.belief)
  // If two vehicles only look different, a person has to decide.
  const plates = areDifferent(votedPlate(lot.stay!.votes), votedPlate(other.votes))
  const confidence = confidenceOf(other, plates ? belief : Math.min(belief, certain), by)
  if (belief < certain || confidence < by.event_th) return { lot: held, events: [] }
  const first = lot.run && lot.run.since < other.since ? lot.run : other
  const exit = { time: first.since, after: first.after, last: first.last, confidence, belief }
  const gone = reportExit(lot, look, moment, by, exit)
  const come = enter({ ...without(gone.lot, 'run', 'other'), stay: other }, look, moment, by)
  return { lot: come.lot, events: [...gone.events, ...come.events] }
}

/** Reports an update if the plate of a reported stay was read for the first time or read differently. */
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
      decisionOf(look, moment, event_type.update, event_time, {
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

/** Whether the lot was clearly empty just before, or was so before `other` appeared. */
const isGone = ({ run, other }: LotState): boolean =>
  other?.gone === true || (run !== undefined && run.sum >= run.looks * clearly_gone)

/**
 * Which vehicle this look shows: the parked one, the other one that seems to have replaced it, or a third.
 * Appearance alone decides nothing across a change of light or a switch of the camera to infrared.
 */
function identifyVehicle(
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
  if (light || disturbed || grey !== stay.grey || !appearance || !stay.settled) return 'stay'
  // After a clear look at the empty lot, another car is likelier than the same one in exactly the same place.
  const enough = gone ? Math.max(sim_th, (1 + sim_th) / 2) : sim_th
  if (similar === undefined || similar >= enough) return 'stay'
  const to_other = other?.appearance && similarity(other.appearance, appearance)
  return to_other === undefined || to_other >= sim_th ? 'other' : 'third'
}

/** Adds a look to a stay. */
function addLook(stay: Stay, look: LotLook, moment: Moment, { llr, weight, compared }: Finding): Stay {
  const { vehicle } = look
  const best = betterOf(stay.best, vehicle, moment.time)
  return {
    ...updateStayAppearance(stay, look, { ...moment, compared }),
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
): Decision {
  const stay = lot.stay!
  const plate = acceptedPlate(stay.votes, by)
  const event_time = Math.max(time, lot.event + 1)
  return decisionOf(look, moment, event_type.exit, event_time, {
    plate_number: plate?.text ?? stay.plate,
    plate_color: plate?.color ?? 'unknown',
    not_before: after,
    confidence,
    belief,
    pictures: { ...picturesOf(stay.best, time), ...(last && { last }) },
  })
}

function decisionOf(
  { scene_id, lot_no, cell }: LotLook,
  { camera_sn, time }: Moment,
  type: DecisionType,
  event_time: number,
  rest: Pick<Decision, 'plate_number' | 'plate_color' | 'not_before' | 'confidence' | 'belief' | 'pictures'>,
): Decision {
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
