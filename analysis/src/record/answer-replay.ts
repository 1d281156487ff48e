/** The lines of `replay` (docs/analysis-socket.md): first what is asked, then one recording a line. */
import type { Decided } from '../decide/decided.ts'
import { readRecording } from './recording.ts'
import { calibrations, createReplay, seen_by, type Asked, type Replayed } from './replay.ts'

/** A decision in the words of the socket's `event`, and the time of the picture that shows it. */
type Worded = {
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
  | ({ readonly looks: number } & { readonly [List in Lists]: readonly Worded[] })

/** Answers one line after another. Throws NoRecording, or for a line of another form. */
export function answerReplay(): (line: unknown) => Promise<Answer> {
  let replay: ReturnType<typeof createReplay> | undefined
  return async (line) => {
    if (!replay) {
      const asked = line as Asked
      if (!calibrations.includes(asked.calibration ?? 'recorded')) throw new Error('an unknown calibration')
      replay = createReplay(asked)
      return { not_replayed: seen_by, calibrations }
    }
    const { file } = line as { file: string }
    return wordsOf(replay(await readRecording(Buffer.from(file, 'base64'))))
  }
}

const wordsOf = ({ looks, recorded, again, present, wanted }: Replayed): Answer => ({
  looks,
  recorded: recorded.map(wordOf),
  again: again.map(wordOf),
  present: present.map(wordOf),
  wanted: wanted.map(wordOf),
})

const wordOf = (event: Decided): Worded => {
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
