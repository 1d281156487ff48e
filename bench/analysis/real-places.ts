/**
 * Lots of real pictures (`../shared/data`), by day and at 22 % of the light with noise: accuracy compared
 * with edges alone and brightness alone. Nothing was fitted on these test pictures.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { createVision, type VisionOptions } from '@parking/analysis/vision/camera-vision.ts'
import type { LotPlace, View } from '@parking/analysis/look/look.ts'
import { detailOf, greyOf } from '@parking/analysis/picture/measure.ts'
import { decodePicture, type Raster } from '@parking/analysis/picture/raster.ts'
import { root } from '#scripts/lib/root.mjs'

/** A picture, and its lots as boxes in pixels: left, top, right, bottom. */
type Labelled = { picture: string; occupied: number[][]; empty: number[][] }
export type Rate = { places: number; wrong: number; missed: number; phantom: number }

/** The folder of real pictures, or undefined if it is absent. */
export function dataFolder(): string | undefined {
  const folder = join(root, '../shared/data')
  const other = process.env['PARKING_BENCH_DATA']
  return [other, folder].find((one) => one && existsSync(join(one, 'pklot-places.json')))
}

/** The labelled pictures: the file holds one, or a list of them. */
function labelled(folder: string): Labelled[] {
  const read = JSON.parse(readFileSync(join(folder, 'pklot-places.json'), 'utf8')) as Labelled | Labelled[]
  return Array.isArray(read) ? read : [read]
}

/** The picture as a JPEG, darkened to a share of its light, with the noise of a small sensor. */
export async function nightOf(jpeg: Uint8Array, light: number, sigma: number): Promise<Buffer> {
  const { width, height, pixels } = await decodePicture(jpeg)
  let state = 20_261_123
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  // The sum of four uniform numbers is nearly normal, with a standard deviation of the square root of 1/3.
  const noise = (): number => (next() + next() + next() + next() - 2) * Math.sqrt(3) * sigma
  const dark = pixels.map((value) => Math.max(0, Math.min(255, Math.round(value * light + noise()))))
  return sharp(dark, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}

type Judged = { places: number[][]; taken: boolean[]; raster: Raster }

/** The results of each method over all labelled pictures. `night` is the standard deviation of the noise. */
export async function realPlaces(
  options: VisionOptions,
  folder: string,
  night: number | undefined,
): Promise<Record<'vision' | 'edges' | 'brightness', Rate>> {
  const rates = { vision: none(), edges: none(), brightness: none() }
  for (const { picture, occupied, empty } of labelled(folder)) {
    const day = readFileSync(join(folder, picture))
    const jpeg = night === undefined ? day : await nightOf(day, 0.22, night)
    const raster = await decodePicture(jpeg)
    const places = [...occupied, ...empty]
    const taken = places.map((_, at) => at < occupied.length)
    const seen = await visionOn(options, jpeg, places, raster)
    count(rates.vision, seen, taken)
    const judged = { places, taken, raster }
    count(rates.edges, byFeature(judged, edgesOf), taken)
    count(rates.brightness, byFeature(judged, contrastOf), taken)
  }
  return rates
}

const none = (): Rate => ({ places: 0, wrong: 0, missed: 0, phantom: 0 })
function count(rate: Rate, seen: readonly boolean[], taken: readonly boolean[]): void {
  taken.forEach((is, at) => {
    rate.places++
    if (seen[at] !== is) rate.wrong++
    if (is && !seen[at]) rate.missed++
    if (!is && seen[at]) rate.phantom++
  })
}

/** The wrong lots of each floor: its best threshold for this very picture. Boxes are in pixels. */
export function floorsOf(
  places: number[][],
  taken: boolean[],
  raster: Raster,
): { edges: number; brightness: number } {
  const wrongOf = (feature: (part: Raster) => number): number =>
    byFeature({ places, taken, raster }, feature).filter((value, at) => value !== taken[at]).length
  return { edges: wrongOf(edgesOf), brightness: wrongOf(contrastOf) }
}

async function visionOn(
  options: VisionOptions,
  jpeg: Uint8Array,
  places: readonly number[][],
  { width, height }: Raster,
): Promise<boolean[]> {
  const lots = places.map(([left = 0, top = 0, right = 0, bottom = 0], at): LotPlace => {
    const [l, t, r, b] = [left / width, top / height, right / width, bottom / height]
    const polygon = [
      [l, t],
      [r, t],
      [r, b],
      [l, b],
    ] as const
    return {
      scene_id: 'real',
      lot_no: String(at),
      cell: 0,
      polygon,
      difficult: 0,
      motorcycles: false,
    }
  })
  const view: View = {
    camera_sn: 'real',
    lots,
    focus: null,
    feature: [],
    cover_th: 0.4,
    plate_type: 0,
    motor_det: false,
  }
  const look = await createVision(options)(view).observe(jpeg, 0, new Set())
  // An unknown lot counts as empty unless its vehicle is seen, because there is only one picture.
  return look.lots.map(({ evidence, vehicle }) =>
    evidence.kind === 'seen' ? evidence.llr > 0 : vehicle !== undefined,
  )
}

/**
 * A floor: a lot counts as taken above a threshold that is chosen as the best for this very picture, which no
 * program could know.
 */
function byFeature({ places, taken, raster }: Judged, feature: (part: Raster) => number): boolean[] {
  const values = places.map((box) => feature(cut(raster, box)))
  const wrong = (limit: number): number => values.filter((value, at) => value > limit !== taken[at]).length
  const best = values.reduce((kept, limit) => (wrong(limit) < wrong(kept) ? limit : kept), -1)
  return values.map((value) => value > best)
}

function cut({ width, height, pixels }: Raster, [left = 0, top = 0, r = 0, b = 0]: number[]): Raster {
  const [right, bottom] = [Math.min(width, r), Math.min(height, b)]
  const part = new Uint8Array((right - left) * (bottom - top) * 3)
  for (let y = top; y < bottom; y++)
    part.set(pixels.subarray((y * width + left) * 3, (y * width + right) * 3), (y - top) * (right - left) * 3)
  return { width: right - left, height: bottom - top, pixels: part }
}

const edgesOf = (part: Raster): number => detailOf(greyOf(part))

/** The variance of the brightness of a lot. */
function contrastOf(part: Raster): number {
  const { luma } = greyOf(part)
  const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length
  return luma.reduce((sum, value) => sum + (value - mean) ** 2, 0) / luma.length
}
