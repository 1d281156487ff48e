/** Fetches and decodes the pictures of the next events in advance. */
import { useEffect } from 'react'
import type { CheckRow } from './verdict-queue.ts'

/** Keeps the decoded pictures: a picture that was only fetched would be decoded when it is shown. */
const kept = new Map<string, HTMLImageElement>()
const pause_ms = 50

export function usePreloadedPictures(rows: readonly CheckRow[]): void {
  const wanted = rows
    .flatMap((row) => [...row.pictures, ...(row.partner?.pictures ?? [])].map(({ url }) => url))
    .join('\n')
  useEffect(() => {
    // Starts after the frame that responds to the key.
    const timer = setTimeout(() => preload(wanted.split('\n').filter((url) => url !== '')), pause_ms)
    return () => clearTimeout(timer)
  }, [wanted])
}

function preload(urls: readonly string[]): void {
  for (const url of kept.keys()) if (!urls.includes(url)) kept.delete(url)
  for (const url of urls) {
    if (kept.has(url)) continue
    const image = new Image()
    image.src = url
    kept.set(url, image)
    // A broken picture is reported where it is shown.
    image.decode().then(undefined, () => undefined)
  }
}
