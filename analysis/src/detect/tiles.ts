/**
 * Cuts a picture into overlapping tiles for a detector with a small input. Tiles keep the context: a lot that
 * is cut out alone is recognised less well than with the street around it.
 */
import type { Rect } from '../picture/raster.ts'
import type { Box } from '../look/boxes.ts'

export type TileOptions = {
  /** Maximum number of tiles: the cost of a look is proportional to it. */
  readonly max: number
  /** Size in pixels that a car should at least have in the model's input. */
  readonly min_pixels: number
  /** Width and height of the model's input. */
  readonly input: { readonly width: number; readonly height: number }
}

/** Overlap of neighbouring tiles, as a share: larger than the largest car that should be seen whole. */
const overlap = 0.3

/**
 * The tiles that cover the lots (the whole picture if there are none), in pixels. `lots` are their boxes from
 * 0 to 1. A wide picture gets two tiles across, and small lots get more tiles.
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

/** Possible numbers of columns and rows, cheapest first. */
const layouts = (max: number): [across: number, down: number][] =>
  Array.from({ length: max }, (_, i) => i + 1)
    .flatMap((across) => Array.from({ length: max }, (_, i): [number, number] => [across, i + 1]))
    .filter(([across, down]) => across * down <= max)
    .sort((a, b) => a[0] * a[1] - b[0] * b[1] || b[0] - a[0])

/** How elongated a tile is: 1 for a square, otherwise more. */
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

/** The area of the lots with a margin: a car rises above its lot, and its neighbours help to recognise it. */
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

/** The size of a small car in this picture, in pixels; without lots, a tenth of the picture. */
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

/** Divides the region into overlapping columns and rows. */
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
