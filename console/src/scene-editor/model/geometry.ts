/**
 * Points in three coordinate spaces, branded so that they cannot be mixed up: *share* (0 to 1 of the picture,
 * as stored), *picture* (pixels of the reference picture), *screen* (CSS pixels of the stage).
 */
declare const space: unique symbol
type XY = readonly [x: number, y: number]

export type SharePoint = XY & { readonly [space]: 'share' }
export type PicturePoint = XY & { readonly [space]: 'picture' }
export type ScreenPoint = XY & { readonly [space]: 'screen' }
export type AnyPoint = XY

export type Size = { readonly width: number; readonly height: number }

/** How the picture is placed on the stage: `screen = picture * scale + (x, y)`. */
export type View = { readonly scale: number; readonly x: number; readonly y: number }

export const share = (x: number, y: number): SharePoint => [x, y] as XY as SharePoint
export const picture = (x: number, y: number): PicturePoint => [x, y] as XY as PicturePoint
export const screen = (x: number, y: number): ScreenPoint => [x, y] as XY as ScreenPoint

/**
 * Six decimals are 1/60 pixel on the widest picture allowed, and keep stored documents short and comparable.
 */
const round6 = (value: number): number => Math.round(value * 1e6) / 1e6

export const toPicture = (at: SharePoint, size: Size): PicturePoint =>
  picture(at[0] * size.width, at[1] * size.height)
export const toShare = (at: PicturePoint, size: Size): SharePoint =>
  share(round6(at[0] / size.width), round6(at[1] / size.height))
export const toScreen = (at: PicturePoint, view: View): ScreenPoint =>
  screen(at[0] * view.scale + view.x, at[1] * view.scale + view.y)
export const fromScreen = (at: ScreenPoint, view: View): PicturePoint =>
  picture((at[0] - view.x) / view.scale, (at[1] - view.y) / view.scale)

/** The share point under a screen point, clamped to the picture. */
export const shareUnder = (at: ScreenPoint, view: View, size: Size): SharePoint =>
  inside(toShare(fromScreen(at, view), size))

/** The screen position of a share point. */
export const onScreen = (at: SharePoint, view: View, size: Size): ScreenPoint =>
  toScreen(toPicture(at, size), view)

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
/** The point clamped to the picture, rounded to six decimals. */
export const inside = (at: SharePoint): SharePoint => share(round6(clamp(at[0])), round6(clamp(at[1])))
export const translate = (at: SharePoint, by: XY): SharePoint =>
  share(round6(at[0] + by[0]), round6(at[1] + by[1]))
export const middle = (a: SharePoint, b: SharePoint): SharePoint =>
  share(round6((a[0] + b[0]) / 2), round6((a[1] + b[1]) / 2))
export const distance = (a: XY, b: XY): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** The part of a requested move that keeps all `points` inside the picture. */
export function clampMove(points: readonly SharePoint[], by: XY): XY {
  return [0, 1].map((axis) => {
    const values = points.map((at) => at[axis]!)
    const wanted = by[axis]!
    // A lot that is already outside (typed in the table) may move back in, but not further out.
    const lowest = Math.min(0, -Math.min(...values))
    const highest = Math.max(0, 1 - Math.max(...values))
    return round6(Math.min(highest, Math.max(lowest, wanted)))
  }) as unknown as XY
}
