/** Points and boxes, and what is computed from them. */

/** From 0 to 1 of the picture's width and height, from its top left corner. */
export type Point = readonly [x: number, y: number]
/** Left, top, right, bottom; from 0 to 1 of the picture unless it says pixels. */
export type Box = readonly [left: number, top: number, right: number, bottom: number]

/** What can be in a lot or in front of it. A detector that cannot tell vehicles apart reports `vehicle`. */
export const labels = ['vehicle', 'car', 'truck', 'bus', 'motorcycle', 'bicycle', 'person'] as const
export type Label = (typeof labels)[number]

/** An object found in a picture; `score` is the model's own, from 0 to 1, and not a probability. */
export type Detection = { readonly box: Box; readonly score: number; readonly label: Label }

export const areaOf = ([left, top, right, bottom]: Box): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top)

/** The area that two boxes share. */
export const overlapOf = (a: Box, b: Box): number =>
  areaOf([Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])])

/** Intersection over union, 0 to 1. */
export function iouOf(a: Box, b: Box): number {
  const both = overlapOf(a, b)
  return both === 0 ? 0 : both / (areaOf(a) + areaOf(b) - both)
}

/** The bounding box of points, for example of a lot's polygon. */
export const boxAround = (points: readonly Point[]): Box => [
  Math.min(...points.map(([x]) => x)),
  Math.min(...points.map(([, y]) => y)),
  Math.max(...points.map(([x]) => x)),
  Math.max(...points.map(([, y]) => y)),
]
