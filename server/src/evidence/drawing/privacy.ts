/**
 * Computes what stays readable with `privacy_protection` (docs/decisions/0018). The device does not detect
 * faces or other plates, so everything except the event's lot and its vehicle becomes a mosaic that is coarse
 * enough to hide plates and faces.
 */
import type { EvidenceLot } from './facts.ts'
import { edgesOf, lengthOf, type Point, type Size } from './shapes.ts'

/** Share of a lot's shorter side, which is about 2.5 m: a letter of a plate is 0.02 of it, a face 0.06. */
const cell_share = 0.07
const min_cell_px = 12

const inPixels = ({ polygon }: EvidenceLot, { width, height }: Size): Point[] =>
  polygon.map(([x, y]) => [x * width, y * height])
const shortSide = (points: readonly Point[]): number =>
  Math.min(
    ...edgesOf(points)
      .map(lengthOf)
      .toSorted((a, b) => b - a)
      .slice(0, 4),
  )

/**
 * The cell size in pixels of the frame, based on its largest lot: what is nearest to the camera is easiest to
 * read.
 */
export function mosaicCell(lots: readonly EvidenceLot[], frame: Size): number {
  const largest = Math.max(0, ...lots.map((lot) => shortSide(inPixels(lot, frame))))
  return Math.max(min_cell_px, frame.width / 110, largest * cell_share)
}

/**
 * The area of a lot and its vehicle: the lot slightly enlarged, extended upwards by the height of a vehicle.
 * Corners in pixels of the frame.
 */
export function vehicleArea(own: EvidenceLot, frame: Size): Point[] {
  const points = inPixels(own, frame)
  const middle: Point = [
    points.reduce((sum, [x]) => sum + x / points.length, 0),
    points.reduce((sum, [, y]) => sum + y / points.length, 0),
  ]
  const grown = points.map(([x, y]): Point => [
    middle[0] + (x - middle[0]) * 1.06,
    middle[1] + (y - middle[1]) * 1.06,
  ])
  const rise = shortSide(points) * 0.45
  return hull([...grown, ...grown.map(([x, y]): Point => [x, y - rise])])
}

/**
 * An area to apply in order, each over the previous ones: readable areas are shown, the others are hidden
 * again.
 */
export type Shown = { readonly points: readonly Point[]; readonly readable: boolean }

/** The vehicle's area without other lots, plus the whole lot itself. */
export function readableParts(
  own: EvidenceLot | undefined,
  lots: readonly EvidenceLot[],
  frame: Size,
): Shown[] {
  if (!own) return []
  return [
    { points: vehicleArea(own, frame), readable: true },
    ...lots
      .filter((lot) => lot.lot_no !== own.lot_no)
      .map((lot) => ({ points: inPixels(lot, frame), readable: false })),
    { points: inPixels(own, frame), readable: true },
  ]
}

/** The convex hull (Andrew's monotone chain). */
function hull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: readonly Point[]): Point[] => {
    const out: Point[] = []
    for (const point of list) {
      while (out.length > 1 && turn(out.at(-2)!, out.at(-1)!, point) <= 0) out.pop()
      out.push(point)
    }
    return out.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
