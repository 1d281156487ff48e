/** Anchors and boxes of SSD detectors, as TensorFlow's object detection and MediaPipe define them. */
import type { AnchorSpec } from './model-spec.ts'
import type { Box } from '../look/boxes.ts'

/** Centre and size, from 0 to 1 of the input. */
export type Anchor = readonly [y: number, x: number, height: number, width: number]

/** Divisors of the encodings: for y and x, then for height and width. */
const variances = [10, 5] as const

/**
 * All anchors in the model's order: grid by grid, row by row, and the anchors of a place one after the other
 * (mediapipe, `ssd_anchors_calculator.cc`).
 */
export function anchorsOf({ grids, min_scale, max_scale, ratios, reduce_lowest }: AnchorSpec): Anchor[] {
  const scaleOf = (level: number): number =>
    level >= grids.length ? 1 : min_scale + ((max_scale - min_scale) * level) / Math.max(1, grids.length - 1)
  return grids.flatMap((grid, level) => {
    const scale = scaleOf(level)
    const shapes: (readonly [scale: number, ratio: number])[] =
      reduce_lowest && level === 0
        ? [
            [0.1, 1],
            [scale, 2],
            [scale, 0.5],
          ]
        : [
            ...ratios.map((ratio) => [scale, ratio] as const),
            [Math.sqrt(scale * scaleOf(level + 1)), 1] as const,
          ]
    const sizes = shapes.map(([size, ratio]) => [size / Math.sqrt(ratio), size * Math.sqrt(ratio)] as const)
    return Array.from({ length: grid * grid }, (_, at) => [
      (Math.floor(at / grid) + 0.5) / grid,
      ((at % grid) + 0.5) / grid,
    ]).flatMap(([y = 0, x = 0]) => sizes.map(([high, wide]): Anchor => [y, x, high, wide]))
  })
}

/** The box of one encoding (y, x, height, width), from 0 to 1 of the input. */
export function boxOfAnchor(encodings: Float32Array, at: number, [ay, ax, high, wide]: Anchor): Box {
  const y = (encodings[at]! / variances[0]) * high + ay
  const x = (encodings[at + 1]! / variances[0]) * wide + ax
  const half_height = (Math.exp(encodings[at + 2]! / variances[1]) * high) / 2
  const half_width = (Math.exp(encodings[at + 3]! / variances[1]) * wide) / 2
  return [x - half_width, y - half_height, x + half_width, y + half_height]
}
