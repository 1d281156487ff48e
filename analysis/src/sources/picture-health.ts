/** Checks whether pictures can be judged: dark and frozen ones show nothing, which does not mean "empty". */
import { deviceSentence } from '@parking/contract/core/device-sentences.ts'
import { isDamage, strictJpeg } from '@parking/contract/core/jpeg.ts'
import { grid, isSameMoment } from '@parking/contract/core/same-moment.ts'
import { sharp } from '../picture/sharp.ts'
import type { Health } from '../look/look.ts'

/**
 * A camera that sends the same picture for this long and this often hangs: noise alone changes it. Some
 * cameras renew their picture only each few seconds, so a repeated one is no fault yet, and no look either.
 */
const frozen_ms = 20_000
const frozen_looks = 3
/** Limits of mean and 95th percentile of the brightness, 0 to 255; the device uses the same two. */
const dark_mean = 14
const dark_bright = 28

export type PictureHealth = {
  /** Call this once for each picture, in order. */
  check: (jpeg: Uint8Array, time: number) => Promise<{ health: Health | 'repeated'; why: string }>
}

/** Keeps what one camera's last picture showed. `check` rejects if parts of a picture are missing. */
export function createPictureHealth(): PictureHealth {
  let [since, count] = [0, 0]
  let last: Uint8Array | undefined
  return {
    async check(jpeg, time) {
      const luma = await brightnessOf(jpeg)
      if (last && isSameMoment(last, luma)) count++
      else [since, count] = [time, 1]
      last = luma
      const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length
      const bright = luma.toSorted()[Math.floor(luma.length * 0.95)] ?? 0
      if (mean < dark_mean && bright < dark_bright)
        return { health: 'dark', why: deviceSentence('unseen_dark') }
      if (count >= frozen_looks && time - since >= frozen_ms)
        return { health: 'frozen', why: deviceSentence('unseen_frozen') }
      if (count > 1) return { health: 'repeated', why: '' }
      return { health: 'ok', why: '' }
    },
  }
}

/** The brightness of equal parts of the picture. Rejects if parts of it are missing or damaged. */
async function brightnessOf(jpeg: Uint8Array): Promise<Buffer> {
  const read = (bytes: Uint8Array, failOn: 'warning' | 'none') =>
    sharp(bytes, { failOn })
      .resize(grid.width, grid.height, { fit: 'fill', kernel: 'linear' })
      .greyscale()
      .raw()
      .toBuffer()
  const complaint = await read(strictJpeg(jpeg), 'warning').catch(String)
  if (typeof complaint !== 'string') return complaint
  if (isDamage(complaint)) throw new Error(deviceSentence('unseen_damaged'))
  return read(jpeg, 'none')
}
