/** Whether all of a JPEG is there. It is decoded: bytes that are lost in the middle leave no other trace. */
import { isDamage, strictJpeg } from '@parking/contract/core/jpeg.ts'
import { loadSharp } from './sharp.ts'

const max_pixels = 64_000_000

/**
 * Decodes a picture that `readJpeg` accepts, at an eighth of its size: some milliseconds. True if the picture
 * library does not work on this machine.
 */
export async function decodesWhole(jpeg: Uint8Array): Promise<boolean> {
  const sharp = await loadSharp().catch(() => undefined)
  if (!sharp) return true
  try {
    await sharp(strictJpeg(jpeg), { limitInputPixels: max_pixels, failOn: 'warning' })
      .resize({ width: 64, height: 64, fit: 'fill' })
      .raw()
      .toBuffer()
    return true
  } catch (error) {
    return !isDamage(error instanceof Error ? error.message : String(error))
  }
}
