/** Times of the schedule as seconds. Daylight saving time is ignored: a plan follows the wall clock. */
import { isStamp } from '../core/fields.ts'

/** Number of seconds in a day. */
export const day_seconds = 86_400

const two = (number: number): string => String(number).padStart(2, '0')

/** `HH:mm:ss` of a second of the day, 0 to 86400 (24:00:00). For longer times the hours continue to count. */
export const clockOf = (second: number): string =>
  `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`

/**
 * Converts `YYYY-MM-DD HH:mm:ss` (spec §9) to seconds of the wall clock since 1970; undefined for an invalid
 * time.
 */
export function wallSecond(stamp: string): number | undefined {
  return isStamp(stamp) ? Date.parse(`${stamp.replace(' ', 'T')}Z`) / 1000 : undefined
}

/** `YYYY-MM-DD HH:mm:ss` of a second of the wall clock. */
export const wallStamp = (second: number): string =>
  new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** The day of the week, 1 (Monday) to 7, of a second of the wall clock. 1970 started on a Thursday. */
export const dayOf = (second: number): number => ((((Math.floor(second / day_seconds) + 3) % 7) + 7) % 7) + 1
