/** Whether the reader is at the head of the page, where what is new may come in without moving what he reads. */
import { useSyncExternalStore } from 'react'

const near_px = 120

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

export const useAtTop = (): boolean => useSyncExternalStore(subscribe, () => window.scrollY < near_px)
