/**
 * The streams of an ONVIF camera: by Media2 (ver20), which supports H.265, where available; by Media (ver10)
 * otherwise.
 */
import { CameraError } from '#src/ports/camera-port.ts'
import { media, media2, type Ask, type Services } from './onvif-connect.ts'
import { at, child, children, escapeXml, numberOf, textOf, type Xml } from './onvif-soap.ts'

export type Profile = {
  token: string
  width: number
  height: number
  bit_rate: number
  frame_rate: number
  codec: string
  ptz: boolean
}
export type MediaService = {
  /** The largest picture first. */
  profiles: Profile[]
  /** The addresses as the camera reports them; they may have to be corrected. */
  stream(profile: Profile): Promise<string>
  frame(profile: Profile): Promise<string>
}

/** Throws a CameraError of step profile if there is no service, or none with a profile. */
export async function openMedia(ask: Ask, services: Services): Promise<MediaService> {
  const { media: first, media2: second } = services
  if (second !== undefined) {
    try {
      const found = await mediaTwo(ask, second)
      if (found.profiles.length > 0 || first === undefined) return checked(found)
    } catch (error) {
      // Some cameras list Media2 without implementing it: Media answers the same except for H.265.
      if (first === undefined || !(error instanceof CameraError) || error.step !== 'profile') throw error
    }
  }
  if (first === undefined) throw new CameraError('profile', 'The camera has no media service')
  return checked(await mediaOne(ask, first))
}

function checked(found: MediaService): MediaService {
  if (found.profiles.length === 0) throw new CameraError('profile', 'The camera has no profile')
  found.profiles.sort((a, b) => b.width * b.height - a.width * a.height)
  return found
}

async function mediaOne(ask: Ask, url: string): Promise<MediaService> {
  const profiles = readAll(await ask('profile', url, media, 'GetProfiles'), (profile) => ({
    encoder: child(profile, 'VideoEncoderConfiguration'),
    motor: child(profile, 'PTZConfiguration'),
  }))
  return {
    profiles,
    stream: async ({ token }) =>
      textOf(
        at(await ask('stream', url, media, 'GetStreamUri', `${setup}${named(token)}`), 'MediaUri', 'Uri'),
      ),
    frame: async ({ token }) =>
      textOf(at(await ask('picture', url, media, 'GetSnapshotUri', named(token)), 'MediaUri', 'Uri')),
  }
}

async function mediaTwo(ask: Ask, url: string): Promise<MediaService> {
  const answer = await ask('profile', url, media2, 'GetProfiles', '<Type>VideoEncoder</Type><Type>PTZ</Type>')
  const profiles = readAll(answer, (profile) => ({
    encoder: at(profile, 'Configurations', 'VideoEncoder'),
    motor: at(profile, 'Configurations', 'PTZ'),
  }))
  return {
    profiles,
    stream: async ({ token }) =>
      textOf(
        child(
          await ask('stream', url, media2, 'GetStreamUri', `<Protocol>RTSP</Protocol>${named(token)}`),
          'Uri',
        ),
      ),
    frame: async ({ token }) =>
      textOf(child(await ask('picture', url, media2, 'GetSnapshotUri', named(token)), 'Uri')),
  }
}

type Parts = { encoder: Xml | undefined; motor: Xml | undefined }

/** Profiles without a token are skipped. A profile without an encoder is not for video: its size is 0. */
const readAll = (answer: Xml, partsOf: (profile: Xml) => Parts): Profile[] =>
  children(answer, 'Profiles')
    .map((profile) => readProfile(profile, partsOf(profile)))
    .filter(({ token }) => token !== '')

const readProfile = (profile: Xml, { encoder, motor }: Parts): Profile => ({
  token: textOf(child(profile, '@token'), 100),
  width: numberOf(at(encoder, 'Resolution', 'Width'), 16_384),
  height: numberOf(at(encoder, 'Resolution', 'Height'), 16_384),
  bit_rate: numberOf(at(encoder, 'RateControl', 'BitrateLimit'), 1_000_000),
  frame_rate: numberOf(at(encoder, 'RateControl', 'FrameRateLimit'), 240),
  codec: codecOf(textOf(child(encoder, 'Encoding'), 32)),
  ptz: motor !== undefined,
})

/** The common name: `H.264`. */
export function codecOf(word: string): string {
  const known: Readonly<Record<string, string>> = {
    H264: 'H.264',
    AVC: 'H.264',
    H265: 'H.265',
    HEVC: 'H.265',
    JPEG: 'MJPEG',
    MJPEG: 'MJPEG',
    MPEG4: 'MPEG-4',
    'MPV4-ES': 'MPEG-4',
    AV1: 'AV1',
  }
  return known[word.toUpperCase()] ?? (/^[\w.-]{1,16}$/.test(word) ? word.toUpperCase() : '')
}

const named = (token: string) => `<ProfileToken>${escapeXml(token)}</ProfileToken>`
const setup =
  '<StreamSetup><Stream xmlns="http://www.onvif.org/ver10/schema">RTP-Unicast</Stream><Transport ' +
  'xmlns="http://www.onvif.org/ver10/schema"><Protocol>RTSP</Protocol></Transport></StreamSetup>'
