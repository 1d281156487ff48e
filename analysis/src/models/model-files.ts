/**
 * The models that the program ships: the source of each, the SHA-256 of source and result, and how the files
 * are made. A file that does not match its pinned hash is rejected (docs/models.md).
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { convertLite } from './convert-tflite.ts'
import pins from './pins.json' with { type: 'json' }

export type ModelName = keyof typeof pins
/** A model's source within an npm package, and what it becomes. */
export type Pin = {
  readonly package: string
  readonly version: string
  readonly file: string
  /** The byte range of the model in the file; absent for the whole file. */
  readonly from?: number
  readonly to?: number
  readonly source_sha256: string
  /** `tflite`: converted to ONNX by us; `none`: used unchanged. */
  readonly convert: string
  readonly makes: string
  readonly sha256: string
  readonly licence: string
}
export const model_pins: Readonly<Record<ModelName, Pin>> = pins

/** A file does not match its pinned hash. `message` names the file and both hashes. */
export class ModelFileError extends Error {}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function check(bytes: Uint8Array, wanted: string, what: string): void {
  const found = hashOf(bytes)
  if (found !== wanted) throw new ModelFileError(`${what} has the SHA-256 ${found} instead of ${wanted}`)
}

/** Reads a model's source from the installed packages. Throws ModelFileError, or if the file is absent. */
export async function modelSource(name: ModelName, packages: string): Promise<Uint8Array> {
  const pin = model_pins[name]
  const file = await readFile(join(packages, pin.package, pin.file))
  const source = file.subarray(pin.from ?? 0, pin.to ?? file.length)
  check(source, pin.source_sha256, `${pin.package}/${pin.file}`)
  return source
}

/** Makes a model from its source. Throws ModelFileError if the result does not match its pinned hash. */
export async function makeModel(name: ModelName, packages: string): Promise<Uint8Array> {
  const source = await modelSource(name, packages)
  const pin = model_pins[name]
  const made = pin.convert === 'tflite' ? convertLite(source) : source
  check(made, pin.sha256, pin.makes)
  return made
}

/** Makes every model that is not in the folder yet. */
export async function makeModels(folder: string, packages: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of Object.keys(model_pins) as ModelName[]) {
    const file = join(folder, model_pins[name].makes)
    const known = await readFile(file).catch(() => undefined)
    if (known && hashOf(known) === model_pins[name].sha256) continue
    await writeFile(`${file}.part`, await makeModel(name, packages))
    await rename(`${file}.part`, file)
  }
}

/** Reads a model that was made. Throws ModelFileError if the file has been changed. */
export async function readModel(name: ModelName, folder: string): Promise<Uint8Array> {
  const bytes = await readFile(join(folder, model_pins[name].makes))
  check(bytes, model_pins[name].sha256, model_pins[name].makes)
  return bytes
}
