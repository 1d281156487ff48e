/** A folder with a small model that sees one car in every picture; changed, it is broken or hostile. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { checkModel } from '#src/foreign/check-model.ts'
import { ModelRefused, type RefusalReason } from '#src/foreign/refusal.ts'
import { element, onnxFile, type Graph } from '#src/models/onnx-file.ts'

export const program = ['--import', 'tsx', join(import.meta.dirname, '../../src/foreign/trial-main.ts')]
export let folder: string

/** Registers the hooks; call it once at the top of a test file. */
export function setUpModelFolder(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parking-foreign-'))
    const grey = sharp({ create: { width: 64, height: 64, channels: 3, background: '#777' } })
    await writeFile(join(folder, 'test.jpg'), await grey.jpeg().toBuffer())
  })
  beforeEach(() => lay(made()))
  afterAll(() => rm(folder, { recursive: true }))
}

export const floats = (values: readonly number[]) => new Uint8Array(Float32Array.from(values).buffer)
/** Whatever the picture shows: enough to be loaded and asked. */
export const one_car: Graph = {
  name: 'one car',
  nodes: [{ op: 'Identity', inputs: ['rows'], output: 'out' }],
  constants: [
    {
      name: 'rows',
      dims: [1, 2, 6],
      kind: element.float,
      bytes: floats([16, 16, 48, 48, 0.8, 2, 0, 0, 1, 1, 0, 0]),
    },
  ],
  inputs: [{ name: 'images', dims: [1, 3, 64, 64] }],
  outputs: [{ name: 'out', dims: [1, 2, 6] }],
}
export const manifest = {
  schema: 1,
  name: 'one car',
  version: '1',
  file: 'model.onnx',
  sha256: '',
  licence: 'MIT',
  source: 'made by a test',
  decoder: 'yolo-e2e',
  input: {
    name: 'images',
    layout: 'NCHW',
    width: 64,
    height: 64,
    order: 'RGB',
    mean: [0, 0, 0],
    std: [255, 255, 255],
    scale: 1,
    fit: 'letterbox',
    pad: 114,
  },
  outputs: { boxes: 'out' },
  sigmoid: false,
  classes: { 2: 'car' },
  score: 0.3,
  nms: 0.5,
  selfTest: { picture: 'test.jpg', boxes: [{ box: [0.25, 0.25, 0.75, 0.75], score: 0.8, label: 'car' }] },
}

/** Lays a model file and its manifest into the folder. */
export async function lay(file: Uint8Array, change: Record<string, unknown> = {}): Promise<void> {
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
export const made = (change: Partial<Graph> = {}) => onnxFile({ ...one_car, ...change }, 'test')
