/**
 * The heads of audit chains that devices sent with their heartbeats (docs/platform.md). A platform keeps them
 * to detect a device whose log was cut, wiped or recomputed.
 */
import type { Json } from './checks.ts'

export type AuditHead = { chain_id: string; seq: number; hash: string; time: number }

const max_kept = 1_000

export class Heads {
  readonly #of = new Map<string, AuditHead[]>()
  /** Contradictions, which an unaltered chain never causes, newest last. */
  readonly contradictions: string[] = []

  keep({ device_sn, audit_head }: Json): void {
    if (audit_head === undefined) return
    const [device, head] = [String(device_sn), audit_head as AuditHead]
    const heads = this.#of.get(device) ?? []
    this.#of.set(device, heads)
    const last = heads.at(-1)
    if (last?.chain_id === head.chain_id && last.seq === head.seq && last.hash === head.hash) return
    if (last && last.chain_id !== head.chain_id) this.contradictions.push(`${device}: another chain begins`)
    else if (last && head.seq < last.seq)
      this.contradictions.push(`${device}: link ${last.seq} is gone, the last is ${head.seq}`)
    else if (last && head.seq === last.seq)
      this.contradictions.push(`${device}: link ${head.seq} is another one`)
    heads.push(head)
    if (heads.length > max_kept) heads.shift()
  }

  /** The heads that a device sent, oldest first. */
  of(device: string): readonly AuditHead[] {
    return this.#of.get(device) ?? []
  }

  /** The newest head of each device, in the form that `npm run audit:verify -- --head` takes. */
  newest(): [string, string][] {
    return [...this.#of].map(([device, heads]) => {
      const last = heads.at(-1)!
      return [device, `${last.chain_id}:${last.seq}:${last.hash}`]
    })
  }
}
