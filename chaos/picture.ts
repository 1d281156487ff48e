/**
 * Small pictures, each with a comment of its own so that no two have the same hash. Some are padded to a
 * realistic size.
 */
import { createHash } from 'node:crypto'

export const big_bytes = 200_000

/** Makes picture `n` from one JPEG; the same `n` always gives the same picture. */
export function makePicture(jpeg: Buffer, n: number, big: boolean): Buffer {
  const parts = [comment(Buffer.from(`chaos ${n}`))]
  for (let left = big ? big_bytes - jpeg.length - 40 : 0; left > 0; left -= 60_000)
    parts.push(comment(padding(n, Math.min(left, 60_000))))
  return Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)])
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A comment segment (ITU T.81, B.2.4.5). */
function comment(text: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xfe, (text.length + 2) >> 8, (text.length + 2) & 0xff]), text])
}

/** Incompressible bytes, always the same for the same `n`. */
function padding(n: number, bytes: number): Buffer {
  const out = Buffer.alloc(bytes)
  for (let at = 0, state = n + 1; at < bytes; at++)
    out[at] = (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 24
  return out
}
