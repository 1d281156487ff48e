/** Measures a picture and the lots in it: light, detail, glare, and appearance. */
import { boxAround, overlapOf, type Box, type Point } from '../look/boxes.ts'
import { around_size, luma_size, type Appearance } from '../look/look.ts'
import { lumaOf, type Raster } from './raster.ts'

/** The brightness of every pixel, computed once for each picture. */
export type Grey = { readonly width: number; readonly height: number; readonly luma: Uint8Array }

export const greyOf = (picture: Raster): Grey => ({
  width: picture.width,
  height: picture.height,
  luma: lumaOf(picture),
})

export type Light = {
  readonly median: number
  /** The value that 99 % of the pixels do not exceed. */
  readonly bright: number
}

/** The brightness of a picture, 0 to 255, from every fifth pixel. */
export function lightOf({ luma }: Grey): Light {
  const counts = new Uint32Array(256)
  let all = 0
  for (let i = 0; i < luma.length; i += 5, all++) counts[luma[i]!]!++
  const at = (share: number): number => {
    let value = 0
    for (let below = counts[0]!; value < 255 && below < all * share; below += counts[++value]!);
    return value
  }
  return { median: at(0.5), bright: at(0.99) }
}

/** Detail: the variance of the Laplacian. Rain on the lens, fog and a lens out of focus reduce it. */
export function detailOf({ width, height, luma }: Grey): number {
  let [sum, squares, count] = [0, 0, 0]
  for (let y = 2; y < height - 2; y += 3)
    for (let x = 2; x < width - 2; x += 3) {
      const at = y * width + x
      // Two pixels apart, so that the noise of neighbours counts less than edges.
      const value =
        4 * luma[at]! - luma[at - 2]! - luma[at + 2]! - luma[at - 2 * width]! - luma[at + 2 * width]!
      sum += value
      squares += value * value
      count++
    }
  const mean = sum / Math.max(1, count)
  return squares / Math.max(1, count) - mean * mean
}

/** Whether the picture has no colour: the camera is in infrared mode. */
export function isGrey({ pixels }: Raster): boolean {
  let [coloured, all] = [0, 0]
  for (let i = 0; i < pixels.length; i += 303, all++) {
    const [r, g, b] = [pixels[i]!, pixels[i + 1]!, pixels[i + 2]!]
    if (Math.max(r, g, b) - Math.min(r, g, b) > 12) coloured++
  }
  return coloured < all * 0.01
}

const pixelsOf = ([left, top, right, bottom]: Box, { width, height }: { width: number; height: number }) => ({
  left: Math.max(0, Math.min(width - 1, Math.floor(left * width))),
  top: Math.max(0, Math.min(height - 1, Math.floor(top * height))),
  right: Math.max(1, Math.min(width, Math.ceil(right * width))),
  bottom: Math.max(1, Math.min(height, Math.ceil(bottom * height))),
})

/** The saturated share of the box around a lot, 0 to 1. */
export function glareOf(grey: Grey, polygon: readonly Point[]): number {
  const { left, top, right, bottom } = pixelsOf(boxAround(polygon), grey)
  let [bright, all] = [0, 0]
  for (let y = top; y < bottom; y += 2)
    for (let x = left; x < right; x += 2, all++) if (grey.luma[y * grey.width + x]! > 250) bright++
  return all === 0 ? 0 : bright / all
}

/** The brightness and colours of a lot's window. */
export function appearanceOf(
  picture: Raster,
  grey: Grey,
  window: Box,
  is_grey: boolean,
): Pick<Appearance, 'luma' | 'colours'> {
  return { luma: partsOf(grey, window, luma_size), colours: is_grey ? [] : coloursOf(picture, window) }
}

/** The brightness of the static background: the parts of the picture that are not near any lot. */
export function aroundOf(grey: Grey, lots: readonly Box[]): number[] {
  const { width, height } = around_size
  return partsOf(grey, [0, 0, 1, 1], around_size).filter((_, at) => {
    const [left, top] = [(at % width) / width, Math.floor(at / width) / height]
    const part: Box = [left, top, left + 1 / width, top + 1 / height]
    // A vehicle rises above its lot, and casts a shadow to its sides.
    return !lots.some(
      ([l, t, r, b]) => overlapOf(part, [l - (r - l), t - 2 * (b - t), 2 * r - l, 2 * b - t]) > 0,
    )
  })
}

type Parts = { readonly width: number; readonly height: number }

/** The means of equal parts of a window. */
function partsOf({ width, height, luma }: Grey, box: Box, parts: Parts): number[] {
  return overParts({ width, height }, box, parts, 1, (row, from, to) => {
    let sum = 0
    for (let at = row * width + from; at < row * width + to; at++) sum += luma[at]!
    return sum
  })
}

/** Red minus green and blue minus green, sampled at every second pixel of every second row. */
function coloursOf(picture: Raster, box: Box): number[] {
  const { pixels } = picture
  const parts = { width: luma_size.width / 2, height: luma_size.height / 2 }
  const halved = (colour: 0 | 2): number[] =>
    overParts(picture, box, parts, 2, (row, from, to) => {
      let sum = 0
      for (let at = (row * picture.width + from) * 3; at < (row * picture.width + to) * 3; at += 6)
        sum += 128 + (pixels[at + colour]! - pixels[at + 1]!) / 2
      return sum
    })
  const [red, blue] = [halved(0), halved(2)]
  return red.flatMap((value, at) => [value, blue[at]!])
}

/** `sumOf` sums each `step`th pixel of a row, from `from` to before `to`. */
function overParts(
  size: Parts,
  box: Box,
  { width, height }: Parts,
  step: number,
  sumOf: (row: number, from: number, to: number) => number,
): number[] {
  const { left, top, right, bottom } = pixelsOf(box, size)
  const edges = (from: number, to: number, count: number): number[] =>
    Array.from({ length: count + 1 }, (_, n) => from + Math.floor(((to - from) * n) / count))
  const [columns, rows] = [edges(left, right, width), edges(top, bottom, height)]
  return Array.from({ length: width * height }, (_, at) => {
    const [column, row] = [at % width, Math.floor(at / width)]
    // A part of a small window has one pixel at least.
    const x0 = Math.min(size.width - 1, columns[column]!)
    const y0 = Math.min(size.height - 1, rows[row]!)
    const [x1, y1] = [Math.max(x0 + 1, columns[column + 1]!), Math.max(y0 + 1, rows[row + 1]!)]
    let sum = 0
    for (let y = y0; y < y1; y += step) sum += sumOf(y, x0, x1)
    return Math.round(sum / (Math.ceil((x1 - x0) / step) * Math.ceil((y1 - y0) / step)))
  })
}

/** Hue 0 to 360, saturation and value 0 to 1. */
export function hsvOf(r: number, g: number, b: number): [h: number, s: number, v: number] {
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)]
  const range = max - min
  if (range === 0) return [0, 0, max / 255]
  const sixth = max === r ? ((g - b) / range + 6) % 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4
  return [sixth * 60, range / max, max / 255]
}

/** Each pixel against its eight neighbours: zero on any even slope, six times the noise elsewhere. */
const noise_kernel = [
  [-1, -1, 1],
  [0, -1, -2],
  [1, -1, 1],
  [-1, 0, -2],
  [0, 0, 4],
  [1, 0, -2],
  [-1, 1, 1],
  [0, 1, -2],
  [1, 1, 1],
] as const
/** Half of the values of a normal distribution are below this share of its standard deviation. */
const [kernel_gain, median_share, noise_step] = [6, 0.6745, 3]

/**
 * The standard deviation of the sensor's noise, in steps of brightness: the median over the picture, because
 * edges are rare (J. Immerkaer, "Fast noise variance estimation", 1996). Clipped pixels show no noise.
 */
export function noiseOf({ width, height, pixels }: Raster): number {
  const green = (x: number, y: number): number => pixels[(y * width + x) * 3 + 1]!
  const counts = new Uint32Array(8 * 255 + 1)
  let all = 0
  for (let y = 1; y < height - 1; y += noise_step)
    for (let x = 1; x < width - 1; x += noise_step) {
      const value = green(x, y)
      if (value < 3 || value > 250) continue
      let sum = 0
      for (const [dx, dy, factor] of noise_kernel) sum += factor * green(x + dx, y + dy)
      counts[Math.abs(sum)]!++
      all++
    }
  let [median, below] = [0, counts[0]!]
  while (below * 2 < all) below += counts[++median]!
  return median / (kernel_gain * median_share)
}
