/**
 * A camera on the network. Every function ends within its timeout and throws a CameraError with the
 * failed step. Long because it describes all that a camera can do.
 */
import type { CameraStep, StillsReason, TlsError } from '@parking/contract'
import { PortError } from './port-error.ts'

/**
 * With a `server_trust` (contract/src/core/server-trust.ts) or at port 443, the camera is contacted over
 * HTTPS.
 */
export type OnvifAddress = {
  ipv4: string
  onvif_port: number
  username: string
  password: string
  server_trust?: string | undefined
  /** Its video source; absent or empty for the first. */
  source_token?: string | undefined
  /** The path of the device service; absent or empty for the usual ones. */
  service_path?: string | undefined
}

/** A lens of a device, or a channel of a recorder. */
export type VideoSourceFound = { token: string; name: string; width: number; height: number }

/** What a camera reports about itself. */
export type Inspected = {
  /** The serial number of the device, which several cameras may share. */
  serial: string
  /** Its MAC address in hexadecimal digits, and its endpoint in discovery; empty if unknown. */
  mac: string
  endpoint: string
  /** Those of all its interfaces, which it may list in another order each time. */
  macs: readonly string[]
  service_path: string
  /** The video source that the rest is about, and all of the device in its order, at least one. */
  source_token: string
  sources: VideoSourceFound[]
  model: string
  width: number
  height: number
  /** kbit/s */
  bit_rate: number
  frame_rate: number
  /** Such as `H.264`; empty if the camera does not report it. */
  codec: string
  /** The codec of the sub stream. */
  codec_sub: string
  ptz_supported: boolean
  /** The account may not read make, model and serial number. */
  details_refused: boolean
  stream_url_main: string
  stream_url_sub: string
  /** Empty if there is none that can be used; `stills` says why. */
  frame_url: string
  stills: StillsReason | ''
  /** The camera's clock minus the device's clock; null if the camera does not report it. */
  clock_offset_ms: number | null
  /** What a clock in the camera's zone shows, as if it were UTC, minus our time; null if not reported. */
  wall_offset_ms: number | null
}

export type Measured = Inspected & {
  /** The picture taken as a proof. */
  picture: Picture
  /** A picture of each source by its token, if they were wanted and could be taken. */
  pictures: ReadonlyMap<string, Picture>
}

/** Addresses that replace those which the camera reports; an empty one does not. */
export type TypedStreams = { stream_url_main: string; stream_url_sub: string }

export type MeasureOptions = {
  passed?: (step: CameraStep) => void
  timeout_ms?: number
  typed?: TypedStreams | undefined
  /** Whether to take a picture of every source of a device with several. */
  pictures?: boolean
}

export type Picture = { jpeg: Uint8Array; width: number; height: number }

export type CameraPort = {
  /**
   * Signs in by ONVIF and measures, in the steps reach, port, clock, signin, profile, stream, picture.
   * `passed` gets each step that succeeded. The default timeout fits the 5 s that the console waits (spec
   * §9).
   */
  measureOnvif(address: OnvifAddress, options?: MeasureOptions): Promise<Measured>
  /** What `measureOnvif` reads, without a picture. */
  inspectOnvif(address: OnvifAddress, options?: Pick<MeasureOptions, 'typed'>): Promise<Inspected>
  /**
   * Restarts a camera by ONVIF; resolves when the camera has accepted. One that ends the connection, or
   * answers badly with HTTP 200, has probably accepted. Throws a RebootError if the camera refuses.
   */
  reboot(address: OnvifAddress): Promise<void>
  /**
   * One JPEG from a picture address, with HTTP basic or digest authentication on demand. The signal aborts
   * it. An `uncounted` picture is complete at its end but may be smeared: it proves that the camera answers,
   * and must be neither shown nor kept nor compared.
   */
  picture(
    source: { frame_url: string; username: string; password: string; server_trust?: string },
    options?: { signal?: AbortSignal; uncounted?: boolean },
  ): Promise<Picture>
  /**
   * The camera's clock, truncated to whole seconds, in milliseconds since 1970, and whether it follows a time
   * server of its own.
   */
  clock(address: OnvifAddress): Promise<{ shown_ms: number; follows_ntp: boolean }>
  /**
   * Sets the camera's clock to `now`, sent so that a whole second arrives after half of `trip_ms`. Throws a
   * ClockError if the camera refuses.
   */
  setClock(address: OnvifAddress, now: () => number, trip_ms: number): Promise<void>
  /** The motor of a camera. Throws a PtzError if it has none. One call at a time. */
  ptz(address: OnvifAddress): Promise<Ptz>
}

/** Each from -1 to 1 of full speed; right, up and zooming in are positive. */
export type Velocity = { pan: number; tilt: number; zoom: number }

/** The motor of a camera. Every function ends within its timeout and throws a PtzError or a CameraError. */
export type Ptz = {
  readonly ability: { pan_tilt: boolean; zoom: boolean; most_presets: number }
  /** The camera ends the move after `for_s` seconds, if it supports that. */
  move(velocity: Velocity, for_s: number): Promise<void>
  stop(): Promise<void>
  presets(): Promise<{ preset: string; name: string }[]>
  goTo(preset: string): Promise<void>
  /**
   * Stores the current view, in place of `preset` if given. Returns the camera's identifier of the preset.
   */
  setPreset(name: string, preset?: string): Promise<string>
  removePreset(preset: string): Promise<void>
  /** Throws if the motor does not answer at all. */
  check(): Promise<void>
}

type PtzReason = 'ptz_unsupported' | 'ptz_silent' | 'ptz_refused' | 'no_right'

/** Why a motor was not used: the camera has none, it did not answer, it refused, or the account may not. */
export class PtzError extends PortError<PtzReason, undefined> {
  override readonly name = 'PtzError'
  constructor(reason: PtzReason, message: string) {
    super(message, { reason, step: undefined })
  }
}

type RebootReason = 'reboot_refused' | 'no_right'

/** The camera was reached and signed in to, and refused to restart, or the account may not do this. */
export class RebootError extends PortError<RebootReason, undefined> {
  override readonly name = 'RebootError'
  constructor(reason: RebootReason, message: string) {
    super(message, { reason, step: undefined })
  }
}

type ClockReason =
  | 'clock_refused'
  | 'clock_not_applied'
  | 'clock_follows_ntp'
  | 'clock_device_off'
  | 'no_right'

/** Why a camera's clock was not set: it refused, did not do it, or nothing was sent. */
export class ClockError extends PortError<ClockReason, undefined> {
  override readonly name = 'ClockError'
  constructor(reason: ClockReason, message: string) {
    super(message, { reason, step: undefined })
  }
}

/**
 * What else is known of a failure. session_limit: the camera is in order and serves as many others as it can.
 * picture_damaged: parts of the picture are missing or wrong. picture_frozen: the camera repeats one
 * picture. source_gone: the device no longer has this video source. other_camera: another device answers at
 * its address. clock_far: the sign-in may be refused because the camera's clock differs much from ours.
 * account_locked: it was refused too often, and is refused for some minutes. The others are what answered in
 * place of the camera.
 */
const camera_reasons = [
  'session_limit',
  'picture_damaged',
  'picture_frozen',
  'source_gone',
  'other_camera',
  'clock_far',
  'account_locked',
  'not_onvif',
  'http_error',
  'redirected',
  'not_jpeg',
  'cut_short',
  'https_alone',
] as const
export type CameraReason = (typeof camera_reasons)[number]

/**
 * The step at which a camera could not be used, and the reason or the fault of its certificate if known.
 * `detail`: what answered, such as `HTTP 404`.
 */
export class CameraError extends PortError<`tls_${TlsError}` | CameraReason | undefined, CameraStep> {
  override readonly name = 'CameraError'
  constructor(step: CameraStep, message: string, why?: TlsError | CameraReason, detail = '') {
    const known = camera_reasons.find((reason) => reason === why)
    super(message, { reason: known ?? (why && `tls_${why as TlsError}`), step, detail })
    this.#why = why
  }
  readonly #why: TlsError | CameraReason | undefined

  /** The same failure, in another step of a longer work. */
  at(step: CameraStep): CameraError {
    return new CameraError(step, this.message, this.#why, this.detail)
  }
}

/** Whether a picture is so much smaller than that of the stream that its plates may be unreadable. */
export const isSmall = (picture: { width: number }, stream: { width: number }): boolean =>
  picture.width * 2 <= stream.width

/** Why a picture address is not used, from the error of a request to it. */
export function stillsReasonOf({ step, reason }: CameraError): StillsReason {
  if (reason?.startsWith('tls_') || reason === 'https_alone') return 'tls'
  if (reason === 'session_limit') return 'http_error'
  if (reason === 'redirected' || reason === 'http_error' || reason === 'not_jpeg') return reason
  if (step === 'signin') return 'signin'
  return step === 'picture' ? 'not_jpeg' : 'no_answer'
}
