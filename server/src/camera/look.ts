/** When each camera was last looked at and photographed. In memory: writing it every ten seconds would wear out the flash memory. */
import type { PictureHealth } from '@parking/contract'

export type CameraLook = {
  look_ms: number
  /** 0 where there is no picture yet. */
  picture_ms: number
  /** What is wrong with the pictures; absent where nothing is, or where they were not judged. */
  health?: PictureHealth
}

/** By camera_sn. */
export type CameraLooks = Map<string, CameraLook>
