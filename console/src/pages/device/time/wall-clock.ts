/**
 * The time on the wall where the box stands: what its clock says in its own zone, whatever zone the browser is in. A wall time is kept as
 * the milliseconds it would be if that wall hung in UTC, so that it can be counted with and written without a zone.
 */

/** What a device said and when it was heard, on a counter that nobody can set (`performance.now()`). */
export type Heard = { ms: number | undefined; zone: string; wall: number; at: number }

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
    return undefined // a zone that this browser does not know
  }
}

/** Whether this browser knows the zone. */
export const knowsZone = (zone: string): boolean => formatFor(zone) !== undefined

/** Minutes that a zone is ahead of UTC at a moment; undefined for a zone that this browser does not know. */
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

/** What a device has said, heard `age_ms` ago. `current_ms` is ours: a device without it has its time in `current_time` alone. */
export const hear = (
  time: { current_time: string; current_ms?: number | undefined; time_zone: string },
  now: number,
  age_ms: number,
): Heard => ({
  ms: time.current_ms,
  zone: time.time_zone,
  wall: wallOf(time.current_time),
  at: now - Math.max(0, age_ms),
})

/** The moment by the box's clock; undefined where the device does not say it. */
export const momentAt = ({ ms, at }: Heard, now: number): number | undefined =>
  ms === undefined ? undefined : ms + now - at

/** The time on its wall. */
export function wallAt(heard: Heard, now: number): number {
  const moment = momentAt(heard, now)
  const offset = moment === undefined ? undefined : offsetOf(heard.zone, moment)
  return moment === undefined || offset === undefined ? heard.wall + now - heard.at : moment + offset * 60_000
}

/** A wall clock of a zone at a moment, for a preview; undefined for a zone that this browser does not know. */
export function wallIn(zone: string, moment: number): number | undefined {
  const offset = offsetOf(zone, moment)
  return offset === undefined ? undefined : moment + offset * 60_000
}
