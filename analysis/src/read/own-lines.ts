/**
 * Selects the lines of text that can be the plate of a vehicle: those in the lower part of its box that are
 * not more likely on another vehicle. A neighbour's plate must never be read for a lot.
 */
import { iouOf, type Box, type Point } from '../look/boxes.ts'
import type { Raster, Rect } from '../picture/raster.ts'
import type { TextLine } from './find-text.ts'
import type { GroundOf } from './lot-below.ts'
import type { Quad } from './straighten.ts'

/**
 * Where a plate is searched, as shares of the box: from `start` below its top to `below` under it. The centre
 * of the plate is between `from` and `to`, measured from the top.
 */
export type Search = {
  readonly start: number
  readonly below: number
  readonly from: number
  readonly to: number
}
/** A box around the vehicle, and one around a lot and what rises from it. */
export const whole_vehicle: Search = { start: 0.25, below: 0.05, from: 0.42, to: 1.03 }
export const around_lot: Search = { start: 0, below: 0, from: 0, to: 1 }
/** Margin at the sides of the box: boxes are often too small, and plates are at their edge. */
const margin = 0.05
/** The usual position of a plate, as shares of the box. */
const [usual_x, usual_y] = [0.5, 0.75]
/** Boxes that overlap more than this IoU are one vehicle that was detected twice. */
const same_vehicle = 0.6

/** The part of the picture that is searched for a vehicle's plate, in whole pixels. */
export function searchedPart(
  { width, height }: Raster,
  [left, top, right, bottom]: Box,
  { start, below }: Search,
): Rect {
  const [dx, dy] = [(right - left) * margin, bottom - top]
  const x = Math.max(0, Math.floor((left - dx) * width))
  const y = Math.max(0, Math.floor((top + dy * start) * height))
  return {
    left: x,
    top: y,
    width: Math.max(8, Math.min(width, Math.ceil((right + dx) * width)) - x),
    height: Math.max(8, Math.min(height, Math.ceil((bottom + dy * below) * height)) - y),
  }
}

/** The centre of a line of the searched part, from 0 to 1 of the picture. */
export function middleOf(quad: Quad, part: Rect, picture: Raster): Point {
  const mean = (axis: 0 | 1): number => quad.reduce((sum, corner) => sum + corner[axis], 0) / quad.length
  return [(mean(0) + part.left) / picture.width, (mean(1) + part.top) / picture.height]
}

/** The distance of a point from the usual plate position, 0 to 4; undefined if no plate can be there. */
export function offPlace(
  [x, y]: Point,
  [left, top, right, bottom]: Box,
  { from, to }: Search,
): number | undefined {
  const [u, v] = [(x - left) / (right - left), (y - top) / (bottom - top)]
  if (u < 0 || u > 1 || v < from || v > to) return undefined
  return Math.abs(u - usual_x) / 0.5 + Math.abs(v - usual_y) / 0.3
}

/** Distance from the sides and the bottom, as a share of the width, within which a line may be cut there. */
const cut_share = 0.015

/** Whether a line touches a border of the searched part that the picture goes on behind: it may be cut. */
export function isCut(quad: Quad, part: Rect, picture: Raster): boolean {
  const near = part.width * cut_share
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)]
  return (
    (part.left > 0 && Math.min(...xs) < near) ||
    (part.left + part.width < picture.width && Math.max(...xs) > part.width - near) ||
    (part.top + part.height < picture.height && Math.max(...ys) > part.height - near)
  )
}

/** A box to search; with the grounds of the lots, only plates that stand in the lot count. */
export type Searched = { readonly box: Box; readonly ground?: GroundOf | undefined }

/** `others` are the boxes of the other vehicles in the picture. */
export function ownLines(
  lines: readonly TextLine[],
  part: Rect,
  picture: Raster,
  {
    box,
    others,
    search,
  }: Pick<Searched, 'box'> & { readonly others: readonly Box[]; readonly search: Search },
): TextLine[] {
  const neighbours = others.filter((other) => iouOf(other, box) < same_vehicle)
  return lines.filter(({ quad }) => {
    const middle = middleOf(quad, part, picture)
    const own = offPlace(middle, box, search)
    return (
      own !== undefined && neighbours.every((other) => (offPlace(middle, other, search) ?? Infinity) >= own)
    )
  })
}
