/**
 * Keeps what a stream has sent since its last key frame, so that a reader who joins later begins with a whole
 * picture (RTP: RFC 3550; H.264: RFC 6184; H.265: RFC 7798; JPEG: RFC 2435).
 */

/** More is not kept: a key frame each ten seconds at 3 Mbit/s. */
const max_bytes = 4 * 1024 * 1024

export type Codec = 'h264' | 'h265' | 'jpeg' | 'other'

/** The codec in a description. */
export function codecIn(description: string): Codec {
  const name = /^a=rtpmap:\d+\s+([\w-]+)\//im.exec(description)?.[1]?.toUpperCase()
  if (name === 'H264') return 'h264'
  if (name === 'H265' || name === 'HEVC') return 'h265'
  return name === 'JPEG' || (name === undefined && /^m=video \d+ RTP\/AVP 26\b/im.test(description))
    ? 'jpeg'
    : 'other'
}

export type RecentFrames = {
  /** Takes interleaved frames in their order. */
  take(bytes: Buffer): void
  /** The frames since the last key frame, if that is at most `max_age_ms` old. */
  since(max_age_ms: number): readonly Buffer[]
}

/** `channel`: that of the pictures; `mono`: a monotonic clock in milliseconds. */
export function keepRecentFrames(
  codec: Codec,
  channel: number,
  mono: () => number = () => performance.now(),
): RecentFrames {
  let kept: Buffer[] = []
  let [bytes_kept, began_ms, time] = [0, -Infinity, -1]
  return {
    take(bytes) {
      for (const frame of framesIn(bytes)) {
        const stamp = frame[1] === channel && frame.length >= 16 ? frame.readUInt32BE(8) : time
        if (stamp !== time && beginsKeyFrame(codec, frame)) {
          ;[kept, bytes_kept, began_ms, time] = [[], 0, mono(), stamp]
        }
        if (began_ms === -Infinity) continue
        kept.push(frame)
        bytes_kept += frame.length
        if (bytes_kept > max_bytes) [kept, bytes_kept, began_ms] = [[], 0, -Infinity]
      }
    },
    since: (max_age_ms) => (mono() - began_ms <= max_age_ms ? kept : []),
  }
}

/** The interleaved frames in what the reader of RTSP gives. */
export function* framesIn(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length;) {
    const frame = bytes.subarray(at, at + 4 + bytes.readUInt16BE(at + 2))
    at += frame.length
    yield frame
  }
}

/** The payload of the RTP packet in an interleaved frame of at least 16 bytes. */
export function payloadOf(frame: Buffer): Buffer {
  const head = 16 + 4 * (frame[4]! & 0x0f)
  const extended = (frame[4]! & 0x10) !== 0 && frame.length >= head + 4
  return frame.subarray(extended ? head + 4 + 4 * frame.readUInt16BE(head + 2) : head)
}

/** Whether a packet begins a key frame, or the parameter sets before it. */
function beginsKeyFrame(codec: Codec, frame: Buffer): boolean {
  const payload = payloadOf(frame)
  if (payload.length < 4) return false
  if (codec === 'jpeg') return payload.readUIntBE(1, 3) === 0
  if (codec === 'h264') {
    const type = payload[0]! & 0x1f
    if (type === 28 || type === 29) return (payload[1]! & 0x80) !== 0 && (payload[1]! & 0x1f) === 5
    const first = type === 24 ? payload[3]! & 0x1f : type
    return first === 5 || first === 7
  }
  if (codec !== 'h265') return false
  const type = (payload[0]! >> 1) & 0x3f
  const first = type === 48 ? ((payload[4] ?? 0) >> 1) & 0x3f : type === 49 ? payload[2]! & 0x3f : type
  return (
    (type !== 49 || (payload[2]! & 0x80) !== 0) &&
    ((first >= 16 && first <= 21) || first === 32 || first === 33)
  )
}
