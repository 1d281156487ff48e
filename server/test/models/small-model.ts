/** A real, small model for tests: it sees one car in every picture, packed as a user would upload it. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onnxFile, type Graph } from '@parking/analysis/test/models/write-onnx.ts'
import { manifest, one_car, testPicture } from '@parking/analysis/test/user-model/one-car-model.ts'
import { zipSync, type Zippable } from 'fflate'

/** `change`: fields of the manifest; `graph`: of the model; `files`: additional or replaced files. */
export async function smallModel({
  change = {},
  graph = {},
  files = {},
}: { change?: Record<string, unknown>; graph?: Partial<Graph>; files?: Zippable } = {}): Promise<Uint8Array> {
  const model = onnxFile({ ...one_car, ...graph })
  const sha256 = createHash('sha256').update(model).digest('hex')
  return zipSync({
    'manifest.json': Buffer.from(JSON.stringify({ ...manifest, sha256, ...change })),
    'model.onnx': model,
    'test.jpg': await testPicture(),
    ...files,
  })
}

/** Runs the built tool, as a device does. */
export const tool_argv: [string, ...string[]] = [
  process.execPath,
  join(fileURLToPath(new URL('../../..', import.meta.url)), 'analysis/dist/model-tool.js'),
]
