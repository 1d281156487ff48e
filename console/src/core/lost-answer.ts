/**
 * Asks the device what became of a call whose answer was lost (docs/decisions/0092). The only place that
 * decides whether a call was carried out: pages get the answer as if it had arrived.
 */
import { call_key_header } from '@parking/contract/core/call-key.ts'
import { code } from '@parking/contract/core/codes.ts'
import type { Envelope } from '@parking/contract/core/envelope.ts'
import type { AnswerAt } from './api.ts'
import { asking } from '../stores/lost-answers.ts'
import { envelopeIn } from '../lib/envelope-in.ts'
import { sendCall } from './first-calls.ts'

/** A call that the device can be asked about. */
export type SentCall = { key: string; sent_ms: number }
/**
 * `not_done`: the device has not carried it out and never will. `unknown`: it no longer knows, or does not
 * have `call_outcome`. `silent`: it has not answered in time.
 */
export type Fate = Envelope | 'not_done' | 'unknown' | 'silent'

const path = '/api/utils/call_outcome'
const pauses_ms = [300, 700, 1_000, 2_000]
const one_ask_ms = 5_000

/** Names a call before it is sent. */
export function namedCall(): SentCall {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  return { key, sent_ms: performance.now() }
}

export const keyHeader = ({ key }: SentCall): Record<string, string> => ({ [call_key_header]: key })

/** Asks until the device knows, for at most `patience_ms`; rejects when `signal` aborts. */
export async function findFate(sent: SentCall, patience_ms: number, signal?: AbortSignal): Promise<Fate> {
  const until = performance.now() + patience_ms
  let shown = false
  try {
    for (let n = 0; ; n += 1) {
      const fate = await ask(sent)
      if (fate !== undefined) return fate
      if (performance.now() >= until) return 'silent'
      if (!shown) asking.update((count) => count + 1)
      shown = true
      await new Promise((resolve) => setTimeout(resolve, pauses_ms[Math.min(n, pauses_ms.length - 1)]))
      signal?.throwIfAborted()
    }
  } finally {
    if (shown) asking.update((count) => count - 1)
  }
}

/** Undefined if the device does not answer, is overloaded, or still carries the call out. */
async function ask({ key, sent_ms }: SentCall): Promise<Fate | undefined> {
  const age_ms = Math.ceil(performance.now() - sent_ms)
  try {
    const { status, text } = await sendCall(path, { key, age_ms }, undefined, AbortSignal.timeout(one_ask_ms))
    const envelope = envelopeIn(text)
    if (!envelope) return status >= 500 ? undefined : 'unknown'
    if (envelope.code === code.busy) return undefined
    if (envelope.code !== code.success) return 'unknown'
    const { state, answer } = envelope.data as AnswerAt<typeof path>
    if (state === 'running') return undefined
    if (state === 'not_received') return 'not_done'
    return (state === 'answered' && envelopeIn(answer ?? '')) || 'unknown'
  } catch {
    return undefined
  }
}
