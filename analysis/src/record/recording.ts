/**
 * A recording: a few minutes of looks of one camera, with the initial state, the parameters and the
 * decisions. Lines of JSON, compressed as a whole. It is opaque to the device (docs/analysis-socket.md).
 */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Decision } from '../decide/decision.ts'
import type { AlgParam, Parameters } from '../decide/parameters.ts'
import type { State } from '../decide/state.ts'
import type { PackedLook } from './pack-look.ts'

export type RecordingHead = {
  readonly version: 3
  readonly camera_sn: string
  /** The id of the model that made the looks; empty for the program's own. */
  readonly model: string
  readonly id: string
  /** The id of the recording that ended with `state`; empty after an interruption such as a restart. */
  readonly follows: string
  /** The state before the first look. */
  readonly state: State
  readonly alg_param: AlgParam
  /** The `difficult` codes above 0, by lot. */
  readonly difficult: Parameters['difficult']
}
export type RecordedLook = { readonly look: PackedLook; readonly decided: readonly Decision[] }
export type Recording = { readonly head: RecordingHead; readonly looks: readonly RecordedLook[] }

/** The file is not a recording, or has another version. */
export class InvalidRecordingError extends Error {}

const [deflate, inflate] = [promisify(gzip), promisify(gunzip)]
/** Far above the size of any real recording. */
const max_inflated_bytes = 64 * 1024 * 1024

/** Packs a recording; `lines` are its looks (`lineOf`). */
export const packRecording = (head: RecordingHead, lines: readonly string[]): Promise<Buffer> =>
  deflate(`${JSON.stringify(head)}\n${lines.join('\n')}`)

export const lineOf = (look: RecordedLook): string => JSON.stringify(look)

/** Unpacks a recording. Throws InvalidRecordingError. */
export async function readRecording(bytes: Uint8Array): Promise<Recording> {
  try {
    const text = (await inflate(bytes, { maxOutputLength: max_inflated_bytes })).toString()
    const [first = '', ...rest] = text.split('\n')
    const head = JSON.parse(first) as RecordingHead
    if (head.version !== 3) throw new InvalidRecordingError('another version')
    return { head, looks: rest.filter(Boolean).map((line) => JSON.parse(line) as RecordedLook) }
  } catch (error) {
    throw new InvalidRecordingError(error instanceof Error ? error.message : String(error))
  }
}
