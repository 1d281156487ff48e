/**
 * Decides recorded looks again: with the recorded parameters, the present ones, and those that a user is
 * about to save, judged by another calibration on request. It uses the program's own decision (`decide/`), so
 * only the parameters and the calibration can make a difference.
 */
import { decide } from '../decide/decide.ts'
import type { Decision } from '../decide/decision.ts'
import { type AlgParam, parametersOf } from '../decide/parameters.ts'
import type { State } from '../decide/state.ts'
import type { Look, LookCalibration, LotLook } from '../look/look.ts'
import { lookUnpacker } from './pack-look.ts'
import { InvalidRecordingError, type Recording } from './recording.ts'
import { calibrate, llrOf, logitFrom, uncalibrated } from '../detect/calibrate.ts'
import { isTaken, judge } from '../vision/judge.ts'

/** `recorded`: what the camera had learned at each look. `factory`: nothing learned at the first look. */
export const calibrations = ['recorded', 'factory'] as const

/** What to compare. `calibration` applies to the wanted run. */
export type ReplayRequest = {
  readonly present: AlgParam
  readonly wanted: AlgParam
  readonly calibration?: (typeof calibrations)[number]
}
export type Replayed = {
  readonly camera_sn: string
  readonly looks: number
  /** What was decided then, and what the same state and parameters give now: any difference is a fault. */
  readonly recorded: readonly Decision[]
  readonly again: readonly Decision[]
  readonly present: readonly Decision[]
  readonly wanted: readonly Decision[]
}

/** Parameters that change the looks themselves: recorded looks cannot show the effect of another value. */
export const not_replayable: readonly (keyof AlgParam)[] = [
  'track_step',
  'cover_th',
  'plate_type',
  'motor_det',
]

/**
 * Replays recordings; those of a camera must be in order of time. Each of the two runs keeps its own state
 * from recording to recording; after a gap, both start with the recorded state of the program.
 */
export function createReplay({
  present,
  wanted,
  calibration,
}: ReplayRequest): (recording: Recording) => Replayed {
  const states = new Map<string, { id: string; present: State; wanted: State }>()
  const recalibrations = new Map<string, { model: string; judge: Recalibrate }>()
  const recalibrationOf = (camera_sn: string, model: string): Recalibrate => {
    const own = recalibrations.get(camera_sn)
    // The program does not reuse what it has learned with another model.
    const used = own?.model === model ? own : { model, judge: createRecalibration() }
    recalibrations.set(camera_sn, used)
    return used.judge
  }
  return ({ head, looks }) => {
    const { camera_sn, difficult, model } = head
    const unpacker = lookUnpacker(camera_sn)
    const seen = looks.map(({ look }) => unpacker.unpack(look))
    const other = calibration === 'factory' ? seen.map(recalibrationOf(camera_sn, model)) : seen
    const last = states.get(camera_sn)
    const kept = last?.id === head.follows ? last : undefined
    const again = runOf(head.state, seen, parametersOf(head.alg_param, difficult))
    const now = runOf(kept?.present ?? head.state, seen, parametersOf(present, difficult))
    const then = runOf(kept?.wanted ?? head.state, other, parametersOf(wanted, difficult))
    states.set(camera_sn, { id: head.id, present: now.state, wanted: then.state })
    return {
      camera_sn,
      looks: looks.length,
      recorded: looks.flatMap(({ decided }) => decided),
      again: again.events,
      present: now.events,
      wanted: then.events,
    }
  }
}

function runOf(from: State, looks: readonly Look[], by: ReturnType<typeof parametersOf>) {
  let state = from
  const events: Decision[] = []
  for (const look of looks) {
    const step = decide(state, look, by)
    state = step.state
    events.push(...step.events)
  }
  return { state, events }
}

/** Takes the looks of one camera in order. Throws InvalidRecordingError for a look without a calibration. */
type Recalibrate = (look: Look) => Look

export function createRecalibration(): Recalibrate {
  let known = uncalibrated
  return (look) => {
    const { calibration, time, lots } = look
    if (!calibration)
      throw new InvalidRecordingError('its looks do not say by which calibration they were judged')
    const logits = lots.map(({ evidence: { llr }, contrast = 0 }) =>
      llr === undefined ? undefined : logitFrom(llr - contrast, calibration),
    )
    const seen = logits.filter((logit) => logit !== undefined)
    const contrasts = lots.flatMap(({ evidence: { llr }, contrast = 0 }) =>
      llr === undefined ? [] : [contrast],
    )
    const next = calibrate(known, seen, { time, light: calibration.light, contrasts })
    known = next.known
    return { ...look, calibration: next.by, lots: lots.map((lot, at) => judgedBy(next.by, lot, logits[at])) }
  }
}

function judgedBy(by: LookCalibration, lot: LotLook, logit: number | undefined): LotLook {
  if (logit === undefined) return lot
  const llr = llrOf(logit, by) + (lot.contrast ?? 0)
  const { vehicle, ...rest } = lot
  return { ...rest, evidence: judge(llr, lot), ...(vehicle && isTaken(llr) && { vehicle }) }
}
