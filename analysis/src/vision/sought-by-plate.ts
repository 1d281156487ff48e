/**
 * Vehicles that the detector does not find, or only doubtfully (in the dark, in glare, or a motorcycle that
 * it takes for a person): they are sought by their plate, above the ground of their lot.
 */
import type { Box, Detection, Point } from '../look/boxes.ts'
import type { Evidence, LotPlace, PlateReading } from '../look/look.ts'
import { coverOf } from '../place/place.ts'
import type { Occupant } from '../read/neighbours.ts'
import { type GroundOf, spotOf, standsIn } from '../read/lot-below.ts'

/** Minimum score of a box that may be a motorcycle: the shipped detector has no class for them. */
const min_score = 0.12
/**
 * Interval in milliseconds at which a lot is searched whose plate is not wanted: a search costs much, and a
 * car lot may be weak for hours.
 */
const [motorcycle_ms, car_ms] = [15_000, 60_000]

/**
 * Whether a lot with this evidence is searched for a plate that shows its vehicle; `found` says whether a
 * vehicle was found in it. What hides a car hides its plate, too.
 */
export const isDoubtful = ({ motorcycles }: LotPlace, found: boolean, evidence: Evidence): boolean =>
  evidence.kind === 'unknown' && ((motorcycles && !found) || evidence.why === 'weak')

/** Whether the lot is due at `time`, if it was last searched at `last`; both in milliseconds. */
export const isDue = ({ motorcycles }: LotPlace, time: number, last = -Infinity): boolean =>
  time - last >= (motorcycles ? motorcycle_ms : car_ms)

/** The person-like box that covers most of this ground, weighted by score; it may be a motorcycle. */
export function riderIn(
  found: readonly Detection[],
  ground: readonly Point[],
  cover_th: number,
): Detection | undefined {
  const covers = found
    .filter(({ label, score }) => label === 'person' && score >= min_score)
    .map((one) => ({ one, cover: coverOf(one.box, ground) }))
    .filter(({ cover }) => cover >= cover_th)
  return covers.sort((a, b) => b.cover * b.one.score - a.cover * a.one.score)[0]?.one
}

/** The evidence of a plate for its vehicle, and against one of a box that may be a motorcycle. */
export const [plate_llr, rider_llr] = [2.5, -1]
/** Fewer signs, or a lower posterior, may be any text. */
const [min_signs, min_p] = [6, 0.3]

/**
 * Whether a plate shows that a vehicle stands in this lot. `shape` is the ratio of the picture's width to its
 * height.
 */
export const showsVehicle = ({ signs, p, box }: PlateReading, ground: GroundOf, shape: number): boolean =>
  signs.length >= min_signs && p >= min_p && standsIn(spotOf(box, shape), ground)

/** The occupant that a plate would show: the box that may be a motorcycle, or what is seen of the lot. */
export const standingIn = (
  { motorcycles }: LotPlace,
  rider: Detection | undefined,
  window: Box,
): Occupant => ({
  vehicle: {
    box: rider?.box ?? window,
    score: rider?.score ?? 0,
    label: motorcycles ? 'motorcycle' : 'car',
  },
  value: 0,
  placed: true,
  sure: false,
})
