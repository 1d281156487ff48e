/** A real, small model for tests: it sees one car in every picture, packed as a user would upload it. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { element, onnxFile, type Graph } from '@parking/analysis/models/onnx-file.ts'
import { zipSync, type Zippable } from 'fflate'
import sharp from 'sharp'

const floats = (values: readonly number[]) => new Uint8Array(Float32Array.from(values).buffer)
const one_car: Graph = {
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

/** `change` of the manifest, `graph` of the model, `files` more or others. */
export async function smallModel({
  change = {},
  graph = {},
  files = {},
}: { change?: Record<string, unknown>; graph?: Partial<Graph>; files?: Zippable } = {}): Promise<Uint8Array> {
  const model = onnxFile({ ...one_car, ...graph }, 'test')
  const grey = sharp({ create: { width: 64, height: 64, channels: 3, background: '#777' } })
  const manifest = {
    schema: 1,
    name: 'one car',
    version: '1',
    file: 'model.onnx',
    sha256: createHash('sha256').update(model).digest('hex'),
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
    ...change,
  }
  return zipSync({
    'manifest.json': Buffer.from(JSON.stringify(manifest)),
    'model.onnx': model,
    'test.jpg': await grey.jpeg().toBuffer(),
    ...files,
  })
}

/** The tool from its sources. */
export const tool_argv: [string, ...string[]] = [
  process.execPath,
  '--import',
  'tsx',
  join(fileURLToPath(new URL('../../..', import.meta.url)), 'analysis/src/foreign/model-tool.ts'),
]
