/** `trial-main FOLDER`: loads a user's model and runs its self-test; prints one sentence if it fails. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { detect } from '../detect/detector.ts'
import { iouOf } from '../look/boxes.ts'
import { openRuntime } from '../models/runtime.ts'
import { decodePicture } from '../picture/raster.ts'
import { manifest_schema, specOf } from './manifest.ts'

/** How exactly the boxes of the manifest must be found: minimum IoU, and maximum difference of the score. */
const [min_iou, max_apart] = [0.9, 0.02]

async function trial(folder: string): Promise<string | undefined> {
  const manifest = manifest_schema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
  const runtime = await openRuntime()
  const model = await runtime.load(await readFile(join(folder, manifest.file)))
  const picture = await decodePicture(await readFile(join(folder, manifest.selfTest.picture)))
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height }
  const found = await detect(model, specOf(manifest), picture, [whole])
  for (const wanted of manifest.selfTest.boxes) {
    const near = found.filter(({ box, label }) => label === wanted.label && iouOf(box, wanted.box) >= min_iou)
    const [best] = near.sort((a, b) => Math.abs(a.score - wanted.score) - Math.abs(b.score - wanted.score))
    const where = wanted.box.map((value) => value.toFixed(2)).join(', ')
    if (!best) return `its test does not find the ${wanted.label} at ${where}`
    if (Math.abs(best.score - wanted.score) > max_apart)
      return `its test scores the ${wanted.label} at ${where} ${best.score.toFixed(3)}, not ${wanted.score}`
  }
  return undefined
}

let failed: string | undefined
try {
  failed = await trial(process.argv[2] ?? '.')
} catch (error) {
  failed = error instanceof Error ? error.message.slice(0, 500) : String(error)
}
if (failed) process.stdout.write(failed)
process.exitCode = failed ? 1 : 0
