/**
 * Cuts a picture into overlapping tiles for a detector of small input. Tiles keep context: lots cut out one
 * by one are recognised worse than in the street around them.
 */
import type { Rect } from '../picture/raster.ts'
import type { Box } from '../look/boxes.ts'

export type TileOptions = {
  /** At most so many tiles: a look costs in proportion. */
  readonly max: number
  /** A car should be at least so wide and high in the model's input, in pixels. */
  readonly min_pixels: number
  /** Width and height of the model's input. */
  readonly input: { readonly width: number; readonly height: number }
}

/** The share of a tile that its neighbour sees too: more than the largest car that should be seen whole. */
const overlap = 0.3

/**
 * The tiles that cover the lots (all of the picture without lots), in pixels. `lots` are their boxes from 0
 * to 1. Two tiles across a wide picture, more where the lots are small.
 */
export function tilesFor(
  picture: { readonly width: number; readonly height: number },
  lots: readonly Box[],
  { max, min_pixels, input }: TileOptions,
): Rect[] {
  const region = regionOf(picture, lots)
  const size = smallOf(picture, lots)
  let best = grid(region, 1, 1)
  for (const [across, down] of layouts(max)) {
    const tiles = grid(region, across, down)
    const [tile] = tiles
    if (!tile || stretch(tile) > stretch(best[0]!) * 1.35) continue
    if (tiles.length > best.length && isEnough(best[0]!, size, min_pixels, input) && stretch(best[0]!) < 1.5)
      break
    best = tiles
  }
  return best
}

/** Numbers of columns and rows, cheapest first. */
const layouts = (max: number): [across: number, down: number][] =>
  Array.from({ length: max }, (_, i) => i + 1)
    .flatMap((across) => Array.from({ length: max }, (_, i): [number, number] => [across, i + 1]))
    .filter(([across, down]) => across * down <= max)
    .sort((a, b) => a[0] * a[1] - b[0] * b[1] || b[0] - a[0])

/** How far a tile is from a square: 1 and more. */
const stretch = ({ width, height }: Rect): number => Math.max(width / height, height / width)

function isEnough(
  tile: Rect,
  size: { width: number; height: number },
  min_pixels: number,
  input: TileOptions['input'],
): boolean {
  const [wide, high] = [(size.width / tile.width) * input.width, (size.height / tile.height) * input.height]
  return Math.sqrt(wide * high) >= min_pixels
}

/** The lots with room around them: a car rises above its ground and its neighbours tell what it is. */
function regionOf({ width, height }: { width: number; height: number }, lots: readonly Box[]): Rect {
  if (lots.length === 0) return { left: 0, top: 0, width, height }
  const size = largeOf(lots)
  const left = Math.max(0, Math.min(...lots.map((lot) => lot[0])) - size.width)
  const top = Math.max(0, Math.min(...lots.map((lot) => lot[1])) - size.height * 1.5)
  const right = Math.min(1, Math.max(...lots.map((lot) => lot[2])) + size.width)
  const bottom = Math.min(1, Math.max(...lots.map((lot) => lot[3])) + size.height * 0.7)
  const [x, y] = [Math.floor(left * width), Math.floor(top * height)]
  return {
    left: x,
    top: y,
    width: Math.min(width - x, Math.max(16, Math.ceil((right - left) * width))),
    height: Math.min(height - y, Math.max(16, Math.ceil((bottom - top) * height))),
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const largeOf = (lots: readonly Box[]) => ({
  width: percentile(
    lots.map((lot) => lot[2] - lot[0]),
    0.5,
  ),
  height: percentile(
    lots.map((lot) => lot[3] - lot[1]),
    0.5,
  ),
})

/** A small car of this picture, in pixels; without lots a tenth of the picture. */
function smallOf({ width, height }: { width: number; height: number }, lots: readonly Box[]) {
  if (lots.length === 0) return { width: width / 10, height: height / 10 }
  return {
    width: percentile(
      lots.map((lot) => (lot[2] - lot[0]) * width),
      0.25,
    ),
    height: percentile(
      lots.map((lot) => (lot[3] - lot[1]) * height),
      0.25,
    ),
  }
}

/** The region in so many columns and rows that overlap. */
function grid({ left, top, width, height }: Rect, across: number, down: number): Rect[] {
  const part = (length: number, count: number): number =>
    count === 1 ? length : Math.ceil(length / (count - (count - 1) * overlap))
  const [wide, high] = [part(width, across), part(height, down)]
  const start = (length: number, size: number, count: number, at: number): number =>
    count === 1 ? 0 : Math.floor(((length - size) * at) / (count - 1))
  return Array.from({ length: across * down }, (_, at) => ({
    left: left + start(width, wide, across, at % across),
    top: top + start(height, high, down, Math.floor(at / across)),
    width: wide,
    height: high,
  }))
}
