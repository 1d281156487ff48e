/**
 * Connects to an ONVIF camera: finds its device service and reads its clock, which the sign-in depends on.
 * Long because these depend on each other.
 */
import { deviceSentence, type CameraStep } from '@parking/contract'
import { CameraError, type OnvifAddress } from '#src/ports/camera-port.ts'
import { hostIssue, type Reach } from '#src/core/outbound/address.ts'
import { statusReason } from './http-picture.ts'
import { isSecure } from './reported-url.ts'
import { refuseIfHttps } from './https-alone.ts'
import { clockIn } from './onvif-clock.ts'
import { dialects, isOtherDialect, soap, SoapError, type Dialect, type SignInWay } from './onvif-soap.ts'
import { at, child, textOf, type Xml } from './onvif-xml.ts'

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
export type Ask = (
  step: CameraStep,
  url: string,
  namespace: string,
  operation: string,
  request?: string,
) => Promise<Xml>
/** `service`: the address of the device service. `unsigned`: asks without the account. */
export type OnvifConnection = { ask: Ask; unsigned: Ask; service: string; clock: Clock }

/** Where cameras serve the device service, the most usual first. */
export const device_paths = [
  '/onvif/device_service',
  '/onvif/services',
  '/onvif/device',
  '/onvif/devices',
  '/device_service',
  '/',
] as const

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
  const paths = [...new Set([address.service_path || device_paths[0], ...device_paths])]
  const urls = paths.map((path) => `${scheme}://${address.ipv4}:${address.onvif_port}${path}`)
  const [service, first, dialect] = await firstAnswer(
    urls,
    async (url) => [url, ...(await readFirstClock(url, trust, reach, timeLeft))] as const,
  ).catch(async (error: unknown) => {
    if (!(error instanceof CameraError) || !(isElsewhere(error) || isLate(error))) throw error
    if (error.reason === 'cut_short') await refuseIfHttps(urls[0]!, { reach, timeout_ms: timeLeft() })
    // Some cameras answer every question but the one for their clock.
    const url = await firstAnswer(isLate(error) ? urls.slice(0, 1) : urls, (one) =>
      answersSoap(one, trust, reach, timeLeft()),
    ).catch(() => {
      throw error
    })
    return [url, { offset_ms: 0, known: false } as Clock, dialects[0]] as const
  })
  // Some cameras report their clock only after a sign-in; our clock is used for that.
  const clock = first.refused
    ? await readClock(service, trust, reach, timeLeft(), dialect, address).catch(asCameraError)
    : first
  // Some cameras report another time than the one by which they verify a sign-in: then it is mostly ours.
  const times = Math.abs(clock.offset_ms) < same_time_ms ? [clock.offset_ms] : [clock.offset_ms, 0]
  let ways: readonly SignInWay[] = [...times, 'digest']
  const askAs =
    (login: { username: string; password: string }): Ask =>
    async (step, url, namespace, operation, request = '') => {
      try {
        return await soap(url, namespace, operation, request, {
          ...login,
          dialect,
          ways,
          accepted: (way) => void (ways = way === 'digest' ? [way] : [way, 'digest']),
          // Many cameras lock an account after a few refusals: the next request makes fewer.
          refused: (has_digest) => {
            const others = ways.filter((way) => (way === 'digest') === has_digest)
            if (others.length > 0) ways = others
          },
          timeout_ms: timeLeft(),
          reach,
          trust,
        })
      } catch (error) {
        throw cameraErrorOf(error, step, clock)
      }
    }
  return {
    ask: oneByOne(askAs({ username, password })),
    unsigned: askAs({ username: '', password: '' }),
    service,
    clock,
  }
}

/** Some cameras serve one connection at a time: what fails beside other requests is asked again by itself. */
function oneByOne(ask: Ask): Ask {
  const open = new Set<Promise<Xml>>()
  const asOpen = async (work: Promise<Xml>): Promise<Xml> => {
    open.add(work)
    return work.finally(() => open.delete(work))
  }
  return async (...request) => {
    try {
      return await asOpen(ask(...request))
    } catch (error) {
      if (open.size === 0 || !isBusy(error)) throw error
      return asOpen(Promise.allSettled(open).then(() => ask(...request)))
    }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof CameraError &&
  (error.reason === 'cut_short' ||
    (error.reason === 'http_error' && /^HTTP (429|5\d\d)$/.test(error.detail ?? '')))

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
  step === 'profile' ||
  (step === 'port' && reason !== undefined && reason !== 'https_alone' && !reason.startsWith('tls_'))
/** Whether something took the question and did not answer it in time. */
const isLate = ({ step, message }: CameraError): boolean =>
  step === 'port' && message === deviceSentence('no_answer_in_time')
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

/** The address again if something answers SOAP there. */
async function answersSoap(url: string, trust: string, reach: Reach, timeout_ms: number): Promise<string> {
  await soap(url, device, 'GetCapabilities', '<Category>All</Category>', {
    dialect: dialects[0],
    username: '',
    password: '',
    ways: [],
    timeout_ms,
    reach,
    trust,
  }).catch((error: unknown) => {
    if (!(error instanceof SoapError) || error.kind === 'not_soap') asCameraError(error)
  })
  return url
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
      ways: [0, 'digest'],
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
