/** The newest link of the audit chain, as other parts pass it on (docs/audit-chain.md). */

/** The link that a chain is compared with. `hash` and `chain_id` in hexadecimal. */
export type Head = { chain_id: string; seq: number; hash: string }
export type AuditHead = Head & { time_ms: number }

export type HeadSource = {
  /** Undefined while the chain cannot be read; the message that carries the head is sent anyway. */
  headToSend(): AuditHead | undefined
}

/** `chain_id:seq:hash`, to be written down and compared later. */
export const headText = ({ chain_id, seq, hash }: Head): string => `${chain_id}:${seq}:${hash}`

/** Parses `chain_id:seq:hash`, with blanks around it; undefined for any other text. */
export function readHead(text: string): Head | undefined {
  const [, chain_id, seq, hash] = /^([0-9a-f]{32}):(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? []
  return chain_id && seq && hash ? { chain_id, seq: Number(seq), hash } : undefined
}
