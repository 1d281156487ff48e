/** Cuts one direction of an RTSP connection into messages and interleaved frames (RFC 2326, 10.12). */

export type RtspPart = { kind: 'message'; head: string[]; body: Buffer } | { kind: 'frames'; bytes: Buffer }

const max_head = 64 * 1024
const max_body = 1024 * 1024
const dollar = 0x24

/** The values of one field of a head, joined by commas. `name` in lower case. */
export const fieldOf = (head: readonly string[], name: string): string | undefined => {
  const found = head.slice(1).filter((line) => line.toLowerCase().startsWith(`${name}:`))
  return found.length === 0 ? undefined : found.map((line) => line.slice(name.length + 1).trim()).join(', ')
}

/**
 * Returns a function that takes chunks and returns the parts that each completes; frames that follow each
 * other are one part. It throws if the data is not RTSP.
 */
export function createRtspReader(): (chunk: Buffer) => RtspPart[] {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const parts: RtspPart[] = []
    let at = 0
    for (;;) {
      const from = at
      while (bytes[at] === dollar && bytes.length - at >= 4 && bytes.length - at >= frameSize(bytes, at))
        at += frameSize(bytes, at)
      if (at > from) parts.push({ kind: 'frames', bytes: bytes.subarray(from, at) })
      if (at >= bytes.length || bytes[at] === dollar) break
      // Some peers send an empty line between two messages.
      if (bytes[at] === 0x0d || bytes[at] === 0x0a) {
        at++
        continue
      }
      const text = bytes.toString('latin1', at, at + max_head)
      const [whole = '', lines = ''] = /^([^]*?)\r?\n\r?\n/.exec(text) ?? []
      if (whole === '') {
        if (text.length === max_head) throw new Error('This is not RTSP: a head without an end')
        break
      }
      // Cameras end lines by a line feed alone, and put spaces before the colon.
      const head = lines.split(/\r?\n/).map((line) => line.replace(/^([\w-]+)[ \t]+:/, '$1:'))
      const length = Number(fieldOf(head, 'content-length') ?? 0)
      if (!Number.isInteger(length) || length < 0 || length > max_body)
        throw new Error('This is not RTSP: a body without a valid length')
      const end = at + whole.length
      if (bytes.length < end + length) break
      parts.push({ kind: 'message', head, body: bytes.subarray(end, end + length) })
      at = end + length
    }
    rest = Buffer.from(bytes.subarray(at))
    return parts
  }
}

/** A dollar sign, a channel, a length of two bytes. */
const frameSize = (bytes: Buffer, at: number): number => 4 + bytes.readUInt16BE(at + 2)

export const messageOf = (head: readonly string[], body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])
