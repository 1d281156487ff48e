/** What the verifier needs in a browser: its own SHA-256, WebCrypto and chosen files. */
import { sha256 } from './sha256.mjs'
import { crc32 } from './zip/crc32.mjs'

/** A copy in memory that is not shared, as WebCrypto requires. @param {Uint8Array} bytes */
const own = (bytes) => new Uint8Array(bytes)

/** @type {import('./types.mjs').Platform} */
export const browser_platform = {
  sha256,
  crc32,
  ed25519: async (spki, message, signature) => {
    const key = await crypto.subtle.importKey('spki', own(spki), 'Ed25519', false, ['verify'])
    return crypto.subtle.verify('Ed25519', key, own(signature), own(message))
  },
}

/** Why this browser cannot verify; undefined if it can. */
export async function missingHere() {
  if (!globalThis.crypto?.subtle) return 'insecure'
  try {
    await crypto.subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify'])
    return undefined
  } catch {
    return 'old_browser'
  }
}

/** @param {Blob} file @returns {import('./types.mjs').Source} */
export const blobSource = (file) => ({
  size: file.size,
  read: async (from, length) => new Uint8Array(await file.slice(from, from + length).arrayBuffer()),
})
