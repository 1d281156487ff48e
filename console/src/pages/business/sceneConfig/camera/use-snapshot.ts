/** The newest picture of a camera: the one taken here, until the list brings a newer one. */
import { useState } from 'react'
import { createStore, useStore } from '#src/lib/store.ts'
import { useChange } from '#src/queries.ts'
import type { Camera } from './camera.ts'

/** By camera_sn. Card and detail show the same. */
const taken = createStore<Readonly<Record<string, string>>>({})

/** The list has a new picture of each camera every ten seconds: a page of 64 cards that loaded them all would do nothing else. */
const calm_ms = 60_000

/** The moment of a picture, which stands in its address (`v`); 0 where there is none. */
const momentOf = (src: string): number => Number(/[?&]v=(\d+)/.exec(src)?.[1] ?? 0)

/** The first of the pictures, then another one only once it is a minute newer; at once where it went away or came. */
function useCalm(src: string, pace: 'calm' | 'each'): string {
  const [shown, setShown] = useState(src)
  const is_news =
    src !== shown &&
    (pace === 'each' ||
      src === '' ||
      shown === '' ||
      momentOf(src) - momentOf(shown) >= calm_ms ||
      momentOf(src) < momentOf(shown))
  if (is_news) setShown(src)
  return is_news ? src : shown
}

/** `calm` for one of many. */
export function useSnapshot(
  camera: Pick<Camera, 'camera_sn' | 'snapshot'>,
  pace: 'calm' | 'each' = 'each',
): { src: string; taking: boolean; take: () => Promise<boolean> } {
  const mine = useStore(taken)[camera.camera_sn] ?? ''
  const change = useChange('/api/camera/snapshot', { refresh: ['/api/camera/list_cameras'] })
  const listed = useCalm(camera.snapshot, pace)
  return {
    src: momentOf(mine) > momentOf(listed) ? mine : listed,
    taking: change.running,
    async take() {
      const answer = await change.run({ camera_sn: camera.camera_sn })
      if (answer) taken.update((all) => ({ ...all, [camera.camera_sn]: answer.snapshot }))
      return answer !== undefined
    },
  }
}
