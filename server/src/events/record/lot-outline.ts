/**
 * The position of a lot in the picture that is shown for an event. Lots are defined on upright pictures
 * (EXIF), but evidence may not be upright. Pure.
 */
import type { EvidenceLot } from '#src/evidence/drawing/facts.ts'
import type { Size } from '#src/evidence/drawing/shapes.ts'

type Share = readonly [x: number, y: number]

/**
 * Converts a point of the upright picture to the stored picture, by EXIF orientation. Points are shares of
 * width and height, from 0 to 1.
 */
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

/**
 * The facts of a frame with its lots in the coordinates of the picture to draw on: upright, or as stored if
 * `image_direction_adaption` is off.
 */
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
  /** EXIF orientation of the camera's own file, 1 to 8. */
  readonly orientation: number
  /** Size as the camera stored it. */
  readonly stored: Size
  /**
   * Size of the drawn picture; undefined if the camera's own file is shown, which a browser rotates by
   * itself.
   */
  readonly drawn: Size | undefined
}

/**
 * The corners of a lot in the shown picture, from 0 to 1. Drawing scales the whole frame (plan.ts), which
 * does not change shares. The drawn picture is upright with `image_direction_adaption`, else as stored; its
 * aspect ratio decides which of the two. Undefined if the aspect ratio cannot.
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
