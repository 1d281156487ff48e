/** How strongly the detections support a vehicle in a lot: one number, calibrated later for the camera. */
import { areaOf, type Box, type Detection, type Point } from '../look/boxes.ts'
import { groundOf } from '../place/place.ts'
import { areaOfPolygon, clipToBox, coveredShare } from '../place/polygon.ts'

/** A full fit, as the product of the share of the box's ground in the lot and of the lot in the box. */
const full = 0.25

/**
 * How well a box fits a lot, 0 to 1. The share of the box's ground in the lot is small for large boxes around
 * several cars; the share of the lot in the box is small for parts of cars and for neighbours.
 */
export function fitOfBox({ box }: Detection, polygon: readonly Point[]): number {
  const [ground, lot] = [groundOf(box), areaOfPolygon(polygon)]
  const area = areaOf(ground)
  if (area < 1e-9 || lot < 1e-9) return 0
  const cover = areaOfPolygon(clipToBox(polygon, ground)) / area
  if (cover === 0) return 0
  return Math.min(1, (cover * (areaOfPolygon(clipToBox(polygon, box)) / lot)) / full)
}

export type Support = { readonly value: number; readonly by: Detection | undefined }

/** The best detection of a lot: its score times its fit, 0 to 1. */
export function supportOf(detections: readonly Detection[], polygon: readonly Point[]): Support {
  let best: Support = { value: 0, by: undefined }
  for (const one of detections) {
    if (one.score <= best.value) continue
    const value = one.score * fitOfBox(one, polygon)
    if (value > best.value) best = { value, by: one }
  }
  return best
}

/** Minimum fit at which a box is the lot's own vehicle, not another one in front of it. */
const own_fit = 0.3
/** Minimum score of a vehicle that hides a lot: there are weak boxes around every car. */
export const hiding_score = 0.25

/** The boxes of clearly detected vehicles nearer to the camera than a lot, without the lot's own vehicle. */
export function nearerBoxes(detections: readonly Detection[], polygon: readonly Point[]): Box[] {
  const foot = Math.max(...polygon.map(([, y]) => y))
  return detections
    .filter(
      (one) =>
        one.label !== 'person' &&
        one.score >= hiding_score &&
        one.box[3] > foot &&
        fitOfBox(one, polygon) < own_fit,
    )
    .map(({ box }) => box)
}

/**
 * The share of a lot, 0 to 1, that vehicles nearer to the camera hide, and the share that people hide. A
 * vehicle is nearer if it is lower in the picture.
 */
export function hiddenShares(
  detections: readonly Detection[],
  polygon: readonly Point[],
): { vehicles: number; people: number } {
  const people = detections.filter(({ label, score }) => label === 'person' && score >= hiding_score)
  return {
    vehicles: coveredShare(polygon, nearerBoxes(detections, polygon)),
    people: coveredShare(
      polygon,
      people.map(({ box }) => box),
    ),
  }
}
