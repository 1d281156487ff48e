/** Snaps a corner being placed onto corners of other lots, so that adjoining lots share them. */
import { distance, onScreen, type ScreenPoint, type Size, type View } from './geometry.ts'
import type { PointId, SceneDocument } from './document.ts'

/** Snap radius in screen pixels, at any zoom. */
export const snap_px = 8

/**
 * The nearest corner within the radius, or undefined. `except`: corners of the same lot, which must not be
 * merged.
 */
export function snapAt(
  document: SceneDocument,
  at: ScreenPoint,
  view: View,
  size: Size,
  except: ReadonlySet<PointId>,
): PointId | undefined {
  let best: { id: PointId; far: number } | undefined
  for (const id of Object.keys(document.points) as PointId[]) {
    if (except.has(id)) continue
    const far = distance(onScreen(document.points[id]!, view, size), at)
    if (far <= snap_px && (!best || far < best.far)) best = { id, far }
  }
  return best?.id
}
