/** Straightens a plate: maps the quad that was found to a rectangle of the reader's height. */
import type { Raster } from '../picture/raster.ts'

export type Corner = readonly [x: number, y: number]
/** Clockwise from the top left. */
export type Quad = readonly [Corner, Corner, Corner, Corner]

/** The projective mapping (eight parameters) from the unit square to the quad. */
function mappingOf([a, b, c, d]: Quad): (u: number, v: number) => Corner {
  const [dx1, dx2, dx3] = [b[0] - c[0], d[0] - c[0], a[0] - b[0] + c[0] - d[0]]
  const [dy1, dy2, dy3] = [b[1] - c[1], d[1] - c[1], a[1] - b[1] + c[1] - d[1]]
  const scale = dx1 * dy2 - dx2 * dy1
  const g = scale === 0 ? 0 : (dx3 * dy2 - dx2 * dy3) / scale
  const h = scale === 0 ? 0 : (dx1 * dy3 - dx3 * dy1) / scale
  return (u, v) => {
    const w = g * u + h * v + 1
    return [
      ((b[0] - a[0] + g * b[0]) * u + (d[0] - a[0] + h * d[0]) * v + a[0]) / w,
      ((b[1] - a[1] + g * b[1]) * u + (d[1] - a[1] + h * d[1]) * v + a[1]) / w,
    ]
  }
}

const distance = (a: Corner, b: Corner): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** Mean width and height of the quad, in pixels. */
export const sizeOf = ([a, b, c, d]: Quad): { width: number; height: number } => ({
  width: (distance(a, b) + distance(d, c)) / 2,
  height: (distance(a, d) + distance(b, c)) / 2,
})

/** The quad, extended at both ends by this share of its width (0 or more). */
export function widened([a, b, c, d]: Quad, by: number): Quad {
  const out = (from: Corner, to: Corner): Corner => [
    to[0] + (to[0] - from[0]) * by,
    to[1] + (to[1] - from[1]) * by,
  ]
  return [out(b, a), out(a, b), out(d, c), out(c, d)]
}

/** Limit of the samples of a pixel in each direction: a plate of 640 pixels is read in 160. */
const max_samples = 4

/**
 * The part of the picture inside the quad as `width` by `height` pixels. Each pixel is the mean of bilinear
 * samples about one pixel of the picture apart: single samples would break the strokes of a large plate.
 */
export function straightened(picture: Raster, quad: Quad, width: number, height: number): Raster {
  const map = mappingOf(quad)
  const size = sizeOf(quad)
  const samplesFor = (length: number, to: number): number =>
    Math.max(1, Math.min(max_samples, Math.round(length / to)))
  const [across, down] = [samplesFor(size.width, width), samplesFor(size.height, height)]
  const pixels = new Uint8Array(width * height * 3)
  const sum = new Float64Array(3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      sum.fill(0)
      for (let row = 0; row < down; row++)
        for (let column = 0; column < across; column++) {
          const [px, py] = map((x + (column + 0.5) / across) / width, (y + (row + 0.5) / down) / height)
          addSample(picture, px - 0.5, py - 0.5, sum)
        }
      for (let c = 0; c < 3; c++) pixels[(y * width + x) * 3 + c] = Math.round(sum[c]! / (across * down))
    }
  return { width, height, pixels }
}

/** Adds the bilinear sample of each colour at this point to `sum`. */
function addSample({ width, height, pixels }: Raster, x: number, y: number, sum: Float64Array): void {
  const [cx, cy] = [Math.max(0, Math.min(width - 1, x)), Math.max(0, Math.min(height - 1, y))]
  const [x0, y0] = [Math.floor(cx), Math.floor(cy)]
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)]
  const [fx, fy] = [cx - x0, cy - y0]
  for (let c = 0; c < 3; c++) {
    const at = (px: number, py: number): number => pixels[(py * width + px) * 3 + c]!
    const top = at(x0, y0) * (1 - fx) + at(x1, y0) * fx
    const bottom = at(x0, y1) * (1 - fx) + at(x1, y1) * fx
    sum[c]! += top * (1 - fy) + bottom * fy
  }
}
