/**
 * Connects to an ONVIF camera: reads its clock, which the sign-in depends on, and the addresses of its
 * services, and corrects addresses that do not lead back to it. Long because these depend on each other.
 */
import type { CameraStep } from '@parking/contract'
import { CameraError, type OnvifAddress } from '#src/ports/camera-port.ts'
import { hostIssue, type Reach } from '#src/core/outbound/address.ts'
import { at, child, children, soap, SoapError, textOf, type Xml } from './onvif-soap.ts'

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
   */
  shown?: { shown_ms: number; follows_ntp: boolean }
}
export type Services = {
  media: string | undefined
  media2: string | undefined
  ptz: string | undefined
  inner_port: number | undefined
}
export type Ask = (
  step: CameraStep,
  url: string,
  namespace: string,
  operation: string,
  request?: string,
) => Promise<Xml>
export type OnvifConnection = { ask: Ask; service: string; clock: Clock }

/**
 * Reads the camera's clock and services. `timeLeft` returns the remaining milliseconds before each request.
 */
export async function connectOnvif(
  address: OnvifAddress,
  reach: Reach,
  timeLeft: () => number,
): Promise<OnvifConnection> {
  if (hostIssue(address.ipv4, reach)) throw new CameraError('reach', 'This address may not be reached')
  const { username, password, server_trust: trust = '' } = address
  const scheme = isSecure(address) ? 'https' : 'http'
  const service = `${scheme}://${address.ipv4}:${address.onvif_port}/onvif/device_service`
  const first = await readClock(service, trust, reach, timeLeft())
  // Some cameras report their clock only after a sign-in; our clock is used for that.
  const clock = first.refused ? await readClock(service, trust, reach, timeLeft(), address) : first
  const ask: Ask = async (step, url, namespace, operation, request = '') => {
    try {
      return await soap(url, namespace, operation, request, {
        username,
        password,
        offset_ms: clock.offset_ms,
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

/** HTTPS is used if a trust is set, or at the HTTPS port. */
const isSecure = ({ onvif_port, server_trust = '' }: Pick<OnvifAddress, 'onvif_port' | 'server_trust'>) =>
  server_trust !== '' || onvif_port === 443

const year_10000_ms = Date.UTC(10_000, 0)

/** GetSystemDateAndTime needs no sign-in, so it also proves that this is ONVIF. */
async function readClock(
  service: string,
  trust: string,
  reach: Reach,
  timeout_ms: number,
  { username, password } = { username: '', password: '' },
): Promise<Clock> {
  const asked = Date.now()
  try {
    const answer = await soap(service, device, 'GetSystemDateAndTime', '', {
      username,
      password,
      offset_ms: 0,
      timeout_ms,
      reach,
      trust,
    })
    const utc = at(answer, 'SystemDateAndTime', 'UTCDateTime')
    const part = (group: string, name: string) => Number(textOf(at(utc, group, name)) || NaN)
    const moment = Date.UTC(
      part('Date', 'Year'),
      part('Date', 'Month') - 1,
      part('Date', 'Day'),
      part('Time', 'Hour'),
      part('Time', 'Minute'),
      part('Time', 'Second'),
    )
    const offset_ms = moment - (asked + Date.now()) / 2
    // Times before 1970 are not usable. The digest needs a timestamp with a four-digit year.
    return Number.isFinite(moment) && moment >= 0 && moment < year_10000_ms
      ? { offset_ms, known: true, shown: { shown_ms: moment, follows_ntp: followsNtp(answer) } }
      : { offset_ms: 0, known: false }
  } catch (error) {
    if (error instanceof SoapError && error.kind === 'not_authorised')
      return { offset_ms: 0, known: false, refused: true }
    if (error instanceof SoapError && error.kind === 'fault') return { offset_ms: 0, known: false }
    throw cameraErrorOf(error, 'port', { known: true })
  }
}

const followsNtp = (answer: Xml): boolean =>
  textOf(at(answer, 'SystemDateAndTime', 'DateTimeType')).toUpperCase() === 'NTP'

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
    if (services.media || services.media2) return services
  } catch (error) {
    if (error instanceof CameraError && error.step !== 'profile') throw error
  }
  const capabilities = child(
    await ask('profile', service, device, 'GetCapabilities', '<Category>All</Category>'),
    'Capabilities',
  )
  return servicesOf(address, (name) => textOf(at(capabilities, name, 'XAddr')), {
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

function servicesOf(
  address: OnvifAddress,
  addressOf: (key: string) => string,
  keys: Record<'device' | 'media' | 'media2' | 'ptz', string>,
): Services {
  const inner_port = httpPortOf(addressOf(keys.device))
  const of = (key: string) => correctedUrl(addressOf(key), { ...address, inner_port }) || undefined
  return { media: of(keys.media), media2: of(keys.media2), ptz: of(keys.ptz), inner_port }
}

function httpPortOf(url: string): number | undefined {
  const named = URL.canParse(url) ? new URL(url) : undefined
  if (named?.protocol === 'https:') return Number(named.port || 443)
  return named?.protocol === 'http:' ? Number(named.port || 80) : undefined
}

/**
 * Corrects an address that the camera reports. A camera behind a router reports its inner host, which is
 * replaced by the one that was entered. The port of an HTTP address is replaced too if it is the port that
 * the camera uses itself (`inner_port`), or if that is unknown; a camera that serves pictures on a separate
 * port keeps that port. A camera that is contacted over HTTPS is never contacted over HTTP. Credentials are
 * removed, because addresses are stored and shown. Empty for anything that is not a URL.
 */
export function correctedUrl(
  url: string,
  typed: {
    ipv4: string
    onvif_port: number
    server_trust?: string | undefined
    inner_port?: number | undefined
  },
): string {
  if (!URL.canParse(url)) return ''
  const corrected = new URL(url)
  if (!/^(https?|rtsps?):$/.test(corrected.protocol)) return ''
  corrected.username = ''
  corrected.password = ''
  if (corrected.hostname !== typed.ipv4.toLowerCase()) {
    corrected.hostname = typed.ipv4
    const inner = typed.inner_port === undefined || typed.inner_port === httpPortOf(corrected.href)
    if (/^https?:$/.test(corrected.protocol) && inner) corrected.port = String(typed.onvif_port)
  }
  if (corrected.protocol === 'http:' && isSecure(typed)) {
    corrected.protocol = 'https:'
    corrected.port = String(typed.onvif_port)
  }
  return corrected.href.length <= 500 ? corrected.href : ''
}

function cameraErrorOf(
  error: unknown,
  step: CameraStep,
  { known, refused }: Pick<Clock, 'known' | 'refused'>,
): unknown {
  if (error instanceof CameraError) return step === 'port' ? error : error.at(step)
  if (!(error instanceof SoapError)) return error
  if (error.kind !== 'not_authorised') return new CameraError(step, error.message)
  if (refused) return new CameraError('signin', `${error.message}, and its clock could not be read`)
  return known
    ? new CameraError('signin', error.message)
    : new CameraError('clock', `${error.message}, and its clock could not be read`)
}
