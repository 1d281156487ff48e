/** Effects between the street and the picture: rain, vignetting and sensor noise. */
import { frame_height, frame_width } from './lens.ts'
import { createRng } from './rng.ts'
import type { View } from './views.ts'

/** The vignetting of the lens, drawn over the empty view. */
export function drawCorners(view: View): string {
  const opacity = view.light.night ? 0.5 : 0.26
  return (
    '<defs><radialGradient id="corners" cx=".5" cy=".5" r=".72"><stop offset=".62" ' +
    'stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" ' +
    `stop-opacity="${opacity}"/></radialGradient></defs>` +
    `<rect width="${frame_width}" height="${frame_height}" fill="url(#corners)"/>`
  )
}

/** Streaks of rain, drawn over everything; different for each version of the picture. */
export function drawRain(view: View, version: number): string {
  if (!view.light.rain) return ''
  const rng = createRng(view.seed + version)
  let streaks = ''
  for (let i = 0; i < 520; i++) {
    const [x, y, long] = [rng.between(-40, frame_width), rng.between(-60, frame_height), rng.between(14, 56)]
    streaks += `M${x.toFixed(0)} ${y.toFixed(0)}l${(long * -0.14).toFixed(1)} ${long.toFixed(0)}`
  }
  return `<path d="${streaks}" stroke="#e6edf2" stroke-opacity=".26" stroke-width="1.3" fill="none"/>`
}

/** A part of the picture, in pixels. */
export type Area = { left: number; top: number; width: number; height: number }

/** Noise for each pixel, by strength: generated once, and read from a different offset by each camera. */
const noises = new Map<number, Int8Array>()

function noiseOf(strength: number): Int8Array {
  const cached = noises.get(strength)
  if (cached) return cached
  const noise = new Int8Array(frame_width * frame_height)
  let state = 2_654_435_761 | 0
  for (let i = 0; i < noise.length; i++) {
    state = xorshift(state)
    noise[i] = Math.round(((state & 0xff) + ((state >>> 8) & 0xff) - 255) * (strength / 255))
  }
  noises.set(strength, noise)
  return noise
}

/** The next random number (xorshift). */
function xorshift(state: number): number {
  state ^= state << 13
  state ^= state >>> 17
  return state ^ (state << 5)
}

const inByte = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value)

/** Adds the sensor's grain to a part of the picture in place; the same for the same seed. */
export function grain(
  pixels: Buffer,
  { left, top, width, height }: Area,
  strength: number,
  seed: number,
): void {
  const noise = noiseOf(strength)
  const shift = (seed * 7_919) % noise.length
  for (let y = top; y < top + height; y++) {
    let from = (y * frame_width + left + shift) % noise.length
    for (let at = y * frame_width + left, end = at + width; at < end; at++) {
      const add = noise[from]!
      if (++from === noise.length) from = 0
      pixels[at * 3] = inByte(pixels[at * 3]! + add)
      pixels[at * 3 + 1] = inByte(pixels[at * 3 + 1]! + add)
      pixels[at * 3 + 2] = inByte(pixels[at * 3 + 2]! + add)
    }
  }
}

/** Distance in lines between the lines of the picture that carry momentary noise. */
const shimmer_lines = 12

/**
 * Adds a sensor's momentary noise to the picture in place and returns a function that removes it. Only some
 * lines get noise: noise on the whole picture would take longer than drawing it, and one line is enough to
 * change any block of a JPEG.
 */
export function shimmer(pixels: Buffer, strength: number, seed: number): () => void {
  const wide = frame_width * 3
  let state = (seed * 2_246_822_519) | 0 || 1
  const kept: (() => void)[] = []
  for (let y = (state >>> 0) % shimmer_lines; y < frame_height; y += shimmer_lines) {
    const from = y * wide
    const before = Buffer.from(pixels.subarray(from, from + wide))
    kept.push(() => void before.copy(pixels, from))
    for (let i = from; i < from + wide; i += 3) {
      state = xorshift(state)
      const add = (((state & 0xff) - 127) * strength) >> 5
      pixels[i] = inByte(pixels[i]! + add)
      pixels[i + 1] = inByte(pixels[i + 1]! + add)
      pixels[i + 2] = inByte(pixels[i + 2]! + add)
    }
  }
  return () => kept.forEach((put) => put())
}
