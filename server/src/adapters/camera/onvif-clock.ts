/** The clock of an ONVIF camera: reading it, and SetSystemDateAndTime (ONVIF Core §8.2). */
import { setTimeout as wait } from 'node:timers/promises'
import { CameraError, ClockError, type OnvifAddress } from '#src/ports/camera-port.ts'
import type { Reach } from '#src/core/outbound-address.ts'
import { device, connectOnvif } from './onvif-connect.ts'

const schema = 'http://www.onvif.org/ver10/schema'

/** Throws a CameraError of the step `clock` if the camera does not report its clock. */
export async function readCameraClock(address: OnvifAddress, reach: Reach, timeLeft: () => number) {
  const { clock } = await connectOnvif(address, reach, timeLeft)
  if (!clock.shown) throw new CameraError('clock', 'The camera does not show its clock')
  return clock.shown
}

export async function setCameraClock(
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
