/**
 * The CameraPort over ONVIF (profiles S and T) and HTTP pictures. Why we wrote our own client:
 * docs/decisions/0004.
 */
import { createHash } from 'node:crypto'
import type { CameraStep } from '@parking/contract'
import {
  CameraError,
  type CameraPort,
  ClockError,
  type Measured,
  type OnvifAddress,
  type Picture,
  RebootError,
} from '#src/ports/camera-port.ts'
import type { VideoSource } from '#src/ports/video-port.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { fetchPicture } from './http-picture.ts'
import { openMedia, type Profile } from './onvif-media.ts'
import { connectOnvif, correctedUrl, device, findMotor, findServices } from './onvif-connect.ts'
import { openPtz } from './onvif-ptz.ts'
import { child, textOf } from './onvif-soap.ts'
import { setTimeout as wait } from 'node:timers/promises'

/** A camera truncates its seconds: on average its clock is this much ahead of what it reports. */
const half_second_ms = 500

export type OnvifCameraOptions = Reach & {
  /**
   * The timeout of one request, and of a whole measurement: the console waits 5 s for the answer (spec §9).
   */
  request_ms?: number
  measure_ms?: number
  picture_ms?: number
  /** Takes a picture from the stream of a camera that reports no picture address. */
  still?: (source: VideoSource, options: { timeout_ms?: number }) => Promise<Picture>
  /**
   * The timeouts for reading the motor's capabilities and for one call: together they stay below those 5 s.
   */
  ptz_open_ms?: number
  ptz_call_ms?: number
}

export function onvifCameras({
  allow_loopback,
  request_ms = 2_500,
  measure_ms = 4_500,
  picture_ms = 4_000,
  ptz_open_ms = 3_000,
  ptz_call_ms = 1_500,
  still = noStill,
}: OnvifCameraOptions): CameraPort {
  const reach = { allow_loopback }
  const limit = (timeout_ms = measure_ms) => {
    const deadline = Date.now() + Math.max(timeout_ms, measure_ms)
    // A longer timeout is for cameras that need longer for each answer.
    const each_ms = timeout_ms > measure_ms ? 2 * request_ms : request_ms
    return () => Math.max(1, Math.min(each_ms, deadline - Date.now()))
  }
  return {
    picture: (source, signal) =>
      fetchPicture(source, { reach, timeout_ms: picture_ms, ...(signal && { signal }) }),
    measureOnvif: (address, { passed, timeout_ms } = {}) =>
      measure(
        address,
        reach,
        limit(timeout_ms),
        (source) => still(source, timeout_ms === undefined ? {} : { timeout_ms }),
        passed,
      ),
    clock: (address) => readCameraClock(address, reach, limit()),
    setClock: (address, now, trip_ms) => setCameraClock(address, now, trip_ms, reach, limit()),
    ptz: (address) => openPtz(address, reach, { open_ms: ptz_open_ms, call_ms: ptz_call_ms }),
    async reboot(address) {
      const { ask, service } = await connectOnvif(address, reach, limit())
      try {
        await ask('profile', service, device, 'SystemReboot')
      } catch (error) {
        if (!(error instanceof CameraError) || error.step !== 'profile') throw error
        if (/refused SystemReboot|^HTTP (?!200)/.test(error.message)) throw new RebootError(error.message)
      }
    },
  }
}

const areaOf = ({ width, height }: Profile): number => width * height

async function measure(
  address: OnvifAddress,
  reach: Reach,
  timeLeft: () => number,
  still: (source: VideoSource) => Promise<Picture>,
  passed: (step: CameraStep) => void = () => undefined,
): Promise<Measured> {
  const { username, password, server_trust } = address
  const connection = await connectOnvif(address, reach, timeLeft)
  const { ask, service, clock } = connection
  for (const step of ['reach', 'port', 'clock'] as const) passed(step)
  const about = await ask('signin', service, device, 'GetDeviceInformation')
  passed('signin')
  const services = await findServices(connection, address)
  const media = await openMedia(ask, services)
  const { profiles } = media
  const [main] = profiles as [Profile, ...Profile[]]
  passed('profile')
  // The next smaller picture; a profile of the same size is another encoding of the main stream. One without
  // a size has no video, unless the camera reports no size at all.
  const sized = profiles.filter((profile) => areaOf(profile) > 0)
  const others = (sized.length > 0 ? sized : profiles).filter((profile) => profile !== main)
  const sub = others.find((profile) => areaOf(profile) < areaOf(main)) ?? others[0]
  const typed = { ...address, inner_port: services.inner_port }
  const stream = async (profile: Profile) => correctedUrl(await media.stream(profile), typed)
  const [stream_url_main, stream_url_sub, frame_url] = await Promise.all([
    stream(main),
    sub ? stream(sub).catch(() => '') : '',
    // A camera without a snapshot address answers with a fault: the picture is then taken from its stream.
    media.frame(main).then((url) => correctedUrl(url, typed), noAddress),
  ])
  const ptz_supported =
    profiles.some((profile) => profile.ptz) &&
    (services.ptz ?? (await findMotor(connection, address))) !== undefined
  if (stream_url_main === '') throw new CameraError('stream', 'The camera gave no stream address')
  passed('stream')
  const taken =
    frame_url === ''
      ? still({ url: stream_url_main, username, password, server_trust: server_trust ?? '' })
      : fetchPicture({ frame_url, username, password, server_trust }, { reach, timeout_ms: timeLeft() })
  const picture = await taken.catch((error: unknown) => {
    throw error instanceof CameraError ? new CameraError('picture', error.message) : error
  })
  const model = [textOf(child(about, 'Manufacturer'), 48), textOf(child(about, 'Model'), 48)]
    .filter((word) => word !== '')
    .join(' ')
  return {
    camera_sn: textOf(child(about, 'SerialNumber'), 64) || unnamed(model, address),
    model,
    width: main.width || picture.width,
    height: main.height || picture.height,
    bit_rate: main.bit_rate,
    frame_rate: main.frame_rate,
    codec: main.codec,
    codec_sub: stream_url_sub === '' ? '' : (sub?.codec ?? ''),
    ptz_supported,
    stream_url_main,
    stream_url_sub,
    frame_url,
    picture,
    clock_offset_ms: clock.known ? Math.round(clock.offset_ms + half_second_ms) : null,
  }
}

const noStill = () => Promise.reject(new CameraError('picture', 'The camera gave no picture address'))

function noAddress(error: unknown): '' {
  if (error instanceof CameraError && error.step === 'picture') return ''
  throw error
}

/** A camera without a serial number gets one that is stable as long as its address is. */
const unnamed = (model: string, { ipv4, onvif_port }: OnvifAddress) =>
  `onvif-${createHash('sha256').update(`${model}\n${ipv4}:${onvif_port}`).digest('hex').slice(0, 12)}`

/** The clock of an ONVIF camera: reading it, and SetSystemDateAndTime (ONVIF Core §8.2). */
const schema = 'http://www.onvif.org/ver10/schema'

/** Throws a CameraError of the step `clock` if the camera does not report its clock. */
async function readCameraClock(address: OnvifAddress, reach: Reach, timeLeft: () => number) {
  const { clock } = await connectOnvif(address, reach, timeLeft)
  if (!clock.shown) throw new CameraError('clock', 'The camera does not show its clock')
  return clock.shown
}

async function setCameraClock(
  address: OnvifAddress,
  now: () => number,
  trip_ms: number,
  reach: Reach,
  timeLeft: () => number,
): Promise<void> {
  const { ask, service } = await connectOnvif(address, reach, timeLeft)
  // Cameras accept whole seconds only, so the request is sent to arrive at the beginning of one.
  const at = Math.ceil((now() + trip_ms / 2) / 1000) * 1000
  await wait(at - trip_ms / 2 - now())
  const time = new Date(at)
  const part = (name: string, value: number) => `<tt:${name}>${value}</tt:${name}>`
  const request =
    '<DateTimeType>Manual</DateTimeType><DaylightSavings>false</DaylightSavings>' +
    `<UTCDateTime xmlns:tt="${schema}"><tt:Time>${part('Hour', time.getUTCHours())}` +
    `${part('Minute', time.getUTCMinutes())}${part('Second', time.getUTCSeconds())}</tt:Time>` +
    `<tt:Date>${part('Year', time.getUTCFullYear())}${part('Month', time.getUTCMonth() + 1)}` +
    `${part('Day', time.getUTCDate())}</tt:Date></UTCDateTime>`
  try {
    await ask('profile', service, device, 'SetSystemDateAndTime', request)
  } catch (error) {
    if (error instanceof CameraError && error.step === 'profile')
      throw new ClockError('clock_refused', error.message)
    throw error
  }
}
