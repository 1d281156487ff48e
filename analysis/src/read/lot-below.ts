/** Finds the lot that a plate stands in: the ground of a vehicle is a little below its plate. */
import { type Box, type Point, boxAround } from '../look/boxes.ts'
import type { LotPlace } from '../look/look.ts'
import { clipToBox } from '../place/polygon.ts'

export type Ground = Pick<LotPlace, 'polygon' | 'motorcycles'>
/** The grounds of all lots of a view, and which one of them is meant. */
export type GroundOf = { readonly grounds: readonly Ground[]; readonly at: number }
/** The middle of a plate as shares of the picture, and its width as a share of the picture's height. */
export type PlateSpot = { readonly middle: Point; readonly width: number }

/** The ground of a plate's lot begins within this many of its widths lower in the picture. */
const ground_below = 2.5
/** How far below its plate a vehicle usually stands, in widths: plates of motorcycles are narrower. */
const [car_below, motorcycle_below] = [0.7, 1.2]
/** Half the width of the column below a plate, as a share of the picture. */
const half_column = 1e-4

/** The plate in this box; `shape` is the ratio of the picture's width to its height. */
export const spotOf = ([left, top, right, bottom]: Box, shape: number): PlateSpot => ({
  middle: [(left + right) / 2, (top + bottom) / 2],
  width: (right - left) * shape,
})

/**
 * How far the place where the plate's vehicle stands is outside the ground, in widths of the plate; negative
 * inside. Undefined if no part of the ground is below the plate.
 */
function offGround({ middle: [x, y], width }: PlateSpot, { polygon, motorcycles }: Ground) {
  const column = clipToBox(polygon, [x - half_column, 0, x + half_column, 1])
  if (column.length === 0) return undefined
  const [, top, , bottom] = boxAround(column)
  const [from, to] = [(top - y) / width, (bottom - y) / width]
  if (to < 0 || from > ground_below) return undefined
  const usual = motorcycles ? motorcycle_below : car_below
  return Math.max(from - usual, usual - to)
}

/** Whether the plate stands in lot `at`: no other ground lies better below it. */
export function standsIn(plate: PlateSpot, { grounds, at }: GroundOf): boolean {
  const own = grounds[at] && offGround(plate, grounds[at])
  if (own === undefined) return false
  return grounds.every((ground, other) => other === at || (offGround(plate, ground) ?? Infinity) >= own)
}
