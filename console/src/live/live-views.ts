/** Open live views: each hides the list of cameras, which stops polling meanwhile and leaves it the link. */
import { useEffect } from 'react'
import { queryClient } from '#src/core/queries.ts'
import { createStore } from '#src/lib/store.ts'

export const live_views = createStore(0)

/** Counts the caller for as long as it is mounted; afterwards the list is read again. */
export function useLiveView(): void {
  useEffect(() => {
    live_views.update((n) => n + 1)
    return () => {
      live_views.update((n) => n - 1)
      void queryClient.invalidateQueries({ queryKey: ['/api/camera/list_cameras'] })
    }
  }, [])
}
