/** The checksum of ZIP entries (ISO 3309, polynomial 0xEDB88320) for browsers; Node has its own. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let n = byte
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1
  return n
})

/**
 * The checksum of a piece, continued from the one of the pieces before it.
 * @param {Uint8Array} bytes @param {number} [before]
 */
export function crc32(bytes, before = 0) {
  let sum = ~before
  for (const byte of bytes) sum = (sum >>> 8) ^ /** @type {number} */ (table[(sum ^ byte) & 0xff])
  return ~sum >>> 0
}
