/**
 * Times as users read them (spec §9): `YYYY-MM-DD HH:mm:ss` in the device's zone, and how long ago. The
 * browser's zone is used until the device's zone is known, or if the browser does not support it.
 */
import { deviceZone } from '../stores/device-zone.ts'
import { momentIn, stampOf, wallIn, wallOf } from './zone.ts'

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
 * Parses a moment as devices send it. Ten digits are seconds (spec §9); texts such as `2026-01-02 03:04:05`
 * are in the device's zone.
 */
export function momentOf(value: Moment): Date | undefined {
  if (value === null || value === undefined || value === '' || value === 0) return undefined
  if (value instanceof Date) return valid(value)
  const number = typeof value === 'number' ? value : /^\d+$/.test(value) ? Number(value) : undefined
  if (number !== undefined)
    return valid(new Date(String(Math.trunc(number)).length === 10 ? number * 1000 : number))
  const text = String(value)
  if (!/^\d{4}-\d\d-\d\d( |$)/.test(text)) return valid(new Date(text))
  const moment = momentIn(deviceZone.get(), wallOf(text.length === 10 ? `${text} 00:00` : text))
  return valid(moment === undefined ? new Date(text.replaceAll('-', '/')) : new Date(moment))
}

const valid = (date: Date): Date | undefined => (Number.isNaN(date.getTime()) ? undefined : date)

/** `YYYY-MM-DD HH:mm:ss`; empty for no moment. */
export function formatTime(value: Moment): string {
  const date = momentOf(value)
  if (!date) return ''
  const moment = date.getTime()
  return stampOf(wallIn(deviceZone.get(), moment) ?? moment - date.getTimezoneOffset() * 60_000)
}

/** `YYYY-MM-DD`; empty for no moment. */
export function formatDate(value: Moment): string {
  return formatTime(value).slice(0, 10)
}

/**
 * Spec §9: "just now" below 30 s, then minutes, hours, one day ago below two days, then a date. Minutes and
 * hours are rounded down, except that 30 s count as a minute.
 */
export function relativeTime(value: Moment, words: AgoWords, now: number = Date.now()): string {
  const date = momentOf(value)
  if (!date) return words.never
  const seconds = (now - date.getTime()) / 1000
  if (seconds < -30) return formatTime(date)
  if (seconds < 30) return words.just_now
  if (seconds < 3600) return words.minutes(Math.max(1, Math.floor(seconds / 60)))
  if (seconds < 86_400) return words.hours(Math.floor(seconds / 3600))
  if (seconds < 172_800) return words.one_day
  return formatTime(date)
}

/**
 * Seconds as years, months, days, hours, minutes and seconds, starting with the largest non-zero unit; `--`
 * if there is no value (spec §2, uptime).
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
