/**
 * `fingerprint.mjs KEYRING`: prints the fingerprint of each public key of a keyring for apt, as
 * `gpg --show-keys` does, which a box need not have (RFC 9580 §4.2 for packets, §5.5.4 for fingerprints).
 */
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'

/** The tag of a primary public key. */
const public_key = 6

/**
 * The fingerprints in capital hexadecimal digits: 40 of a version 4 key, 64 of version 6. Throws a RangeError
 * if the file is cut off.
 * @param {Buffer} bytes a binary keyring @returns {string[]}
 */
export function fingerprintsOf(bytes) {
  const found = []
  for (let at = 0; at < bytes.length;) {
    const { tag, start, end } = packetAt(bytes, at)
    const body = bytes.subarray(start, end)
    if (tag === public_key) found.push(fingerprintOf(body))
    at = end
  }
  return found
}

/** @param {Buffer} body of a public key */
function fingerprintOf(body) {
  const head = Buffer.alloc(body[0] === 6 ? 5 : 3)
  head[0] = body[0] === 6 ? 0x9b : 0x99
  head.writeUIntBE(body.length, 1, head.length - 1)
  const hash = createHash(body[0] === 6 ? 'sha256' : 'sha1')
  return hash.update(head).update(body).digest('hex').toUpperCase()
}

/** The tag and the place of the content of the packet at `at`. @param {Buffer} bytes @param {number} at */
function packetAt(bytes, at) {
  const head = bytes.readUInt8(at)
  if ((head & 0x80) === 0) throw new RangeError('this is no binary OpenPGP keyring')
  const first = bytes.readUInt8(at + 1)
  const is_new = (head & 0x40) !== 0
  /** @type {[size: number, length: number]} */
  let [size, length] = [1, first]
  if (is_new && first >= 192)
    [size, length] =
      first === 255
        ? [5, bytes.readUInt32BE(at + 2)]
        : [2, ((first - 192) << 8) + bytes.readUInt8(at + 2) + 192]
  if (!is_new) {
    size = 1 << (head & 3)
    length = bytes.readUIntBE(at + 1, size)
  }
  const start = at + 1 + size
  if (start + length > bytes.length) throw new RangeError('the keyring is cut off')
  return { tag: is_new ? head & 0x3f : (head >> 2) & 0xf, start, end: start + length }
}

if (process.argv[1] && import.meta.filename === realpathSync(process.argv[1]))
  process.stdout.write(`${fingerprintsOf(readFileSync(process.argv[2] ?? '')).join('\n')}\n`)
