/**
 * Splits an H.264 byte stream (ITU-T H.264 annex B) into pictures, and a picture into RTP payloads (RFC 6184,
 * packetization-mode 1).
 */

export type H264 = {
  sps: Buffer
  pps: Buffer
  /** The NAL units of each picture, without parameter sets. */
  pictures: readonly { key: boolean; nals: readonly Buffer[] }[]
}

const [slice, idr, sps_type, pps_type] = [1, 5, 7, 8]

/** Parses a byte stream with one parameter set of each kind. Throws if one is missing. */
export function readH264(bytes: Buffer): H264 {
  const nals: Buffer[] = []
  let from = -1
  for (let at = 0; at + 3 <= bytes.length; at++) {
    if (bytes[at] !== 0 || bytes[at + 1] !== 0 || bytes[at + 2] !== 1) continue
    if (from >= 0) nals.push(trimmed(bytes.subarray(from, at)))
    from = at + 3
    at += 2
  }
  if (from >= 0) nals.push(trimmed(bytes.subarray(from)))
  const of = (type: number): Buffer | undefined => nals.find((nal) => typeOf(nal) === type)
  const [sps, pps] = [of(sps_type), of(pps_type)]
  if (!sps || !pps) throw new Error('The H.264 stream has no parameter sets')
  const pictures: { key: boolean; nals: Buffer[] }[] = []
  for (const nal of nals) {
    const type = typeOf(nal)
    if (type !== slice && type !== idr) continue
    // first_mb_in_slice is ue(v), so it is 0 exactly if the slice header starts with a 1 bit.
    if ((nal[1]! & 0x80) !== 0 || pictures.length === 0) pictures.push({ key: type === idr, nals: [] })
    pictures.at(-1)!.nals.push(nal)
  }
  return { sps, pps, pictures }
}

const typeOf = (nal: Buffer): number => (nal[0] ?? 0) & 0x1f
/** A four-byte start code begins with a zero that is not part of the NAL unit before it. */
const trimmed = (nal: Buffer): Buffer => {
  let end = nal.length
  while (end > 0 && nal[end - 1] === 0) end--
  return nal.subarray(0, end)
}

const max_payload_bytes = 1_400

/** The payloads of one NAL unit: the unit itself, or fragments (FU-A) if it is larger than a packet. */
export function payloadsOf(nal: Buffer): Buffer[] {
  if (nal.length <= max_payload_bytes) return [nal]
  const [header, type] = [nal[0]!, typeOf(nal)]
  const payloads: Buffer[] = []
  for (let at = 1; at < nal.length; at += max_payload_bytes - 2) {
    const part = nal.subarray(at, at + max_payload_bytes - 2)
    const start = at === 1 ? 0x80 : 0
    const end = at + part.length >= nal.length ? 0x40 : 0
    payloads.push(Buffer.concat([Buffer.from([(header & 0xe0) | 28, start | end | type]), part]))
  }
  return payloads
}

/** An RTP packet (RFC 3550) of payload type 96. `marker` is set on the last packet of a picture. */
export function rtpPacket(
  payload: Buffer,
  { marker, sequence, time, ssrc }: { marker: boolean; sequence: number; time: number; ssrc: number },
): Buffer {
  const head = Buffer.alloc(12)
  head[0] = 0x80
  head[1] = (marker ? 0x80 : 0) | 96
  head.writeUInt16BE(sequence & 0xffff, 2)
  head.writeUInt32BE(time >>> 0, 4)
  head.writeUInt32BE(ssrc, 8)
  return Buffer.concat([head, payload])
}
