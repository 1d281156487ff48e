/**
 * Measures an ONVIF camera: one video source of a device, with its streams and its picture. Long because each
 * part of the answer has its own second way.
 */
import { createHash } from 'node:crypto'
import type { StillsReason } from '@parking/contract'
import type { Reach } from '#src/core/outbound/address.ts'
import { createSemaphore } from '#src/core/flow/semaphore.ts'
import {
  CameraError,
  isSmall,
  stillsReasonOf,
  type Inspected,
  type Measured,
  type MeasureOptions,
  type OnvifAddress,
  type Picture,
} from '#src/ports/camera-port.ts'
import type { VideoSource } from '#src/ports/video-port.ts'
import { fetchPicture } from './http-picture.ts'
import { connectOnvif, device } from './onvif-connect.ts'
import { openMedia, type MediaService, type Profile } from './onvif-media.ts'
import { findMotor, findServices } from './onvif-services.ts'
import { at, child, children, textOf, type Xml } from './onvif-xml.ts'
import { sourceIn, sourcesOf, type Source } from './onvif-sources.ts'
import { correctedUrl } from './reported-url.ts'

/** A camera truncates its seconds: on average its clock is this much ahead of what it reports. */
const half_second_ms = 500
/** Pictures of other sources that are taken at the same time: a recorder has few sessions. */
const pictures_at_once = 3

export type MeasureNeeds = {
  reach: Reach
  /** The milliseconds that are left for the next request. */
  timeLeft: () => number
  /** Takes a picture of a stream. */
  still: (source: VideoSource) => Promise<Picture>
}

/** Where the pictures of a source are taken. */
type Ways = { main: string; width: number; frame_url: string; stills: StillsReason | '' }
type Take = { picture: Picture; stills: StillsReason | '' }
type Read = { inspected: Inspected; waysOf: (source: Source) => Promise<Ways>; sources: Source[] }

export async function inspect(
  address: OnvifAddress,
  needs: Pick<MeasureNeeds, 'reach' | 'timeLeft'>,
  options: MeasureOptions = {},
): Promise<Inspected> {
  return (await read(address, needs, options)).inspected
}

export async function measure(
  address: OnvifAddress,
  needs: MeasureNeeds,
  options: MeasureOptions = {},
): Promise<Measured> {
  const { inspected: first, waysOf, sources } = await read(address, needs, options)
  const { stream_url_main: main, width, frame_url, stills, source_token } = first
  const takes = new Map<string, Take>()
  const offers = options.pictures === true && sources.length > 1
  const failure = await takeOne({ main, width, frame_url, stills }, address, needs).then(
    (taken) => void takes.set(source_token, taken),
    (error: unknown) => {
      if (!offers || address.source_token || !(error instanceof CameraError)) throw error
      return error
    },
  )
  if (offers) {
    const limit = createSemaphore(pictures_at_once)
    const others = sources.filter(({ token }) => token !== source_token)
    await Promise.all(
      others.map(async (source) => {
        const release = await limit.acquire()
        try {
          takes.set(source.token, await takeOne(await waysOf(source), address, needs))
        } catch (error) {
          if (!(error instanceof CameraError)) throw error
        } finally {
          release()
        }
      }),
    )
  }
  // A recorder lists channels to which no camera is connected: the first one with a picture is offered.
  const shown = sources.find(({ token }) => takes.has(token))
  if (!shown) throw failure!
  const inspected = failure
    ? (await read({ ...address, source_token: shown.token }, needs, options)).inspected
    : first
  const taken = takes.get(inspected.source_token) as Take
  return {
    ...inspected,
    width: inspected.width || taken.picture.width,
    height: inspected.height || taken.picture.height,
    // An address that failed now may answer later: the watch asks it again.
    frame_url: inspected.frame_url,
    stills: taken.stills,
    picture: taken.picture,
    pictures: new Map([...takes].map(([token, { picture }]) => [token, picture])),
  }
}

/**
 * A picture from the picture address or, whatever is wrong with that or if it is much smaller, from the
 * stream. Throws a CameraError of step picture with the words of the first way, if there was one.
 */
async function takeOne(
  { main, width, frame_url, stills }: Ways,
  { username, password, server_trust }: OnvifAddress,
  { reach, timeLeft, still }: MeasureNeeds,
): Promise<Take> {
  let first: CameraError | undefined
  let small: Picture | undefined
  if (frame_url !== '')
    try {
      const source = { frame_url, username, password, server_trust }
      small = await fetchPicture(source, { reach, timeout_ms: timeLeft() })
      if (!isSmall(small, { width })) return { picture: small, stills: '' }
    } catch (error) {
      if (!(error instanceof CameraError)) throw error
      first = error
    }
  try {
    const picture = await still({ url: main, username, password, server_trust: server_trust ?? '' })
    // The camera may have reported a size that its stream does not have.
    if (small) return isSmall(small, picture) ? { picture, stills: 'small' } : { picture: small, stills: '' }
    return { picture, stills: first ? stillsReasonOf(first) : stills }
  } catch (error) {
    if (!(error instanceof CameraError)) throw error
    if (small) return { picture: small, stills: '' }
    throw (first ?? error).at('picture')
  }
}

async function read(
  address: OnvifAddress,
  { reach, timeLeft }: Pick<MeasureNeeds, 'reach' | 'timeLeft'>,
  { passed = () => undefined, typed }: MeasureOptions,
): Promise<Read> {
  const connection = await connectOnvif(address, reach, timeLeft)
  const { ask, service, clock } = connection
  for (const step of ['reach', 'port', 'clock'] as const) passed(step)
  let refusal = ''
  let refused: CameraError | undefined
  const about = await ask('signin', service, device, 'GetDeviceInformation').catch((error: unknown) => {
    refusal = refusalIn(error)
    if (refusal !== '') return undefined
    if (!(error instanceof CameraError) || !isOfOneRequest(error)) throw error
    refused = error
    return undefined
  })
  if (about) passed('signin')
  const optional = (operation: string): Promise<Xml> =>
    ask('profile', service, device, operation).catch((error: unknown) => {
      if (error instanceof CameraError) return ''
      throw error
    })
  // Each request of a refused account may count before the camera locks it: the list needs none.
  const lists = refused ? { service, ask: connection.unsigned } : connection
  const services = await findServices(lists, address)
  const media = await openMedia(ask, services).catch((error: unknown) => {
    if (refused && error instanceof CameraError) throw refused
    // Refused twice in the same words, of whatever language: they are about the sign-in.
    const is_same =
      refusal !== '' && refusalIn(error) === refusal && !/not (impl|supp)|NotSupp/i.test(refusal)
    if (is_same && error instanceof CameraError) throw error.at('signin')
    throw error
  })
  const sources = sourcesOf(media.profiles)
  const source = sourceIn(sources, address.source_token ?? '')
  if (!about) passed('signin')
  passed('profile')
  const corrected = (scheme: 'http' | 'rtsp') => (url: string) =>
    correctedUrl(url, { ...address, inner_port: services.inner_port }, scheme)
  const streamOf = async (profile: Profile) => corrected('rtsp')(await media.stream(profile))
  const framesOf = (one: Source) => frameOf(one, sources, media, corrected('http'))
  const { main, sub, profiles } = source
  const [interfaces, endpoint, stream_url_main, stream_url_sub, frame] = await Promise.all([
    optional('GetNetworkInterfaces'),
    optional('GetEndpointReference'),
    typed?.stream_url_main || streamOf(main),
    typed?.stream_url_sub || (sub ? streamOf(sub).catch(() => '') : ''),
    framesOf(source),
  ])
  const ptz_supported =
    profiles.some(({ motor }) => motor !== undefined) &&
    (await findMotor(connection, address, services)).length > 0
  if (stream_url_main === '') throw new CameraError('stream', 'The camera gave no stream address')
  const macs = macsIn(interfaces, address)
  passed('stream')
  const model = [textOf(child(about, 'Manufacturer'), 48), textOf(child(about, 'Model'), 48)]
    .filter((word) => word !== '')
    .join(' ')
  return {
    sources,
    waysOf: async (one) => ({
      main: await streamOf(one.main),
      width: one.main.width,
      ...(await framesOf(one)),
    }),
    inspected: {
      serial: textOf(child(about, 'SerialNumber'), 64) || unnamed(model, address),
      mac: macs[0] ?? '',
      macs,
      endpoint: textOf(child(endpoint, 'GUID'), 200),
      service_path: new URL(service).pathname,
      source_token: source.token,
      sources: sources.map(({ token, name, main: { width, height } }) => ({ token, name, width, height })),
      model,
      width: main.width,
      height: main.height,
      bit_rate: main.bit_rate,
      frame_rate: main.frame_rate,
      codec: main.codec,
      codec_sub: stream_url_sub === '' ? '' : (sub?.codec ?? ''),
      ptz_supported,
      details_refused: refused !== undefined && isRefusal(refused),
      stream_url_main,
      stream_url_sub,
      ...frame,
      clock_offset_ms: clock.known ? Math.round(clock.offset_ms + half_second_ms) : null,
      wall_offset_ms:
        clock.wall_offset_ms === undefined ? null : Math.round(clock.wall_offset_ms + half_second_ms),
    },
  }
}

/** Whether the account may lack the right to this request alone: no words about a wrong password. */
const isRefusal = ({ message }: CameraError): boolean =>
  /^The camera refused \w+ to this account/.test(message)
/** Whether other requests may be answered: this one was refused, or not understood. */
const isOfOneRequest = (error: CameraError): boolean =>
  isRefusal(error) || ['cut_short', 'http_error', 'not_onvif'].includes(error.reason ?? '')

/** The words of a fault without those of the request; empty for any other error. */
function refusalIn(error: unknown): string {
  const words = error instanceof CameraError ? /^The camera refused Get\w+: (.*)$/s.exec(error.message) : null
  return words?.[1]?.replaceAll(/\bGet\w+/g, '') ?? ''
}

/** The picture address of a source, or why none is used. */
async function frameOf(
  source: Source,
  sources: readonly Source[],
  media: MediaService,
  corrected: (url: string) => string,
): Promise<Pick<Ways, 'frame_url' | 'stills'>> {
  const reported = async ({ main }: Source) => media.frame(main).catch(noAddress)
  const url = await reported(source)
  if (url === '') return { frame_url: '', stills: 'no_address' }
  const frame_url = corrected(url)
  if (!/^https?:/i.test(frame_url)) return { frame_url: '', stills: 'not_http' }
  // Some devices give one address for all sources: it shows one of them.
  const other = sources.find((one) => one !== source)
  if (other && corrected(await reported(other)) === frame_url) return { frame_url: '', stills: 'shared' }
  return { frame_url, stills: '' }
}

function noAddress(error: unknown): '' {
  // An account that may see everything else may lack the right to pictures.
  const is_refused = error instanceof CameraError && error.reason !== 'account_locked'
  if (is_refused && (error.step === 'picture' || error.step === 'signin')) return ''
  throw error
}

/** A camera without a serial number gets one that is stable as long as its address is. */
const unnamed = (model: string, { ipv4, onvif_port }: OnvifAddress) =>
  `onvif-${createHash('sha256').update(`${model}\n${ipv4}:${onvif_port}`).digest('hex').slice(0, 12)}`

/**
 * The MAC addresses of its interfaces, each as twelve hexadecimal digits: first that of the interface at this
 * address, because another one may be the same in all cameras of a make.
 */
function macsIn(interfaces: Xml, { ipv4 }: OnvifAddress): string[] {
  const all = children(interfaces, 'NetworkInterfaces').map((one) => ({
    mac: textOf(at(one, 'Info', 'HwAddress'), 64)
      .replaceAll(/[^0-9a-f]/gi, '')
      .toLowerCase(),
    is_asked: ['Manual', 'FromDHCP', 'LinkLocal'].some(
      (way) => textOf(at(one, 'IPv4', 'Config', way, 'Address'), 64) === ipv4,
    ),
  }))
  return all
    .filter(({ mac }) => mac.length === 12 && !/^(0+|f+)$/.test(mac))
    .toSorted((a, b) => Number(b.is_asked) - Number(a.is_asked))
    .map(({ mac }) => mac)
}
