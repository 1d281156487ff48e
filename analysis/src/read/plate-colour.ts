/** The colour of a plate's ground, from its straightened picture. */
import type { PlateColor } from '../look/look.ts'
import { hsvOf } from '../picture/measure.ts'
import type { Raster } from '../picture/raster.ts'

type Hsv = readonly [hue: number, saturation: number, value: number]

/** Pixels that are the ground: the more frequent side of the middle brightness. */
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

/** Ranges of hue in degrees; saturation and value from 0 to 1. `plate_type` 1 names Taiwan's pairs. */
export function plateColourOf(patch: Raster, plate_type: number): PlateColor {
  const ground = groundOf(patch)
  if (ground.length === 0) return 'unknown'
  const [s, v] = [median(ground.map(({ hsv }) => hsv[1])), median(ground.map(({ hsv }) => hsv[2]))]
  const coloured = ground.filter(({ hsv }) => hsv[1] > 0.25)
  const hue = median(coloured.map(({ hsv }) => hsv[0]))
  if (v < 0.25 && s < 0.5) return 'black'
  if (s < 0.22) {
    if (v < 0.4) return 'unknown'
    return plate_type === 1 ? 'white_black' : 'white'
  }
  if (hue >= 195 && hue <= 265) return 'blue'
  if (hue >= 25 && hue < 70) return plate_type === 1 ? 'yellow_black' : 'yellow'
  if (hue >= 70 && hue <= 185) {
    if (plate_type === 1) return 'green_white'
    const part = (from: number, to: number): number =>
      median(ground.filter(({ y }) => y >= from && y < to).map(({ hsv }) => hsv[1]))
    return part(0.66, 1) - part(0, 0.34) > 0.08 ? 'gradient_green' : 'green'
  }
  if (hue < 15 || hue > 340) return plate_type === 1 ? 'red_white' : 'red'
  return 'unknown'
}
