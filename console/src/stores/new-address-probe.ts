/**
 * Whether the device's future address answers. A worker probes it (public/probe-worker.js), because a page
 * may call only its own origin. The worker starts before the device goes away, because afterwards it could
 * not be downloaded.
 */
import { createStore } from '../lib/store.ts'

export type NewAddressProbe = { url: string; reach: 'unknown' | 'up' | 'down' }

export const newAddressProbe = createStore<NewAddressProbe>({ url: '', reach: 'unknown' })
let worker: Worker | undefined

/** Probes this address instead of the previous one; stops probing if it is empty. */
export function probeNewAddress(url: string): void {
  if (url === newAddressProbe.get().url) return
  worker?.terminate()
  worker = undefined
  newAddressProbe.set({ url, reach: 'unknown' })
  if (url === '') return
  worker = new Worker('/probe-worker.js')
  worker.addEventListener('message', ({ data }: MessageEvent<{ url: string; state: 'up' | 'down' }>) => {
    const now = newAddressProbe.get()
    if (now.url === data.url && now.reach !== data.state) newAddressProbe.set({ ...now, reach: data.state })
  })
  worker.postMessage([url])
}
