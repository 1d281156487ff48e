/** What lies under the pointer. Geometry and not the DOM's target, so that a thumb gets a wider reach than a mouse. */
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

export type Reach = 'mouse' | 'touch' | 'keys'

/** How far from a handle's centre a press still counts, in pixels of the screen: half of WCAG's 24 px, and a thumb's 44 px. */
const reach_px = { mouse: 12, touch: 22, keys: 12 } as const satisfies Record<Reach, number>
/** An edge shorter than this on the screen shows no middle handle, which would cover the corners. */
export const middle_needs_px = 44

/** The middles of a lot's edges that are long enough on the screen to carry a handle. */
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

/** Handles of the selected lot first, then lots: the selected one, else the smallest that holds the point, else one whose line is near. */
export function hit(
  document: SceneDocument,
  at: ScreenPoint,
  view: View,
  size: Size,
  selected: readonly LotId[],
  reach: Reach,
): Target {
  const only = selected.length === 1 ? lotOf(document, selected[0]!) : undefined
  if (only) {
    const near = <T>(things: readonly { thing: T; at: SharePoint }[], far: number) =>
      things
        .map(({ thing, at: place }) => ({ thing, far: distance(onScreen(place, view, size), at) }))
        .filter((found) => found.far <= far)
        .sort((a, b) => a.far - b.far)[0]?.thing
    const corner = near(
      only.corners.map((id) => ({ thing: id, at: pointOf(document, id) })),
      reach_px[reach],
    )
    if (corner) return { kind: 'corner', lot: only.id, point: corner }
    const found = near(
      middlesOf(document, only, view, size).map((thing) => ({ thing, at: thing.at })),
      reach_px[reach] * 0.8,
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
      points.some((a, i) => distanceToEdge(at, a, points[(i + 1) % points.length]!) <= reach_px[reach] / 2),
    )
  return line ? { kind: 'lot', lot: line.id } : { kind: 'nothing' }
}
