/** Cameras by ONVIF (profile S) and HTTP pictures: the real CameraPort. Why our own client: docs/decisions/0004. */
import { createHash } from 'node:crypto'
import type { CameraStep } from '@parking/contract'
import { CameraTrouble, type CameraPort, type Measured, type OnvifAddress } from '../ports/camera-port.ts'
import { hostIssue, type Reach } from '../reach.ts'
import { NoAnswer } from './http-exchange.ts'
import { fetchPicture, stepOf } from './http-picture.ts'
import { at, child, children, escapeXml, numberOf, soap, SoapTrouble, textOf, type Xml } from './onvif-soap.ts'

const device = 'http://www.onvif.org/ver10/device/wsdl'
const media = 'http://www.onvif.org/ver10/media/wsdl'
const ptz = 'http://www.onvif.org/ver20/ptz/wsdl'
/** A camera cuts its seconds off: on average its clock is this much further than it says. */
const half_second_ms = 500

export type OnvifCameraOptions = Reach & {
  /** One request, and the whole of a measurement: the console waits 5 s for the answer (spec §9). */
  request_ms?: number
  measure_ms?: number
  picture_ms?: number
}

export function onvifCameras({ allow_loopback, request_ms = 2_500, measure_ms = 4_500, picture_ms = 4_000 }: OnvifCameraOptions): CameraPort {
  const reach = { allow_loopback }
  return {
    picture: (source, signal) => fetchPicture(source, { reach, timeout_ms: picture_ms, ...(signal && { signal }) }),
    async measureOnvif(address, passed) {
      const deadline = Date.now() + measure_ms
      return measure(address, reach, () => Math.max(1, Math.min(request_ms, deadline - Date.now())), passed)
    },
    async reboot(address) {
      const deadline = Date.now() + measure_ms
      const { ask, service } = await meet(address, reach, () => Math.max(1, Math.min(request_ms, deadline - Date.now())))
      await ask('signin', service, device, 'SystemReboot')
    },
  }
}

type Profile = { token: string; width: number; height: number; bit_rate: number; frame_rate: number; ptz: boolean }
/** `offset_ms`: the camera's clock minus ours. */
type Clock = { offset_ms: number; known: boolean }
type Services = { media: string | undefined; ptz: string | undefined; inner_port: number | undefined }
type Ask = (step: CameraStep, url: string, namespace: string, operation: string, request?: string) => Promise<Xml>

/** Reads the camera's clock, which its sign-in goes by. */
async function meet(address: OnvifAddress, reach: Reach, timeLeft: () => number): Promise<{ ask: Ask; service: string; clock: Clock }> {
  if (hostIssue(address.ipv4, reach)) throw new CameraTrouble('reach', 'This address may not be reached')
  const { username, password } = address
  const service = `http://${address.ipv4}:${address.onvif_port}/onvif/device_service`
  const clock = await readClock(service, reach, timeLeft())
  const ask: Ask = async (step, url, namespace, operation, request = '') => {
    try {
      return await soap(url, namespace, operation, request, { username, password, offset_ms: clock.offset_ms, timeout_ms: timeLeft(), reach })
    } catch (error) {
      throw troubleOf(error, step, clock.known)
    }
  }
  return { ask, service, clock }
}

async function measure(address: OnvifAddress, reach: Reach, timeLeft: () => number, passed: (step: CameraStep) => void = () => undefined): Promise<Measured> {
  const { username, password } = address
  const { ask, service, clock } = await meet(address, reach, timeLeft)
  for (const step of ['reach', 'port', 'clock'] as const) passed(step)
  const about = await ask('signin', service, device, 'GetDeviceInformation')
  passed('signin')
  const services = await findServices(ask, service, address)
  if (!services.media) throw new CameraTrouble('profile', 'The camera has no media service')
  const mediaUrl = services.media
  const profiles = children(await ask('profile', mediaUrl, media, 'GetProfiles'), 'Profiles').map(readProfile).filter((profile) => profile.token !== '')
  profiles.sort((a, b) => b.width * b.height - a.width * a.height)
  const main = profiles[0]
  if (!main) throw new CameraTrouble('profile', 'The camera has no profile')
  passed('profile')
  // The next smaller picture; a profile of the same size is another encoding of the main one.
  const sub = profiles.find((profile) => profile.width * profile.height < main.width * main.height) ?? profiles[1]
  const typed = { ...address, inner_port: services.inner_port }
  const stream = async (profile: Profile) => mend(textOf(at(await ask('stream', mediaUrl, media, 'GetStreamUri', streamRequest(profile.token)), 'MediaUri', 'Uri')), typed)
  const [stream_url_main, stream_url_sub, frame_url] = await Promise.all([
    stream(main),
    sub ? stream(sub).catch(() => '') : '',
    ask('picture', mediaUrl, media, 'GetSnapshotUri', `<ProfileToken>${escapeXml(main.token)}</ProfileToken>`).then((answer) => mend(textOf(at(answer, 'MediaUri', 'Uri')), typed)),
  ])
  if (stream_url_main === '') throw new CameraTrouble('stream', 'The camera gave no stream address')
  passed('stream')
  if (frame_url === '') throw new CameraTrouble('picture', 'The camera gave no picture address')
  const picture = await fetchPicture({ frame_url, username, password }, { reach, timeout_ms: timeLeft() }).catch((error: unknown) => {
    throw error instanceof CameraTrouble ? new CameraTrouble('picture', error.message) : error
  })
  const model = [textOf(child(about, 'Manufacturer'), 48), textOf(child(about, 'Model'), 48)].filter((word) => word !== '').join(' ')
  return {
    camera_sn: textOf(child(about, 'SerialNumber'), 64) || unnamed(model, address),
    model,
    width: main.width || picture.width,
    height: main.height || picture.height,
    bit_rate: main.bit_rate,
    frame_rate: main.frame_rate,
    ptz_supported: services.ptz !== undefined && profiles.some((profile) => profile.ptz),
    stream_url_main, stream_url_sub, frame_url, picture,
    clock_offset_ms: clock.known ? Math.round(clock.offset_ms + half_second_ms) : null,
  }
}

/** GetSystemDateAndTime needs no sign-in, so it also proves that ONVIF is spoken here. */
async function readClock(service: string, reach: Reach, timeout_ms: number): Promise<Clock> {
  const asked = Date.now()
  try {
    const answer = await soap(service, device, 'GetSystemDateAndTime', '', { username: '', password: '', offset_ms: 0, timeout_ms, reach })
    const utc = at(answer, 'SystemDateAndTime', 'UTCDateTime')
    const part = (group: string, name: string) => Number(textOf(at(utc, group, name)) || NaN)
    const moment = Date.UTC(part('Date', 'Year'), part('Date', 'Month') - 1, part('Date', 'Day'), part('Time', 'Hour'), part('Time', 'Minute'), part('Time', 'Second'))
    const offset_ms = moment - (asked + Date.now()) / 2
    // A year is past any wrong clock that can be worked with: the digest's text would leave its four-digit form.
    return Number.isFinite(moment) && moment >= 0 ? { offset_ms, known: true } : { offset_ms: 0, known: false }
  } catch (error) {
    // Some cameras want a sign-in even for this: then our own clock must do.
    if (error instanceof SoapTrouble && error.kind !== 'not_soap') return { offset_ms: 0, known: false }
    throw troubleOf(error, 'port', true)
  }
}

/** GetServices is the newer way and GetCapabilities the older; many cameras have one of them. */
async function findServices(ask: Ask, service: string, address: OnvifAddress): Promise<Services> {
  try {
    const found = children(await ask('profile', service, device, 'GetServices', '<IncludeCapability>false</IncludeCapability>'), 'Service')
    const services = servicesOf(address, (namespace) => textOf(child(found.find((entry) => textOf(child(entry, 'Namespace')) === namespace), 'XAddr')), { device, media, ptz })
    if (services.media) return services
  } catch (error) {
    if (error instanceof CameraTrouble && error.step !== 'profile') throw error
  }
  const capabilities = child(await ask('profile', service, device, 'GetCapabilities', '<Category>All</Category>'), 'Capabilities')
  return servicesOf(address, (name) => textOf(at(capabilities, name, 'XAddr')), { device: 'Device', media: 'Media', ptz: 'PTZ' })
}

function servicesOf(address: OnvifAddress, addressOf: (key: string) => string, keys: Record<'device' | 'media' | 'ptz', string>): Services {
  const inner_port = httpPortOf(addressOf(keys.device))
  const of = (key: string) => mend(addressOf(key), { ...address, inner_port }) || undefined
  return { media: of(keys.media), ptz: of(keys.ptz), inner_port }
}

function httpPortOf(url: string): number | undefined {
  const named = URL.canParse(url) ? new URL(url) : undefined
  return named?.protocol === 'http:' ? Number(named.port || 80) : undefined
}

function readProfile(profile: Xml): Profile {
  const encoder = child(profile, 'VideoEncoderConfiguration')
  return {
    token: textOf(child(profile, '@token'), 100),
    width: numberOf(at(encoder, 'Resolution', 'Width'), 16_384),
    height: numberOf(at(encoder, 'Resolution', 'Height'), 16_384),
    bit_rate: numberOf(at(encoder, 'RateControl', 'BitrateLimit'), 1_000_000),
    frame_rate: numberOf(at(encoder, 'RateControl', 'FrameRateLimit'), 240),
    ptz: child(profile, 'PTZConfiguration') !== undefined,
  }
}

const streamRequest = (token: string) =>
  `<StreamSetup><Stream xmlns="http://www.onvif.org/ver10/schema">RTP-Unicast</Stream><Transport xmlns="http://www.onvif.org/ver10/schema"><Protocol>RTSP</Protocol></Transport></StreamSetup><ProfileToken>${escapeXml(token)}</ProfileToken>`

/**
 * A camera behind a router names its inner address: the host is then the one that was typed. So is the port of an HTTP address, where
 * it is the one at which the camera itself believes to be asked (`inner_port`), or where that is not known: a camera that has its pictures on
 * another port than ONVIF keeps it. Sign-in data is taken out: it never lives in an address (security row 23). Empty for anything that is no URL.
 */
export function mend(url: string, typed: { ipv4: string; onvif_port: number; inner_port?: number | undefined }): string {
  if (!URL.canParse(url)) return ''
  const mended = new URL(url)
  if (!/^(https?|rtsps?):$/.test(mended.protocol)) return ''
  mended.username = ''
  mended.password = ''
  if (mended.hostname !== typed.ipv4.toLowerCase()) {
    mended.hostname = typed.ipv4
    const inner = typed.inner_port === undefined || typed.inner_port === Number(mended.port || 80)
    if (mended.protocol === 'http:' && inner) mended.port = String(typed.onvif_port)
  }
  return mended.href.length <= 500 ? mended.href : ''
}

/** A camera without a serial number gets one that stays the same as long as it stands where it stands. */
const unnamed = (model: string, { ipv4, onvif_port }: OnvifAddress) => `onvif-${createHash('sha256').update(`${model}\n${ipv4}:${onvif_port}`).digest('hex').slice(0, 12)}`

function troubleOf(error: unknown, step: CameraStep, clock_known: boolean): unknown {
  if (error instanceof NoAnswer) return new CameraTrouble(step === 'port' ? stepOf(error) : step, error.message)
  if (!(error instanceof SoapTrouble)) return error
  if (error.kind !== 'not_authorised') return new CameraTrouble(step, error.message)
  return clock_known ? new CameraTrouble('signin', error.message) : new CameraTrouble('clock', `${error.message}, and its clock could not be read`)
}
