/**
 * The CameraPort over ONVIF (profiles S and T) and HTTP pictures. Why we wrote our own client:
 * docs/decisions/0004.
 */
import {
  CameraError,
  type CameraPort,
  ClockError,
  type OnvifAddress,
  type Picture,
  RebootError,
} from '#src/ports/camera-port.ts'
import type { VideoSource } from '#src/ports/video-port.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { fetchPicture } from './http-picture.ts'
import { KeptSigners } from './kept-signers.ts'
import { connectOnvif, device } from './onvif-connect.ts'
import { inspect, measure } from './onvif-measure.ts'
import { openPtz } from './onvif-ptz.ts'
import { missingRight } from './onvif-rights.ts'
import { escapeXml } from './onvif-xml.ts'
import { setTimeout as wait } from 'node:timers/promises'

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
  /** How long nothing is asked of a camera that has locked the account: each try may lengthen the lock. */
  lock_ms?: number
}

export function onvifCameras({
  allow_loopback,
  request_ms = 2_500,
  measure_ms = 4_500,
  picture_ms = 4_000,
  ptz_open_ms = 3_000,
  ptz_call_ms = 1_500,
  lock_ms = 120_000,
  still = noStill,
}: OnvifCameraOptions): CameraPort {
  const untilUnlocked = lockKeeper(lock_ms)
  const signers = new KeptSigners()
  const reach = { allow_loopback }
  const limit = (timeout_ms = measure_ms) => {
    const deadline = Date.now() + Math.max(timeout_ms, measure_ms)
    // A longer timeout is for cameras that need longer for each answer.
    const each_ms = timeout_ms > measure_ms ? 2 * request_ms : request_ms
    return () => Math.max(1, Math.min(each_ms, deadline - Date.now()))
  }
  const ofOnvif = <T>(address: OnvifAddress, work: () => Promise<T>) =>
    untilUnlocked(`${address.ipv4}:${address.onvif_port}`, address.username, work)
  return {
    picture: (source, options) =>
      untilUnlocked(URL.parse(source.frame_url)?.host ?? '', source.username, () =>
        fetchPicture(source, { reach, timeout_ms: picture_ms, signers, ...options }),
      ),
    measureOnvif: (address, options = {}) =>
      ofOnvif(address, () =>
        measure(
          address,
          {
            reach,
            timeLeft: limit(options.timeout_ms),
            still: (source) =>
              still(source, options.timeout_ms === undefined ? {} : { timeout_ms: options.timeout_ms }),
          },
          options,
        ),
      ),
    inspectOnvif: (address, options) =>
      ofOnvif(address, () => inspect(address, { reach, timeLeft: limit() }, options)),
    clock: (address) => ofOnvif(address, () => readCameraClock(address, reach, limit())),
    setClock: (address, now, trip_ms) =>
      ofOnvif(address, () => setCameraClock(address, now, trip_ms, reach, limit())),
    ptz: (address) =>
      ofOnvif(address, () => openPtz(address, reach, { open_ms: ptz_open_ms, call_ms: ptz_call_ms })),
    reboot: (address) =>
      ofOnvif(address, async () => {
        const connection = await connectOnvif(address, reach, limit())
        const { ask, service } = connection
        try {
          await ask('profile', service, device, 'SystemReboot')
        } catch (error) {
          const lacks = await missingRight(error, connection, address)
          if (lacks) throw new RebootError('no_right', lacks.message)
          if (!(error instanceof CameraError) || error.step !== 'profile') throw error
          if (/refused SystemReboot|^HTTP (?!200)/.test(error.message))
            throw new RebootError('reboot_refused', error.message)
        }
      }),
  }
}

type LockKeeper = <T>(host: string, username: string, work: () => Promise<T>) => Promise<T>

/** Runs work, unless the last work for this account of the host found it locked less than `lock_ms` ago. */
function lockKeeper(lock_ms: number): LockKeeper {
  const locks = new Map<string, { until_ms: number; error: CameraError }>()
  return async (host, username, work) => {
    const key = `${host} ${username}`
    const lock = locks.get(key)
    if (lock && lock.until_ms > performance.now()) throw lock.error
    locks.delete(key)
    return work().catch((error: unknown) => {
      if (error instanceof CameraError && error.reason === 'account_locked')
        locks.set(key, { until_ms: performance.now() + lock_ms, error })
      throw error
    })
  }
}

const noStill = () => Promise.reject(new CameraError('picture', 'The camera gave no picture address'))

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
  const connection = await connectOnvif(address, reach, timeLeft)
  const { ask, service, clock } = connection
  const { time_zone = '', saves_daylight = false } = clock.shown ?? {}
  // Cameras accept whole seconds only, so the request is sent to arrive at the beginning of one.
  const at = Math.ceil((now() + trip_ms / 2) / 1000) * 1000
  await wait(at - trip_ms / 2 - now())
  const time = new Date(at)
  const part = (name: string, value: number) => `<tt:${name}>${value}</tt:${name}>`
  // A camera that gets no zone may forget its own.
  const zone =
    time_zone === '' ? '' : `<TimeZone><tt:TZ xmlns:tt="${schema}">${escapeXml(time_zone)}</tt:TZ></TimeZone>`
  const request = (own: string) =>
    `<DateTimeType>Manual</DateTimeType><DaylightSavings>${saves_daylight}</DaylightSavings>${own}` +
    `<UTCDateTime xmlns:tt="${schema}"><tt:Time>${part('Hour', time.getUTCHours())}` +
    `${part('Minute', time.getUTCMinutes())}${part('Second', time.getUTCSeconds())}</tt:Time>` +
    `<tt:Date>${part('Year', time.getUTCFullYear())}${part('Month', time.getUTCMonth() + 1)}` +
    `${part('Day', time.getUTCDate())}</tt:Date></UTCDateTime>`
  const set = async (own: string) => {
    try {
      await ask('profile', service, device, 'SetSystemDateAndTime', request(own))
    } catch (error) {
      const lacks = await missingRight(error, connection, address)
      if (lacks) throw new ClockError('no_right', lacks.message)
      if (!(error instanceof CameraError) || error.step !== 'profile') throw error
      // Some cameras set their clock and answer nothing, or restart.
      if (error.reason === 'cut_short' || error.detail === 'HTTP 200') return
      throw new ClockError('clock_refused', error.message)
    }
  }
  await set(zone).catch(async (error: unknown) => {
    // Some cameras refuse the zone that they report themselves.
    const may_be_zone = error instanceof ClockError && /zone|invalid/i.test(error.message)
    if (zone === '' || !may_be_zone || error.reason === 'no_right') throw error
    await set('')
  })
}
