/**
 * The signed heads of evidence logs that devices sent with their heartbeats (docs/platform.md). A platform
 * keeps them to detect events deleted or changed on a device. Written from that document.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import type { Json } from './checks.ts'

export type ProofHead = { key_id: string; payload: string; signature: string }
export type ProofKey = { key_id: string; public_key: string }
type Payload = {
  log_id: string
  device_sn: string
  day: number
  size: number
  root: string
  prev: string
  made: { ms: number }
}

const max_kept = 1_000

export class ProofHeads {
  readonly #of = new Map<string, { head: ProofHead; payload: Payload }[]>()
  readonly #keys = new Map<string, ProofKey>()
  /** Contradictions, which an unaltered device never causes, newest last. */
  readonly contradictions: string[] = []

  keep({ device_sn, evidence_head, device_key }: Json): void {
    if (evidence_head === undefined || device_key === undefined) return
    const device = String(device_sn)
    const [head, key] = [evidence_head as ProofHead, device_key as ProofKey]
    const known = this.#keys.get(device)
    if (known && known.key_id !== key.key_id) this.contradictions.push(`${device}: another key signs`)
    this.#keys.set(device, key)
    if (!isSigned(head, key)) return void this.contradictions.push(`${device}: the signature is wrong`)
    const payload = JSON.parse(head.payload) as Payload
    const heads = this.#of.get(device) ?? []
    this.#of.set(device, heads)
    const fault = contradictionOf(heads.at(-1)?.payload, payload)
    if (fault) this.contradictions.push(`${device}: ${fault}`)
    heads.push({ head, payload })
    if (heads.length > max_kept) heads.shift()
  }

  /** The heads that a device sent, oldest first. */
  of(device: string): readonly ProofHead[] {
    return (this.#of.get(device) ?? []).map(({ head }) => head)
  }

  keyOf(device: string): ProofKey | undefined {
    return this.#keys.get(device)
  }

  /** The newest head of each device with its key, in the form that `parking-verify --head` takes. */
  newest(): [string, { evidence_head: ProofHead; device_key: ProofKey }][] {
    return [...this.#of].flatMap(([device, heads]) => {
      const [evidence_head, device_key] = [heads.at(-1)?.head, this.#keys.get(device)]
      return evidence_head && device_key ? [[device, { evidence_head, device_key }]] : []
    })
  }
}

function isSigned({ key_id, payload, signature }: ProofHead, { public_key, ...key }: ProofKey): boolean {
  const spki = Buffer.from(public_key, 'base64')
  if (key_id !== key.key_id || createHash('sha256').update(spki).digest('hex') !== key_id) return false
  const type = 'application/vnd.parking-edge.head+json'
  const signed = `DSSEv1 ${type.length} ${type} ${Buffer.byteLength(payload)} ${payload}`
  const by = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(signed), by, Buffer.from(signature, 'base64'))
}

function contradictionOf(before: Payload | undefined, now: Payload): string | undefined {
  if (!before) return undefined
  if (before.log_id !== now.log_id) return 'another evidence log begins'
  if (now.made.ms < before.made.ms) return 'the clock went back'
  if (now.day < before.day) return `day ${before.day} is gone, the last is ${now.day}`
  if (now.day > before.day) return undefined
  if (now.prev !== before.prev) return `the days before day ${now.day} are others`
  if (now.size < before.size) return `${before.size - now.size} entries of day ${now.day} are gone`
  if (now.size === before.size && now.root !== before.root) return `the entries of day ${now.day} are others`
  return undefined
}
