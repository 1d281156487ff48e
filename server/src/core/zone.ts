/**
 * Stamps (spec §9) in another zone than the process's.
 * Every function throws a RangeError for an unknown zone.
 */
import { stampOf, zoneOfProcess } from './stamp.ts'

/** `YYYY-MM-DD HH:mm:ss` of a time in milliseconds since 1970, as a clock in this IANA zone shows it. */
export function stampIn(ms: number, zone: string): string {
  if (zone === zoneOfProcess() && Number.isFinite(ms)) return stampOf(ms)
  const format = new Intl.DateTimeFormat('en-CA-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  const day = [parts['year']?.padStart(4, '0'), parts['month'], parts['day']].join('-')
  return `${day} ${[parts['hour'], parts['minute'], parts['second']].join(':')}`
}

/**
 * The time of a stamp in a zone: in a repeated hour, the time nearer to `near_ms`; a time in a skipped hour
 * counts as an hour later.
 */
export function momentIn(stamp: string, zone: string, near_ms: number): number {
  const as_utc = Date.parse(`${stamp.replace(' ', 'T')}Z`)
  const found = [-1, 1].map((days) => as_utc - offsetAt(as_utc + days * 86_400_000, zone))
  const good = found.filter((ms) => stampIn(ms, zone) === stamp)
  return (good.length > 0 ? good : [Math.max(...found)]).reduce((best, ms) =>
    Math.abs(ms - near_ms) < Math.abs(best - near_ms) ? ms : best,
  )
}

/** How far the clock of a zone is ahead of UTC at a time, in milliseconds. */
export const offsetAt = (ms: number, zone: string): number =>
  Date.parse(`${stampIn(ms, zone).replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000
