/** Fetches a camera's picture from the device's relay, which signs in to the camera. */
import { deviceSentence, type DeviceSentence } from '@parking/contract/core/device-sentences.ts'

/** Longer than the relay waits for a camera: the relay answers with the reason, also on a slow box. */
const timeout_ms = 20_000
const max_bytes = 16 * 1024 * 1024

/** What the device's relay answers instead of a picture (docs/analysis-socket.md). */
const sentences: Readonly<Record<number, DeviceSentence>> = {
  401: 'unseen_sign_in',
  409: 'unseen_other_view',
  422: 'unseen_damaged',
  429: 'unseen_sessions',
  503: 'unseen_nothing_listens',
  504: 'unseen_unreachable',
  526: 'unseen_certificate',
}

/** Rejects with a sentence of the device, or with what `fetch` says of the connection. */
export async function fetchSnapshot(address: string): Promise<Buffer> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeout_ms) })
  const { ok, status } = response
  if (!ok) {
    await response.body?.cancel()
    throw new Error(deviceSentence(sentences[status] ?? 'unseen_status', { status }))
  }
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length > max_bytes) throw new Error(deviceSentence('unseen_too_large'))
  return bytes
}
