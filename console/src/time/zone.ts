/**
 * Wall times in a time zone, independent of the browser's zone. A wall time is stored as the milliseconds of
 * the same wall time in UTC, so it can be computed and printed without a zone.
 */

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

/** Minutes by which a zone is ahead of UTC at a moment; undefined for an unsupported zone. */
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

/** The wall time of a zone at a moment; undefined for an unsupported zone. */
export function wallIn(zone: string, moment: number): number | undefined {
  const offset = offsetOf(zone, moment)
  return offset === undefined ? undefined : moment + offset * 60_000
}

/** The moment of a wall time in a zone; undefined for an unsupported zone. */
export function momentIn(zone: string, wall: number): number | undefined {
  const guess = offsetOf(zone, wall)
  if (guess === undefined) return undefined
  // Near a change of the clocks, the offset at the guess may differ from the offset of the wall time.
  const offset = offsetOf(zone, wall - guess * 60_000) ?? guess
  return wall - offset * 60_000
}
