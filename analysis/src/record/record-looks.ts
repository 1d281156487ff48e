/**
 * Records the looks of one camera, and returns a recording when it is large or old enough. A crash loses the
 * looks of the last minutes but never an event; the next recording then says that it follows none.
 */
import { randomUUID } from 'node:crypto'
import type { Decision } from '../decide/decision.ts'
import type { AlgParam, Parameters } from '../decide/parameters.ts'
import type { State } from '../decide/state.ts'
import type { Look } from '../look/look.ts'
import { lookPacker, type LookPacker } from './pack-look.ts'
import { lineOf, packRecording, type RecordingHead } from './recording.ts'

/** What the looks were decided by. A change starts a new recording. */
export type DecidedBy = {
  readonly alg_param: AlgParam
  readonly difficult: Parameters['difficult']
  readonly model: string
}
export type Step = {
  readonly look: Look
  readonly before: State
  readonly after: State
  readonly events: readonly Decision[]
}
export type Recorded = {
  /** The times of the first and the last look. */
  readonly from: number
  readonly to: number
  readonly looks: number
  readonly file: Buffer
  readonly pictures: readonly RecordedPicture[]
}
/** A small picture of a look at which a change began. */
export type RecordedPicture = { readonly time: number; readonly jpeg: Uint8Array }

export type LookRecorder = {
  /** Whether a picture of this look should be kept; call this before `add`. */
  wantsPicture: (step: Step) => boolean
  /** Adds a look; resolves with the recording that it completes, if any. Await each call before the next. */
  add: (step: Step, by: DecidedBy, picture?: Uint8Array) => Promise<Recorded[]>
  /** Closes and returns the current recording. */
  finish: () => Promise<Recorded[]>
}

const max_ms = 300_000
const max_chars = 768 * 1024
/** Minimum interval of pictures: a busy street changes all the time, and one every ten seconds suffices. */
const picture_ms = 10_000
const max_pictures = 32

type Open = {
  head: RecordingHead
  key: string
  packer: LookPacker
  lines: string[]
  chars: number
  from: number
  to: number
  pictures: RecordedPicture[]
}

export function recordLooks(camera_sn: string): LookRecorder {
  let open: Open | undefined
  let last: { id: string; state: State } | undefined
  let pictured = 0

  async function close(): Promise<Recorded[]> {
    const done = open
    open = undefined
    if (!done) return []
    const { head, lines, from, to, pictures } = done
    return [{ from, to, looks: lines.length, file: await packRecording(head, lines), pictures }]
  }

  return {
    wantsPicture({ look, before, after }) {
      if (look.time - pictured < picture_ms || (open && open.pictures.length >= max_pictures)) return false
      return Object.entries(after.lots).some(([key, { run, stay, other }]) => {
        const was = before.lots[key]
        return (
          run?.since === look.time ||
          (other?.since === look.time && !was?.other) ||
          (stay?.since === look.time && was?.stay?.since !== look.time)
        )
      })
    },
    async add({ look, before, after, events }, by, picture) {
      const key = JSON.stringify(by)
      const too_long =
        open !== undefined &&
        (open.key !== key || open.chars > max_chars || look.time - open.from > max_ms || look.time < open.to)
      // After lots were removed, or after a restart, the state differs from that after the last look.
      const follows = last && (last.state === before || isSame(last.state, before)) ? last.id : ''
      const done = too_long || (open && follows === '') ? await close() : []
      open ??= {
        head: { version: 3, id: randomUUID(), camera_sn, follows, state: before, ...by },
        key,
        packer: lookPacker(),
        lines: [],
        chars: 0,
        from: look.time,
        to: look.time,
        pictures: [],
      }
      const line = lineOf({ look: open.packer.pack(look), decided: events })
      open.lines.push(line)
      open.chars += line.length
      open.to = look.time
      last = { id: open.head.id, state: after }
      if (picture) {
        open.pictures.push({ time: look.time, jpeg: picture })
        pictured = look.time
      }
      return done
    },
    finish: close,
  }
}

const isSame = (a: State, b: State): boolean => JSON.stringify(a) === JSON.stringify(b)
