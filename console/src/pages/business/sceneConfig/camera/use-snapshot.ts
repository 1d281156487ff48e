/** The newest picture of a camera: the one requested here, until the list has a newer one. */
import { useState } from 'react'
import { createStore, useStore } from '#src/lib/store.ts'
import { useChange } from '#src/core/queries.ts'
import { wordsNow } from '#src/core/words.ts'
import { toast } from '#src/ui/toast.tsx'
import type { Camera } from './camera.ts'

/** Requested pictures by camera_sn, shared by card and detail. */
const taken = createStore<Readonly<Record<string, string>>>({})

/**
 * The list has a new picture of each camera every ten seconds; loading all of them for 64 cards would block
 * the page.
 */
const slow_interval_ms = 60_000

/** The time of a picture from its URL (`v`) in milliseconds; 0 if there is none. */
const takenAt = (src: string): number => Number(/[?&]v=(\d+)/.exec(src)?.[1] ?? 0)

/**
 * Returns the first picture, then a new one only when it is a minute newer; at once when a picture appears or
 * disappears. With the pace 'each', returns every picture.
 */
function usePaced(src: string, pace: 'slow' | 'each'): string {
  const [shown, setShown] = useState(src)
  const is_due =
    src !== shown &&
    (pace === 'each' ||
      src === '' ||
      shown === '' ||
      takenAt(src) - takenAt(shown) >= slow_interval_ms ||
      takenAt(src) < takenAt(shown))
  if (is_due) setShown(src)
  return is_due ? src : shown
}

/** `pace`: 'slow' for a list of many cameras. */
export function useSnapshot(
  camera: Pick<Camera, 'camera_sn' | 'snapshot'>,
  pace: 'slow' | 'each' = 'each',
): { src: string; taking: boolean; take: () => Promise<void> } {
  const requested = useStore(taken)[camera.camera_sn] ?? ''
  const change = useChange('/api/camera/snapshot', { refresh: ['/api/camera/list_cameras'] })
  const listed = usePaced(camera.snapshot, pace)
  return {
    src: takenAt(requested) > takenAt(listed) ? requested : listed,
    taking: change.running,
    async take() {
      const answer = await change.run({ camera_sn: camera.camera_sn })
      if (!answer) return
      taken.update((all) => ({ ...all, [camera.camera_sn]: answer.snapshot }))
      toast.success(wordsNow('errors').messages.capture_success)
    },
  }
}
