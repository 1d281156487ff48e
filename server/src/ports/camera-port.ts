/** A camera on the network, in our words. Every call ends within its timeout and throws a CameraError that names the step. */
import type { CameraStep } from '@parking/contract'
import { PortError } from './port-error.ts'

export type OnvifAddress = { ipv4: string; onvif_port: number; username: string; password: string }

/** What a camera says of itself. */
export type Measured = {
  camera_sn: string
  model: string
  width: number
  height: number
  /** kbit/s */
  bit_rate: number
  frame_rate: number
  /** `H.264`; empty where it does not say. */
  codec: string
  ptz_supported: boolean
  stream_url_main: string
  stream_url_sub: string
  frame_url: string
  /** The camera's clock minus ours; null where it does not say. */
  clock_offset_ms: number | null
  /** The picture that proved it. */
  picture: Picture
}

export type Picture = { jpeg: Uint8Array; width: number; height: number }

export type CameraPort = {
  /** Signs in by ONVIF and measures: reach, port, clock, signin, profile, stream, picture, in this order; tells each that is passed. */
  measureOnvif(address: OnvifAddress, passed?: (step: CameraStep) => void): Promise<Measured>
  /** Asks a camera to restart by ONVIF; answers when it has agreed. */
  reboot(address: OnvifAddress): Promise<void>
  /** One JPEG from a picture address, with HTTP basic or digest where asked for; a signal cuts it off at once. */
  picture(
    source: { frame_url: string; username: string; password: string },
    signal?: AbortSignal,
  ): Promise<Picture>
  /** Finds out what the camera's motor can do. Throws a PtzError where it has none. One call at a time. */
  ptz(address: OnvifAddress): Promise<Ptz>
}

/** Each from -1 to 1 of full speed; right, up and closer are positive. */
export type Velocity = { pan: number; tilt: number; zoom: number }

/** A camera's motor. Every call ends within its timeout and throws a PtzError or a CameraError. */
export type Ptz = {
  readonly ability: { pan_tilt: boolean; zoom: boolean; most_presets: number }
  /** Ends by itself after so many seconds, where the camera heeds that. */
  move(velocity: Velocity, for_s: number): Promise<void>
  stop(): Promise<void>
  presets(): Promise<{ preset: string; name: string }[]>
  goTo(preset: string): Promise<void>
  /** Keeps where it looks now, in the place of `preset` where it is given. Answers the camera's own name for it. */
  setPreset(name: string, preset?: string): Promise<string>
  removePreset(preset: string): Promise<void>
}

type PtzReason = 'ptz_unsupported' | 'ptz_silent' | 'ptz_refused'

/** Why a motor could not be used: the camera has none, it did not answer, or it refused. */
export class PtzError extends PortError<PtzReason, undefined> {
  override readonly name = 'PtzError'
  constructor(reason: PtzReason, message: string) {
    super(message, { reason, step: undefined })
  }
}

/** At which step a camera could not be used. */
export class CameraError extends PortError<undefined, CameraStep> {
  override readonly name = 'CameraError'
  constructor(step: CameraStep, message: string) {
    super(message, { reason: undefined, step })
  }
}
