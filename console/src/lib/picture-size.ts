/** Asks the device for a picture in about the size in which it is shown. */
import { picture_widths } from '@parking/contract/core/limits.ts'

/** The first picture of the street is loaded before its place is measured: sharp on a wall of four. */
export const early_picture_px = 480

/**
 * The address of the smallest version that is sharp at `css_px` on this screen. Addresses that are not of our
 * device's making stay as they are: another might refuse a parameter that it does not know.
 */
export function inSize(src: string, css_px: number): string {
  const width = picture_widths.find((one) => one >= css_px * Math.min(devicePixelRatio, 2))
  return width !== undefined && /^\/media\/.*[?&]sign=/.test(src) ? `${src}&w=${width}` : src
}
