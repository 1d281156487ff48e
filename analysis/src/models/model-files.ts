/**
 * The models that the program ships: where each comes from, the SHA-256 of source and result, and the making
 * of the files. What does not match its pin is not used (docs/models.md).
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
  /** Bytes of the file that are the model; the whole file without them. */
  readonly from?: number
  readonly to?: number
  readonly source_sha256: string
  /** `tflite`: converted to ONNX by us; `none`: taken as it is. */
  readonly convert: string
  readonly makes: string
  readonly sha256: string
  readonly licence: string
}
export const model_pins: Readonly<Record<ModelName, Pin>> = pins

/** A file that is not what its pin says. `message` names the file and both hashes. */
export class WrongModel extends Error {}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function check(bytes: Uint8Array, wanted: string, what: string): void {
  const found = hashOf(bytes)
  if (found !== wanted) throw new WrongModel(`${what} has the SHA-256 ${found} instead of ${wanted}`)
}

/** A model's source in the folder of installed packages. Throws WrongModel, or where the file is absent. */
export async function modelSource(name: ModelName, packages: string): Promise<Uint8Array> {
  const pin = model_pins[name]
  const file = await readFile(join(packages, pin.package, pin.file))
  const source = file.subarray(pin.from ?? 0, pin.to ?? file.length)
  check(source, pin.source_sha256, `${pin.package}/${pin.file}`)
  return source
}

/** Makes a model from its source. Throws WrongModel where the result is not the pinned one. */
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

/** Reads a made model. Throws WrongModel where it has been changed. */
export async function readModel(name: ModelName, folder: string): Promise<Uint8Array> {
  const bytes = await readFile(join(folder, model_pins[name].makes))
  check(bytes, model_pins[name].sha256, model_pins[name].makes)
  return bytes
}
