/**
 * What a simulated camera is made of. Nothing here knows of the device server: it is written from the ONVIF
 * specifications.
 */
export type Aim = { pan: number; tilt: number; zoom: number }

export type CameraOptions = {
  name: string
  model: string
  serial: string
  host?: string
  /** With 0 or none it is given a free port. */
  port?: number
  username?: string
  password: string
  ptz?: boolean
  firmware?: string
  /**
   * The host and port that its answers name, where it stands behind a router and knows its inner address
   * alone.
   */
  inner?: { host: string; port: number }
  /** `digest`: knows HTTP digest alone, and calls a WS-Security header a refused sign-in. */
  signin?: 'both' | 'digest'
  /** `capabilities`: old, without GetServices. */
  services?: 'both' | 'capabilities'
  /** Which media services it has: Media (ver10), Media2 (ver20), or both. Default: Media alone. */
  media?: 'one' | 'two' | 'both'
  /**
   * What its main stream is encoded with, by its own word. Media (ver10) does not know H.265 and calls it
   * H264.
   */
  encoding?: 'H264' | 'H265'
  /** An RTSP server elsewhere that its stream addresses lead to, instead of its own. */
  stream?: string
  /** Takes a picture; the aim is where the motor points (home for a camera without one). */
  frame: (aim: Aim) => Promise<Buffer>
}

/**
 * `motor` hangs on every call to its motor, `no_profile` and `no_stream` have none to give, `hidden_clock`
 * tells nobody its clock and knows no other sign-in than the one that goes by it; `refuse` drops every
 * connection at once, `hang` takes requests and never answers, `junk` answers rubbish, `slow` waits three
 * seconds, `drip` sends a picture byte for byte and never comes to its end, `reset` takes the request and
 * cuts the connection off.
 */
export type CameraFault =
  | 'none'
  | 'motor'
  | 'no_profile'
  | 'no_stream'
  | 'hidden_clock'
  | 'refuse'
  | 'hang'
  | 'junk'
  | 'slow'
  | 'drip'
  | 'reset'

/**
 * What its lens sees: the street, the moment at which it froze (its encoder repeats itself to the bit), or
 * the inside of a bag.
 */
export type PictureMode = 'live' | 'frozen' | 'dark'

/** The camera as its services see it. */
export type CameraContext = {
  readonly options: CameraOptions
  /** Where it believes to stand. */
  readonly host: string
  readonly port: () => number
  /** Where its RTSP server listens. */
  readonly rtsp_port: () => number
  readonly username: string
  password: () => string
  /** The camera's own clock, in milliseconds since 1970. */
  clock: () => number
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
