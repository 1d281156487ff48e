/** One row of the table of quirks: what cameras of a kind do on the wire, and what a device makes of it. */
import type { Camera } from '../camera.ts'
import type { CameraFault, CameraOptions } from '../camera-options.ts'

/** In the order of the printed page. */
export const areas = [
  'discovery',
  'device',
  'media',
  'media2',
  'snapshot',
  'rtsp',
  'jpeg',
  'http',
  'clock',
  'ptz',
  'events',
] as const

/** What may differ from the plain camera; `clock_ms` is added to its clock. */
export type QuirkPeer = Partial<CameraOptions> & { fault?: CameraFault; clock_ms?: number }

/** The addresses of a camera that is added without ONVIF. */
export type Addresses = { stream_url_main: string; stream_url_sub: string; frame_url: string }

export type Quirk = {
  /** Unique, of lower case letters and hyphens. */
  id: string
  area: (typeof areas)[number]
  /** Reports of users, as `owner/repository#thread`. */
  reports: readonly string[]
  /** What the camera does, as a clause without a subject. */
  wire: string
  /** What the device does, and what the console shows, as a clause without a subject. */
  shown: string
  peer: QuirkPeer
  /** The addresses that are typed for a camera without ONVIF. By default it is added by ONVIF. */
  typed?: (camera: Camera) => Partial<Addresses>
  /** Fields of the form that differ from the usual ones. */
  form?: Readonly<Record<string, unknown>>
  /** The row needs ffmpeg: its pictures come from the stream. */
  ffmpeg?: true
  /** What its pictures show once it has been added; `outcome.changed` is what the device notices. */
  later?: () => Promise<Buffer>
  outcome: Outcome
}

/**
 * What each call answers. Values are compared by their listed fields alone. A row that fails at the try ends
 * there; any other is added, checked by the watch, and gives a picture.
 */
export type Outcome = {
  /** The code, step and reason of a failed try. */
  failed?: { step?: string; reason?: string; detail?: string; code?: number }
  /**
   * What the try reports. Offsets in milliseconds are compared by the second; that of the clock in the
   * picture is the one of a device in UTC.
   */
  report?: Readonly<Record<string, unknown>>
  /** What the stored camera shows after the first checks. Default: it is online. */
  camera?: Readonly<Record<string, unknown>>
  /** What measuring it again answers. Default: success without a change. */
  synced?: Readonly<Record<string, unknown>>
  /** What `ptz_info` answers: success, or this code. */
  ptz?: Readonly<Record<string, unknown>>
  /** The motor is turned, and the camera sees these parts of the moves and the stop that follows. */
  turned?: readonly ('PanTilt' | 'Zoom')[]
  /** A preset of this name is stored, called and removed, under this token. */
  preset?: { name: string; token: string }
  /** Its clock is set, and this is answered. */
  clock_set?: Readonly<Record<string, unknown>>
  /** It is restarted, and this is answered. */
  restarted?: Readonly<Record<string, unknown>>
  /** The findings when it shows what it shows `later`. */
  changed?: readonly Readonly<Record<string, unknown>>[]
  /** Requests that never reach the camera. */
  unasked?: readonly string[]
  /** What discovery lists. */
  found?: readonly Readonly<Record<string, unknown>>[]
}
