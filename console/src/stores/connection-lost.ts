/**
 * Set while the device cannot be reached. A banner shows it, a silent ping with growing pauses probes until
 * the device answers, and then the page fetches everything again. Input is not touched.
 */
import { createStore } from '../lib/store.ts'

export type ConnectionLossReason = 'network' | 'timeout' | 'http'
export type ConnectionLoss = { reason: ConnectionLossReason; since: number } | undefined

export const connectionLost = createStore<ConnectionLoss>(undefined)
/** Counts reconnections, so that subscribers can fetch again. */
export const reconnections = createStore(0)

const pauses_ms = [1_000, 2_000, 3_000, 5_000]
const ping_ms = 5_000
/** Shorter after a call that timed out, because the user has already waited. */
const short_ping_ms = 2_000
let timer: ReturnType<typeof setTimeout> | undefined
let tries = 0

/** The device cannot be reached. */
export function reportConnectionLost(reason: ConnectionLossReason): void {
  if (connectionLost.get()) return
  connectionLost.set({ reason, since: Date.now() })
  tries = 0
  scheduleProbe()
}

function scheduleProbe(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void probeNow(), pauses_ms[Math.min(tries++, pauses_ms.length - 1)])
}

let ping_after_failure: Promise<boolean> | undefined

/**
 * Called by api.ts when a call had no answer: the device counts as lost only if it does not answer a ping
 * either. One call that always fails must not repeat every other read.
 */
export async function reportNoAnswer(reason: ConnectionLossReason): Promise<void> {
  if (connectionLost.get()) return
  ping_after_failure ??= pingDevice(reason === 'timeout' ? short_ping_ms : ping_ms).finally(
    () => (ping_after_failure = undefined),
  )
  if (!(await ping_after_failure)) reportConnectionLost(reason)
}

/** Checks whether the device answers, and reports the loss if it does not. */
export async function checkConnection(): Promise<boolean> {
  if (await pingDevice()) return true
  reportConnectionLost('network')
  return false
}

/** Probes at once; also called by the banner's button. */
export async function probeNow(): Promise<void> {
  clearTimeout(timer)
  if (await pingDevice()) reportConnected()
  else if (connectionLost.get()) scheduleProbe()
}

/** Called when the device has answered any call, so that the ping need not be awaited. */
export function reportConnected(): void {
  clearTimeout(timer)
  if (!connectionLost.get()) return
  connectionLost.set(undefined)
  reconnections.update((n) => n + 1)
}

/** A plain fetch, because the ping must not report its own failures to this store. */
async function pingDevice(wait_ms = ping_ms): Promise<boolean> {
  try {
    const answer = await fetch('/api/utils/ping', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(wait_ms),
    })
    // Read to its end, so that the connection can be reused; a truncated answer counts as no answer.
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
