/** A folder with a small model that finds one car in every picture; tests change it to break it. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { checkModel } from '#src/user-model/check-model.ts'
import { ModelRefused, type RefusalReason } from '#src/user-model/refusal.ts'
import { onnxFile, type Graph } from '../models/write-onnx.ts'
import { manifest, one_car, testPicture } from './one-car-model.ts'

/** The built program: from its sources a start takes half a second of processor time more. */
export const program = [join(import.meta.dirname, '../../dist/trial.js')]
export let folder: string

/** Registers the hooks; call this once at the top of a test file. */
export function setUpModelFolder(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parking-user-model-'))
    await writeFile(join(folder, 'test.jpg'), await testPicture())
  })
  beforeEach(() => writeModel(modelFile()))
  afterAll(() => rm(folder, { recursive: true }))
}

/** Writes a model file and its manifest into the folder. */
export async function writeModel(file: Uint8Array, change: Record<string, unknown> = {}): Promise<void> {
  const sha256 = createHash('sha256').update(file).digest('hex')
  await writeFile(join(folder, 'model.onnx'), file)
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, sha256, ...change }))
}
/** Why the model in the folder is refused. */
export async function refusal(options = {}): Promise<[RefusalReason, string]> {
  const refused = await checkModel(folder, { program, ...options }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ModelRefused)
  const { reason, message: words } = refused as ModelRefused
  return [reason, words]
}
export const modelFile = (change: Partial<Graph> = {}) => onnxFile({ ...one_car, ...change })
