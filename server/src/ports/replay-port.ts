/** The program that evaluates recorded looks once more (docs/analysis-socket.md), in a process of its own. */
import type { ReplayCalibration } from '@parking/contract'

export type ReplayedDecision = {
  /** Empty if the program chooses the ids of its events at random. */
  uuid: string
  scene_id: string
  lot_no: string
  event_type: number
  event_time: number
  plate_number: string
  /** 0 to 100. */
  confidence: number
  /** When the picture that shows it was taken. */
  picture_time: number
}
export type ReplayedRecording = {
  looks: number
  /**
   * `recorded`: the decisions of that time. `again`: the decisions from the recorded state and parameters.
   */
  recorded: ReplayedDecision[]
  again: ReplayedDecision[]
  present: ReplayedDecision[]
  wanted: ReplayedDecision[]
}
export type Replayer = {
  /**
   * `not_replayed`: the parameters that decide what is detected; recorded looks cannot show their effect.
   * `calibrations`: those with which the wanted run can be replayed; `recorded` is always one of them.
   */
  begin(asked: {
    present: object
    wanted: object
    calibration: ReplayCalibration
  }): Promise<{ not_replayed: string[]; calibrations: ReplayCalibration[] }>
  /**
   * Replays one recording; the recordings of a camera must be passed in order of time. Rejects with
   * UnreadRecording if this one is unusable, and with an Error whose message says why the program has ended.
   */
  ask(recording: { camera_sn: string; content: Uint8Array }): Promise<ReplayedRecording>
  close(): void
}
/** A recording that is damaged, or of another version. */
export class UnreadRecording extends Error {}

export type ReplayPort = {
  available(): boolean
  open(): Replayer
}
