/**
 * A JPEG within its limit of bytes: the quality is lowered first, then the size; the limit always holds
 * (spec §3 `image_max_bytes`).
 */
import sharp from 'sharp'
import { fitInto, type Size } from './shapes.ts'

export type Raw = { readonly data: Buffer; readonly size: Size; readonly channels: 3 }
export type Encoded = {
  readonly jpeg: Buffer
  readonly size: Size
  readonly quality: number
  readonly gave_up: 'nothing' | 'quality' | 'size'
}

const best = 88
/** Below it letters on a plate blur: a smaller picture is more useful than a coarser one. */
const least = 45
const steps = 4

export async function encodeWithin(raw: Raw, max_bytes: number): Promise<Encoded> {
  for (let size = raw.size, gave: 'quality' | 'size' = 'quality'; ; gave = 'size') {
    const source = size === raw.size ? raw : await smaller(raw, size)
    const first = await encode(source, best)
    if (first.length <= max_bytes)
      return { jpeg: first, size, quality: best, gave_up: size === raw.size ? 'nothing' : 'size' }
    const found = await search(source, max_bytes, first.length)
    if (found) return { ...found, size, gave_up: gave }
    // Bytes grow about with the area; a little less, so that one step is enough.
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

/** The best quality that fits, by bisection; undefined if even the lowest does not. */
async function search(
  source: Raw,
  max_bytes: number,
  at_best: number,
): Promise<{ jpeg: Buffer; quality: number } | undefined> {
  let [low, high] = [least, best]
  let found: { jpeg: Buffer; quality: number } | undefined
  // Bytes fall about twice as fast as quality near the top: a first guess saves a try.
  let quality = Math.round(
    Math.max(least, Math.min(best - 1, best - 60 * Math.log2(at_best / max_bytes) * 0.6)),
  )
  for (let step = 0; step < steps && low <= high; step++) {
    const jpeg = await encode(source, quality)
    if (jpeg.length <= max_bytes) {
      found = { jpeg, quality }
      if (jpeg.length > max_bytes * 0.9) return found
      low = quality + 1
    } else high = quality - 1
    quality = Math.round((low + high) / 2)
  }
  if (found) return found
  const jpeg = await encode(source, least)
  return jpeg.length <= max_bytes ? { jpeg, quality: least } : undefined
}

const encode = ({ data, size, channels }: Raw, quality: number): Promise<Buffer> =>
  sharp(data, { raw: { ...size, channels } })
    .jpeg({ quality })
    .toBuffer()

async function smaller({ data, size, channels }: Raw, to: Size): Promise<Raw> {
  return {
    data: await sharp(data, { raw: { ...size, channels } })
      .resize({ ...to, fit: 'fill' })
      .raw()
      .toBuffer(),
    size: to,
    channels,
  }
}
