/**
 * Some servers repeat the parameter sets before each slice. For a decoder they begin another picture (H.264,
 * 7.4.1.2.3; H.265, 7.4.2.4.4), of which the rest is missing: inside a picture they become filler data.
 */
import { framesIn, payloadOf, type Codec } from './rtsp-key-frames.ts'

/** Parameter sets that are kept to recognise a repeat. */
const max_known = 16

/** The types of units: parameter sets, slices, filler data, several units in one packet, and a fragment. */
const h264 = { sets: [7, 8], slices: [1, 5], filler: 12, several: 24, fragment: 28 } as const
const h265 = {
  sets: [32, 33, 34],
  slices: Array.from({ length: 22 }, (_, type) => type),
  filler: 38,
  several: 48,
  fragment: 49,
} as const

/** Returns a function that changes the interleaved frames of `channel` in place, in their order. */
export function createSetFilter(codec: Codec, channel: number): (bytes: Buffer) => void {
  if (codec !== 'h264' && codec !== 'h265') return () => undefined
  const types = codec === 'h264' ? h264 : h265
  const isIn = (list: readonly number[], type: number) => list.includes(type)
  const typeOf = (unit: Buffer): number => (codec === 'h264' ? unit[0]! & 0x1f : (unit[0]! >> 1) & 0x3f)
  const known = new Set<string>()
  let slices_of = -1

  const take = (unit: Buffer, stamp: number): void => {
    const type = typeOf(unit)
    if (isIn(types.slices, type) || type === types.fragment) slices_of = stamp
    if (!isIn(types.sets, type)) return
    const words = unit.toString('latin1')
    const isRepeat = known.has(words)
    if (!isRepeat && known.size < max_known) known.add(words)
    if (!isRepeat || slices_of !== stamp) return
    unit[0] = codec === 'h264' ? (unit[0]! & 0x60) | types.filler : (unit[0]! & 0x81) | (types.filler << 1)
  }
  return (bytes) => {
    for (const frame of framesIn(bytes)) {
      if (frame[1] !== channel || frame.length < 16) continue
      const [payload, stamp] = [payloadOf(frame), frame.readUInt32BE(8)]
      if (payload.length === 0) continue
      if (typeOf(payload) === types.several)
        for (const unit of unitsIn(payload.subarray(codec === 'h264' ? 1 : 2))) take(unit, stamp)
      else take(payload, stamp)
    }
  }
}

/** The units of an aggregation packet (RFC 6184, 5.7.1; RFC 7798, 4.4.2). */
function* unitsIn(packet: Buffer): Generator<Buffer> {
  for (let at = 0; at + 3 <= packet.length;) {
    const unit = packet.subarray(at + 2, at + 2 + packet.readUInt16BE(at))
    at += 2 + unit.length
    if (unit.length === 0) return
    yield unit
  }
}
