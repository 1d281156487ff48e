/** Cuts one direction of an RTSP connection into messages and interleaved frames (RFC 2326, 10.12). */

export type RtspPart = { kind: 'message'; head: string[]; body: Buffer } | { kind: 'frames'; bytes: Buffer }

const max_head = 64 * 1024
const max_body = 1024 * 1024
const max_line = 4096
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
  let [begun, lost] = [false, false]
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const parts: RtspPart[] = []
    let at = 0
    for (;;) {
      if (lost) {
        at = nextFrom(bytes, at)
        if (bytes.length - at < 5) break
        lost = false
      }
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
      const kind = kindAt(bytes, at)
      if (kind === 'part') break
      if (kind === 'none') {
        if (!begun) throw new Error('This is not RTSP')
        // Some cameras send bytes that belong to nothing between two frames.
        lost = true
        at++
        continue
      }
      begun = true
      const text = bytes.toString('latin1', at, at + max_head)
      const [whole = '', lines = ''] = /^([^]*?)\r?\n\r?\n/.exec(text) ?? []
      if (whole === '') {
        if (text.length === max_head) throw new Error('This is not RTSP: a head without an end')
        break
      }
      const head = fieldsIn(lines)
      const [length, ...others] = new Set(
        (fieldOf(head, 'content-length') ?? '0').split(',').map((one) => Number(one || 0)),
      )
      if (
        length === undefined ||
        others.length > 0 ||
        !Number.isInteger(length) ||
        length < 0 ||
        length > max_body
      )
        throw new Error('This is not RTSP: a body without a valid length')
      const from_body = at + whole.length
      // A description without a length is what follows the head, at least its first line.
      const is_open = length === 0 && /^application\/sdp/i.test(fieldOf(head, 'content-type') ?? '')
      const end = is_open ? bytes.length : from_body + length
      if (bytes.length < end || (is_open && end === from_body)) break
      parts.push({ kind: 'message', head, body: bytes.subarray(from_body, end) })
      at = end
    }
    rest = Buffer.from(bytes.subarray(at))
    return parts
  }
}

/** Cameras end lines by a line feed alone, put spaces before the colon, and continue a line on the next. */
function fieldsIn(lines: string): string[] {
  const head: string[] = []
  for (const line of lines.split(/\r?\n/)) {
    if (!/^[ \t]/.test(line)) head.push(line.replace(/^([\w-]+)[ \t]+:/, '$1:'))
    else if (line.trim() !== '') head.push(`${head.pop() ?? ''} ${line.trim()}`)
  }
  return head
}

/** Whether a message begins there; a part of its first line may be all that has come. */
function kindAt(bytes: Buffer, at: number): 'message' | 'part' | 'none' {
  const [, line = '', end] = /^([^\n]*)(\n?)/.exec(bytes.toString('latin1', at, at + max_line)) ?? []
  if (/^RTSP\/\d|\sRTSP\/\d\.\d\s*$/i.test(line)) return end === '' ? 'part' : 'message'
  return end === '' && line.length < max_line && /^[\x20-\x7e\r]*$/.test(line) ? 'part' : 'none'
}

/** Where the next frame or answer begins at the earliest; the end of the bytes if none does. */
function nextFrom(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    // A dollar sign may stand in any bytes: a frame has few channels, and packets of version 2 (RFC 3550).
    const is_frame =
      bytes[at] === dollar && (bytes[at + 1] ?? 0) < 32 && ((bytes[at + 4] ?? 0x80) & 0xc0) === 0x80
    if (is_frame || 'RTSP/'.startsWith(bytes.toString('latin1', at, at + 5))) return at
  }
  return bytes.length
}

/** A dollar sign, a channel, a length of two bytes. */
const frameSize = (bytes: Buffer, at: number): number => 4 + bytes.readUInt16BE(at + 2)

export const messageOf = (head: readonly string[], body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])
