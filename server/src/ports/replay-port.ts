/** The program that decides recorded looks once more (docs/analysis-socket.md), in a process of its own. */
import type { ReplayCalibration } from '@parking/contract'

export type ReplayedDecision = {
  /** Empty where the program names its events by chance. */
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
  /** As it was decided then, and what the recorded state and parameters give again. */
  recorded: ReplayedDecision[]
  again: ReplayedDecision[]
  present: ReplayedDecision[]
  wanted: ReplayedDecision[]
}
export type Replayer = {
  /**
   * `not_replayed`: the parameters that decide what is seen, of which recorded looks can tell nothing.
   * `calibrations`: under which the wanted run can be replayed; `recorded` is always one.
   */
  begin(asked: {
    present: object
    wanted: object
    calibration: ReplayCalibration
  }): Promise<{ not_replayed: string[]; calibrations: ReplayCalibration[] }>
  /**
   * The recordings of a camera in their order of time. Rejects with UnreadRecording where this one is of no
   * use, and with an Error whose message says why the program has ended.
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
