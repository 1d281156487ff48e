/** The Merkle tree hash of RFC 6962 §2.1. */
import { joined, utf8 } from './bytes.mjs'

/** @typedef {import('./types.mjs').Platform} Platform */

/** @param {Platform} platform @param {...Uint8Array} bytes */
function hashOf(platform, ...bytes) {
  const hash = platform.sha256()
  for (const part of bytes) hash.update(part)
  return hash.digest()
}

const [leaf, node] = [Uint8Array.of(0), Uint8Array.of(1)]

/** @param {Platform} platform @param {string} text */
export const leafHash = (platform, text) => hashOf(platform, leaf, utf8(text))

/** @param {Platform} platform @param {string} text */
export const sha256Text = (platform, text) => hashOf(platform, utf8(text))

/**
 * The root over the first `size` of the concatenated hashes, 32 bytes each.
 * @param {Platform} platform @param {Uint8Array} hashes @param {number} size @returns {Uint8Array}
 */
export function rootOf(platform, hashes, size) {
  if (size === 0) return hashOf(platform)
  /**
   * Complete subtrees from the left, each larger than the next.
   * @type {{ leaves: number, root: Uint8Array }[]}
   */
  const subtrees = []
  for (let at = 0; at < size; at++) {
    let next = { leaves: 1, root: hashes.subarray(at * 32, at * 32 + 32) }
    for (let last = subtrees.at(-1); last?.leaves === next.leaves; last = subtrees.at(-1)) {
      subtrees.pop()
      next = { leaves: next.leaves * 2, root: hashOf(platform, joined([node, last.root, next.root])) }
    }
    subtrees.push(next)
  }
  return subtrees
    .map(({ root }) => root)
    .reduceRight((right, left) => hashOf(platform, joined([node, left, right])))
}
