/** Measures the background colour of a straightened plate, and the share of the background that has it. */
import { hsvOf } from '../picture/measure.ts'
import type { Raster } from '../picture/raster.ts'
import type { SeenColour } from './plate-kinds.ts'

type Hsv = readonly [hue: number, saturation: number, value: number]

/** The pixels of the background: the more frequent ones above or below the middle brightness. */
function groundOf({ width, height, pixels }: Raster): { hsv: Hsv; y: number }[] {
  const all: { hsv: Hsv; y: number }[] = []
  for (let y = Math.floor(height * 0.12); y < height * 0.88; y++)
    for (let x = Math.floor(width * 0.04); x < width * 0.96; x++) {
      const at = (y * width + x) * 3
      all.push({ hsv: hsvOf(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!), y: y / height })
    }
  const sorted = all.map(({ hsv }) => hsv[2]).sort((a, b) => a - b)
  const middle =
    ((sorted[Math.floor(sorted.length * 0.05)] ?? 0) + (sorted[Math.floor(sorted.length * 0.95)] ?? 1)) / 2
  const bright = all.filter(({ hsv }) => hsv[2] > middle)
  return bright.length * 2 > all.length ? bright : all.filter(({ hsv }) => hsv[2] <= middle)
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The colour group of a pixel; hue is in degrees, saturation and value from 0 to 1. */
function groupOf([hue, s, v]: Hsv): 'black' | 'white' | 'blue' | 'yellow' | 'green' | 'red' | 'unknown' {
  if (v < 0.25 && s < 0.5) return 'black'
  if (s < 0.22) return v < 0.4 ? 'unknown' : 'white'
  if (hue >= 195 && hue <= 265) return 'blue'
  if (hue >= 25 && hue < 70) return 'yellow'
  if (hue >= 70 && hue <= 185) return 'green'
  return hue < 15 || hue > 340 ? 'red' : 'unknown'
}

/** Taiwan's colours are pairs of background and signs. */
const taiwanese = {
  white: 'white_black',
  yellow: 'yellow_black',
  green: 'green_white',
  red: 'red_white',
} as const

/**
 * The colour of the background, and the share of its pixels that have it. `plate_type` 1 gives Taiwan's
 * pairs; a green background that gets paler towards its top is a gradient.
 */
export function plateColourOf(patch: Raster, plate_type: number): SeenColour {
  const ground = groundOf(patch)
  if (ground.length === 0) return { color: 'unknown', sure: 0 }
  const coloured = ground.filter(({ hsv }) => hsv[1] > 0.25)
  const middle: Hsv = [
    median(coloured.map(({ hsv }) => hsv[0])),
    median(ground.map(({ hsv }) => hsv[1])),
    median(ground.map(({ hsv }) => hsv[2])),
  ]
  const group = groupOf(middle)
  const sure = ground.filter(({ hsv }) => groupOf(hsv) === group).length / ground.length
  if (plate_type === 1)
    return { color: group in taiwanese ? taiwanese[group as keyof typeof taiwanese] : group, sure }
  if (group !== 'green') return { color: group, sure }
  const part = (from: number, to: number): number =>
    median(ground.filter(({ y }) => y >= from && y < to).map(({ hsv }) => hsv[1]))
  return { color: part(0.66, 1) - part(0, 0.34) > 0.08 ? 'gradient_green' : 'green', sure }
}
