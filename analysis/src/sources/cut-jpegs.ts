/** Splits a stream of concatenated JPEGs into pictures. */

const max_bytes = 16 * 1024 * 1024
const begin = Buffer.from([0xff, 0xd8, 0xff])
const end = Buffer.from([0xff, 0xd9])

/**
 * ffmpeg's JPEGs contain no embedded picture (no thumbnail), and in their data 0xff is always followed by 0:
 * the first end marker after a start marker ends the picture.
 */
export function cutJpegs(): { feed: (part: Buffer) => Buffer[] } {
  let held: Buffer = Buffer.alloc(0)
  return {
    feed(part) {
      held = held.length === 0 ? part : Buffer.concat([held, part])
      const pictures: Buffer[] = []
      for (;;) {
        const from = held.indexOf(begin)
        const to = from < 0 ? -1 : held.indexOf(end, from + begin.length)
        if (to < 0) break
        pictures.push(Buffer.from(held.subarray(from, to + end.length)))
        held = held.subarray(to + end.length)
      }
      if (held.length > max_bytes) held = Buffer.alloc(0)
      return pictures
    },
  }
}
