/**
 * Whose plate may be read for whom: the vehicles beside one, on which a line of text may lie instead. Weak
 * boxes lie around every car, and are no neighbours.
 */
import { areaOf, overlapOf, type Box, type Detection } from '../look/boxes.ts'

/** What stands in a lot, and how well it belongs there. */
export type Standing = { readonly vehicle: Detection; readonly placed: boolean; readonly value: number }

/** A box in no lot is a neighbour from this score, unless so much of the smaller box is shared. */
const [min_score, same_share] = [0.3, 0.6]

/** The boxes of other vehicles than that of the lot `at`; undefined where its vehicle is another lot's. */
export function rivalsOf(
  lots: readonly (Standing | undefined)[],
  at: number,
  found: readonly Detection[],
): Box[] | undefined {
  const own = lots[at]
  if (!own) return undefined
  const others = lots.flatMap((one, other) => (one && other !== at ? [one] : []))
  if (others.some((one) => one.vehicle === own.vehicle && isMore(one, own))) return undefined
  const standing = others.filter(({ vehicle }) => vehicle !== own.vehicle).map(({ vehicle }) => vehicle.box)
  const passing = found.filter(
    (one) =>
      one.label !== 'person' &&
      one.score >= min_score &&
      sharedOf(one.box, own.vehicle.box) < same_share &&
      !others.some(({ vehicle }) => vehicle === one),
  )
  return [...standing, ...passing.map(({ box }) => box)]
}

const isMore = (one: Standing, other: Standing): boolean =>
  one.placed === other.placed ? one.value > other.value : one.placed

/** The share of the smaller box that lies in the other, 0 to 1. */
function sharedOf(a: Box, b: Box): number {
  const smaller = Math.min(areaOf(a), areaOf(b))
  return smaller === 0 ? 0 : overlapOf(a, b) / smaller
}
