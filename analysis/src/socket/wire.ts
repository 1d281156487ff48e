/** The messages of the analysis socket (docs/analysis-socket.md) that this program uses. */
import type { EventLook } from '@parking/contract/events/event-looks.ts'
import type { AlgParam } from '../decide/parameters.ts'
import type { Box, Point } from '../look/boxes.ts'
import type { PlateColor } from '../look/look.ts'

export type CameraConfig = {
  readonly camera_sn: string
  readonly camera_name: string
  /** Empty for a camera that has only streams. */
  readonly frame_url: string
  readonly stream_url_main: string
  readonly stream_url_sub: string
}
export type LotConfig = {
  readonly lot_no: string
  readonly motor_num: number
  readonly difficult: number
  readonly polygon: readonly Point[]
}
export type SceneConfig = {
  readonly scene_id: string
  readonly camera_sn: string
  readonly scene_type: number
  readonly enabled: boolean
  /** The camera has moved since the lots were drawn. */
  readonly moved: boolean
  readonly lots: readonly LotConfig[]
  readonly feature: readonly (readonly Point[])[]
  readonly focus: readonly Point[] | null
}
/** The user's model; its folder holds `manifest.json` and the files that it names. */
export type ModelConfig = { readonly id: string; readonly folder: string; readonly sha256: string }
export type Config = {
  readonly revision: number
  /** The absolute path of the spool folder. */
  readonly spool: string
  readonly cameras: readonly CameraConfig[]
  /** Null or absent: the shipped model. */
  readonly model?: ModelConfig | null
  readonly scenes: readonly SceneConfig[]
  readonly params: {
    readonly alg_param: AlgParam
    readonly event_param: {
      readonly image_car: boolean
      readonly image_plate: boolean
      readonly privacy_protection?: boolean
    }
  }
}
/** A part of the configuration that cannot be followed; `field` is a path like `alg_param.motor_det`. */
export type Problem = { readonly field: string; readonly issue: string }

export type PictureFile = { readonly kind: 'image' | 'car' | 'plate'; readonly file: string }
export type EventBody = {
  readonly uuid: string
  readonly event_time: number
  readonly camera_sn: string
  readonly scene_id: string
  readonly lot_no: string
  readonly event_type: number
  readonly plate_number: string
  readonly plate_color: PlateColor
  /** 0 to 100. */
  readonly confidence: number
  readonly pictures: readonly PictureFile[]
  readonly plate_box?: Box
  /** The looks that led to it, oldest first. */
  readonly looks?: readonly EventLook[]
  /** The file with a thumbnail of each of these looks. */
  readonly look_strip?: string
}
export type LotStateLine = {
  readonly scene_id: string
  readonly lot_no: string
  readonly occupied: boolean
  readonly plate_number: string
  readonly cover: number
}
export type LogLevel = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR'
/** Writes a log line; `keys` carry the same facts for lines that the protocol defines. */
export type WriteLog = (
  level: LogLevel,
  content: string,
  keys?: { readonly what: string; readonly facts: Readonly<Record<string, string | number>> },
) => void

export type FromServer =
  | ({ readonly type: 'config' } & Config)
  | { readonly type: 'ack'; readonly uuid: string; readonly result: 'stored' | 'duplicate' }
  | {
      readonly type: 'refused'
      readonly uuid: string
      readonly code: number
      readonly message: string
      readonly issues?: readonly { readonly field: string }[]
    }
  | { readonly type: 'busy'; readonly uuid: string; readonly message: string }
  | { readonly type: 'pong' }
