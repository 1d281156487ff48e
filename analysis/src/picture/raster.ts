/** Pictures as rasters of RGB bytes; decodes, crops and scales them with sharp. */
import { sharp } from './sharp.ts'

/** Rows of pixels, three bytes each (red, green, blue). */
export type Raster = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }
/** A rectangle in whole pixels. */
export type Rect = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Decodes a JPEG or PNG. Throws sharp's error for other bytes and for more than 50 megapixels. */
export async function decodePicture(bytes: Uint8Array): Promise<Raster> {
  const { data, info } = await sharp(bytes, { limitInputPixels: 50_000_000, failOn: 'error' })
    .rotate()
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) throw new Error(`the picture has ${info.channels} channels`)
  return { width: info.width, height: info.height, pixels: data }
}

/** A part of a picture, scaled to exactly this size. */
export async function scaled(
  { width, height, pixels }: Raster,
  part: Rect,
  to: { readonly width: number; readonly height: number },
): Promise<Raster> {
  const data = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .extract({ left: part.left, top: part.top, width: part.width, height: part.height })
    .resize({ width: to.width, height: to.height, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
  return { width: to.width, height: to.height, pixels: data }
}

/** The picture under a Gaussian blur of this standard deviation, in pixels. */
export async function smoothed({ width, height, pixels }: Raster, sigma: number): Promise<Raster> {
  const data = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .blur(sigma)
    .raw()
    .toBuffer()
  return { width, height, pixels: data }
}

/** Brightness of each pixel (Rec. 601), 0 to 255. */
export function lumaOf({ pixels }: Raster): Uint8Array {
  const luma = new Uint8Array(pixels.length / 3)
  for (let i = 0, from = 0; i < luma.length; i++, from += 3)
    luma[i] = (pixels[from]! * 77 + pixels[from + 1]! * 150 + pixels[from + 2]! * 29) >> 8
  return luma
}
