/**
 * When each camera was last checked and last delivered a picture. Held in memory, because writing it every
 * ten seconds would wear out the flash.
 */
import { deviceSentence, type Answer, type PictureHealth } from '@parking/contract'
import { CameraError } from '../ports/camera-port.ts'

/** What the device noticed about a camera. */
export type Finding = NonNullable<Answer<'list_cameras'>['list'][number]['findings']>[number]

export type CameraLook = {
  look_ms: number
  /** When the stored picture was taken; 0 if there is none yet. */
  picture_ms: number
  /** When its address was last requested. */
  wanted_ms?: number
  /** The fault of the pictures. Absent if there is none or the pictures were not judged. */
  health?: PictureHealth
  /** What the camera has changed since it was stored. */
  findings?: readonly Finding[]
}

/** By camera_sn. */
export type CameraLooks = Map<string, CameraLook>

/** A console that shows pictures requests their addresses more often than this. */
const wanted_for_ms = 30_000

/** Whether a user looks at the pictures of a camera. */
export const isWanted = ({ wanted_ms }: Pick<CameraLook, 'wanted_ms'>, now: number): boolean =>
  wanted_ms !== undefined && Math.abs(now - wanted_ms) < wanted_for_ms

/** That the device found another lens or another device in its place, by the last comparison. */
export const otherViewOf = (
  looks: CameraLooks,
  camera_sn: string,
): 'source_gone' | 'other_camera' | undefined =>
  looks
    .get(camera_sn)
    ?.findings?.map(({ finding }) => finding)
    .find((finding) => finding === 'source_gone' || finding === 'other_camera')

/** Throws a CameraError if another lens or another device answers: its pictures show other lots. */
export function requireOwnView(looks: CameraLooks, camera_sn: string): void {
  const other = otherViewOf(looks, camera_sn)
  if (other) throw new CameraError('profile', deviceSentence('unseen_other_view'), other)
}

/** Throws a CameraError if the next picture of a camera can be no evidence: of another view, or frozen. */
export function requireEvidence(looks: CameraLooks, camera_sn: string): void {
  requireOwnView(looks, camera_sn)
  if (looks.get(camera_sn)?.health === 'frozen')
    throw new CameraError('picture', deviceSentence('unseen_frozen'), 'picture_frozen')
}
