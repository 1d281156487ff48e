/**
 * Motorcycles that the detector takes for a person or does not find: they are sought by their plate, above
 * the ground of their lot.
 */
import type { Box, Detection, Point } from '../look/boxes.ts'
import type { PlateReading } from '../look/look.ts'
import { coverOf } from '../place/place.ts'

/** Minimum score of a box that may be a motorcycle: the shipped detector has no class for them. */
const min_score = 0.12
/** Interval in milliseconds at which a lot is searched whose plate is not wanted: a search costs much. */
export const seek_ms = 15_000

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

/** The evidence of a plate for its motorcycle, and against one of a box that may be a motorcycle. */
export const [plate_llr, rider_llr] = [2.5, -1]
/** Fewer signs, or a lower posterior, may be any text. */
const [min_signs, min_p] = [6, 0.3]

/** Whether a plate that was found without a vehicle shows that there is one. */
export const showsVehicle = ({ signs, p }: PlateReading): boolean => signs.length >= min_signs && p >= min_p

/** The motorcycle of a plate: the box that may be it, or what is seen of its lot. */
export const motorcycleOf = (rider: Detection | undefined, window: Box): Detection => ({
  box: rider?.box ?? window,
  score: rider?.score ?? 0,
  label: 'motorcycle',
})
