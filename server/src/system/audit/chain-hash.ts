/**
 * The hashes of the audit chain (docs/audit-chain.md): content is hashed
 * with its salt, and a link with the hash of the previous link. Each field
 * follows its length, so that no two different links give the same bytes.
 */
import { createHash } from 'node:crypto'

/** The form in which links are written. Links of form 1 do not hash `log_id`. */
export const link_form = 2

export type Link = {
  /** The form of this link. */
  v: number
  seq: number
  time_ms: number
  kind: string
  /** The newest row of the log up to here. */
  log_id: number
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
  { v, seq, time_ms, kind, log_id, content_hash, prev }: Omit<Link, 'hash'>,
): Buffer {
  const hash = createHash('sha256')
  const place = [chain_id, eightBytes(seq), eightBytes(time_ms), Buffer.from(kind)]
  const fields =
    v === 1
      ? [...place, content_hash, prev]
      : [Buffer.from(`audit link ${v}`), ...place, eightBytes(log_id), content_hash, prev]
  for (const field of fields) {
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
