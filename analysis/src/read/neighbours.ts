/**
 * Finds the neighbours of a vehicle, to which a line of text may belong instead. There are weak boxes around
 * every car; they are not neighbours.
 */
import { areaOf, overlapOf, type Box, type Detection } from '../look/boxes.ts'

/** The vehicle in a lot, whether it was assigned to the lot, and its support there. */
export type Occupant = { readonly vehicle: Detection; readonly placed: boolean; readonly value: number }

/** Minimum score of a neighbour outside the lots, and the overlap at which it is the same vehicle instead. */
const [min_score, same_share] = [0.3, 0.6]

/** The boxes of all vehicles except the one in lot `at`; undefined if that vehicle belongs to another lot. */
export function neighboursOf(
  lots: readonly (Occupant | undefined)[],
  at: number,
  found: readonly Detection[],
): Box[] | undefined {
  const own = lots[at]
  if (!own) return undefined
  const others = lots.flatMap((one, other) => (one && other !== at ? [one] : []))
  if (others.some((one) => one.vehicle === own.vehicle && isStronger(one, own))) return undefined
  const parked = others.filter(({ vehicle }) => vehicle !== own.vehicle).map(({ vehicle }) => vehicle.box)
  const passing = found.filter(
    (one) =>
      one.label !== 'person' &&
      one.score >= min_score &&
      sharedOf(one.box, own.vehicle.box) < same_share &&
      !others.some(({ vehicle }) => vehicle === one),
  )
  return [...parked, ...passing.map(({ box }) => box)]
}

const isStronger = (one: Occupant, other: Occupant): boolean =>
  one.placed === other.placed ? one.value > other.value : one.placed

/** The share of the smaller box that lies in the other, 0 to 1. */
function sharedOf(a: Box, b: Box): number {
  const smaller = Math.min(areaOf(a), areaOf(b))
  return smaller === 0 ? 0 : overlapOf(a, b) / smaller
}
