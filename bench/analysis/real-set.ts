/** The real pictures of `../shared/data/real`: what its index says, and how a parked car looks again. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { decodePicture } from '@parking/analysis/picture/raster.ts'
import { createRng } from '@parking/sim/street/rng.ts'
import { dataFolder } from './real-places.ts'

/** Left, top, width and height in pixels. */
export type PixelBox = readonly [left: number, top: number, width: number, height: number]
export type RealPlate = { readonly plate: string | null; readonly box: PixelBox }
export type RealPlace = {
  readonly occupied: 0 | 1 | null
  readonly box?: PixelBox
  readonly polygon?: readonly (readonly [number, number])[]
}
type Entry = { readonly file: string; readonly view?: string; readonly time?: string } & (
  | { readonly kind: 'plate-crop-cn'; readonly truth: string }
  | { readonly kind: 'plate-scene-cn' | 'plate-scene-tw'; readonly truth: readonly RealPlate[] }
  | { readonly kind: 'places'; readonly truth: readonly RealPlace[] }
  | { readonly kind: 'places-all-empty' }
)
export type RealSet = { readonly folder: string; readonly entries: readonly Entry[] }

/** The set; undefined if its folder is absent. */
export function realSet(): RealSet | undefined {
  const folder = join(dataFolder() ?? '', 'real')
  const index = join(folder, 'index.json')
  if (!existsSync(index)) return undefined
  return { folder, entries: JSON.parse(readFileSync(index, 'utf8')) as Entry[] }
}

/** The bytes of a picture; a file that ends too early is encoded again, with a grey rest. */
export async function pictureOf(folder: string, file: string): Promise<Buffer> {
  const bytes = readFileSync(join(folder, file))
  return decodePicture(bytes).then(
    () => bytes,
    () => sharp(bytes, { failOn: 'none' }).jpeg({ quality: 95 }).toBuffer(),
  )
}

/**
 * The same scene at a later look: other sensor noise, exposure, compression, and a shift below a pixel. Look
 * 0 is the picture itself. These looks share the plate's dirt, angle and light, as those of a parked car do.
 */
export async function laterLook(picture: Buffer, look: number, seed: number): Promise<Buffer> {
  if (look === 0) return picture
  const rng = createRng(seed * 1000 + look)
  const { width, height, pixels } = await decodePicture(picture)
  const [gain, sigma] = [rng.between(0.88, 1.12), rng.between(2, 6)]
  // The sum of three uniform numbers is nearly normal, with a standard deviation of one half.
  const noise = (): number => (rng.next() + rng.next() + rng.next() - 1.5) * 2 * sigma
  const noisy = pixels.map((value) => Math.max(0, Math.min(255, Math.round(value * gain + noise()))))
  return sharp(noisy, { raw: { width, height, channels: 3 } })
    .affine([1, 0, 0, 1], { odx: rng.between(-0.5, 0.5), ody: rng.between(-0.5, 0.5) })
    .jpeg({ quality: Math.round(rng.between(70, 90)) })
    .toBuffer()
}
