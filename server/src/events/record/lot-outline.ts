/** Where a lot lies in the picture that is shown of an event. Lots are drawn on a picture that a browser shows, which is the right way up (EXIF); what is drawn of it need not be. Pure. */
import type { EvidenceLot } from '#src/evidence/facts.ts'
import type { Size } from '#src/evidence/shapes.ts'

type Share = readonly [x: number, y: number]

/** From the picture the right way up to the one that the camera has stored, by its EXIF orientation. Shares of width and height, from 0 to 1. */
const stored_from_upright: Record<number, (at: Share) => [number, number]> = {
  1: ([x, y]) => [x, y],
  2: ([x, y]) => [1 - x, y],
  3: ([x, y]) => [1 - x, 1 - y],
  4: ([x, y]) => [x, 1 - y],
  5: ([x, y]) => [y, x],
  6: ([x, y]) => [y, 1 - x],
  7: ([x, y]) => [1 - y, 1 - x],
  8: ([x, y]) => [1 - y, x],
}

/** What is known of a frame, with its lots as they lie in the picture that is drawn on: the right way up, or as the camera has stored it (`image_direction_adaption` off). */
export function lotsAsDrawn<Facts extends { readonly lots: readonly EvidenceLot[] }>(
  facts: Facts,
  orientation: number,
  upright: boolean,
): Facts {
  const turn = upright ? undefined : stored_from_upright[orientation]
  return turn && orientation !== 1
    ? { ...facts, lots: facts.lots.map((lot) => ({ ...lot, polygon: lot.polygon.map(turn) })) }
    : facts
}

export type ShownFrame = {
  /** What the camera's own file says, 1 to 8. */
  readonly orientation: number
  /** As the camera has stored it. */
  readonly stored: Size
  /** What was drawn of it; undefined where the camera's own file is shown: a browser turns that by itself. */
  readonly drawn: Size | undefined
}

/**
 * The corners of a lot in the picture as it is shown, from 0 to 1. Drawing scales the whole frame (plan.ts), which moves no share; and with `image_direction_adaption` it
 * turns it the right way up, else it leaves it as the camera has stored it. Which of the two it was is read from the sides; undefined where they cannot tell.
 */
export function outlineShown(
  polygon: readonly Share[],
  { orientation, stored, drawn }: ShownFrame,
): [number, number][] | undefined {
  const upright = polygon.map(([x, y]): [number, number] => [x, y])
  if (!drawn || orientation === 1) return upright
  const sides_change = orientation >= 5
  if (!sides_change || stored.width === stored.height) return undefined
  const turned = drawn.width > drawn.height !== stored.width > stored.height
  return turned ? upright : polygon.map(stored_from_upright[orientation]!)
}
