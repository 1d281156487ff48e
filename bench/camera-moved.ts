/**
 * Compares the matcher that detects a moved camera with OpenCV.js (ORB, BFMatcher, RANSAC) on the same
 * pictures. `npx tsx bench/camera-moved.ts [--pairs 60] [--opencv FOLDER]`; FOLDER holds an installed
 * @techstark/opencv-js.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import sharp from 'sharp'
import { matchPictures } from '@parking/server/camera/matching/match.ts'
import { greyOf } from '@parking/server/camera/matching/matcher.ts'
import { mapped, type PlaneMap, type Point } from '@parking/server/camera/matching/plane-map.ts'
import { opencvMatcher } from './support/opencv-match.ts'
import { readOptions } from '../scripts/lib/options.ts'

const { values } = readOptions('npx tsx bench/camera-moved.ts [--pairs N] [--opencv FOLDER]', {
  options: { pairs: { type: 'string', default: '60' }, opencv: { type: 'string' } },
})
const pairs = Number(values.pairs)
const jpeg = readFileSync(new URL('../server/test/camera/data/car-park.jpg', import.meta.url))
const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true })
const { width, height } = info

/** The mulberry32 generator, seeded so that every run uses the same pictures. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Scene = { picture: Buffer; forward: (point: Point) => Point }

/**
 * The frame rotated, scaled and shifted, with eight patches moved, noise added and the brightness changed.
 */
async function scene(random: () => number, still: boolean): Promise<Scene> {
  const between = (low: number, high: number) => low + (high - low) * random()
  const [turn, scale] = still ? [0, 1] : [between(-0.12, 0.12), between(0.86, 1.2)]
  const [dx, dy] = still ? [0, 0] : [between(-200, 200), between(-110, 110)]
  const [c, s] = [Math.cos(turn) * scale, Math.sin(turn) * scale]
  const forward = ([x, y]: Point): Point => {
    const [u, v] = [x - width / 2, y - height / 2]
    return [c * u - s * v + width / 2 + dx, s * u + c * v + height / 2 + dy]
  }
  const out = Buffer.alloc(width * height, 96)
  const gain = between(0.6, 1.3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x - width / 2 - dx, y - height / 2 - dy]
      const sx = (c * u + s * v) / (scale * scale) + width / 2
      const sy = (c * v - s * u) / (scale * scale) + height / 2
      const [x0, y0] = [Math.floor(sx), Math.floor(sy)]
      if (x0 < 0 || y0 < 0 || x0 >= width - 1 || y0 >= height - 1) continue
      const [fx, fy, at] = [sx - x0, sy - y0, y0 * width + x0]
      const top = data[at]! * (1 - fx) + data[at + 1]! * fx
      const bottom = data[at + width]! * (1 - fx) + data[at + width + 1]! * fx
      const value = (top * (1 - fy) + bottom * fy) * gain + between(-8, 8)
      out[y * width + x] = Math.max(0, Math.min(255, value))
    }
  for (let patch = 0; patch < 8; patch++) {
    const [w, h] = [96, 52]
    const [fromX, fromY] = [Math.floor(between(0, width - w)), Math.floor(between(0, height - h))]
    const [toX, toY] = [Math.floor(between(0, width - w)), Math.floor(between(0, height - h))]
    for (let y = 0; y < h; y++)
      data.copy(out, (toY + y) * width + toX, (fromY + y) * width + fromX, (fromY + y) * width + fromX + w)
  }
  const picture = await sharp(out, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 75 })
    .toBuffer()
  return { picture, forward }
}

type Matcher = (reference: Uint8Array, picture: Uint8Array) => Promise<((point: Point) => Point) | undefined>

/** The product's own matcher. It works on pictures 640 pixels wide and maps pixels to pixels of those. */
const own: Matcher = async (reference, picture) => {
  const [a, b] = [await greyOf(reference), await greyOf(picture)]
  const match = matchPictures(a, b)
  if (match.kind !== 'found') return undefined
  const map: PlaneMap = match.map
  return ([x, y]) => {
    const [u, v] = mapped(map, [(x * a.width) / width, (y * a.height) / height])
    return [(u * width) / b.width, (v * height) / b.height]
  }
}

const corners: Point[] = [
  [0.3, 0.3],
  [0.7, 0.3],
  [0.7, 0.7],
  [0.3, 0.7],
]

/** The largest error at four inner points, in pixels of full HD. */
const errorOf = (found: (point: Point) => Point, truth: (point: Point) => Point): number =>
  Math.max(
    ...corners.map(([x, y]) => {
      const place: Point = [x * width, y * height]
      const [a, b] = [found(place), truth(place)]
      return Math.hypot(a[0] - b[0], a[1] - b[1]) * (1920 / width)
    }),
  )

const middle = (list: readonly number[], share: number): string => {
  const sorted = list.toSorted((a, b) => a - b)
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  return (sorted[at] ?? Number.NaN).toFixed(1)
}

async function measure(name: string, matcher: Matcher): Promise<void> {
  for (const still of [false, true]) {
    const random = generator(20_261_123)
    const errors: number[] = []
    const times: number[] = []
    let missed = 0
    for (let pair = 0; pair < pairs; pair++) {
      const { picture, forward } = await scene(random, still)
      const started = process.cpuUsage()
      const found = await matcher(jpeg, picture)
      const { user, system } = process.cpuUsage(started)
      times.push((user + system) / 1000)
      const error = found ? errorOf(found, forward) : Infinity
      if (error > 20) missed++
      else errors.push(error)
    }
    console.log(
      `| ${name} | ${still ? 'still' : 'moved'} | ${middle(errors, 0.5)} | ${middle(errors, 0.95)} | ` +
        `${missed} of ${pairs} | ${middle(times, 0.5)} | ${middle(times, 0.95)} |`,
    )
  }
}

const megabytes = () => Math.round(process.memoryUsage().rss / 1e6)

console.log('| matcher | camera | error p50 px | p95 px | not found | CPU ms p50 | p95 |')
console.log('| --- | --- | --: | --: | --: | --: | --: |')
await measure('ours', own)
const before = megabytes()
console.log(`\nResident after ours: ${before} MB`)
if (values.opencv !== undefined) {
  const started = performance.now()
  const load = createRequire(join(values.opencv, 'package.json'))
  const opencv = await opencvMatcher(load('@techstark/opencv-js'))
  console.log(`OpenCV.js loaded in ${Math.round(performance.now() - started)} ms: ${megabytes()} MB\n`)
  await measure('OpenCV.js', opencv)
  console.log(`\nResident after OpenCV.js: ${megabytes()} MB`)
}
