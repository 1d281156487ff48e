/**
 * The number of open live views. Each hides the camera list, which stops polling meanwhile so that the live
 * view gets the bandwidth.
 */
import { useEffect } from 'react'
import { refreshReads } from '#src/core/queries.ts'
import { createStore } from '#src/lib/store.ts'

export const live_views = createStore(0)

/** Counts the caller while it is mounted; afterwards the list is read again. */
export function useLiveView(): void {
  useEffect(() => {
    live_views.update((n) => n + 1)
    return () => {
      live_views.update((n) => n - 1)
      void refreshReads(['/api/camera/list_cameras'])
    }
  }, [])
}
