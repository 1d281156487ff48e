/** Whether anybody answers at some addresses, asked again every two seconds by a worker (public/probe-worker.js). */
import { useEffect, useState } from 'react'
import type { Reach } from './phase.ts'

/** By address. `urls` are joined by a space, so that the same addresses are the same question. Empty asks nothing. */
export function useProbe(urls: string): Readonly<Record<string, Reach>> {
  const [found, setFound] = useState<Readonly<Record<string, Reach>>>({})
  useEffect(() => {
    if (urls === '') return
    const worker = new Worker('/probe-worker.js')
    worker.addEventListener(
      'message',
      ({ data: { url, state } }: MessageEvent<{ url: string; state: Reach }>) =>
        setFound((now) => (now[url] === state ? now : { ...now, [url]: state })),
    )
    worker.postMessage(urls.split(' '))
    return () => worker.terminate()
  }, [urls])
  return found
}
