/** Lifts dark and hazy pictures to the contrast that detectors were trained on. */
import { sharp } from './sharp.ts'
import type { Raster } from './raster.ts'

/** Shares of the pixels that may become black and white. */
const [dark_share, bright_share] = [0.005, 0.01]
/** What the brightest pixels become. */
const white = 235
/** Beyond this gain the noise of the sensor is smoothed first, and beyond the second no more is gained. */
const [smooth_gain, max_gain] = [2.5, 9]

/** How a picture was lifted: `gain` 1 is a picture as it came. */
export type Clarity = { readonly picture: Raster; readonly gain: number }

/**
 * The picture with its darkest and brightest pixels spread over the whole range. Night (22 % of the light)
 * and haze gain most; a picture of full contrast is left alone.
 */
export async function clarify(picture: Raster): Promise<Clarity> {
  const [low, high] = rangeOf(picture.pixels)
  // Black stays black unless haze lies over all of the picture.
  const floor = low > 30 ? low - 15 : 0
  const gain = Math.min(max_gain, white / Math.max(1, high - floor))
  if (gain < 1.15) return { picture, gain: 1 }
  const table = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.max(0, Math.min(255, Math.round((value - floor) * gain))),
  )
  const smooth = gain > smooth_gain ? await blurred(picture, Math.min(2, gain / 3)) : picture
  return { picture: { ...smooth, pixels: smooth.pixels.map((value) => table[value]!) }, gain }
}

/** The values that few pixels lie below and above. Every seventh byte is enough. */
function rangeOf(pixels: Uint8Array): [low: number, high: number] {
  const counts = new Uint32Array(256)
  let all = 0
  for (let i = 0; i < pixels.length; i += 7, all++) counts[pixels[i]!]!++
  let [low, high, below, above] = [0, 255, 0, 0]
  while (low < 255 && (below += counts[low]!) < all * dark_share) low++
  while (high > 0 && (above += counts[high]!) < all * bright_share) high--
  return [low, high]
}

async function blurred({ width, height, pixels }: Raster, sigma: number): Promise<Raster> {
  const data = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .blur(sigma)
    .raw()
    .toBuffer()
  return { width, height, pixels: data }
}
