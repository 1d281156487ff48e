/**
 * Computes where each lot's number is placed on a picture: on the road side of its outline, never over
 * another number. Near lots come first; a number that does not fit is left out.
 */
import type { Outline } from './wall-data.ts'

/** `side`: to the left or right of the outline, or below it. `far`: drawn smaller. */
export type LabelPlace = {
  side: 'left' | 'right' | 'below'
  x: number
  y: number
  far: boolean
  plate: boolean
}
type Box = { left: number; top: number; right: number; bottom: number }
type Wanted = { key: string; polygon: Outline; chars: number; plate: boolean }

/** In pixels: the height of a number near and far, and the width of its sign, of a letter and of a plate. */
const size = { near: 18, far: 14, sign: 20, letter: 7.2, plate: 74 }
/** A lot whose height is below this share of the picture's is far away. */
const far_share = 0.055

/** The places of the labels that fit, by key, as shares of a picture of this size in pixels. */
export function labelPlaces(
  lots: readonly Wanted[],
  { width, height }: { width: number; height: number },
): Map<string, LabelPlace> {
  const places = new Map<string, LabelPlace>()
  if (width === 0 || lots.length === 0) return places
  const drawn = lots.filter(({ polygon }) => polygon.length > 0)
  const side = sideOf(drawn.map(({ polygon }) => middleOf(polygon)))
  const taken = new Map<string, Box>()
  const byNearness = [...drawn].sort((a, b) => heightOf(b.polygon) - heightOf(a.polygon))
  const fits = (box: Box, key: string): boolean =>
    box.left >= 0 &&
    box.right <= width &&
    box.top >= 0 &&
    box.bottom <= height &&
    ![...taken].some(([other, at]) => other !== key && overlaps(at, box))
  for (const { key, polygon, chars } of byNearness) {
    const far = heightOf(polygon) < far_share
    const anchor = anchorOf(polygon, side)
    const wide = size.sign + chars * size.letter * (far ? 0.85 : 1)
    const box = boxAt({ x: anchor.x * width, y: anchor.y * height }, side, wide, far ? size.far : size.near)
    if (!fits(box, key)) continue
    taken.set(key, box)
    places.set(key, { side, ...anchor, far, plate: false })
  }
  // Plates come second, so that no plate takes the space of a number.
  for (const { key, chars, plate } of byNearness) {
    const place = places.get(key)
    if (!place || !plate || place.far) continue
    const wide = size.sign + chars * size.letter + size.plate
    const box = boxAt({ x: place.x * width, y: place.y * height }, side, wide, size.near)
    if (!fits(box, key)) continue
    taken.set(key, box)
    place.plate = true
  }
  return places
}

/** Below the outlines if the row runs across the picture; otherwise on the side with more room. */
function sideOf(middles: readonly { x: number; y: number }[]): LabelPlace['side'] {
  const spread = (axis: 'x' | 'y') =>
    Math.max(...middles.map((at) => at[axis])) - Math.min(...middles.map((at) => at[axis]))
  if (middles.length > 1 && spread('x') > spread('y')) return 'below'
  const mean = middles.reduce((sum, { x }) => sum + x, 0) / middles.length
  return mean > 0.5 ? 'left' : 'right'
}

export const middleOf = (polygon: Outline): { x: number; y: number } => ({
  x: polygon.reduce((sum, [x]) => sum + x, 0) / polygon.length,
  y: polygon.reduce((sum, [, y]) => sum + y, 0) / polygon.length,
})

const heightOf = (polygon: Outline): number => {
  const ys = polygon.map(([, y]) => y)
  return Math.max(...ys) - Math.min(...ys)
}

function anchorOf(polygon: Outline, side: LabelPlace['side']): { x: number; y: number } {
  const { x, y } = middleOf(polygon)
  if (side === 'below') return { x, y: Math.max(...polygon.map(([, at]) => at)) }
  return { x: edgeAt(polygon, y, side) ?? x, y }
}

/** The x coordinate at which the outline crosses this height on that side. */
function edgeAt(polygon: Outline, y: number, side: 'left' | 'right'): number | undefined {
  const crossings = polygon.flatMap(([x1, y1], at) => {
    const [x2, y2] = polygon[(at + 1) % polygon.length]!
    return y1 <= y !== y2 <= y ? [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)] : []
  })
  if (crossings.length === 0) return undefined
  return side === 'left' ? Math.min(...crossings) : Math.max(...crossings)
}

function boxAt({ x, y }: { x: number; y: number }, side: LabelPlace['side'], w: number, h: number): Box {
  if (side === 'below') return { left: x - w / 2, right: x + w / 2, top: y + 3, bottom: y + 3 + h }
  const left = side === 'left' ? x - w - 5 : x + 5
  return { left, right: left + w, top: y - h / 2, bottom: y + h / 2 }
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
