/**
 * Encodes a JPEG within a byte limit: lowers the quality first, then the size; the limit always holds
 * (spec §3 `image_max_bytes`).
 */
import { loadSharp } from '#src/core/files/sharp.ts'
import { fitInto, type Size } from './shapes.ts'

export type Raw = { readonly data: Buffer; readonly size: Size; readonly channels: 3 }
export type Encoded = {
  readonly jpeg: Buffer
  readonly size: Size
  readonly quality: number
  readonly gave_up: 'nothing' | 'quality' | 'size'
}

const best_quality = 88
/** Below this quality, letters on a plate blur: a smaller picture is then more useful than a coarser one. */
const min_quality = 45
const max_steps = 4

export async function encodeWithin(raw: Raw, max_bytes: number): Promise<Encoded> {
  for (let size = raw.size, gave: 'quality' | 'size' = 'quality'; ; gave = 'size') {
    const source = size === raw.size ? raw : await smaller(raw, size)
    const first = await encode(source, best_quality)
    if (first.length <= max_bytes)
      return { jpeg: first, size, quality: best_quality, gave_up: size === raw.size ? 'nothing' : 'size' }
    const found = await search(source, max_bytes, first.length)
    if (found) return { ...found, size, gave_up: gave }
    // The byte size grows roughly with the area; the target is a little lower, so that one step is enough.
    const share = Math.min(0.85, Math.sqrt(max_bytes / (first.length * 0.4)))
    const next = fitInto(size, {
      width: Math.max(16, Math.floor(size.width * share)),
      height: Math.max(16, Math.floor(size.height * share)),
    })
    if (next.width >= size.width || next.width <= 16)
      return { jpeg: await encode(source, 5), size, quality: 5, gave_up: 'size' }
    size = next
  }
}

/** Finds the best quality that fits by bisection; undefined if even the lowest does not fit. */
async function search(
  source: Raw,
  max_bytes: number,
  at_best: number,
): Promise<{ jpeg: Buffer; quality: number } | undefined> {
  let [low, high] = [min_quality, best_quality]
  let found: { jpeg: Buffer; quality: number } | undefined
  // Near the top, the byte size falls about twice as fast as the quality: a first guess saves an attempt.
  let quality = Math.round(
    Math.max(
      min_quality,
      Math.min(best_quality - 1, best_quality - 60 * Math.log2(at_best / max_bytes) * 0.6),
    ),
  )
  for (let step = 0; step < max_steps && low <= high; step++) {
    const jpeg = await encode(source, quality)
    if (jpeg.length <= max_bytes) {
      found = { jpeg, quality }
      if (jpeg.length > max_bytes * 0.9) return found
      low = quality + 1
    } else high = quality - 1
    quality = Math.round((low + high) / 2)
  }
  if (found) return found
  const jpeg = await encode(source, min_quality)
  return jpeg.length <= max_bytes ? { jpeg, quality: min_quality } : undefined
}

async function encode({ data, size, channels }: Raw, quality: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(data, { raw: { ...size, channels } })
    .jpeg({ quality })
    .toBuffer()
}

async function smaller({ data, size, channels }: Raw, to: Size): Promise<Raw> {
  const sharp = await loadSharp()
  return {
    data: await sharp(data, { raw: { ...size, channels } })
      .resize({ ...to, fit: 'fill' })
      .raw()
      .toBuffer(),
    size: to,
    channels,
  }
}
