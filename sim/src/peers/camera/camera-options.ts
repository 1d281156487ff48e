/**
 * Options and state shared by the parts of a simulated camera. They are written from the ONVIF specifications
 * and do not depend on the device server.
 */
export type Aim = { pan: number; tilt: number; zoom: number }

export type CameraOptions = {
  name: string
  model: string
  serial: string
  host?: string
  /** 0 or absent: a free port. */
  port?: number
  username?: string
  password: string
  ptz?: boolean
  firmware?: string
  /** The host and port in its answers, if it is behind a router and knows only its inner address. */
  inner?: { host: string; port: number }
  /** `digest`: supports HTTP digest only, and rejects a WS-Security header. */
  signin?: 'both' | 'digest'
  /** `capabilities`: an old camera without GetServices. */
  services?: 'both' | 'capabilities'
  /** Its media services: Media (ver10), Media2 (ver20), or both. Default: Media only. */
  media?: 'one' | 'two' | 'both'
  /** Its second profile (Media only): a smaller stream, or the sound of its microphone without video. */
  second_profile?: 'sub' | 'audio'
  /** The encoding that it reports for its main stream. Media (ver10) does not know H.265 and reports H264. */
  encoding?: 'H264' | 'H265'
  /** An external RTSP server for its stream addresses, instead of its own. */
  stream?: string
  /** Takes a picture at the motor's position (home for a camera without a motor). */
  frame: (aim: Aim) => Promise<Buffer>
}

/**
 * How the camera fails. `motor`: PTZ calls hang. `no_profile`, `no_stream`, `no_snapshot`: it offers none.
 * `hidden_clock`: it never reveals its clock and accepts only sign-ins that depend on it; `signed_clock`: it
 * does so after a sign-in. `unlisted_motor`: GetServices leaves it out. `bad_presets`, `bad_reboot`: answered
 * with garbage; `no_reboot`, `fixed_clock`: refused. `refuse`: closes every connection. `hang`: never
 * answers. `junk`: answers garbage. `slow`: waits three seconds. `drip`: sends a picture byte by byte and
 * never finishes. `reset`: takes the request and resets the connection.
 */
export type CameraFault =
  | 'none'
  | 'motor'
  | 'no_profile'
  | 'no_stream'
  | 'hidden_clock'
  | 'signed_clock'
  | 'no_snapshot'
  | 'unlisted_motor'
  | 'bad_presets'
  | 'bad_reboot'
  | 'no_reboot'
  | 'fixed_clock'
  | 'refuse'
  | 'hang'
  | 'junk'
  | 'slow'
  | 'drip'
  | 'reset'

/** What its pictures show: the street, one frozen frame (bit for bit the same), or a covered lens. */
export type PictureMode = 'live' | 'frozen' | 'dark'

/** The camera's state, for its services. */
export type CameraContext = {
  readonly options: CameraOptions
  /** The address that it reports as its own. */
  readonly host: string
  readonly port: () => number
  /** The port of its RTSP server. */
  readonly rtsp_port: () => number
  readonly username: string
  password: () => string
  /** The camera's own clock, in milliseconds since 1970. */
  clock: () => number
  /** Sets it, as SetSystemDateAndTime does. */
  setClock: (time_ms: number) => void
  reboot: () => void
}

export const main_stream = {
  token: 'main',
  name: 'MainStream',
  width: 1920,
  height: 1080,
  fps: 25,
  bitrate: 4096,
}
export const sub_stream = { token: 'sub', name: 'SubStream', width: 640, height: 360, fps: 15, bitrate: 512 }

export const hasMedia = ({ media = 'one' }: CameraOptions, which: 'one' | 'two'): boolean =>
  media === 'both' || media === which
