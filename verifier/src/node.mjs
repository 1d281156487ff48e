/** What the verifier needs in Node: hashes, signatures and files. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** @type {import('./types.mjs').Platform} */
export const node_platform = {
  crc32,
  sha256: () => {
    const hash = createHash('sha256')
    return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest() }
  },
  ed25519: async (spki, message, signature) => {
    try {
      const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
      return verify(null, message, key, signature)
    } catch {
      return false
    }
  },
}

/**
 * Opens a file as a source for the verifier. Throws the file system's error; close it at the end. The program
 * has nothing else to do while it reads, so it waits for each read, which takes a third of the time.
 * @param {string} path
 */
export async function fileSource(path) {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  return {
    size,
    close: () => closeSync(file),
    /** @param {number} from @param {number} length @param {Uint8Array} [into] */
    read: async (from, length, into) => {
      const bytes = into ?? Buffer.allocUnsafe(length)
      let done = 0
      while (done < length) {
        const read = readSync(file, bytes, done, length - done, from + done)
        if (read === 0) break
        done += read
      }
      return bytes.subarray(0, done)
    },
  }
}

/** @param {Uint8Array} bytes @returns {import('./types.mjs').Source} */
export const bytesSource = (bytes) => ({
  size: bytes.length,
  read: async (from, length) => bytes.subarray(from, from + length),
})
