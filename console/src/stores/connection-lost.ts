/**
 * The device cannot be reached. A banner says so, a silent ping with a growing pause probes until it answers,
 * and then everything on the page is fetched again. Nothing typed is touched.
 */
import { createStore } from '../lib/store.ts'

export type ConnectionLossReason = 'network' | 'timeout' | 'http'
export type ConnectionLoss = { reason: ConnectionLossReason; since: number } | undefined

export const connectionLost = createStore<ConnectionLoss>(undefined)
/** Counts reconnections, so that subscribers can fetch again. */
export const reconnections = createStore(0)

const pauses_ms = [1_000, 2_000, 3_000, 5_000]
const ping_ms = 5_000
/** After a call that took too long, the user has waited enough. */
const short_ping_ms = 2_000
let timer: ReturnType<typeof setTimeout> | undefined
let tries = 0

/** Called by api.ts when a call found no device. */
export function reportConnectionLost(reason: ConnectionLossReason): void {
  if (connectionLost.get()) return
  connectionLost.set({ reason, since: Date.now() })
  tries = 0
  plan()
}

function plan(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void probeNow(), pauses_ms[Math.min(tries++, pauses_ms.length - 1)])
}

/** One call took too long: the device is lost only where it does not answer a ping either. */
export async function reportTimeout(): Promise<void> {
  if (!connectionLost.get() && !(await answers(short_ping_ms))) reportConnectionLost('timeout')
}

/** Asks the device whether it is there, and reports the loss if not. */
export async function checkConnection(): Promise<boolean> {
  if (await answers()) return true
  reportConnectionLost('network')
  return false
}

/** Probes at once; the banner's button does so too. */
export async function probeNow(): Promise<void> {
  clearTimeout(timer)
  if (await answers()) reportConnected()
  else if (connectionLost.get()) plan()
}

/** Called when any call is answered, too: then the ping need not be awaited. */
export function reportConnected(): void {
  clearTimeout(timer)
  if (!connectionLost.get()) return
  connectionLost.set(undefined)
  reconnections.update((n) => n + 1)
}

/** Plain fetch on purpose: the ping must not report its own failures to this store. */
async function answers(wait_ms = ping_ms): Promise<boolean> {
  try {
    const answer = await fetch('/api/utils/ping', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(wait_ms),
    })
    // Read to its end: the connection can be used again, and an answer that is cut off is none.
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
