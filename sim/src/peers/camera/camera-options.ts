/**
 * Options and state shared by the parts of a simulated camera. They are written from the ONVIF specifications
 * and do not depend on the device server.
 */
import type { Wire } from './wire.ts'

export type Aim = { pan: number; tilt: number; zoom: number }

/** A lens of a camera, or a channel of a recorder. `main` is the size of its main stream. */
export type VideoSource = { token: string; name: string; main: { width: number; height: number } }

export type CameraOptions = {
  name: string
  model: string
  serial: string
  /** What its MAC address and its endpoint are derived from, where cameras share a serial number. */
  identity?: string
  host?: string
  /** 0 or absent: a free port. */
  port?: number
  username?: string
  password: string
  ptz?: boolean
  /** Its motor ignores the end of a move. */
  endless_moves?: true
  /** Its motor knows no Stop. */
  no_stop?: true
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
  /** Its video sources, each with a main and a sub stream. Default: one. A motor turns the first. */
  sources?: readonly VideoSource[]
  /** What it does differently from the standards. */
  wire?: Wire
  /** An external RTSP server for its stream addresses, instead of its own. */
  stream?: string
  /** Takes a picture of a source at the motor's position (home for a camera without a motor). */
  frame: (aim: Aim, source: string) => Promise<Buffer>
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

/** `source`: the token of its video source. */
export type Stream = {
  token: string
  name: string
  width: number
  height: number
  fps: number
  bitrate: number
  source: string
}

const one_source: readonly VideoSource[] = [
  { token: 'video', name: 'VideoSource', main: { width: 1920, height: 1080 } },
]
export const sourcesOf = ({ sources = one_source }: CameraOptions): readonly VideoSource[] => sources

/** The streams of all sources: `main` and `sub` of the first, `main2` and `sub2` of the second. */
export const streamsOf = (options: CameraOptions): readonly Stream[] =>
  sourcesOf(options).flatMap(({ token: source, main }, at) => {
    const number = at === 0 ? '' : String(at + 1)
    return [
      { token: `main${number}`, name: `MainStream${number}`, ...main, fps: 25, bitrate: 4096, source },
      { token: `sub${number}`, name: `SubStream${number}`, ...sub_size, fps: 15, bitrate: 512, source },
    ]
  })
const sub_size = { width: 640, height: 360 }

export const hasMedia = ({ media = 'one' }: CameraOptions, which: 'one' | 'two'): boolean =>
  media === 'both' || media === which
