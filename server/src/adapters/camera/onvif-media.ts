/**
 * The profiles and streams of an ONVIF camera: by Media2 (ver20), which supports H.265, where available; by
 * Media (ver10) otherwise. Long because both services are read into one form.
 */
import { CameraError } from '#src/ports/camera-port.ts'
import { firstAnswer, media, media2, type Ask } from './onvif-connect.ts'
import type { Services } from './onvif-services.ts'
import { at, child, children, escapeXml, numberOf, textOf, tokenOf, type Xml } from './onvif-xml.ts'

export type Profile = {
  token: string
  name: string
  width: number
  height: number
  /** The size of its picture or, if its encoder names none, of what it shows; 0 without video. */
  area: number
  bit_rate: number
  frame_rate: number
  codec: string
  motor: Motor | undefined
  /** The video source that it shows, empty if the camera does not name it. */
  source: string
  source_name: string
  /** What it shows of its source: the configuration, its mode and its bounds. */
  view: { token: string; part: string }
}
/**
 * The motor that turns a profile: its node, or empty for one without a name, and the spaces that its
 * configuration names.
 */
export type Motor = { node: string; pan_tilt: boolean; zoom: boolean }
export type MediaService = {
  /** In the order of the camera. */
  profiles: Profile[]
  /** The addresses as the camera reports them; they may have to be corrected. */
  stream(profile: Profile): Promise<string>
  frame(profile: Profile): Promise<string>
  /** The number of its video sources; 0 if it does not say. */
  sources(): Promise<number>
}

/** Throws a CameraError of step profile if there is no service, or none with a profile. */
export async function openMedia(ask: Ask, services: Services): Promise<MediaService> {
  const { media: first, media2: second, usual_media2 } = services
  let media_one: Promise<MediaService> | undefined
  const older = () => (media_one ??= firstAnswer(first, (url) => mediaOne(ask, url)))
  const newer = async (urls: readonly string[]): Promise<MediaService | undefined> => {
    const found = await firstAnswer(urls, (url) => mediaTwo(ask, url)).catch(notThere)
    if (!found || found.profiles.length === 0) return undefined
    return withNames(withAddresses(await withSources(found, older), older), older)
  }
  // Some cameras list Media2 without implementing it: Media answers the same except for H.265.
  const listed = second.length > 0 ? await newer(second) : undefined
  if (listed) return listed
  return older().then(
    (found) => withNames(found, older),
    // Some list no media service at all, and have Media2 alone.
    async (error: unknown) => {
      const found = second.length > 0 || notThere(error) ? undefined : await newer(usual_media2)
      if (!found) throw error
      return found
    },
  )
}

function notThere(error: unknown): undefined {
  if (!(error instanceof CameraError) || error.step !== 'profile') throw error
}

/**
 * Each configuration counts as a source where profiles name none, unless the camera says that it has one
 * source: a wrong lens would be worse than no sub stream.
 */
async function withNames(found: MediaService, older: () => Promise<MediaService>): Promise<MediaService> {
  const { profiles } = found
  if (profiles.length === 0) throw new CameraError('profile', 'The camera has no profile')
  const configured = new Set(profiles.map(({ view }) => view.token).filter((token) => token !== ''))
  if (profiles.every(({ source }) => source === '') && configured.size > 1) {
    const sources = await older()
      .then((one) => one.sources())
      .catch(() => undefined)
    if (sources === 1) return found
  }
  for (const one of profiles) one.source ||= one.view.token
  return found
}

/** Some cameras name the sources of their profiles by Media alone, under the same tokens. */
async function withSources(found: MediaService, older: () => Promise<MediaService>): Promise<MediaService> {
  if (found.profiles.length === 1 || found.profiles.some(({ source }) => source !== '')) return found
  const known = await older().catch(() => undefined)
  const named = new Map(known?.profiles.map((profile) => [profile.token, profile]))
  for (const profile of found.profiles) {
    const { source = '', source_name = '', view = profile.view } = named.get(profile.token) ?? {}
    Object.assign(profile, { source, source_name, view })
  }
  return found
}

/** Some cameras list their profiles by Media2, and give addresses by Media alone, under the same tokens. */
function withAddresses(found: MediaService, older: () => Promise<MediaService>): MediaService {
  const either = (call: 'stream' | 'frame', step: CameraError['step']) => async (profile: Profile) => {
    const refused = (error: unknown) => {
      if (error instanceof CameraError && error.step === step) return error
      throw error
    }
    const url = await found[call](profile).catch(refused)
    if (typeof url === 'string' && url !== '') return url
    const other = await older()
      .then((one) => one[call](profile), refused)
      .catch(refused)
    if (typeof other === 'string') return other
    if (typeof url === 'string') return url
    throw url
  }
  return { ...found, stream: either('stream', 'stream'), frame: either('frame', 'picture') }
}

async function mediaOne(ask: Ask, url: string): Promise<MediaService> {
  const profiles = readAll(await ask('profile', url, media, 'GetProfiles'), (profile) => ({
    source: child(profile, 'VideoSourceConfiguration'),
    encoder: child(profile, 'VideoEncoderConfiguration'),
    motor: child(profile, 'PTZConfiguration'),
  }))
  return {
    profiles,
    stream: ({ token }) =>
      addressBy(['RTSP', 'TCP', 'UDP'], (protocol) =>
        ask('stream', url, media, 'GetStreamUri', `${setupOf(protocol)}${profileOf(token)}`),
      ),
    frame: async ({ token }) => uriIn(await ask('picture', url, media, 'GetSnapshotUri', profileOf(token))),
    sources: async () => children(await ask('profile', url, media, 'GetVideoSources'), 'VideoSources').length,
  }
}

async function mediaTwo(ask: Ask, url: string): Promise<MediaService> {
  const profilesOf = async (types: readonly string[]) => {
    const wanted = types.map((type) => `<Type>${type}</Type>`).join('')
    return readAll(await ask('profile', url, media2, 'GetProfiles', wanted), (profile) => ({
      source: at(profile, 'Configurations', 'VideoSource'),
      encoder: at(profile, 'Configurations', 'VideoEncoder'),
      motor: at(profile, 'Configurations', 'PTZ'),
    }))
  }
  let profiles = await profilesOf(['VideoSource', 'VideoEncoder', 'PTZ'])
  // Some cameras know no list of types.
  if (profiles.length > 0 && profiles.every(isBare)) profiles = await profilesOf(['All'])
  return {
    profiles,
    stream: ({ token }) =>
      addressBy(['RTSP', 'RtspUnicast'], (protocol) =>
        ask('stream', url, media2, 'GetStreamUri', `<Protocol>${protocol}</Protocol>${profileOf(token)}`),
      ),
    frame: async ({ token }) => uriIn(await ask('picture', url, media2, 'GetSnapshotUri', profileOf(token))),
    sources: async () => 0,
  }
}

const isBare = ({ width, source, motor }: Profile): boolean =>
  width === 0 && source === '' && motor === undefined

type Parts = { source: Xml | undefined; encoder: Xml | undefined; motor: Xml | undefined }

/** Profiles without a token are skipped. A profile without an encoder is not for video: its size is 0. */
const readAll = (answer: Xml, partsOf: (profile: Xml) => Parts): Profile[] =>
  withSource(
    children(answer, 'Profiles')
      .map((profile) => readProfile(profile, partsOf(profile)))
      .filter(({ token }) => token !== ''),
  )

/** A profile without a source has that of another one with the same configuration. */
function withSource(profiles: Profile[]): Profile[] {
  const sources = new Map(
    profiles.filter(({ source }) => source !== '').map((one) => [one.view.token, one.source]),
  )
  for (const one of profiles) one.source ||= sources.get(one.view.token) ?? ''
  return profiles
}

const side = (xml: Xml | undefined, ...path: string[]): number => numberOf(at(xml, ...path), 16_384)
const areaOf = (source: Xml | undefined, encoder: Xml | undefined): number =>
  side(encoder, 'Resolution', 'Width') * side(encoder, 'Resolution', 'Height') ||
  (encoder === undefined ? 0 : side(source, 'Bounds', '@width') * side(source, 'Bounds', '@height'))

const readProfile = (profile: Xml, { source, encoder, motor }: Parts): Profile => ({
  token: tokenOf(profile, 100),
  name: textOf(child(profile, 'Name'), 64),
  width: side(encoder, 'Resolution', 'Width'),
  height: side(encoder, 'Resolution', 'Height'),
  area: areaOf(source, encoder),
  bit_rate: numberOf(at(encoder, 'RateControl', 'BitrateLimit'), 1_000_000),
  frame_rate: numberOf(at(encoder, 'RateControl', 'FrameRateLimit'), 240),
  codec: codecOf(textOf(child(encoder, 'Encoding'), 32)),
  motor:
    motor === undefined
      ? undefined
      : {
          node: textOf(child(motor, 'NodeToken'), 100),
          pan_tilt: child(motor, 'DefaultContinuousPanTiltVelocitySpace') !== undefined,
          zoom: child(motor, 'DefaultContinuousZoomVelocitySpace') !== undefined,
        },
  source: textOf(child(source, 'SourceToken'), 64),
  source_name: textOf(child(source, 'Name'), 64),
  view: {
    token: textOf(child(source, '@token'), 100),
    part: [child(source, '@ViewMode'), ...bounds.map((side) => at(source, 'Bounds', side))]
      .map((value) => textOf(value, 32))
      .join(' '),
  },
})

const bounds = ['@x', '@y', '@width', '@height'] as const

/** The common names, and what cameras write for them. */
const codecs = [
  ['H.264', /264|\bAVC/],
  ['H.265', /265|HEVC|HVC1/],
  ['MJPEG', /JPE?G/],
  ['MPEG-4', /MPE?G-?4|MPV4|MP4V/],
  ['AV1', /\bAV1/],
] as const

/** The common name: `H.264`. */
export function codecOf(word: string): string {
  const text = word.toUpperCase()
  const known = codecs.find(([, written]) => written.test(text))
  return known?.[0] ?? (/^[\w.-]{1,16}$/.test(word) ? text : '')
}

const profileOf = (token: string) => `<ProfileToken>${escapeXml(token)}</ProfileToken>`
const setupOf = (protocol: string) =>
  '<StreamSetup><Stream xmlns="http://www.onvif.org/ver10/schema">RTP-Unicast</Stream><Transport ' +
  `xmlns="http://www.onvif.org/ver10/schema"><Protocol>${protocol}</Protocol></Transport></StreamSetup>`

/** Either service may answer in the form of the other one. */
function uriIn(answer: Xml): string {
  const around = child(answer, 'MediaUri')
  return textOf(child(around, 'Uri') ?? child(answer, 'Uri') ?? around)
}

/** The address by the first protocol that the camera knows: the names differ, and the address does not. */
async function addressBy(protocols: readonly string[], ask: (protocol: string) => Promise<Xml>) {
  let first: CameraError | undefined
  for (const protocol of protocols)
    try {
      const url = uriIn(await ask(protocol))
      if (url !== '') return url
    } catch (error) {
      if (!(error instanceof CameraError) || error.step !== 'stream') throw error
      first ??= error
    }
  if (first) throw first
  return ''
}
