/** The clock in an answer to GetSystemDateAndTime (ONVIF Core, 8.2.1), as cameras really fill it in. */
import { offsetAt } from '#src/core/zone.ts'
import { at, textOf, type Xml } from './onvif-xml.ts'

/**
 * `moment_ms`: since 1970. `wall_ms`: what a clock with the camera's zone shows, as if it were UTC; cameras
 * write it into their pictures. Undefined if the camera does not say it.
 */
export type ReportedClock = { moment_ms: number; wall_ms: number | undefined }

const year_1980_ms = Date.UTC(1980, 0)
const year_10000_ms = Date.UTC(10_000, 0)
const minute_ms = 60_000
const quarter_ms = 15 * minute_ms
const max_zone_ms = 14 * 60 * minute_ms

/** Undefined without a usable time. `now_ms` helps where the camera names no zone, or counts otherwise. */
export function clockIn(answer: Xml, now_ms: number): ReportedClock | undefined {
  const about = at(answer, 'SystemDateAndTime')
  const local = momentOf(at(about, 'LocalDateTime'), now_ms)
  const said = momentOf(at(about, 'UTCDateTime'), now_ms)
  const is_near = local !== undefined && Math.abs(local - now_ms) <= max_zone_ms
  // Some cameras fill in their local time alone, and leave the other one at its beginning.
  const utc = is_near && said !== undefined && said < year_1980_ms ? undefined : said
  const in_summer = /^(true|1)$/i.test(textOf(at(about, 'DaylightSavings')))
  const zone = zoneIn(textOf(at(about, 'TimeZone', 'TZ')), in_summer, now_ms)
  if (utc !== undefined)
    return { moment_ms: utc, wall_ms: local ?? (zone === undefined ? undefined : utc + zone) }
  if (local === undefined) return undefined
  // Only the local time: without a zone, the one in which its clock is nearest to ours.
  const nearest = Math.round((local - now_ms) / quarter_ms) * quarter_ms
  const assumed = zone ?? (Math.abs(nearest) <= max_zone_ms ? nearest : 0)
  return { moment_ms: local - assumed, wall_ms: local }
}

/** Some cameras count as programs in C do: months from 0, and years from 1900. */
const counts = [
  { year: 0, month: 1 },
  { year: 1900, month: 0 },
  { year: 1900, month: 1 },
  { year: 2000, month: 0 },
] as const

/**
 * Undefined for a date that is none. Times before 1970 are not usable. The digest needs a timestamp with a
 * four-digit year. Another count is believed if the time is ours so, in whatever zone.
 */
function momentOf(time: Xml | undefined, now_ms: number): number | undefined {
  const part = (group: string, name: string) => Number(textOf(at(time, group, name)) || NaN)
  const [year, month] = [part('Date', 'Year'), part('Date', 'Month')]
  const rest = [part('Date', 'Day'), part('Time', 'Hour'), part('Time', 'Minute'), part('Time', 'Second')]
  const other = counts
    .map((count) => momentAt(year + count.year, month + count.month, rest))
    .find((moment) => moment !== undefined && Math.abs(moment - now_ms) <= max_zone_ms)
  return other ?? momentAt(year, month, rest)
}

/** `rest`: day, hour, minute and second; a second may be a leap second. */
function momentAt(year: number, month: number, rest: readonly number[]): number | undefined {
  const [day = NaN, hour = NaN, minute = NaN, second = NaN] = rest
  const moment = Date.UTC(year, month - 1, day, hour, minute, second)
  if (!Number.isFinite(moment) || moment < 0 || moment >= year_10000_ms) return undefined
  const is_date = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12
  return is_date && hour < 24 && minute < 60 && second <= 60 ? moment : undefined
}

/**
 * How far a clock in this zone is ahead of UTC, in milliseconds. The sign of a POSIX rule, `CST-8` or
 * `<+08>-8:00`, is the other way round. Undefined if that is not certain: much firmware turns the sign of
 * `GMT+8`, and never reports that summer time has begun.
 */
function zoneIn(rule: string, in_summer: boolean, now_ms: number): number | undefined {
  if (/^[A-Z]\w+\/[\w/+-]+$|^(PRC|ROC|ROK|Hongkong|Singapore|Japan)$/.test(rule))
    return namedZone(rule, now_ms)
  const [, name = '', sign, hours, minutes = '0', rest = ''] =
    /^([A-Za-z]{3,}|<[^>]+>)([+-]?)(\d{1,2})(?::(\d{2}))?(?::\d{2})?(.*)$/.exec(rule) ?? []
  if (hours === undefined) return /^(GMT|UTC)$/i.test(rule) ? 0 : undefined
  const size = Number(hours) * 60 + Number(minutes)
  if (size > 0 && sign && /^(GMT|UTC)$/i.test(name)) return undefined
  if (rest !== '' && !in_summer) return undefined
  return ((sign === '-' ? size : -size) + (rest === '' ? 0 : 60)) * minute_ms
}

/** Some cameras write the name of a zone in place of its rule. */
function namedZone(name: string, now_ms: number): number | undefined {
  try {
    return offsetAt(now_ms, name)
  } catch {
    return undefined
  }
}
