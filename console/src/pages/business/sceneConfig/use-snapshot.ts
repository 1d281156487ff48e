/** The newest picture of a camera: the one taken here, until the list brings a newer one. */
import { createStore, useStore } from '../../../lib/store.ts'
import { useChange } from '../../../queries.ts'
import type { Camera } from './camera-card.tsx'

/** By camera_sn, with what the list said when it was taken. Card and detail show the same. */
const taken = createStore<Readonly<Record<string, { src: string; instead_of: string }>>>({})

export function useSnapshot(camera: Pick<Camera, 'camera_sn' | 'snapshot'>): { src: string; taking: boolean; take: () => Promise<boolean> } {
  const mine = useStore(taken)[camera.camera_sn]
  const change = useChange('/api/camera/snapshot', { refresh: ['/api/camera/list_cameras'] })
  return {
    src: mine && mine.instead_of === camera.snapshot ? mine.src : camera.snapshot,
    taking: change.running,
    async take() {
      const answer = await change.run({ camera_sn: camera.camera_sn })
      if (answer) taken.update((all) => ({ ...all, [camera.camera_sn]: { src: answer.snapshot, instead_of: camera.snapshot } }))
      return answer !== undefined
    },
  }
}
