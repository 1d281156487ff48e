/**
 * A recording: some minutes of looks of one camera, with the state and the parameters that they met and what
 * was decided. Lines of JSON, compressed as a whole. To the device it is opaque (docs/analysis-socket.md).
 */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Decided } from '../decide/decided.ts'
import type { AlgParam, Parameters } from '../decide/parameters.ts'
import type { State } from '../decide/state.ts'
import type { PackedLook } from './pack-look.ts'

export type RecordingHead = {
  readonly version: 2
  readonly camera_sn: string
  /** The model of the looks; empty for the program's own. */
  readonly model: string
  readonly id: string
  /** The recording that ended with `state`; empty where something lies between, such as a restart. */
  readonly follows: string
  /** Before the first look. */
  readonly state: State
  readonly alg_param: AlgParam
  /** The codes `difficult` of the lots that have one above 0. */
  readonly difficult: Parameters['difficult']
}
export type RecordedLook = { readonly look: PackedLook; readonly decided: readonly Decided[] }
export type Recording = { readonly head: RecordingHead; readonly looks: readonly RecordedLook[] }

/** A file that is no recording, or one of another version. */
export class NoRecording extends Error {}

const [deflate, inflate] = [promisify(gzip), promisify(gunzip)]
/** Far above what is recorded into one file. */
const max_inflated_bytes = 64 * 1024 * 1024

export const packRecording = (head: RecordingHead, lines: readonly string[]): Promise<Buffer> =>
  deflate(`${JSON.stringify(head)}\n${lines.join('\n')}`)

export const lineOf = (look: RecordedLook): string => JSON.stringify(look)

/** Throws NoRecording. */
export async function readRecording(bytes: Uint8Array): Promise<Recording> {
  try {
    const text = (await inflate(bytes, { maxOutputLength: max_inflated_bytes })).toString()
    const [first = '', ...rest] = text.split('\n')
    const head = JSON.parse(first) as RecordingHead
    if (head.version !== 2) throw new NoRecording('another version')
    return { head, looks: rest.filter(Boolean).map((line) => JSON.parse(line) as RecordedLook) }
  } catch (error) {
    throw new NoRecording(error instanceof Error ? error.message : String(error))
  }
}
