/**
 * The hashes of the audit chain (docs/audit-chain.md): content is hashed
 * with its salt, and a link with the hash of the previous link. Each field
 * follows its length, so that no two different links give the same bytes.
 */
import { createHash } from 'node:crypto'

export type Link = {
  seq: number
  time_ms: number
  kind: string
  content_hash: Uint8Array
  prev: Uint8Array
  hash: Uint8Array
}
export type Content = { salt: Uint8Array; content: string }

export const contentHash = ({ salt, content }: Content): Buffer =>
  createHash('sha256').update(salt).update(content, 'utf8').digest()

/** Numbers are hashed as eight bytes, big-endian. */
export function linkHash(
  chain_id: Uint8Array,
  { seq, time_ms, kind, content_hash, prev }: Omit<Link, 'hash'>,
): Buffer {
  const hash = createHash('sha256')
  for (const field of [
    chain_id,
    eightBytes(seq),
    eightBytes(time_ms),
    Buffer.from(kind),
    content_hash,
    prev,
  ]) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(field.length)
    hash.update(length).update(field)
  }
  return hash.digest()
}

function eightBytes(n: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(Math.trunc(n)))
  return bytes
}

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
