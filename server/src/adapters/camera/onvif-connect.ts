/**
 * Connects to an ONVIF camera: reads its clock, which the sign-in depends on, and the addresses of its
 * services. Long because these depend on each other.
 */
import type { CameraStep } from '@parking/contract'
import { CameraError, type OnvifAddress } from '#src/ports/camera-port.ts'
import { hostIssue, type Reach } from '#src/core/outbound/address.ts'
import { statusReason } from './http-picture.ts'
import { correctedUrl, httpPortOf, isSecure } from './reported-url.ts'
import { clockIn } from './onvif-clock.ts'
import { dialects, isOtherDialect, soap, SoapError, type Dialect } from './onvif-soap.ts'
import { at, child, children, textOf, type Xml } from './onvif-xml.ts'

export const device = 'http://www.onvif.org/ver10/device/wsdl'
export const media = 'http://www.onvif.org/ver10/media/wsdl'
export const media2 = 'http://www.onvif.org/ver20/media/wsdl'
export const ptz = 'http://www.onvif.org/ver20/ptz/wsdl'

/** `offset_ms`: the camera's clock minus ours. */
export type Clock = {
  offset_ms: number
  known: boolean
  refused?: true
  /**
   * As the camera reported it, truncated to whole seconds, and whether it follows a time server of its own.
   * The zone (POSIX 1003.1) and whether it saves daylight are sent back when the clock is set.
   */
  shown?: { shown_ms: number; follows_ntp: boolean; time_zone: string; saves_daylight: boolean }
  /** What a clock in the camera's zone shows, as if it were UTC, minus our time. */
  wall_offset_ms?: number
}
/** The addresses of each service, the most likely first. */
export type Services = {
  media: string[]
  media2: string[]
  ptz: string[]
  inner_port: number | undefined
}
export type Ask = (
  step: CameraStep,
  url: string,
  namespace: string,
  operation: string,
  request?: string,
) => Promise<Xml>
/** `service`: the address of the device service. */
export type OnvifConnection = { ask: Ask; service: string; clock: Clock }

/** Where cameras serve the device service, the most usual first. */
const device_paths = [
  '/onvif/device_service',
  '/onvif/services',
  '/onvif/device',
  '/onvif/devices',
  '/device_service',
  '/',
]
const media_paths = ['/onvif/media_service', '/onvif/Media', '/onvif/media']
const ptz_paths = ['/onvif/ptz_service', '/onvif/PTZ', '/onvif/ptz']

/**
 * Reads the camera's clock at the first path at which an ONVIF service answers. `timeLeft` returns the
 * remaining milliseconds before each request.
 */
export async function connectOnvif(
  address: OnvifAddress,
  reach: Reach,
  timeLeft: () => number,
): Promise<OnvifConnection> {
  if (hostIssue(address.ipv4, reach)) throw new CameraError('reach', 'This address may not be reached')
  const { username, password, server_trust: trust = '' } = address
  const scheme = isSecure(address) ? 'https' : 'http'
  const paths = [...new Set([address.service_path || device_paths[0]!, ...device_paths])]
  const [service, first, dialect] = await firstAnswer(
    paths.map((path) => `${scheme}://${address.ipv4}:${address.onvif_port}${path}`),
    async (url) => [url, ...(await readFirstClock(url, trust, reach, timeLeft))] as const,
  )
  // Some cameras report their clock only after a sign-in; our clock is used for that.
  const clock = first.refused
    ? await readClock(service, trust, reach, timeLeft(), dialect, address).catch(asCameraError)
    : first
  // Some cameras report another time than the one by which they verify a sign-in: then it is mostly ours.
  let offsets = Math.abs(clock.offset_ms) < same_time_ms ? [clock.offset_ms] : [clock.offset_ms, 0]
  const ask: Ask = async (step, url, namespace, operation, request = '') => {
    try {
      return await soap(url, namespace, operation, request, {
        dialect,
        username,
        password,
        offsets,
        accepted: (offset) => void (offsets = [offset]),
        timeout_ms: timeLeft(),
        reach,
        trust,
      })
    } catch (error) {
      throw cameraErrorOf(error, step, clock)
    }
  }
  return { ask, service, clock }
}

/**
 * The result at the first address at which `work` finds an ONVIF service. Throws the error of the first
 * address if none has one, and any other error at once.
 */
export async function firstAnswer<T>(urls: readonly string[], work: (url: string) => Promise<T>): Promise<T> {
  let first: unknown
  for (const url of urls) {
    try {
      return await work(url)
    } catch (error) {
      if (!(error instanceof CameraError && isElsewhere(error))) throw error
      first ??= error
    }
  }
  throw first
}

/** Whether the service may be at another address: this one answered, or was closed, without ONVIF. */
const isElsewhere = ({ step, reason }: CameraError): boolean =>
  step === 'profile' || (step === 'port' && reason !== undefined && !reason.startsWith('tls_'))
/** A token of this age is accepted by every camera. */
const same_time_ms = 5_000
/** From this difference on, a refused sign-in may be the clock's fault. */
const far_ms = 60_000

/** The clock, and the dialect of SOAP in which it was answered. Throws what the first dialect led to. */
async function readFirstClock(
  service: string,
  trust: string,
  reach: Reach,
  timeLeft: () => number,
): Promise<[Clock, Dialect]> {
  const [usual, ...others] = dialects
  const first = await readClock(service, trust, reach, timeLeft(), usual).catch((error: unknown) => {
    return isOtherDialect(error) ? (error as SoapError) : asCameraError(error)
  })
  if (!(first instanceof SoapError)) return [first, usual]
  for (const dialect of others) {
    const clock = await readClock(service, trust, reach, timeLeft(), dialect).catch(() => undefined)
    if (clock?.shown || clock?.refused) return [clock, dialect]
  }
  if (first.kind === 'fault') return [{ offset_ms: 0, known: false }, usual]
  return asCameraError(first)
}

function asCameraError(error: unknown): never {
  throw cameraErrorOf(error, 'port', { known: true })
}

/**
 * GetSystemDateAndTime needs no sign-in, so it also proves that this is ONVIF. Throws a SoapError, or what
 * the exchange throws.
 */
async function readClock(
  service: string,
  trust: string,
  reach: Reach,
  timeout_ms: number,
  dialect: Dialect,
  { username, password } = { username: '', password: '' },
): Promise<Clock> {
  const asked = Date.now()
  try {
    const answer = await soap(service, device, 'GetSystemDateAndTime', '', {
      dialect,
      username,
      password,
      offsets: [0],
      timeout_ms,
      reach,
      trust,
    })
    const ours = (asked + Date.now()) / 2
    const reported = clockIn(answer, ours)
    if (!reported) return { offset_ms: 0, known: false }
    const { moment_ms, wall_ms } = reported
    return {
      offset_ms: moment_ms - ours,
      known: true,
      shown: { shown_ms: moment_ms, ...settingsOf(answer) },
      ...(wall_ms !== undefined && { wall_offset_ms: wall_ms - ours }),
    }
  } catch (error) {
    if (error instanceof SoapError && error.kind === 'not_authorised')
      return { offset_ms: 0, known: false, refused: true }
    if (error instanceof SoapError && error.kind === 'fault' && !isOtherDialect(error))
      return { offset_ms: 0, known: false }
    throw error
  }
}

function settingsOf(answer: Xml) {
  const shown = child(answer, 'SystemDateAndTime')
  return {
    follows_ntp: textOf(child(shown, 'DateTimeType')).toUpperCase() === 'NTP',
    time_zone: textOf(at(shown, 'TimeZone', 'TZ'), 100),
    saves_daylight: /^(true|1)$/i.test(textOf(child(shown, 'DaylightSavings'))),
  }
}

/**
 * GetServices is newer; GetCapabilities is older and does not list Media2. Many cameras support only one of
 * them.
 */
export async function findServices(
  { ask, service }: OnvifConnection,
  address: OnvifAddress,
): Promise<Services> {
  try {
    const found = children(
      await ask('profile', service, device, 'GetServices', '<IncludeCapability>false</IncludeCapability>'),
      'Service',
    )
    const services = servicesOf(
      address,
      (namespace) =>
        textOf(
          child(
            found.find((entry) => textOf(child(entry, 'Namespace')) === namespace),
            'XAddr',
          ),
        ),
      { device, media, media2, ptz },
    )
    if (services.listed) return services
  } catch (error) {
    // Some accounts lack the right to this list alone.
    const is_refused = error instanceof CameraError && error.step === 'signin' && error.reason === undefined
    if (error instanceof CameraError && error.step !== 'profile' && !is_refused) throw error
  }
  const answer = await ask('profile', service, device, 'GetCapabilities', '<Category>All</Category>').catch(
    (error: unknown) => {
      if (error instanceof CameraError && error.step === 'profile') return undefined
      throw error
    },
  )
  const capabilities = child(answer, 'Capabilities')
  const listed = [capabilities, child(capabilities, 'Extension')]
  const addressOf = (name: string) => listed.map((part) => textOf(at(part, name, 'XAddr')))
  return servicesOf(address, (name) => addressOf(name).find((url) => url !== '') ?? '', {
    device: 'Device',
    media: 'Media',
    media2: 'Media2',
    ptz: 'PTZ',
  })
}

/** Some cameras omit the motor in GetServices and list it in GetCapabilities. */
export async function findMotor(
  { ask, service }: OnvifConnection,
  address: OnvifAddress,
): Promise<string | undefined> {
  try {
    const answer = await ask('profile', service, device, 'GetCapabilities', '<Category>PTZ</Category>')
    return correctedUrl(textOf(at(child(answer, 'Capabilities'), 'PTZ', 'XAddr')), address) || undefined
  } catch (error) {
    if (error instanceof CameraError && error.step === 'profile') return undefined
    throw error
  }
}

/** `listed`: whether the camera lists a media service. The usual paths are tried after the listed ones. */
function servicesOf(
  address: OnvifAddress,
  addressOf: (key: string) => string,
  keys: Record<'device' | 'media' | 'media2' | 'ptz', string>,
): Services & { listed: boolean } {
  const inner_port = httpPortOf(addressOf(keys.device))
  const listed = (key: string) => correctedUrl(addressOf(key), { ...address, inner_port })
  const root = `${isSecure(address) ? 'https' : 'http'}://${address.ipv4}:${address.onvif_port}`
  const urls = (first: string, paths: readonly string[]) =>
    [...new Set([first, ...paths.map((path) => `${root}${path}`)])].filter((url) => url !== '')
  const [media, media2, ptz] = [listed(keys.media), listed(keys.media2), listed(keys.ptz)]
  const own = address.service_path || device_paths[0]!
  return {
    media: urls(media, [...media_paths, own]),
    media2: urls(media2, []),
    ptz: ptz === '' ? [] : urls(ptz, [...ptz_paths, own]),
    inner_port,
    listed: media !== '' || media2 !== '',
  }
}

function cameraErrorOf(
  error: unknown,
  step: CameraStep,
  { known, refused, offset_ms = 0 }: Partial<Clock>,
): unknown {
  if (error instanceof CameraError) return step === 'port' ? error : error.at(step)
  if (!(error instanceof SoapError)) return error
  const { kind, status } = error
  if (kind === 'locked') return new CameraError('signin', error.message, 'account_locked')
  if (kind === 'fault') return new CameraError(step, error.message)
  if (kind === 'not_soap')
    return status >= 200 && status <= 299
      ? new CameraError(step, error.message, 'not_onvif', `HTTP ${status}`)
      : new CameraError(step, error.message, ...statusReason(status))
  if (refused) return new CameraError('signin', `${error.message}, and its clock could not be read`)
  return known
    ? new CameraError('signin', error.message, Math.abs(offset_ms) > far_ms ? 'clock_far' : undefined)
    : new CameraError('clock', `${error.message}, and its clock could not be read`)
}
