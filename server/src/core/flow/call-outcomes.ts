/**
 * What became of calls whose answer a client may not get (docs/decisions/0092). A client names each call by a
 * random key; it asks by the key, and asking ends the waiting: a call that arrives later is not carried out.
 */
import type { Envelope } from '@parking/contract'
import { busy } from '../refusal.ts'

const max_age_ms = 600_000
const max_answers = 500
const max_bytes = 4 * 1024 * 1024
const max_given_up = 2_000

type Known = { begun_ms: number; envelope: Promise<Envelope>; text: string | undefined }
export type CallOutcome = {
  state: 'answered' | 'running' | 'not_received' | 'forgotten'
  /** The answer as JSON text. */
  answer?: string
}

export class CallOutcomes {
  readonly #mono: () => number
  readonly #known = new Map<string, Known>()
  /** Calls that were asked about before they arrived, with the time of the question. */
  readonly #given_up = new Map<string, number>()
  #bytes = 0
  /** Nothing is known of calls that were sent before this time. */
  #since_ms: number

  /** `mono`: a monotonic clock in milliseconds. */
  constructor(mono: () => number = () => performance.now()) {
    this.#mono = mono
    this.#since_ms = mono()
  }

  /**
   * Carries out the call of this key once: a request that a browser repeats by itself gets the first answer.
   * Throws if the client has given the call up. `work` never rejects.
   */
  once(key: string, work: () => Promise<Envelope>): Promise<Envelope> {
    if (this.#given_up.has(key)) throw busy('The client has given up this request')
    const known = this.#known.get(key)
    if (known) return known.envelope
    this.#dropOld()
    const call: Known = { begun_ms: this.#mono(), envelope: work(), text: undefined }
    this.#known.set(key, call)
    void call.envelope.then((envelope) => this.#keep(call, envelope))
    return call.envelope
  }

  /** What became of the call that was sent `age_ms` ago. */
  find(key: string, age_ms: number): CallOutcome {
    this.#dropOld()
    const known = this.#known.get(key)
    if (known)
      return known.text === undefined ? { state: 'running' } : { state: 'answered', answer: known.text }
    const now = this.#mono()
    if (now - age_ms <= this.#since_ms) return { state: 'forgotten' }
    this.#given_up.set(key, now)
    const [oldest] = this.#given_up.keys()
    if (this.#given_up.size > max_given_up && oldest !== undefined) this.#given_up.delete(oldest)
    return { state: 'not_received' }
  }

  #keep(call: Known, envelope: Envelope): void {
    call.text = JSON.stringify(envelope)
    this.#bytes += call.text.length
    this.#dropOld()
  }

  /** Forgets the oldest calls that have ended, beyond the limits. */
  #dropOld(): void {
    const too_old = this.#mono() - max_age_ms
    for (const [key, { begun_ms, text }] of this.#known) {
      if (begun_ms > too_old && this.#known.size <= max_answers && this.#bytes <= max_bytes) break
      if (text === undefined) continue
      this.#known.delete(key)
      this.#bytes -= text.length
      this.#since_ms = Math.max(this.#since_ms, begun_ms)
    }
    for (const [key, asked_ms] of this.#given_up) {
      if (asked_ms > too_old) break
      this.#given_up.delete(key)
    }
  }
}
