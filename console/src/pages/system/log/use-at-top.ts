/** Whether the page is scrolled to its top, where new rows do not shift what the user reads. */
import { useSyncExternalStore } from 'react'

const near_px = 120

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

export const useAtTop = (): boolean => useSyncExternalStore(subscribe, () => window.scrollY < near_px)
