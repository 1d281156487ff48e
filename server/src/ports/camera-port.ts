/** A camera on the network, in our words. Every call ends within its timeout and throws a CameraTrouble that names the step. */
import type { CameraStep } from '@parking/contract'

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
  picture(source: { frame_url: string; username: string; password: string }, signal?: AbortSignal): Promise<Picture>
}

/** Why a camera could not be used, and at which step. */
export class CameraTrouble extends Error {
  override readonly name = 'CameraTrouble'
  readonly step: CameraStep
  constructor(step: CameraStep, message: string) {
    super(message)
    this.step = step
  }
}
