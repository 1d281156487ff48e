/**
 * Finds the target under the pointer by geometry instead of the DOM, so that touch gets a larger radius than
 * the mouse.
 */
import {
  distance,
  middle,
  onScreen,
  type ScreenPoint,
  type SharePoint,
  type Size,
  type View,
} from './geometry.ts'
import { contains, distanceToEdge } from './polygon.ts'
import {
  lotOf,
  outlineOf,
  pointOf,
  type Lot,
  type LotId,
  type PointId,
  type SceneDocument,
} from './document.ts'
import { areaOf } from '@parking/contract/core/rules.ts'

export type Target =
  | { readonly kind: 'corner'; readonly lot: LotId; readonly point: PointId }
  /** The handle in the middle of the edge that starts at corner `edge`. */
  | { readonly kind: 'middle'; readonly lot: LotId; readonly edge: number; readonly at: SharePoint }
  | { readonly kind: 'lot'; readonly lot: LotId }
  | { readonly kind: 'nothing' }

export type InputKind = 'mouse' | 'touch' | 'keys'

/** Hit radius around a handle in screen pixels: half of WCAG's 24 px, and of 44 px for touch. */
const hit_radius_px = { mouse: 12, touch: 22, keys: 12 } as const satisfies Record<InputKind, number>
/** In screen pixels. A shorter edge shows no midpoint handle, because it would cover the corners. */
export const middle_needs_px = 44

/** The midpoints of a lot's edges that are long enough on the screen for a handle. */
export function middlesOf(
  document: SceneDocument,
  lot: Lot,
  view: View,
  size: Size,
): { edge: number; at: SharePoint }[] {
  return lot.corners.flatMap((id, edge) => {
    const [a, b] = [pointOf(document, id), pointOf(document, lot.corners[(edge + 1) % lot.corners.length]!)]
    return distance(onScreen(a, view, size), onScreen(b, view, size)) < middle_needs_px
      ? []
      : [{ edge, at: middle(a, b) }]
  })
}

/**
 * Handles of the selected lot first, then lots: the selected lot, else the smallest that contains the point,
 * else one with an edge nearby.
 */
export function hit(
  document: SceneDocument,
  at: ScreenPoint,
  view: View,
  size: Size,
  selected: readonly LotId[],
  input: InputKind,
): Target {
  const only = selected.length === 1 ? lotOf(document, selected[0]!) : undefined
  if (only) {
    const near = <T>(items: readonly { item: T; at: SharePoint }[], far: number) =>
      items
        .map(({ item, at: place }) => ({ item, far: distance(onScreen(place, view, size), at) }))
        .filter((found) => found.far <= far)
        .sort((a, b) => a.far - b.far)[0]?.item
    const corner = near(
      only.corners.map((id) => ({ item: id, at: pointOf(document, id) })),
      hit_radius_px[input],
    )
    if (corner) return { kind: 'corner', lot: only.id, point: corner }
    const found = near(
      middlesOf(document, only, view, size).map((item) => ({ item, at: item.at })),
      hit_radius_px[input] * 0.8,
    )
    if (found) return { kind: 'middle', lot: only.id, edge: found.edge, at: found.at }
  }
  const outlines = document.lots.map((lot) => ({
    id: lot.id,
    points: outlineOf(document, lot).map((place) => onScreen(place, view, size)),
  }))
  const holding = outlines.filter(({ points }) => contains(points, at))
  const chosen =
    holding.find(({ id }) => selected.includes(id)) ??
    holding.sort((a, b) => Math.abs(areaOf(a.points)) - Math.abs(areaOf(b.points)))[0]
  const line =
    chosen ??
    outlines.find(({ points }) =>
      points.some(
        (a, i) => distanceToEdge(at, a, points[(i + 1) % points.length]!) <= hit_radius_px[input] / 2,
      ),
    )
  return line ? { kind: 'lot', lot: line.id } : { kind: 'nothing' }
}
