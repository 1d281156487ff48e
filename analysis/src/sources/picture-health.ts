/** Checks whether pictures can be judged: dark and frozen ones show nothing, which does not mean "empty". */
import { createHash } from 'node:crypto'
import { deviceSentence } from '@parking/contract/core/device-sentences.ts'
import { isDamage, strictJpeg } from '@parking/contract/core/jpeg.ts'
import { sharp } from '../picture/sharp.ts'
import type { Health } from '../look/look.ts'

/** A camera that sends the same bytes for this long and this often hangs: noise alone changes a JPEG. */
const frozen_ms = 20_000
const frozen_looks = 3
/** Limits of mean and 95th percentile of the brightness, 0 to 255; the device uses the same two. */
const dark_mean = 14
const dark_bright = 28
const width = 64
const height = 36

export type PictureHealth = {
  /** Call this once for each picture, in order. */
  check: (jpeg: Uint8Array, time: number) => Promise<{ health: Health; why: string }>
}

/** Keeps the hash of one camera's last picture. `check` rejects if parts of a picture are missing. */
export function createPictureHealth(): PictureHealth {
  let [hash, since, count] = ['', 0, 0]
  return {
    async check(jpeg, time) {
      const own = createHash('sha1').update(jpeg).digest('base64')
      if (own === hash) count++
      else [hash, since, count] = [own, time, 1]
      const seconds = Math.round((time - since) / 1000)
      if (count >= frozen_looks && time - since >= frozen_ms)
        return { health: 'frozen', why: `the camera has sent the same picture for ${seconds} s` }
      const luma = await brightnessOf(jpeg)
      const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length
      const bright = luma.toSorted()[Math.floor(luma.length * 0.95)] ?? 0
      if (mean < dark_mean && bright < dark_bright)
        return { health: 'dark', why: `the picture has a mean brightness of ${Math.round(mean)} of 255` }
      return { health: 'ok', why: '' }
    },
  }
}

/** The brightness of equal parts of the picture. Rejects if parts of it are missing or damaged. */
async function brightnessOf(jpeg: Uint8Array): Promise<Buffer> {
  const read = (bytes: Uint8Array, failOn: 'warning' | 'none') =>
    sharp(bytes, { failOn })
      .resize(width, height, { fit: 'fill', kernel: 'linear' })
      .greyscale()
      .raw()
      .toBuffer()
  const complaint = await read(strictJpeg(jpeg), 'warning').catch(String)
  if (typeof complaint !== 'string') return complaint
  if (isDamage(complaint)) throw new Error(deviceSentence('unseen_damaged'))
  return read(jpeg, 'none')
}
