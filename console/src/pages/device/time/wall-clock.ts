/**
 * The wall time of the device in its own zone, independent of the browser's zone. A wall time is stored as
 * the milliseconds of the same wall time in UTC, so that it can be computed and printed without a zone.
 */

/** The time that a device reported, and when, by the monotonic clock (`performance.now()`). */
export type DeviceClock = { ms: number | undefined; zone: string; wall: number; at: number }

/** `YYYY-MM-DD HH:mm:ss` (or with a T) as a wall time; NaN for anything else. */
export function wallOf(stamp: string): number {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/.exec(stamp)
  if (!parts) return Number.NaN
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** A wall time as spec §9 writes it. */
export const stampOf = (wall: number): string =>
  new Date(Math.floor(wall / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')

const formats = new Map<string, Intl.DateTimeFormat | undefined>()

function formatFor(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) formats.set(zone, makeFormat(zone))
  return formats.get(zone)
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  } catch {
    return undefined // a zone that this browser does not support
  }
}

/** Whether this browser supports the zone. */
export const knowsZone = (zone: string): boolean => formatFor(zone) !== undefined

/** Minutes that a zone is ahead of UTC at a moment; undefined for an unsupported zone. */
export function offsetOf(zone: string, ms: number): number | undefined {
  const format = formatFor(zone)
  if (!format || !Number.isFinite(ms)) return undefined
  const part = Object.fromEntries(
    format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
  const wall = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second)
  return Math.round((wall - Math.floor(ms / 1000) * 1000) / 60_000)
}

/** `UTC+08:00`. */
export function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/**
 * The reported time of an answer that is `age_ms` old. A device without `current_ms` (ours) has
 * `current_time` only.
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

/** The moment by the device's clock; undefined where the device does not report it. */
export const momentAt = ({ ms, at }: DeviceClock, now: number): number | undefined =>
  ms === undefined ? undefined : ms + now - at

/** The wall time of the device. */
export function wallAt(clock: DeviceClock, now: number): number {
  const moment = momentAt(clock, now)
  const offset = moment === undefined ? undefined : offsetOf(clock.zone, moment)
  return moment === undefined || offset === undefined ? clock.wall + now - clock.at : moment + offset * 60_000
}

/** The wall time of a zone at a moment; undefined for an unsupported zone. */
export function wallIn(zone: string, moment: number): number | undefined {
  const offset = offsetOf(zone, moment)
  return offset === undefined ? undefined : moment + offset * 60_000
}
