/**
 * Whether anybody answers at the address that the device is going to have. A worker asks (public/probe-worker.js), because a page may ask nobody
 * but its own origin. It is started before the device goes: afterwards nothing could be downloaded.
 */
import { createStore } from '../lib/store.ts'

export type NewAddressProbe = { url: string; reach: 'unknown' | 'up' | 'down' }

export const newAddressProbe = createStore<NewAddressProbe>({ url: '', reach: 'unknown' })
let worker: Worker | undefined

/** From now on this address is asked, and no other; none where it is empty. */
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
