/** `trial-main FOLDER`: loads a user's model and runs its self-test; prints one sentence if it fails. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decode, OutputShapeError } from '../detect/decode.ts'
import { detect, max_boxes } from '../detect/detector.ts'
import type { ModelSpec } from '../detect/model-spec.ts'
import { iouOf } from '../look/boxes.ts'
import { type Model, openRuntime } from '../models/runtime.ts'
import { decodePicture } from '../picture/raster.ts'
import { manifest_schema, specOf } from './manifest.ts'
import { shape_status } from './refusal.ts'

/** How exactly the boxes of the manifest must be found: minimum IoU, and maximum difference of the score. */
const [min_iou, max_apart] = [0.9, 0.02]

/** The model, which rejects outputs that its decoder cannot read: before boxes are compared with boxes. */
function watched(model: Model, spec: ModelSpec): Model & { shapes: () => string } {
  let shapes = ''
  return {
    ...model,
    shapes: () => shapes,
    async run(feeds) {
      const outputs = await model.run(feeds)
      const given = Object.entries(outputs).map(([name, { dims }]) => `${name} ${dims.join(' x ')}`)
      shapes = `it gives ${given.join(', ')}, read as ${spec.decoder}`
      try {
        const boxes = decode(spec, outputs).length
        if (boxes > max_boxes)
          throw new OutputShapeError(`${boxes} boxes in its test, not ${max_boxes} at most`)
      } catch (error) {
        throw error instanceof OutputShapeError ? new OutputShapeError(`${error.message}; ${shapes}`) : error
      }
      return outputs
    },
  }
}

async function trial(folder: string): Promise<string | undefined> {
  const manifest = manifest_schema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
  const runtime = await openRuntime()
  const spec = specOf(manifest)
  const model = watched(await runtime.load(await readFile(join(folder, manifest.file))), spec)
  const picture = await decodePicture(await readFile(join(folder, manifest.selfTest.picture)))
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height }
  const found = await detect(model, spec, picture, [whole])
  for (const wanted of manifest.selfTest.boxes) {
    const near = found.filter(({ box, label }) => label === wanted.label && iouOf(box, wanted.box) >= min_iou)
    const [best] = near.sort((a, b) => Math.abs(a.score - wanted.score) - Math.abs(b.score - wanted.score))
    const where = wanted.box.map((value) => value.toFixed(2)).join(', ')
    if (!best) return `its test does not find the ${wanted.label} at ${where}; ${model.shapes()}`
    if (Math.abs(best.score - wanted.score) > max_apart)
      return `its test scores the ${wanted.label} at ${where} ${best.score.toFixed(3)}, not ${wanted.score}`
  }
  return undefined
}

let failed: string | undefined
let status = 1
try {
  failed = await trial(process.argv[2] ?? '.')
} catch (error) {
  failed = error instanceof Error ? error.message.slice(0, 500) : String(error)
  if (error instanceof OutputShapeError) status = shape_status
}
if (failed) process.stdout.write(failed)
process.exitCode = failed ? status : 0
