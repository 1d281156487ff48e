/** The messages of the analysis socket (docs/analysis-socket.md), as this program sees them. */
import type { Point } from './geometry.ts'

export type CameraConfig = {
  camera_sn: string
  camera_name: string
  frame_url: string
}
export type LotConfig = { lot_no: string; motor_num: number; polygon: Point[] }
export type SceneConfig = { scene_id: string; camera_sn: string; enabled: boolean; lots: LotConfig[] }
export type Config = {
  revision: number | string
  spool: string
  cameras: CameraConfig[]
  scenes: SceneConfig[]
  params: {
    alg_param?: AlgParam
    event_param?: { image_car: boolean; image_plate: boolean; privacy_protection?: boolean }
  }
}
/** The algorithm parameters that this program uses (spec §3). */
export type AlgParam = {
  cover_th: number
  event_th: number
  auto_plate_th: number
  auto_plate_ch_th: number
  plate_type: number
  merge_seconds: number
  motor_det: boolean
  motor_mode: number
  motor_min_seconds: number
  debug_mode: boolean
}
/** A part of the configuration that is not supported; `field` is a path like `alg_param.motor_mode`. */
export type Problem = { field: string; issue: string }

export type PictureFile = { kind: 'image' | 'car' | 'plate'; file: string }
export type EventBody = {
  uuid: string
  event_time: number
  camera_sn: string
  scene_id: string
  lot_no: string
  event_type: number
  plate_number: string
  plate_color: string
  confidence: number
  pictures: PictureFile[]
  /** Left, top, right and bottom, from 0 to 1 of the picture. */
  plate_box?: readonly [number, number, number, number]
}
export type LotState = {
  scene_id: string
  lot_no: string
  occupied: boolean
  plate_number: string
  cover: number
}
export type LogLevel = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL'
/** Writes a log line, with structured facts if the protocol defines them. */
export type WriteLog = (
  level: LogLevel,
  content: string,
  keys?: { what: string; facts: Record<string, string | number> },
) => void

export type FromServer =
  | ({ type: 'config' } & Config)
  | { type: 'ack'; id: string; uuid: string; result: 'stored' | 'duplicate' }
  | { type: 'refused'; id: string; uuid: string; code: number; message: string }
  | { type: 'busy'; id: string; uuid: string; message: string }
  | { type: 'pong' }
