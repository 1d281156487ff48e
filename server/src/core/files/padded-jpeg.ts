/** A JPEG of a wanted size for test requests: one grey pixel, padded with comments that readers skip. */
import { randomBytes } from 'node:crypto'
import { loadSharp } from './sharp.ts'

/** The most that one comment holds (JPEG, B.1.1.4: its length counts its own two bytes). */
const max_comment = 65_533

/**
 * A valid JPEG of `bytes` bytes, at most four less. It begins with `comment`; the rest is random, so that no
 * proxy compresses it.
 */
export async function paddedJpeg(bytes: number, comment: string): Promise<Buffer> {
  const sharp = await loadSharp()
  const picture = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const parts = [picture.subarray(0, 2), commentOf(Buffer.from(comment))]
  let left = bytes - picture.length - parts[1]!.length
  while (left > 4) {
    const part = commentOf(randomBytes(Math.min(left - 4, max_comment)))
    left -= part.length
    parts.push(part)
  }
  return Buffer.concat([...parts, picture.subarray(2)])
}

function commentOf(text: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([head, text])
}
