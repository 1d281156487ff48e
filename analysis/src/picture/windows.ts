/** Whether a part of the picture shows what it showed before, apart from the sensor's noise. */
import type { Box } from '../look/boxes.ts'
import type { Grey } from './measure.ts'

/** Side of a cell in pixels, and limits of the number of cells along a side of a window. */
const [cell_side, min_cells, max_cells] = [24, 4, 12]
/** Cells are compared by every second row: enough for a mean. */
const row_step = 2
/** Added around a window, as a share of its size: what comes near a lot comes from there. */
const margin = 0.15

/** The mean brightness of the cells of a window, 0 to 255, row by row. */
export type Means = Float32Array

/** The cells of a window (from 0 to 1 of the picture) and of a margin around it. */
export function meansOf({ width, height, luma }: Grey, [l, t, r, b]: Box): Means {
  const [dx, dy] = [(r - l) * margin, (b - t) * margin]
  const at = (share: number, size: number): number =>
    Math.max(0, Math.min(size, Math.round(Math.max(0, Math.min(1, share)) * size)))
  const [left, top, right, bottom] = [
    at(l - dx, width),
    at(t - dy, height),
    at(r + dx, width),
    at(b + dy, height),
  ]
  const cellsIn = (length: number): number =>
    Math.max(1, Math.min(length, max_cells, Math.max(min_cells, Math.round(length / cell_side))))
  const [columns, rows] = [cellsIn(right - left), cellsIn(bottom - top)]
  const means = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const x0 = left + Math.floor(((right - left) * column) / columns)
      const x1 = left + Math.floor(((right - left) * (column + 1)) / columns)
      const y0 = top + Math.floor(((bottom - top) * row) / rows)
      const y1 = top + Math.floor(((bottom - top) * (row + 1)) / rows)
      let [sum, count] = [0, 0]
      for (let y = y0; y < y1; y += row_step) {
        for (let pixel = y * width + x0; pixel < y * width + x1; pixel++) sum += luma[pixel]!
        count += x1 - x0
      }
      means[row * columns + column] = count === 0 ? 0 : sum / count
    }
  return means
}

/**
 * Steps of brightness in the enhanced picture: smaller changes are none, and a threshold that noise raises
 * above the second value could hide a dark car at night.
 */
const [min_steps, max_steps] = [1.5, 6]
/** Deviations of the noise that no cell of an unchanged window exceeds, and the median of a deviation. */
const [noise_deviations, median_share] = [6, 0.6745]

/**
 * Whether no cell of a window has changed by more than the noise, which is measured from the two pictures
 * themselves. `gain` is the enhancement of the picture (1 and more). False if the noise is too strong to say.
 */
export function isUnchanged(before: Means, now: Means, gain: number): boolean {
  if (before.length !== now.length) return false
  const steps = now.map((value, at) => Math.abs(value - before[at]!)).sort()
  const deviation = steps[Math.floor(steps.length / 2)]! / median_share
  const threshold = Math.max(min_steps / gain, noise_deviations * deviation)
  return threshold <= max_steps / gain && steps.at(-1)! <= threshold
}
