/**
 * Points in the three spaces of the editor. Each is branded, so that a point of the screen cannot be taken for one of the picture:
 * *share* (0 to 1 of the picture, what the document and the wire hold), *picture* (pixels of the reference picture),
 * *screen* (CSS pixels of the stage, what a pointer says).
 */
declare const space: unique symbol
type XY = readonly [x: number, y: number]

export type SharePoint = XY & { readonly [space]: 'share' }
export type PicturePoint = XY & { readonly [space]: 'picture' }
export type ScreenPoint = XY & { readonly [space]: 'screen' }
export type AnyPoint = XY

export type Size = { readonly width: number; readonly height: number }

/** How the picture lies on the stage: `screen = picture * scale + (x, y)`. */
export type View = { readonly scale: number; readonly x: number; readonly y: number }

export const share = (x: number, y: number): SharePoint => [x, y] as XY as SharePoint
export const picture = (x: number, y: number): PicturePoint => [x, y] as XY as PicturePoint
export const screen = (x: number, y: number): ScreenPoint => [x, y] as XY as ScreenPoint

/** Six decimals are a sixtieth of a pixel on the widest picture the wire allows, and keep saved documents short and equal. */
const neat = (value: number): number => Math.round(value * 1e6) / 1e6

export const toPicture = (at: SharePoint, size: Size): PicturePoint =>
  picture(at[0] * size.width, at[1] * size.height)
export const toShare = (at: PicturePoint, size: Size): SharePoint =>
  share(neat(at[0] / size.width), neat(at[1] / size.height))
export const toScreen = (at: PicturePoint, view: View): ScreenPoint =>
  screen(at[0] * view.scale + view.x, at[1] * view.scale + view.y)
export const fromScreen = (at: ScreenPoint, view: View): PicturePoint =>
  picture((at[0] - view.x) / view.scale, (at[1] - view.y) / view.scale)

/** The place of the picture under a point of the screen, held inside the picture. */
export const shareUnder = (at: ScreenPoint, view: View, size: Size): SharePoint =>
  inside(toShare(fromScreen(at, view), size))

/** Where a place of the picture is on the screen. */
export const onScreen = (at: SharePoint, view: View, size: Size): ScreenPoint =>
  toScreen(toPicture(at, size), view)

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
export const inside = (at: SharePoint): SharePoint => share(neat(clamp(at[0])), neat(clamp(at[1])))
export const moved = (at: SharePoint, by: XY): SharePoint => share(neat(at[0] + by[0]), neat(at[1] + by[1]))
export const middle = (a: SharePoint, b: SharePoint): SharePoint =>
  share(neat((a[0] + b[0]) / 2), neat((a[1] + b[1]) / 2))
export const distance = (a: XY, b: XY): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** The part of a wished move that keeps every one of `points` inside the picture. */
export function moveInside(points: readonly SharePoint[], by: XY): XY {
  return [0, 1].map((axis) => {
    const values = points.map((at) => at[axis]!)
    const wished = by[axis]!
    // A lot that already lies outside (typed so in the table) may always be moved back in, and never further out.
    const least = Math.min(0, -Math.min(...values))
    const most = Math.max(0, 1 - Math.max(...values))
    return neat(Math.min(most, Math.max(least, wished)))
  }) as unknown as XY
}
