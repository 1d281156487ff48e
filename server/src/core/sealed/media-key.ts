/** The master key of the sealed files, and which algorithm is used for new ones. */
import { hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { guardedKey, keyIn, type KeyCheck } from './key-file.ts'
import { newFileKey, piece_bytes, sealPiece, type Algorithm } from './sealed-format.ts'

/**
 * Separate from the key of the passwords: a restored snapshot brings that key back, but the pictures of today
 * must stay readable. Created the first time (mode 0600); destroyed first when the device is erased
 * permanently. Throws if the file is damaged.
 */
export const openMediaKey = (folder: string, check?: KeyCheck): Buffer => {
  const file = join(folder, 'media.key')
  return check ? guardedKey(file, check) : keyIn(file)
}

/** A key of 32 bytes for another purpose than files. */
export const derivedKey = (master: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', purpose, 32))

const rounds = 3
/** AES is the default; on a processor without AES instructions, ChaCha20 is several times faster. */
const min_slowdown = 1.5

/**
 * Measures at each start, in about a millisecond. Files of both algorithms can be read, whatever was chosen
 * before.
 */
export function chooseAlgorithm(master: Buffer): Algorithm {
  const plain = randomBytes(piece_bytes)
  const took = (algorithm: Algorithm): number => {
    const key = newFileKey(master, [''], algorithm)
    const times = Array.from({ length: rounds }, () => {
      const begun = performance.now()
      sealPiece(key, 0, true, plain)
      return performance.now() - begun
    })
    return Math.min(...times)
  }
  return took('aes-256-gcm') > took('chacha20-poly1305') * min_slowdown ? 'chacha20-poly1305' : 'aes-256-gcm'
}
