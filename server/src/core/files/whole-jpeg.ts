/** Whether all of a JPEG is there: bytes that are lost or wrong in the middle leave no other trace. */
import { isDamage, strictJpeg } from '@parking/contract/core/jpeg.ts'
import { scansFit } from './jpeg-scan.ts'
import { loadSharp } from './sharp.ts'

const max_pixels = 64_000_000

/**
 * Decodes a picture that `readJpeg` accepts, at an eighth of its size: some milliseconds. The picture library
 * reports nothing of the last eight lines that it writes, and no smear that it can decode: the data of the
 * scans are counted first. True if the library does not work on this machine.
 */
export async function decodesWhole(jpeg: Uint8Array): Promise<boolean> {
  if (scansFit(jpeg) === false) return false
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
