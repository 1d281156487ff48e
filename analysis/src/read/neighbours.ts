/**
 * Finds the neighbours of a vehicle, to which a line of text may belong instead. There are weak boxes around
 * every car; they are not neighbours.
 */
import { areaOf, overlapOf, type Box, type Detection, type Point } from '../look/boxes.ts'
import { groundOf } from '../place/place.ts'
import { areaOfPolygon, clipToBox } from '../place/polygon.ts'

/** The vehicle in a lot, whether it was assigned to it and is there beyond doubt, and its support there. */
export type Occupant = {
  readonly vehicle: Detection
  readonly placed: boolean
  readonly sure: boolean
  readonly value: number
}

/** Minimum score of a neighbour outside the lots, and the overlap at which it is the same vehicle instead. */
const [min_score, same_share] = [0.3, 0.6]
/** The least share of a box's ground in a lot at which it is a part of the lot's vehicle. */
const own_share = 0.5

/**
 * The boxes of all vehicles except the one in lot `at`, whose outline is `ground`; undefined if that vehicle
 * belongs to another lot. A box that stands on this ground is a part of the vehicle.
 */
export function neighboursOf(
  lots: readonly (Occupant | undefined)[],
  ground: readonly Point[],
  at: number,
  found: readonly Detection[],
): Box[] | undefined {
  const own = lots[at]
  if (!own) return undefined
  const others = lots.flatMap((one, other) => (one && other !== at ? [one] : []))
  if (others.some((one) => one.vehicle === own.vehicle && isStronger(one, own))) return undefined
  const parked = others.flatMap(({ vehicle, sure }) => (sure && vehicle !== own.vehicle ? [vehicle] : []))
  const passing = found.filter(
    (one) =>
      one.label !== 'person' &&
      one.score >= min_score &&
      sharedOf(one.box, own.vehicle.box) < same_share &&
      standingShare(one.box, ground) < own_share &&
      !parked.includes(one),
  )
  return [...parked, ...passing].map(({ box }) => box)
}

/** The share of a box's ground that lies on this ground, 0 to 1. */
const standingShare = (box: Box, ground: readonly Point[]): number =>
  areaOfPolygon(clipToBox(ground, groundOf(box))) / Math.max(1e-9, areaOf(groundOf(box)))

const isStronger = (one: Occupant, other: Occupant): boolean =>
  one.placed === other.placed ? one.value > other.value : one.placed

/** The share of the smaller box that lies in the other, 0 to 1. */
function sharedOf(a: Box, b: Box): number {
  const smaller = Math.min(areaOf(a), areaOf(b))
  return smaller === 0 ? 0 : overlapOf(a, b) / smaller
}
