/** Answers the lines of `replay` (docs/analysis-socket.md): first the request, then one recording a line. */
import type { Decision } from '../decide/decision.ts'
import { readRecording } from './recording.ts'
import { calibrations, createReplay, not_replayable, type ReplayRequest, type Replayed } from './replay.ts'

/** A decision with the field names of the socket's `event`, and the time of the picture that shows it. */
type DecisionSummary = {
  readonly uuid: string
  readonly scene_id: string
  readonly lot_no: string
  readonly event_type: number
  readonly event_time: number
  readonly plate_number: string
  readonly confidence: number
  readonly picture_time: number
}
type Lists = 'recorded' | 'again' | 'present' | 'wanted'
type Answer =
  | { readonly not_replayed: readonly string[]; readonly calibrations: readonly string[] }
  | ({ readonly looks: number } & { readonly [List in Lists]: readonly DecisionSummary[] })

/** Answers one line after another. Throws InvalidRecordingError, or an error for a malformed line. */
export function answerReplay(): (line: unknown) => Promise<Answer> {
  let replay: ReturnType<typeof createReplay> | undefined
  return async (line) => {
    if (!replay) {
      const request = line as ReplayRequest
      if (!calibrations.includes(request.calibration ?? 'recorded')) throw new Error('an unknown calibration')
      replay = createReplay(request)
      return { not_replayed: not_replayable, calibrations }
    }
    const { file } = line as { file: string }
    return summariesOf(replay(await readRecording(Buffer.from(file, 'base64'))))
  }
}

const summariesOf = ({ looks, recorded, again, present, wanted }: Replayed): Answer => ({
  looks,
  recorded: recorded.map(summaryOf),
  again: again.map(summaryOf),
  present: present.map(summaryOf),
  wanted: wanted.map(summaryOf),
})

const summaryOf = (event: Decision): DecisionSummary => {
  const { uuid, scene_id, lot_no, event_type, event_time, plate_number, confidence, pictures } = event
  return {
    uuid,
    scene_id,
    lot_no,
    event_type,
    event_time,
    plate_number,
    // As the program reports it.
    confidence: Math.round(confidence * 1000) / 10,
    picture_time: pictures.image,
  }
}
