/**
 * Marks by which an unpacker would take a ZIP, or a part of it, for something else and make other files: they
 * can stand in the content of a picture, which the device signs as it came from the camera.
 */
/** Where ISO 9660 (ECMA-119, 8.1) has its first descriptor, and the mark in it. */
const iso = { at: 32_769, mark: 'CD001' }
/** POSIX ustar: the sum of the first 512 bytes, with spaces in its own place. */
const tar = { head: 512, sum_at: 148, sum_end: 156 }
/** The record after a content without a size in front of it; unpackers that read a stream seek it. */
const descriptor = { length: 8, mark: [0x50, 0x4b, 7, 8] }

/**
 * Whether the file is also the start of a TAR archive or of a disk image, which bsdtar then unpacks instead.
 * @param {import('../types.mjs').Source} source
 */
export async function isOtherArchive(source) {
  const text = String.fromCharCode(...(await source.read(iso.at, iso.mark.length)))
  return text === iso.mark || isTarHead(await source.read(0, tar.head))
}

/** @param {Uint8Array} head */
function isTarHead(head) {
  if (head.length < tar.head) return false
  const stated = String.fromCharCode(...head.subarray(tar.sum_at, tar.sum_end)).replace(/[\0 ]/g, '')
  if (!/^[0-7]+$/.test(stated)) return false
  let [unsigned, signed] = [0, 0]
  for (const [at, byte] of head.entries()) {
    const counted = at >= tar.sum_at && at < tar.sum_end ? 32 : byte
    unsigned += counted
    signed += (counted << 24) >> 24
  }
  return [unsigned, signed].includes(parseInt(stated, 8))
}

/**
 * Whether a record that would end the content early starts in the first `length` bytes of a piece.
 * @param {Uint8Array} piece with up to 7 bytes of what follows
 * @param {number} length
 * @param {number} sum the CRC-32 of what comes before the piece
 * @param {import('../types.mjs').Platform['crc32']} crc32
 */
export function endsEarly(piece, length, sum, crc32) {
  let [from, before] = [0, sum]
  for (let at = piece.indexOf(0x50); at >= 0 && at < length; at = piece.indexOf(0x50, at + 1)) {
    const record = piece.subarray(at, at + descriptor.length)
    if (!descriptor.mark.every((byte, n) => record[n] === byte) || record.length < descriptor.length) continue
    before = crc32(piece.subarray(from, at), before)
    from = at
    if (new DataView(record.buffer, record.byteOffset).getUint32(4, true) === before) return true
  }
  return false
}
