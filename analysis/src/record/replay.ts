/**
 * Recorded looks decided once more: as they were, by the present parameters, and by those that a user is
 * about to save, judged by another calibration if that is asked. The decision is the program's own
 * (`decide/`), so nothing else can differ.
 */
import { decide } from '../decide/decide.ts'
import type { Decided } from '../decide/decided.ts'
import { parametersOf, type AlgParam } from '../decide/parameters.ts'
import type { State } from '../decide/state.ts'
import type { Look } from '../look/look.ts'
import { lookUnpacker } from './pack-look.ts'
import { newEyes, type Recalibrate } from './recalibrate.ts'
import type { Recording } from './recording.ts'

/** `recorded`: what the camera had learned at each look. `factory`: nothing at the first one. */
export const calibrations = ['recorded', 'factory'] as const

/** What is to be compared. `calibration` is that of the wanted run. */
export type Asked = {
  readonly present: AlgParam
  readonly wanted: AlgParam
  readonly calibration?: (typeof calibrations)[number]
}
export type Replayed = {
  readonly camera_sn: string
  readonly looks: number
  /** What was decided then, and what the same state and parameters give now: equal, or it is wrong. */
  readonly recorded: readonly Decided[]
  readonly again: readonly Decided[]
  readonly present: readonly Decided[]
  readonly wanted: readonly Decided[]
}

/** These change what is seen, not what is decided of it: recorded looks say nothing of another value. */
export const seen_by: readonly (keyof AlgParam)[] = ['track_step', 'cover_th', 'plate_type', 'motor_det']

/**
 * Replays recordings, those of a camera in their order of time. Each of the two runs goes on from recording
 * to recording with its own state; after a gap both begin with what the program remembered.
 */
export function createReplay({ present, wanted, calibration }: Asked): (recording: Recording) => Replayed {
  const states = new Map<string, { id: string; present: State; wanted: State }>()
  const eyes = new Map<string, { model: string; judge: Recalibrate }>()
  const eyesOf = (camera_sn: string, model: string): Recalibrate => {
    const own = eyes.get(camera_sn)
    // The program sets aside what it has learned with another model.
    const used = own?.model === model ? own : { model, judge: newEyes() }
    eyes.set(camera_sn, used)
    return used.judge
  }
  return ({ head, looks }) => {
    const { camera_sn, difficult, model } = head
    const unpacker = lookUnpacker(camera_sn)
    const seen = looks.map(({ look }) => unpacker.unpack(look))
    const other = calibration === 'factory' ? seen.map(eyesOf(camera_sn, model)) : seen
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
  const events: Decided[] = []
  for (const look of looks) {
    const step = decide(state, look, by)
    state = step.state
    events.push(...step.events)
  }
  return { state, events }
}
