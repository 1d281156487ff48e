/**
 * Times as an export writes them, and the offset of those that name none. Pure. Long because programs write
 * one time in many forms.
 */
import { formatDate, formatTime } from '#src/time/time.ts'
import { momentIn, stampOf, wallOf } from '#src/time/zone.ts'
import { deviceZone } from '#src/stores/device-zone.ts'

/** Minutes by which times without an offset are ahead of UTC; null: they are in the device's zone. */
export type FileOffset = number | null

/** Words beside a time of twelve hours, as spreadsheets and programs write them in Chinese. */
const mornings = '上午|凌晨|清晨|早上|早晨|午夜'
const evenings = '下午|傍晚|晚上'
const halves = `${mornings}|中午|${evenings}|[AP]\\.?M\\.?`

/** A year of the Republic has three digits (115 is 2026); 上午 stands before or after the time, as AM does. */
const time_pattern = new RegExp(
  String.raw`^(?:(?:中[华華])?民[国國])?(\d{3,4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?` +
    String.raw`(?:[ T,_-]+|(?=[上下凌清早中傍晚午])|(?<=日))(${halves})? *` +
    String.raw`(\d{1,2})(?:[:时時点點](\d\d)|[时時点點](\d)(?=分))(?:[:分](?:(\d\d?)(?:[.,:]\d+)?秒?)?)?` +
    String.raw`(?: *(${halves}))? *(Z|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d\d)?|UTC|GMT)?$`,
  'i',
)
/** `20261123083000`, also of the Republic, without seconds or with milliseconds, and with an offset. */
const compact_pattern =
  /^(\d{4}|1[0-2]\d)(\d\d)(\d\d)[ T_-]?(\d\d)(\d\d)(\d\d)?(?:[.,]?\d{3})?(Z|[+-]\d\d:?\d\d)?$/i
const compact_day_pattern = /^(\d{4}|1[0-2]\d)(\d\d)(\d\d)(?=[ T]+\D{0,3} *\d{1,2}:)/i
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const month_word = `(${months.join('|')})[a-z]*\\.?`
/** `23-Nov-2026`, `Nov 23, 2026`, and a date that ends with its year, as programs print it. */
const worded = [
  { pattern: new RegExp(String.raw`^(\d{1,2})[- ]${month_word}[- ,]+(\d{4})`, 'i'), order: [3, 2, 1] },
  { pattern: new RegExp(String.raw`^${month_word} +(\d{1,2}),? +(\d{4})`, 'i'), order: [3, 1, 2] },
] as const
const year_last = new RegExp(String.raw`^(${month_word} +\d{1,2}) (\d\d:\d\d:\d\d)(.*) (\d{4})$`, 'i')
const english_days = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*'
const weekday = new RegExp(
  String.raw`\(${english_days}\)|\(?(?:星期|周|週|礼拜|禮拜)[一二三四五六日天]\)?|\([一二三四五六日]\)|^${english_days},? `,
  'gi',
)
const china = '北京时间|北京時間|中国标准时间|台北时间|台北時間|臺北時間|中原標準時間'
const china_pattern = new RegExp(`^(?:${china})[: ]*(.*)$|^(.*?) *[(]?(?:${china})[)]?$`)

/** The time of day before the date: `08:30:00 2026-11-23`, `AM 8:30 2026/11/23`. */
const time_first = new RegExp(
  String.raw`^((?:${halves})? *\d{1,2}:\d\d(?::\d\d)?(?: *(?:${halves}))?) +` +
    String.raw`(\d{3,4}[-/.]\d{1,2}[-/.]\d{1,2})$`,
  'i',
)

/** The text of a time without weekdays and the words that programs put beside it, its month as a number. */
function plainTime(written: string): string {
  let text = written
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2236\ufe55]/g, ':')
    .replace(/^\[([^[\]]*)\]$/, '$1')
    .replace(weekday, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  text = text
    .replace(/^\((1[0-2]\d)\)(?=[年/.-])/, '$1')
    .replace(/(?<=民[国國]) +| +(?=[年月日])|(?<=[年月]) +/g, '')
    .replace(time_first, (_, time: string, date: string) => `${date} ${time}`)
  const has_offset = /(?:[+-]\d\d:?\d\d|Z)(?: *[[(]| [A-Z]{3,4}$)/.test(text)
  if (has_offset) text = text.replace(/ *(?:\[[^\]]*\]|\([^)]*\)| [A-Z]{3,4})$/, '')
  text = text.replace(/\[Asia\/(?:Shanghai|Chongqing|Taipei|Hong_Kong|Macau|Urumqi)\]$/, '+08:00')
  text = text.replace(/ *\(((?:UTC|GMT)[^)]*|[+-][^)]*)\)$/i, ' $1')
  const [, after, before] = china_pattern.exec(text) ?? []
  if (after ?? before) text = `${after ?? before} +0800`
  text = text.replace(year_last, (_, day, __, time, zone, year) => `${day} ${year} ${time}${zone}`)
  for (const { pattern, order } of worded) {
    const found = pattern.exec(text)
    if (!found) continue
    const [year, month, day] = order.map((at) => found[at]!)
    const rest = text.slice(found[0].length).replace(/ (?:CST|HKT)$/, '')
    text = `${year}-${months.indexOf(month!.toLowerCase().slice(0, 3)) + 1}-${day}${rest}`
  }
  return text
    .replace(compact_day_pattern, '$1-$2-$3')
    .replace(compact_pattern, (_, y, m, d, h, min, s, zone) =>
      [`${y}-${m}-${d} ${h}:${min}`, s && `:${s}`, zone].filter(Boolean).join(''),
    )
}

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
  const moment = sinceEpoch(cell)
  if (moment !== undefined) return { moment }
  if (serial_pattern.test(cell)) return { wall: serial_epoch + Math.round(Number(cell) * 86_400) * 1000 }
  // The usual forms need no other text, which takes longer.
  const parts = time_pattern.exec(cell) ?? time_pattern.exec(plainTime(written))
  if (!parts) return undefined
  const [, years = '', month, day, before = '', hours, minutes, few, second, after = '', zone] = parts
  const minute = minutes ?? `0${few}`
  // 24:30 is of this day in one program, and of the next in another.
  const end_of_day = Number(hours) === 24 && Number(minute) === 0 && Number(second ?? 0) === 0
  const hour = end_of_day ? 0 : hourOf(Number(hours), before, after)
  if (hour === undefined || (end_of_day && (before || after) !== '')) return undefined
  const two = (digits: string | number = '') => String(digits).padStart(2, '0')
  const year = years.length === 3 ? Number(years) + 1911 : years
  const stamp = `${year}-${two(month)}-${two(day)} ${two(hour)}:${minute}:${two(second)}`
  const at = wallOf(stamp)
  // A Date would accept 30 February.
  if (Number.isNaN(at) || stampOf(at) !== stamp) return undefined
  const wall = end_of_day ? at + 86_400_000 : at
  const exact = second === undefined ? { to_minute: true as const } : {}
  return zone === undefined ? { wall, ...exact } : { moment: wall - minutesAhead(zone) * 60_000, ...exact }
}

/** Seconds since 1970 or a thousandth, millionth or billionth of them; 1151123083000 is of the Republic. */
function sinceEpoch(cell: string): number | undefined {
  const digits = /^(\d{10}(?:\d{3}){0,3})(?:\.(\d+))?$/.exec(cell)
  if (!digits || /^1[0-2]\d{11}$/.test(cell)) return undefined
  return Math.round(Number(cell) * 10 ** (13 - digits[1]!.length))
}

/** The hour of 24; undefined if it does not belong to its half of the day. */
function hourOf(hour: number, before: string, after: string): number | undefined {
  const half = (before || after).toUpperCase().replaceAll('.', '')
  if (half === '') return hour
  if (hour > 23 || (before !== '' && after !== '')) return undefined
  if (half === '午夜') return hour === 12 || hour === 0 ? 0 : undefined
  // At noon the hours before 12 are of the morning; twelve in the evening may be noon or midnight.
  if (half === '中午') return hour > 14 ? undefined : hour >= 1 && hour < 9 ? hour + 12 : hour
  if (half === '晚上' && hour % 12 === 0) return undefined
  const is_late = half === 'PM' || evenings.includes(half)
  // Some programs write the hour of 24 behind the word, or count the twelve hours from 0.
  if (hour > 12) return is_late && half !== 'PM' ? hour : undefined
  return (hour % 12) + (is_late ? 12 : 0)
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
