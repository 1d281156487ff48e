/**
 * Finds lines of text in a picture of a vehicle: the finder's map is split into blobs, and a line fitted to
 * each edge of a blob gives its four corners. Unlike a rectangle, these remove shear and perspective.
 */
import type { Model, Tensor } from '../models/runtime.ts'
import { scaled, type Raster } from '../picture/raster.ts'
import { isOwn, spansOf, type Span } from './spans.ts'
import type { Corner, Quad } from './straighten.ts'

/** A line of text: its corners in pixels of the picture, and the finder's score, 0 to 1. */
export type TextLine = { readonly quad: Quad; readonly score: number }

/** PaddleOCR's values: minimum score of a text pixel and of a text blob, and how far blobs are grown. */
const [min_pixel, min_blob, grow] = [0.3, 0.5, 1.5]
const [mean, std] = [
  [0.485, 0.456, 0.406],
  [0.229, 0.224, 0.225],
]
const min_width = 12
const min_height = 4

/** The size of the finder's input: the sides are multiples of 32. */
function sizeFor({ width, height }: Raster, side: number): { width: number; height: number } {
  const scale = side / Math.max(width, height)
  const round = (value: number): number => Math.max(32, Math.round((value * scale) / 32) * 32)
  return { width: round(width), height: round(height) }
}

/** Lines of text, best first. `side` is the longer side to which the picture is scaled, in pixels. */
export async function findText(finder: Model, picture: Raster, side: number): Promise<TextLine[]> {
  const size = sizeFor(picture, side)
  const small = await scaled(picture, { left: 0, top: 0, ...picture }, size)
  const scale = { x: picture.width / size.width, y: picture.height / size.height }
  const lines: TextLine[] = []
  for (const x of spansOf(size.width))
    for (const y of spansOf(size.height)) {
      const answer = await finder.run({ [finder.inputs[0] ?? 'x']: feedOf(small, x, y) })
      const map = answer[finder.outputs[0] ?? '']
      for (const blob of map ? blobsOf(map.data, x.length, y.length) : []) {
        const quad = quadOf(blob, x.length)?.map(([left, top]): Corner => [left + x.from, top + y.from])
        if (!quad || !isOwn(x, middleOf(quad, 0)) || !isOwn(y, middleOf(quad, 1))) continue
        const corners = quad.map(([left, top]): Corner => [left * scale.x, top * scale.y])
        lines.push({ quad: corners as unknown as Quad, score: blob.score })
      }
    }
  return lines.sort((a, b) => b.score - a.score)
}

const middleOf = (quad: readonly Corner[], axis: 0 | 1): number =>
  quad.reduce((sum, corner) => sum + corner[axis], 0) / quad.length

function feedOf({ width, pixels }: Raster, x: Span, y: Span): Tensor {
  const plane = x.length * y.length
  const data = new Float32Array(plane * 3)
  for (let row = 0; row < y.length; row++)
    for (let column = 0; column < x.length; column++) {
      const from = ((row + y.from) * width + column + x.from) * 3
      // PaddleOCR applies the RGB means to BGR pixels; the model was trained that way.
      for (let c = 0; c < 3; c++)
        data[c * plane + row * x.length + column] = (pixels[from + 2 - c]! / 255 - mean![c]!) / std![c]!
    }
  return { data, dims: [1, 3, y.length, x.length] }
}

type Blob = { readonly pixels: readonly number[]; readonly score: number }

/** Connected pixels above the threshold, with their mean score. */
function blobsOf(map: Float32Array, width: number, height: number): Blob[] {
  const seen = new Uint8Array(width * height)
  const blobs: Blob[] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || map[start]! < min_pixel) continue
    const pixels = [start]
    seen[start] = 1
    let sum = 0
    for (let at = 0; at < pixels.length; at++) {
      const pixel = pixels[at]!
      sum += map[pixel]!
      const x = pixel % width
      for (const [next, inside] of [
        [pixel - 1, x > 0],
        [pixel + 1, x < width - 1],
        [pixel - width, pixel >= width],
        [pixel + width, pixel < width * (height - 1)],
      ] as const)
        if (inside && !seen[next] && map[next]! >= min_pixel) {
          seen[next] = 1
          pixels.push(next)
        }
    }
    const score = sum / pixels.length
    if (score >= min_blob && pixels.length >= 20) blobs.push({ pixels, score })
  }
  return blobs
}

type Line = { readonly at: number; readonly slope: number }

/** The corners of a blob, grown by as much as the finder's training shrank it; undefined if not a line. */
function quadOf({ pixels }: Blob, width: number): Quad | undefined {
  const columns = edges(pixels, (pixel) => [pixel % width, Math.floor(pixel / width)])
  if (columns.length < min_width) return undefined
  const top = fit(columns.map(({ at, min }) => [at, min]))
  const bottom = fit(columns.map(({ at, max }) => [at, max + 1]))
  // Rows run along the line of text: horizontal rows would cross its top and bottom edges if it is steep.
  const tilt = (top.slope + bottom.slope) / 2
  const rows = edges(pixels, (pixel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    return [Math.round(y - tilt * x), x]
  })
  if (rows.length < min_height) return undefined
  const left = fit(rows.map(({ at, min }) => [at, min]))
  const right = fit(rows.map(({ at, max }) => [at, max + 1]))
  const high = pixels.length / columns.length
  const distance = (pixels.length * grow) / (2 * (columns.length + high))
  const [up, down] = [moved(top, -distance), moved(bottom, distance)]
  const [far_left, far_right] = [moved(left, -distance), moved(right, distance)]
  const corner = (level: Line, side: Line): Corner => cross(level, side, tilt)
  return [corner(up, far_left), corner(up, far_right), corner(down, far_right), corner(down, far_left)]
}

type Edge = { at: number; min: number; max: number }

/** The first and last pixel of each column (or row) of a blob. */
function edges(pixels: readonly number[], split: (pixel: number) => readonly [number, number]): Edge[] {
  const found = new Map<number, Edge>()
  for (const pixel of pixels) {
    const [at, value] = split(pixel)
    const edge = found.get(at)
    if (!edge) found.set(at, { at, min: value, max: value })
    else {
      edge.min = Math.min(edge.min, value)
      edge.max = Math.max(edge.max, value)
    }
  }
  return [...found.values()].sort((a, b) => a.at - b.at)
}

/** Fits a line to points, ignoring the outer eighths (corners are rounded) and the worst quarter. */
function fit(points: readonly (readonly [number, number])[]): Line {
  const cut = Math.floor(points.length / 8)
  const inner = points.slice(cut, points.length - cut || undefined)
  const first = leastSquares(inner)
  const off = ([x, y]: readonly [number, number]): number => Math.abs(y - first.at - first.slope * x)
  const kept = inner.toSorted((a, b) => off(a) - off(b)).slice(0, Math.max(2, Math.ceil(inner.length * 0.75)))
  return leastSquares(kept)
}

function leastSquares(points: readonly (readonly [number, number])[]): Line {
  const count = Math.max(1, points.length)
  const mx = points.reduce((sum, [x]) => sum + x, 0) / count
  const my = points.reduce((sum, [, y]) => sum + y, 0) / count
  const xx = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
  const xy = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0)
  const slope = xx === 0 ? 0 : Math.max(-1, Math.min(1, xy / xx))
  return { at: my - slope * mx, slope }
}

const moved = (line: Line, by: number): Line => ({ ...line, at: line.at + by })

/** The intersection of a line over x (a top or bottom edge) with a line over tilted rows (a side). */
function cross(level: Line, side: Line, tilt: number): Corner {
  const x = (side.at + side.slope * level.at) / (1 - side.slope * (level.slope - tilt) || 1)
  return [x, level.at + level.slope * x]
}
