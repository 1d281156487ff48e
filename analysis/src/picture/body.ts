/** Where a lot and its vehicle are in the picture: the parts of a window, and which of them are in sight. */
import { boxAround, type Box, type Point } from '../look/boxes.ts'
import { luma_size } from '../look/look.ts'
import { isInside } from '../place/polygon.ts'

/** A bit mask for each row of parts, as in `Appearance.shown`. */
export type Rows = readonly number[]
export type Body = {
  /** The box around the lot and what rises from it. */
  readonly window: Box
  /** The parts whose centres are on the lot's ground, and those above it where a vehicle rises. */
  readonly ground: Rows
  readonly above: Rows
}

const { width, height } = luma_size
/**
 * Height of a car relative to the width of its lot in the picture: less if the lot is seen from the side,
 * with its length across the picture.
 */
const [min_rise, max_rise, rise_by_shape] = [0.25, 0.55, 1.2]
/** Margin around a box: boxes are tight, and mirrors and the shadow under a car are outside them. */
const box_margin = 0.03

/** `shape` is the ratio of the picture's width to its height. */
export function bodyOf(polygon: readonly Point[], shape: number): Body {
  const [left, top, right, bottom] = boxAround(polygon)
  const wide = (right - left) * shape
  const high = bottom - top
  const rise = wide * Math.min(max_rise, Math.max(min_rise, (rise_by_shape * high) / Math.max(1e-9, wide)))
  const window: Box = [left, Math.max(0, top - rise), right, bottom]
  const isGround = ([x, y]: Point): boolean => isInside([x, y], polygon)
  // The lot's polygon, shifted up by the height of a car in a few steps that fill the space in between.
  const isBody = ([x, y]: Point): boolean =>
    [0, 0.2, 0.4, 0.6, 0.8, 1].some((share) => isInside([x, y + share * rise], polygon))
  return {
    window,
    ground: rowsWhere(window, isGround),
    above: rowsWhere(window, (middle) => isBody(middle) && !isGround(middle)),
  }
}

/** The parts of a window whose centres are in none of the boxes. */
export function inSight(window: Box, nearer: readonly Box[]): Rows {
  if (nearer.length === 0) return Array<number>(height).fill(2 ** width - 1)
  const wider = nearer.map(([left, top, right, bottom]): Box => {
    const [x, y] = [(right - left) * box_margin, (bottom - top) * box_margin]
    return [left - x, top - y, right + x, bottom + y]
  })
  return rowsWhere(
    window,
    ([x, y]) => !wider.some(([left, top, right, bottom]) => x > left && x < right && y > top && y < bottom),
  )
}

export const bothOf = (a: Rows, b: Rows): Rows => a.map((row, at) => row & (b[at] ?? 0))

/** The number of parts in a mask. */
export const countOf = (rows: Rows): number =>
  rows.reduce((sum, row) => {
    let bits = 0
    for (let rest = row; rest !== 0; rest &= rest - 1) bits++
    return sum + bits
  }, 0)

function rowsWhere([left, top, right, bottom]: Box, is: (middle: Point) => boolean): number[] {
  return Array.from({ length: height }, (_, row) => {
    let bits = 0
    for (let column = 0; column < width; column++) {
      const x = left + ((right - left) * (column + 0.5)) / width
      if (is([x, top + ((bottom - top) * (row + 0.5)) / height])) bits |= 1 << column
    }
    return bits
  })
}
