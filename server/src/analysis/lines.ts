/** Splits a byte stream into lines and never buffers more than the limit of one line. */
import { LineTooLong } from './app-lines.ts'

export type Lines = {
  /** Throws if a line is longer than the limit. */
  feed(part: Buffer): Buffer[]
}

export function cutLines(max_bytes: number): Lines {
  let held: Buffer[] = []
  let bytes = 0
  return {
    feed(part) {
      const lines: Buffer[] = []
      let from = 0
      for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, from)) {
        if (bytes + end - from > max_bytes) throw new LineTooLong()
        lines.push(Buffer.concat([...held, part.subarray(from, end)]))
        held = []
        bytes = 0
        from = end + 1
      }
      if (from < part.length) {
        held.push(part.subarray(from))
        bytes += part.length - from
        if (bytes > max_bytes) throw new LineTooLong()
      }
      return lines
    },
  }
}
