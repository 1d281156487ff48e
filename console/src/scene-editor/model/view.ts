/** Zooming and panning: pure functions from one view of the picture to the next. */
import { fromScreen, screen, type ScreenPoint, type Size, type View } from './geometry.ts'

/** Maximum zoom, in screen pixels per picture pixel. */
const max_scale = 16
/** Minimum part of the picture that stays on the stage, in screen pixels. */
const kept_px = 64

/** Below this width, the picture gets all of it: a phone held upright. */
const narrow_px = 500

/** Fits the whole picture, centred, with a margin in which corners at its edge can be dragged. */
export function fit(stage: Size, size: Size, margin = stage.width < narrow_px ? 0 : 16): View {
  const room = {
    width: Math.max(1, stage.width - 2 * margin),
    height: Math.max(1, stage.height - 2 * margin),
  }
  const scale = Math.min(room.width / size.width, room.height / size.height)
  return { scale, x: (stage.width - size.width * scale) / 2, y: (stage.height - size.height * scale) / 2 }
}

/** Zooms while the picture point under `at` stays under it. */
export function zoomAt(view: View, at: ScreenPoint, factor: number, stage: Size, size: Size): View {
  const min_scale = Math.min(1, fit(stage, size).scale / 2)
  const scale = Math.min(max_scale, Math.max(min_scale, view.scale * factor))
  const held = fromScreen(at, view)
  return keepOnStage({ scale, x: at[0] - held[0] * scale, y: at[1] - held[1] * scale }, stage, size)
}

/** Pans by a distance in screen pixels. */
export const panBy = (view: View, by: readonly [number, number], stage: Size, size: Size): View =>
  keepOnStage({ ...view, x: view.x + by[0], y: view.y + by[1] }, stage, size)

/** Two touches: the picture points under them stay under them, within the limits of zoom and pan. */
export function pinch(
  view: View,
  before: readonly [ScreenPoint, ScreenPoint],
  now: readonly [ScreenPoint, ScreenPoint],
  stage: Size,
  size: Size,
): View {
  const spread = ([a, b]: readonly [ScreenPoint, ScreenPoint]) =>
    Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]))
  const centre = ([a, b]: readonly [ScreenPoint, ScreenPoint]) => screen((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
  const [from, to] = [centre(before), centre(now)]
  return panBy(
    zoomAt(view, from, spread(now) / spread(before), stage, size),
    [to[0] - from[0], to[1] - from[1]],
    stage,
    size,
  )
}

/**
 * Moves the view as little as needed to show the box (in picture pixels) with a margin; zooms only if the box
 * is tiny or too large.
 */
export function show(
  view: View,
  box: { left: number; top: number; right: number; bottom: number },
  stage: Size,
  size: Size,
): View {
  const margin = 32
  const room = fit(
    { width: stage.width, height: stage.height },
    { width: Math.max(1, box.right - box.left), height: Math.max(1, box.bottom - box.top) },
    margin,
  )
  const longest_px = Math.max(box.right - box.left, box.bottom - box.top) * view.scale
  const scale = longest_px < 40 ? Math.min(max_scale, room.scale / 4) : Math.min(view.scale, room.scale)
  const centre = [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const
  const held =
    scale === view.scale
      ? view
      : { scale, x: stage.width / 2 - centre[0] * scale, y: stage.height / 2 - centre[1] * scale }
  const shift = (low: number, high: number, length: number) =>
    low < margin ? margin - low : high > length - margin ? length - margin - high : 0
  const x = held.x + shift(box.left * scale + held.x, box.right * scale + held.x, stage.width)
  const y = held.y + shift(box.top * scale + held.y, box.bottom * scale + held.y, stage.height)
  return keepOnStage({ scale, x, y }, stage, size)
}

function keepOnStage(view: View, stage: Size, size: Size): View {
  const hold = (at: number, length: number, room: number) =>
    Math.min(room - kept_px, Math.max(kept_px - length, at))
  return {
    ...view,
    x: hold(view.x, size.width * view.scale, stage.width),
    y: hold(view.y, size.height * view.scale, stage.height),
  }
}
