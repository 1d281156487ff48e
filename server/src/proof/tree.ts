/**
 * The Merkle tree of a day (RFC 6962 §2.1). Leaves are appended, and computing the next root needs only the
 * right edge.
 */
import { createHash } from 'node:crypto'

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const [leaf_mark, node_mark] = [Buffer.of(0), Buffer.of(1)]

export const leafHash = (bytes: Uint8Array): Buffer => sha256(leaf_mark, bytes)

/** The roots of the complete subtrees of `size` leaves, largest first: one for each 1 bit of `size`. */
export type Edge = { size: number; peaks: readonly Uint8Array[] }
export const empty_edge: Edge = { size: 0, peaks: [] }

/** The edge after a leaf with this hash was appended. */
export function withLeaf({ size, peaks }: Edge, hash: Uint8Array): Edge {
  const left = [...peaks]
  let node = hash
  for (let n = size; n % 2 === 1; n = Math.floor(n / 2)) node = sha256(node_mark, left.pop()!, node)
  return { size: size + 1, peaks: [...left, node] }
}

/** The root; for an empty tree, the SHA-256 of no bytes. */
export function rootOf({ peaks }: Edge): Buffer {
  const last = peaks.at(-1)
  if (!last) return sha256()
  return Buffer.from(
    peaks.slice(0, -1).reduceRight<Uint8Array>((root, peak) => sha256(node_mark, peak, root), last),
  )
}
