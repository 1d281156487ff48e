/** Whether pictures can be judged: dark and frozen ones show nothing, which is not "empty". */
import { createHash } from 'node:crypto'
import { sharp } from '../picture/sharp.ts'
import type { Health } from '../look/look.ts'

/** The same bytes for so long, and so often, are a camera that hangs: noise alone changes a JPEG. */
const frozen_ms = 20_000
const frozen_looks = 3
/** Mean and 95th percentile of the brightness, 0 to 255; the device judges by the same two. */
const dark_mean = 14
const dark_bright = 28
const width = 64
const height = 36

export type PictureHealth = {
  /** Call it once for each picture, in their order. */
  check: (jpeg: Uint8Array, time: number) => Promise<{ health: Health; why: string }>
}

/** Remembers the last picture of one camera. A picture that cannot be decoded rejects. */
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
      const luma = await sharp(jpeg)
        .resize(width, height, { fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: true })
        .greyscale()
        .raw()
        .toBuffer()
      const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length
      const bright = luma.toSorted()[Math.floor(luma.length * 0.95)] ?? 0
      if (mean < dark_mean && bright < dark_bright)
        return { health: 'dark', why: `the picture has a mean brightness of ${Math.round(mean)} of 255` }
      return { health: 'ok', why: '' }
    },
  }
}
