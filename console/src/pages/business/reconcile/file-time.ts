/** Times as an export writes them, and the offset of those that name none. Pure. */
import { formatDate, formatTime } from '#src/time/time.ts'
import { momentIn, stampOf, wallOf } from '#src/time/zone.ts'
import { deviceZone } from '#src/stores/device-zone.ts'

/** Minutes by which times without an offset are ahead of UTC; null: they are in the device's zone. */
export type FileOffset = number | null

/** Words before a time of twelve hours, as spreadsheets and programs write them in Chinese. */
const mornings = '上午|凌晨|清晨|早上'
const evenings = '下午|傍晚|晚上'

/** A year of the Republic has three digits (115 is 2026); 上午 stands before the time, AM before or after. */
const time_pattern = new RegExp(
  String.raw`^(?:民[国國])?(\d{3,4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?` +
    String.raw`(?:[ T]+|(?=[上下凌清早中傍晚])|(?<=日))(${mornings}|中午|${evenings}|[AP]M)? *` +
    String.raw`(\d{1,2})[:时時](\d\d)(?:[:分](?:(\d\d)(?:[.,]\d+)?秒?)?)?(?: *([AP])\.?M\.?)?` +
    String.raw` *(Z|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d\d)?|UTC|GMT)?$`,
  'i',
)
const compact_pattern = /^(\d{4})(\d\d)(\d\d)[ T]?(\d\d)(\d\d)(\d\d)$/
/** A day of a spreadsheet since 30 December 1899, exact to the second: 46349.35417. */
export const serial_pattern = /^[3-7]\d{4}\.\d{5,}$/
const serial_epoch = Date.UTC(1899, 11, 30)

/**
 * A time of a file: a moment, or a wall time whose offset the file does not name. Both in milliseconds.
 * `to_minute`: it is written without seconds, so it is any time of that minute.
 */
export type FileTime = ({ readonly moment: number } | { readonly wall: number }) & {
  readonly to_minute?: true
}

/**
 * Reads `2026-11-23 08:30:00`, `2026/11/23 下午 8:30`, `115/11/23 08:30`, `20261123083000`, ISO 8601, a
 * spreadsheet's day, and seconds or milliseconds since 1970; undefined for anything else.
 */
export function readTime(written: string): FileTime | undefined {
  const cell = written.normalize('NFKC').trim()
  if (/^\d{10}(\.\d+)?$/.test(cell)) return { moment: Math.round(Number(cell) * 1000) }
  if (/^\d{13}(\.\d+)?$/.test(cell)) return { moment: Math.round(Number(cell)) }
  if (serial_pattern.test(cell)) return { wall: serial_epoch + Math.round(Number(cell) * 86_400) * 1000 }
  const parts = time_pattern.exec(cell.replace(compact_pattern, '$1-$2-$3 $4:$5:$6'))
  if (!parts) return undefined
  const [, years = '', month, day, before = '', hours, minute, second, after = '', zone] = parts
  const hour = hourOf(Number(hours), before, after)
  if (hour === undefined) return undefined
  const two = (digits: string | number = '') => String(digits).padStart(2, '0')
  const year = years.length === 3 ? Number(years) + 1911 : years
  const stamp = `${year}-${two(month)}-${two(day)} ${two(hour)}:${minute}:${second ?? '00'}`
  const wall = wallOf(stamp)
  // A Date would accept 30 February.
  if (Number.isNaN(wall) || stampOf(wall) !== stamp) return undefined
  const exact = second === undefined ? { to_minute: true as const } : {}
  return zone === undefined ? { wall, ...exact } : { moment: wall - minutesAhead(zone) * 60_000, ...exact }
}

/** The hour of 24; undefined if it is not one of a clock with twelve hours. */
function hourOf(hour: number, before: string, after: string): number | undefined {
  const half = (before || after).toUpperCase()
  if (half === '') return hour
  if (hour < 1 || hour > 12 || (before !== '' && after !== '')) return undefined
  // At noon the hours before 12 are of the morning; twelve in the evening may be noon or midnight.
  if (half === '中午') return hour < 9 ? hour + 12 : hour
  if (half === '晚上' && hour === 12) return undefined
  return (hour % 12) + (half.startsWith('P') || evenings.includes(half) ? 12 : 0)
}

/** The minutes by which `+0800`, `+8`, `UTC-05:30` or `Z` is ahead of UTC. */
function minutesAhead(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{1,2}):?(\d\d)?$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/**
 * Reads cells as moments in milliseconds; undefined for a cell that is not a time. The device's offset is
 * looked up once for each quarter of an hour, because that takes longer than everything else.
 */
export function timeReader(offset: FileOffset): (cell: string) => number | undefined {
  const offsets_ms = new Map<number, number>()
  return (cell) => {
    const time = readTime(cell)
    if (time === undefined) return undefined
    if ('moment' in time) return time.moment
    if (offset !== null) return time.wall - offset * 60_000
    const slot = Math.floor(time.wall / slot_ms)
    let ahead = offsets_ms.get(slot)
    if (ahead === undefined) {
      ahead = time.wall - (momentIn(deviceZone.get(), time.wall) ?? time.wall)
      offsets_ms.set(slot, ahead)
    }
    return time.wall - ahead
  }
}

/** Clocks change, and days begin, at a multiple of this in every zone. */
const slot_ms = 900_000

/** The days of moments on the device's clock, looked up once for each quarter of an hour. */
export function dayReader(): (ms: number) => string {
  const days = new Map<number, string>()
  return (ms) => {
    const slot = Math.floor(ms / slot_ms)
    const day = days.get(slot) ?? formatDate(ms)
    days.set(slot, day)
    return day
  }
}

/** Time zones are ahead of UTC by a multiple of this. */
const step_min = 15
/** A row whose time was edited is a minority; a clock that is off by this is still recognised. */
const off_ms = 120_000

/** Cells of the file next to the moments of the events that they belong to. */
export type KnownTime = { readonly cell: string; readonly event_ms: number }

/**
 * The offset of a file by rows whose events are known: the one that more than half of at least two rows
 * agree on. `not_needed` if every time names its offset; undefined if it cannot be found.
 */
export function offsetOfFile(
  cells: readonly string[],
  known: readonly KnownTime[],
): { offset: FileOffset; rows: number } | 'not_needed' | undefined {
  const times = cells.map(readTime).filter((time) => time !== undefined)
  if (times.length > 0 && times.every((time) => 'moment' in time)) return 'not_needed'
  const counts = new Map<FileOffset, number>()
  const onDevice = timeReader(null)
  let rows = 0
  for (const { cell, event_ms } of known) {
    const time = readTime(cell)
    if (time === undefined || 'moment' in time) continue
    rows += 1
    const device = onDevice(cell)
    const minutes = Math.round((time.wall - event_ms) / 60_000 / step_min) * step_min
    const off = Math.abs(time.wall - minutes * 60_000 - event_ms)
    if (device !== undefined && Math.abs(device - event_ms) <= off_ms) add(null)
    else if (off <= off_ms && Math.abs(minutes) <= 840) add(minutes)
  }
  const [offset, n] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [null, 0]
  return n >= 2 && n * 2 > rows ? { offset, rows: n } : undefined

  function add(one: FileOffset): void {
    counts.set(one, (counts.get(one) ?? 0) + 1)
  }
}

/** Every day from one moment to another (exclusive), on the device's clock, oldest first. */
export function daysBetween(from_ms: number, to_ms: number): string[] {
  const days = new Set<string>()
  for (let ms = from_ms; ms < to_ms; ms += 43_200_000) days.add(formatDate(ms))
  if (to_ms > from_ms) days.add(formatDate(to_ms - 1))
  return [...days]
}

/**
 * The whole days from the first to the last of these moments, as stamps; the last day ends when the file was
 * made. undefined without a moment.
 */
export function periodOf(
  moments: readonly number[],
  made_ms: number,
): { start: string; end: string } | undefined {
  if (moments.length === 0) return undefined
  const first = moments.reduce((a, b) => Math.min(a, b))
  const last = moments.reduce((a, b) => Math.max(a, b))
  const end = `${formatDate(last)} 23:59:59`
  const made = formatTime(Math.max(made_ms, last))
  return { start: `${formatDate(first)} 00:00:00`, end: made < end ? made : end }
}
