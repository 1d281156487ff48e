/** Pictures of many cameras at one moment: so many at once, each within its time, and a camera that is not well never holds up one that is. */
import { camera_state } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { CameraError, type Picture } from '../ports/camera-port.ts'
import { cameraBySn } from './camera.store.ts'
import { takePicture } from './take-picture.ts'

/** `within_ms`: for each camera, from when it is asked. `signal` ends them all. */
export type MomentPictures = { at_once?: number; within_ms?: number; signal: AbortSignal }

/** Answers a function that takes a picture of a camera; it throws a CameraError. Cameras that were not well when they were last looked at have places of their own, half as many. */
export function momentPictures(
  deps: Pick<Deps, 'db' | 'cameras' | 'video' | 'secrets'>,
  { at_once = 8, within_ms = 5_000, signal }: MomentPictures,
): (camera_sn: string) => Promise<Picture> {
  const places = { well: placesFor(at_once), unwell: placesFor(Math.max(1, Math.floor(at_once / 2))) }
  return async (camera_sn) => {
    const state = cameraBySn(deps.db, camera_sn)?.state
    const leave = await places[state === camera_state.online ? 'well' : 'unwell']()
    try {
      const row = cameraBySn(deps.db, camera_sn)
      if (!row) throw new CameraError('reach', 'The camera is not there any more')
      return await takePicture(
        { ...row, password: deps.secrets.open(row.password) },
        deps,
        AbortSignal.any([signal, AbortSignal.timeout(within_ms)]),
      )
    } catch (error) {
      if (error instanceof CameraError) throw error
      throw new CameraError('picture', error instanceof Error ? error.message : 'The camera gave no picture')
    } finally {
      leave()
    }
  }
}

/** Lets so many in at a time, in order; what it answers is called on leaving. */
function placesFor(most: number): () => Promise<() => void> {
  const waiting: (() => void)[] = []
  let free = most
  return async () => {
    if (free > 0) free--
    else await new Promise<void>((go) => waiting.push(go))
    return () => {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
