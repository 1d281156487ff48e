/**
 * Whether anybody answers at the address that the device is going to have. A worker asks (public/probe-worker.js), because a page may ask nobody
 * but its own origin. It is started before the device goes: afterwards nothing could be downloaded.
 */
import { createStore } from '../lib/store.ts'

export type Elsewhere = { url: string; reach: 'unknown' | 'up' | 'down' }

export const elsewhere = createStore<Elsewhere>({ url: '', reach: 'unknown' })
let worker: Worker | undefined

/** From now on this address is asked, and no other; none where it is empty. */
export function watchElsewhere(url: string): void {
  if (url === elsewhere.get().url) return
  worker?.terminate()
  worker = undefined
  elsewhere.set({ url, reach: 'unknown' })
  if (url === '') return
  worker = new Worker('/probe-worker.js')
  worker.addEventListener('message', ({ data }: MessageEvent<{ url: string; state: 'up' | 'down' }>) => {
    const now = elsewhere.get()
    if (now.url === data.url && now.reach !== data.state) elsewhere.set({ ...now, reach: data.state })
  })
  worker.postMessage([url])
}
