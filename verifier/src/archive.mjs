/** Reads the files of a dossier: their texts and their hashes. */
import { hexOf, joined, textIn } from './bytes.mjs'
import { Refused } from './refused.mjs'
import { openZip, read_bytes } from './zip/zip.mjs'

/**
 * Only texts and lists of hashes are read into memory, and they are small; pictures, clips and the page are
 * only hashed.
 */
const max_text = 64 << 20

/**
 * @typedef {{
 *   names: Set<string>,
 *   sizeOf: (name: string) => number | undefined,
 *   bytes: (name: string) => Promise<Uint8Array | undefined>,
 *   text: (name: string) => Promise<string | undefined>,
 *   sha256: (name: string) => Promise<string | undefined>,
 *   damaged: Set<string>,
 * }} Archive
 */

/**
 * Throws `Refused`. `damaged`: the files that `sha256` has read and whose checksum is wrong. The functions
 * return undefined for a file that does not exist.
 * @param {import('./types.mjs').Source} source @param {import('./types.mjs').Platform} platform
 * @returns {Promise<Archive>}
 */
export async function openArchive(source, platform) {
  const { entries, read } = await openZip(source, platform)
  /** @type {Set<string>} */
  const damaged = new Set()
  const scratch = new Uint8Array(read_bytes)
  /** @param {string} name */
  async function bytes(name) {
    const entry = entries.get(name)
    if (!entry) return undefined
    if (entry.size > max_text) throw new Refused('zip_large', { name })
    const pieces = []
    for await (const piece of read(entry)) pieces.push(piece)
    return joined(pieces)
  }
  return {
    names: new Set(entries.keys()),
    damaged,
    sizeOf: (name) => entries.get(name)?.size,
    bytes,
    text: async (name) => {
      const found = await bytes(name)
      if (!found) return undefined
      // Bytes that are not UTF-8 cannot be the text that was signed.
      return textIn(found)
    },
    sha256: async (name) => {
      const entry = entries.get(name)
      if (!entry) return undefined
      const hash = platform.sha256()
      for await (const piece of read(entry, () => void damaged.add(name), scratch)) hash.update(piece)
      return hexOf(hash.digest())
    },
  }
}
