/** Whether addresses answer, probed every two seconds by a worker (public/probe-worker.js). */
import { useEffect, useState } from 'react'
import type { AddressState } from './trial-phase.ts'

/**
 * States by address. `urls` is a list separated by spaces, a string so that equal lists are equal; an empty
 * one probes nothing.
 */
export function useAddressProbe(urls: string): Readonly<Record<string, AddressState>> {
  const [states, setStates] = useState<Readonly<Record<string, AddressState>>>({})
  useEffect(() => {
    if (urls === '') return
    const worker = new Worker('/probe-worker.js')
    worker.addEventListener(
      'message',
      ({ data: { url, state } }: MessageEvent<{ url: string; state: AddressState }>) =>
        setStates((now) => (now[url] === state ? now : { ...now, [url]: state })),
    )
    worker.postMessage(urls.split(' '))
    return () => worker.terminate()
  }, [urls])
  return states
}
