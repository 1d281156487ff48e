/** A range of wall times in the device's time zone, its presets, and the days of a month. */
import { stampOf, wallOf } from '../zone.ts'
import { daysIn } from './time-text.ts'

/** `YYYY-MM-DD HH:mm:ss`, both inclusive; an undefined end is open. */
export type Range = { start: string | undefined; end: string | undefined }
export type Preset = { name: string; label: string; range: Range }

export const preset_names = ['today', 'yesterday', 'd7', 'd30', 'month', 'hour'] as const
export type PresetName = (typeof preset_names)[number]

const day_ms = 86_400_000
const midnight = (day: string) => wallOf(`${day} 00:00:00`)
/** The day that many days later, as `YYYY-MM-DD`. */
export const dayFrom = (day: string, days: number): string =>
  stampOf(midnight(day) + days * day_ms).slice(0, 10)
const daysBetween = (first: string, last: string): Range => ({
  start: `${first} 00:00:00`,
  end: `${last} 23:59:59`,
})

/** `now`: the device's time as a stamp. Whole days of its calendar, or the last hour, which is open-ended. */
export function presetRange(name: PresetName, now: string): Range {
  const today = now.slice(0, 10)
  switch (name) {
    case 'today':
      return daysBetween(today, today)
    case 'yesterday':
      return daysBetween(dayFrom(today, -1), dayFrom(today, -1))
    case 'd7':
      return daysBetween(dayFrom(today, -6), today)
    case 'd30':
      return daysBetween(dayFrom(today, -29), today)
    case 'month':
      return daysBetween(`${today.slice(0, 8)}01`, today)
    case 'hour':
      return { start: stampOf(wallOf(now) - 3_600_000), end: undefined }
  }
}

export const sameRange = (a: Range, b: Range): boolean => a.start === b.start && a.end === b.end

/** True if the end is before the start. Stamps sort as text. */
export const isWrongOrder = ({ start, end }: Range): boolean =>
  start !== undefined && end !== undefined && start > end

/** Number of days that a range touches; undefined for an open range. */
export const daysOf = ({ start, end }: Range): number | undefined =>
  start === undefined || end === undefined
    ? undefined
    : Math.round((midnight(end.slice(0, 10)) - midnight(start.slice(0, 10))) / day_ms) + 1

/** Year and month, 0 to 11, of a day. */
export const monthOf = (day: string): { year: number; month: number } => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)) - 1,
})

/** The first day of the month that many months later. */
export function monthFrom(day: string, months: number): string {
  const { year, month } = monthOf(day)
  return stampOf(Date.UTC(year, month + months, 1)).slice(0, 10)
}

/** The same day that many months later, or the last day of that month. */
export function sameDayIn(day: string, months: number): string {
  const first = monthFrom(day, months)
  const { year, month } = monthOf(first)
  return dayFrom(first, Math.min(Number(day.slice(8)), daysIn(year, month)) - 1)
}

/**
 * Always six weeks from Monday, so that the calendar keeps its height. Days of other months are undefined.
 */
export function weeksOf(first_day: string): readonly (readonly (string | undefined)[])[] {
  const before = weekdayOf(first_day)
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, at) => {
      const day = dayFrom(first_day, week * 7 + at - before)
      return day.slice(0, 7) === first_day.slice(0, 7) ? day : undefined
    }),
  )
}

/** 0 for Monday. */
export const weekdayOf = (day: string): number => (new Date(midnight(day)).getUTCDay() + 6) % 7
