/** Times for people (spec §9): `YYYY-MM-DD HH:mm:ss`, and how long ago. */
export type AgoWords = {
  just_now: string
  minutes: (n: number) => string
  hours: (n: number) => string
  one_day: string
  never: string
}
export type UnitWords = {
  year: string
  month: string
  day: string
  hour: string
  minute: string
  second: string
}
export type Moment = Date | number | string | null | undefined

/**
 * Parses a moment as devices send it. Ten digits are seconds (spec §9); `2026-01-02 03:04:05` is local time.
 */
export function momentOf(value: Moment): Date | undefined {
  if (value === null || value === undefined || value === '' || value === 0) return undefined
  if (value instanceof Date) return valid(value)
  const number = typeof value === 'number' ? value : /^\d+$/.test(value) ? Number(value) : undefined
  if (number !== undefined)
    return valid(new Date(String(Math.trunc(number)).length === 10 ? number * 1000 : number))
  const text = String(value)
  return valid(new Date(/^\d{4}-\d\d-\d\d( |$)/.test(text) ? text.replaceAll('-', '/') : text))
}

const valid = (date: Date): Date | undefined => (Number.isNaN(date.getTime()) ? undefined : date)
const two = (n: number): string => String(n).padStart(2, '0')

/** `YYYY-MM-DD HH:mm:ss`; empty for no moment. */
export function formatTime(value: Moment): string {
  const date = momentOf(value)
  return date
    ? `${formatDate(date)} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
    : ''
}

/** `YYYY-MM-DD`; empty for no moment. */
export function formatDate(value: Moment): string {
  const date = momentOf(value)
  return date ? `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}` : ''
}

/**
 * Spec §9: under 30 s just now, then minutes, hours, one day ago under two
 * days, then a date. Minutes and hours are rounded up, as in the template.
 */
export function relativeTime(value: Moment, words: AgoWords, now: number = Date.now()): string {
  const date = momentOf(value)
  if (!date) return words.never
  const seconds = (now - date.getTime()) / 1000
  if (seconds < -30) return formatTime(date)
  if (seconds < 30) return words.just_now
  if (seconds < 3600) return words.minutes(Math.ceil(seconds / 60))
  if (seconds < 86_400) return words.hours(Math.ceil(seconds / 3600))
  if (seconds < 172_800) return words.one_day
  return formatTime(date)
}

/**
 * Seconds as years, months, days, hours, minutes and seconds, from
 * the largest non-zero unit; `--` for none (spec §2, uptime).
 */
export function durationText(seconds: number | null | undefined, units: UnitWords): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return '--'
  let rest = Math.floor(seconds)
  const parts: string[] = []
  for (const [unit, size] of [
    ['year', 31_536_000],
    ['month', 2_592_000],
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ] as const) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0 || parts.length > 0 || unit === 'second') parts.push(`${count} ${units[unit]}`)
  }
  return parts.join(' ')
}
