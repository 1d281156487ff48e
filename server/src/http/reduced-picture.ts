/**
 * Scales pictures down to about the size in which they are shown: a card does not need the 300 kB of a
 * camera's frame. The most recently used are kept in memory, because several browsers request the same ones.
 */
import { picture_widths } from '@parking/contract/core/limits.ts'
import { loadSharp } from '../core/files/sharp.ts'
import { createSemaphore } from '../core/flow/semaphore.ts'

/** Reads the picture. */
type Whole = () => Promise<Buffer>
export type Reduced = { data: Buffer; type: 'image/webp' | 'image/jpeg' }

const max_kept_bytes = 4 * 1024 * 1024
/** Maximum number of pixels to decode: a picture may claim any size. */
const max_pixels = 64_000_000

/**
 * The width of `&w=`; undefined for any width not offered, so that no client can fill the memory with
 * variants.
 */
export const widthIn = (given: unknown): number | undefined =>
  picture_widths.find((width) => String(width) === given)

export function createReducer() {
  /** By name, width and type; the least recently used first. */
  const kept = new Map<string, Reduced>()
  const underway = new Map<string, Promise<Reduced | undefined>>()
  const one_at_a_time = createSemaphore(1)
  let bytes = 0

  function keep(key: string, made: Reduced): void {
    kept.set(key, made)
    bytes += made.data.length
    for (const [oldest, { data }] of kept) {
      if (bytes <= max_kept_bytes) break
      kept.delete(oldest)
      bytes -= data.length
    }
  }

  async function make(whole: Whole, width: number, webp: boolean): Promise<Reduced | undefined> {
    const release = await one_at_a_time.acquire()
    try {
      const sharp = await loadSharp()
      const picture = sharp(await whole(), { limitInputPixels: max_pixels, failOn: 'error' })
        .autoOrient()
        .resize({ width, withoutEnlargement: true })
      return webp
        ? { data: await picture.webp({ quality: 68, effort: 3 }).toBuffer(), type: 'image/webp' }
        : { data: await picture.jpeg({ quality: 72, mozjpeg: true }).toBuffer(), type: 'image/jpeg' }
    } catch {
      return undefined
    } finally {
      release()
    }
  }

  return {
    /**
     * `name` changes with the picture. Undefined if the picture cannot be decoded: it is then sent unchanged.
     */
    async reduce(name: string, whole: Whole, width: number, webp: boolean): Promise<Reduced | undefined> {
      const key = `${width} ${webp} ${name}`
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const making = underway.get(key) ?? make(whole, width, webp)
      underway.set(key, making)
      const made = await making
      if (underway.delete(key) && made) keep(key, made)
      return made
    },
  }
}
