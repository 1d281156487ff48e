/**
 * Takes pictures for evidence, of many cameras at the same moment, with limited
 * concurrency. A failing camera never delays a healthy one.
 */
import { openedCamera } from './camera-secrets.ts'
import { camera_state, deviceSentence } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { CameraError, type Picture } from '../ports/camera-port.ts'
import { createSemaphore } from '../core/flow/semaphore.ts'
import { cameraBySn } from './camera.store.ts'
import { requireEvidence, type CameraLooks } from './look.ts'
import { takePicture } from './take-picture.ts'

/** `at_once`: maximum concurrency. `within_ms`: time limit per request. `signal` cancels all requests. */
export type MomentPictures = { at_once?: number; within_ms?: number; signal: AbortSignal }

/**
 * Returns a function that takes a picture of a camera or throws a CameraError.
 * Cameras that failed their last check share a separate limit, half as large.
 */
export function momentPictures(
  deps: Pick<Deps, 'db' | 'cameras' | 'video' | 'secrets'> & { looks: CameraLooks },
  { at_once = 8, within_ms = 5_000, signal }: MomentPictures,
): (camera_sn: string) => Promise<Picture> {
  const limits = {
    online: createSemaphore(at_once),
    failing: createSemaphore(Math.max(1, Math.floor(at_once / 2))),
  }
  return async (camera_sn) => {
    const state = cameraBySn(deps.db, camera_sn)?.state
    const release = await limits[state === camera_state.online ? 'online' : 'failing'].acquire()
    const late = AbortSignal.timeout(within_ms)
    try {
      const row = cameraBySn(deps.db, camera_sn)
      if (!row) throw new CameraError('reach', 'The camera no longer exists')
      requireEvidence(deps.looks, camera_sn)
      return await takePicture(openedCamera(row, deps), deps, {
        signal: AbortSignal.any([signal, late]),
      })
    } catch (error) {
      if (error instanceof CameraError) throw error
      // The sentence of an aborted signal is Node's.
      throw new CameraError(
        'picture',
        late.aborted
          ? deviceSentence('no_answer_in_time')
          : error instanceof Error
            ? error.message
            : 'The camera gave no picture',
      )
    } finally {
      release()
    }
  }
}
