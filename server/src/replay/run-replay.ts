/** Runs one replay: passes each recording to the program, then compares the decisions. Read-only. */
import {
  max_replay_differences,
  type Params,
  type ReplayCalibration,
  charge_mode,
  event_type,
  wordOf,
  type replay_outcomes,
} from '@parking/contract'
import { isDoubtful } from '../events/record/doubtful.ts'
import { skipReason } from '../events/record/skipped.ts'
import type { Deps } from '../core/deps.ts'
import { UnreadRecording, type ReplayedDecision } from '../ports/replay-port.ts'
import { readParam } from '../params/param.store.ts'
import { compareDecisions, countReproduced, type Decision, type Difference } from './compare-decisions.ts'
import { looksPath } from './store-recordings.ts'
import { recordingsSince } from './recording.store.ts'

export type Counts = Record<
  'initial_entry' | 'entry' | 'update' | 'exit' | (typeof replay_outcomes)[number],
  number
>
export type ReplayResult = {
  from_ms: number | null
  to_ms: number | null
  done: number
  total: number
  looks: number
  cameras: number
  said: string
  unread: number
  changes: { field: string; present: unknown; wanted: unknown }[]
  not_replayed: string[]
  calibration: ReplayCalibration
  recorded: number
  reproduced: number
  counts: { present: Counts; wanted: Counts }
  different: number
  differences: (Difference & { uuid: string })[]
}
type AlgParam = Params['alg_param']
export type ReplayQuestion = { wanted: AlgParam; calibration: ReplayCalibration; hours: number }

const noCounts = (): Counts => ({
  initial_entry: 0,
  entry: 0,
  update: 0,
  exit: 0,
  sent: 0,
  listed: 0,
  waits: 0,
  skipped: 0,
  free: 0,
})

export const emptyResult = (): ReplayResult => ({
  from_ms: null,
  to_ms: null,
  done: 0,
  total: 0,
  looks: 0,
  cameras: 0,
  said: '',
  unread: 0,
  changes: [],
  not_replayed: [],
  calibration: 'recorded',
  recorded: 0,
  reproduced: 0,
  counts: { present: noCounts(), wanted: noCounts() },
  different: 0,
  differences: [],
})

type Needs = Pick<Deps, 'db' | 'secrets' | 'media' | 'replay_tool' | 'now'>

type ReplayCallbacks = {
  signal: AbortSignal
  progress: (result: ReplayResult) => void
  /** The calibrations that the program reports as supported. */
  offered: (calibrations: ReplayCalibration[]) => void
}

/** Runs to the end, or until `signal`. Throws an Error whose message says why the program failed. */
export async function runReplay(
  { wanted, calibration, hours }: ReplayQuestion,
  deps: Needs,
  { signal, progress, offered }: ReplayCallbacks,
): Promise<ReplayResult> {
  const { db, media, replay_tool } = deps
  const present = readParam(deps, 'alg_param')
  const all = recordingsSince(db, 0)
  const newest = Math.max(0, ...all.map(({ to_ms }) => to_ms))
  const rows = all.filter(({ to_ms }) => to_ms > newest - hours * 3_600_000)
  const result: ReplayResult = {
    ...emptyResult(),
    total: rows.length,
    cameras: new Set(rows.map(({ camera_sn }) => camera_sn)).size,
    from_ms: rows.length > 0 ? Math.min(...rows.map(({ from_ms }) => from_ms)) : null,
    to_ms: rows.length > 0 ? newest : null,
    changes: changesOf(present, wanted),
    calibration,
  }
  progress(result)
  const outcomeOf = { present: outcomes(present, deps), wanted: outcomes(wanted, deps) }
  const decided: Record<'present' | 'wanted', Decision[]> = { present: [], wanted: [] }
  const names = new Map<string, string>()
  const replayer = replay_tool.open()
  try {
    const { not_replayed, calibrations } = await replayer.begin({ present, wanted, calibration })
    offered(calibrations)
    // The program may have been updated since its calibrations were requested.
    if (!calibrations.includes(calibration)) throw new Error('the program replays no other calibration')
    result.not_replayed = result.changes.flatMap(({ field }) => (not_replayed.includes(field) ? [field] : []))
    for (const row of rows) {
      if (signal.aborted) break
      const { camera_sn } = row
      try {
        const content = await media.files.read(looksPath(row))
        const answer = await replayer.ask({ camera_sn, content })
        const { recorded, reproduced } = countReproduced(answer.recorded, answer.again)
        result.recorded += recorded
        result.reproduced += reproduced
        result.looks += answer.looks
        for (const one of answer.recorded) names.set(nameKey(camera_sn, one), one.uuid)
        for (const which of ['present', 'wanted'] as const)
          for (const one of answer[which]) {
            const decision = { ...one, camera_sn, fate: outcomeOf[which](one) }
            decided[which].push(decision)
            count(result.counts[which], decision)
          }
      } catch (error) {
        // Retention may be deleting the recording right now, or an earlier version of the program made it.
        if (!(error instanceof UnreadRecording) && !isFileError(error)) throw error
        result.unread++
      }
      result.done++
      progress(result)
    }
  } finally {
    replayer.close()
  }
  const differences = compareDecisions(decided.present, decided.wanted)
  result.different = differences.length
  result.differences = differences.slice(0, max_replay_differences).map((one) => ({
    ...one,
    uuid:
      [one.present, one.wanted]
        .map((decision) => (decision ? (names.get(nameKey(decision.camera_sn, decision)) ?? '') : ''))
        .find(Boolean) ?? '',
  }))
  return result
}

const isFileError = (error: unknown): boolean =>
  error instanceof Error && ('code' in error || error.name === 'DamagedFile')

const nameKey = (camera_sn: string, { scene_id, lot_no, event_type: type, event_time }: ReplayedDecision) =>
  JSON.stringify([camera_sn, scene_id, lot_no, type, event_time])

function changesOf(present: AlgParam, wanted: AlgParam): ReplayResult['changes'] {
  return (Object.keys(present) as (keyof AlgParam)[]).flatMap((field) =>
    present[field] === wanted[field] ? [] : [{ field, present: present[field], wanted: wanted[field] }],
  )
}

/** The outcome of a decision, by the rules for new events (events/record/initial-event-state.ts). */
function outcomes(
  alg_param: AlgParam,
  deps: Needs,
): (decision: ReplayedDecision) => (typeof replay_outcomes)[number] {
  const schedule_param = readParam(deps, 'schedule_param')
  return ({ event_type: type, event_time: event_ms, confidence, plate_number }) => {
    const skipped = skipReason({ alg_param, schedule_param }, { event_type: type, event_ms, confidence })
    if (skipped) return skipped === 'free_time' ? 'free' : 'skipped'
    if (alg_param.charge_mode === charge_mode.delayed) return 'waits'
    if (alg_param.charge_mode === charge_mode.unattended) return 'sent'
    return isDoubtful(plate_number, alg_param.plate_type) ? 'listed' : 'sent'
  }
}

function count(counts: Counts, { event_type: type, fate }: Decision): void {
  const word = wordOf(event_type, type)
  if (word !== undefined && word in counts) counts[word as keyof Counts]++
  counts[fate as keyof Counts]++
}
