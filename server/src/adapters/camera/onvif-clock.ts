/** The clock in an answer to GetSystemDateAndTime (ONVIF Core, 8.2.1), as cameras really fill it in. */
import { at, textOf, type Xml } from './onvif-soap.ts'

/**
 * `moment_ms`: since 1970. `wall_ms`: what a clock with the camera's zone shows, as if it were UTC; cameras
 * write it into their pictures. Undefined if the camera does not say it.
 */
export type ReportedClock = { moment_ms: number; wall_ms: number | undefined }

const year_10000_ms = Date.UTC(10_000, 0)
const minute_ms = 60_000
const quarter_ms = 15 * minute_ms
const max_zone_ms = 14 * 60 * minute_ms

/** Undefined without a usable time. `now_ms` helps where the camera names no zone. */
export function clockIn(answer: Xml, now_ms: number): ReportedClock | undefined {
  const about = at(answer, 'SystemDateAndTime')
  const utc = momentOf(at(about, 'UTCDateTime'))
  const local = momentOf(at(about, 'LocalDateTime'))
  const zone = zoneIn(textOf(at(about, 'TimeZone', 'TZ')), textOf(at(about, 'DaylightSavings')) === 'true')
  if (utc !== undefined)
    return { moment_ms: utc, wall_ms: local ?? (zone === undefined ? undefined : utc + zone) }
  if (local === undefined) return undefined
  // Only the local time: without a zone, the one in which its clock is nearest to ours.
  const nearest = Math.round((local - now_ms) / quarter_ms) * quarter_ms
  const assumed = zone ?? (Math.abs(nearest) <= max_zone_ms ? nearest : 0)
  return { moment_ms: local - assumed, wall_ms: local }
}

/** Times before 1970 are not usable. The digest needs a timestamp with a four-digit year. */
function momentOf(time: Xml | undefined): number | undefined {
  const part = (group: string, name: string) => Number(textOf(at(time, group, name)) || NaN)
  const moment = Date.UTC(
    part('Date', 'Year'),
    part('Date', 'Month') - 1,
    part('Date', 'Day'),
    part('Time', 'Hour'),
    part('Time', 'Minute'),
    part('Time', 'Second'),
  )
  return Number.isFinite(moment) && moment >= 0 && moment < year_10000_ms ? moment : undefined
}

/** The zone of a POSIX rule, `CST-8` or `<+08>-8:00`: its sign is the other way round. */
function zoneIn(rule: string, in_summer: boolean): number | undefined {
  const [, sign, hours, minutes = '0', rest = ''] =
    /^(?:[A-Za-z]{3,}|<[^>]+>)([+-]?)(\d{1,2})(?::(\d{2}))?(?::\d{2})?(.*)$/.exec(rule) ?? []
  if (hours === undefined) return undefined
  const size = Number(hours) * 60 + Number(minutes)
  const summer = in_summer && rest !== '' ? 60 : 0
  return ((sign === '-' ? size : -size) + summer) * minute_ms
}
