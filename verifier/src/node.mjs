/** What the verifier needs in Node: hashes, signatures and files. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { open } from 'node:fs/promises'

/** @type {import('./types.mjs').Platform} */
export const node_platform = {
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
 * Opens a file as a source for the verifier. Throws the file system's error; close it at the end.
 * @param {string} path
 */
export async function fileSource(path) {
  const file = await open(path)
  const { size } = await file.stat()
  return {
    size,
    close: () => file.close(),
    /** @param {number} from @param {number} length */
    read: async (from, length) => {
      const bytes = new Uint8Array(length)
      let done = 0
      while (done < length) {
        const { bytesRead } = await file.read(bytes, done, length - done, from + done)
        if (bytesRead === 0) break
        done += bytesRead
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
