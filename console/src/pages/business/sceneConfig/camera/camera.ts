/** A camera as the device lists it, its address in short form, and the URL of its scene editor. */
import type { AnswerAt } from '#src/core/api.ts'

export type Camera = AnswerAt<'/api/camera/list_cameras'>['list'][number]

export const editorUrl = (camera_sn: string, scene_id?: string): string =>
  `/business/sceneConfig/scene?${new URLSearchParams({ camera_sn, ...(scene_id && { scene_id }) })}`

/** Includes the port unless it is the default 80: several cameras may share an address behind a router. */
export const addressOf = ({ ipv4, onvif_port }: Camera): string =>
  ipv4 === '' || onvif_port === 0 || onvif_port === 80 ? ipv4 : `${ipv4}:${onvif_port}`
