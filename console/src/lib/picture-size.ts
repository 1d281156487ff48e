/** Requests a picture from the device at about the size at which it is shown. */
import { picture_widths } from '@parking/contract/core/limits.ts'

/** The width of the first picture, loaded before its element is measured: sharp on a wall of four. */
export const early_picture_px = 480

/**
 * The address of the smallest version that is sharp at `css_px` on this screen. Only the device's own signed
 * addresses change: other servers might reject a parameter that they do not know.
 */
export function inSize(src: string, css_px: number): string {
  const width = picture_widths.find((one) => one >= css_px * Math.min(devicePixelRatio, 2))
  return width !== undefined && /^\/media\/.*[?&]sign=/.test(src) ? `${src}&w=${width}` : src
}
