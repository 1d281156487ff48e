/**
 * When each camera was last checked and last delivered a picture. Held in memory, because writing it every
 * ten seconds would wear out the flash.
 */
import type { Answer, PictureHealth } from '@parking/contract'

/** What the device noticed about a camera. */
export type Finding = NonNullable<Answer<'list_cameras'>['list'][number]['findings']>[number]

export type CameraLook = {
  look_ms: number
  /** 0 if there is no picture yet. */
  picture_ms: number
  /** The fault of the pictures. Absent if there is none or the pictures were not judged. */
  health?: PictureHealth
  /** What the camera has changed since it was stored. */
  findings?: readonly Finding[]
}

/** By camera_sn. */
export type CameraLooks = Map<string, CameraLook>
