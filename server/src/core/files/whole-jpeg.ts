/** Whether all of a JPEG is there: bytes that are lost or wrong in the middle leave no other trace. */
import { isDamage, strictJpeg } from '@parking/contract/core/jpeg.ts'
import { scansFit } from './jpeg-scan.ts'
import { loadSharp } from './sharp.ts'

const max_pixels = 64_000_000

/**
 * Judges a picture that `readJpeg` accepts: its scans are counted, some milliseconds. What cannot be counted
 * (progressive pictures) is decoded at an eighth of its size, by the picture library, which reports nothing
 * of the last eight lines that it writes. True if the library does not work on this machine.
 */
export async function decodesWhole(jpeg: Uint8Array): Promise<boolean> {
  const fits = scansFit(jpeg)
  if (fits !== undefined) return fits
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
