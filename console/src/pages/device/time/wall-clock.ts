/** Computes the device's time between two answers, in its own zone. */
import { offsetOf, wallOf } from '#src/time/zone.ts'

/** The time that a device reported, and when (`at`) by the monotonic clock (`performance.now()`). */
export type DeviceClock = { ms: number | undefined; zone: string; wall: number; at: number }

/**
 * The clock from an answer that is `age_ms` old. A device without `current_ms` (an extension of the spec)
 * reports only `current_time`.
 */
export const clockFrom = (
  time: { current_time: string; current_ms?: number | undefined; time_zone: string },
  now: number,
  age_ms: number,
): DeviceClock => ({
  ms: time.current_ms,
  zone: time.time_zone,
  wall: wallOf(time.current_time),
  at: now - Math.max(0, age_ms),
})

/** The moment by the device's clock; undefined if the device does not report it. */
export const momentAt = ({ ms, at }: DeviceClock, now: number): number | undefined =>
  ms === undefined ? undefined : ms + now - at

/** The wall time of the device. */
export function wallAt(clock: DeviceClock, now: number): number {
  const moment = momentAt(clock, now)
  const offset = moment === undefined ? undefined : offsetOf(clock.zone, moment)
  return moment === undefined || offset === undefined ? clock.wall + now - clock.at : moment + offset * 60_000
}
