/**
 * Times as users type them: read leniently, written as `YYYY-MM-DD HH:mm:ss` (spec §9), and stepped unit by
 * unit.
 */
import { stampOf, wallOf } from '../zone.ts'

/** Which end of a range: a day without a time starts at 00:00:00 and ends at 23:59:59. */
export type RangeEnd = 'start' | 'end'

const first_and_last = { start: ['00', '00', '00'], end: ['23', '59', '59'] } as const

/**
 * A typed time as a stamp: `2026-11-23`, `2026/11/23 10:10`, `20261123101020`, `11-23 10:10` (in the year of
 * `today`); undefined for anything else.
 */
export function readTime(text: string, which: RangeEnd, today: string): string | undefined {
  const plain = text.normalize('NFKC').trim()
  if (!/^[\d\s\-/.:T年月日时時分秒]+$/.test(plain)) return undefined
  const groups = plain.match(/\d+/g) ?? []
  const run = groups.length === 1 ? /^(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?$/.exec(groups[0] ?? '') : null
  const parts = run ? run.slice(1).filter((part) => part !== undefined) : groups
  const dated = parts[0]?.length === 4 ? parts : [today.slice(0, 4), ...parts]
  const [year = '', month, day, ...time] = dated
  if (month === undefined || day === undefined || time.length > 3) return undefined
  if (dated.slice(1).some((part) => part.length > 2)) return undefined
  const [hour, minute, second] = first_and_last[which].map((edge, at) => time[at] ?? edge)
  const two = (part: string | undefined) => (part ?? '').padStart(2, '0')
  const stamp = `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`
  const wall = wallOf(stamp)
  // Date carries a day or hour that does not exist over to the next one, so the stamps would differ.
  return Number.isFinite(wall) && stampOf(wall) === stamp ? stamp : undefined
}

const unit_ms = [0, 0, 86_400_000, 3_600_000, 60_000, 1_000] as const
export type Unit = 0 | 1 | 2 | 3 | 4 | 5

/** A stamp with one unit (0 the year, 5 the second) stepped; the day is kept if the new month has it. */
export function stepTime(stamp: string, unit: Unit, by: number): string {
  const wall = wallOf(stamp)
  if (unit >= 2) return stampOf(wall + by * unit_ms[unit])
  const date = new Date(wall)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + by * (unit === 0 ? 12 : 1))
  date.setUTCDate(Math.min(day, daysIn(date.getUTCFullYear(), date.getUTCMonth())))
  return stampOf(date.getTime())
}

export const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The position of each unit's digits in a text. */
export const unitsIn = (text: string): readonly { from: number; to: number }[] =>
  [...text.matchAll(/\d+/g)].map((found) => ({ from: found.index, to: found.index + found[0].length }))

/** The unit at a caret position. */
export function unitAt(text: string, at: number): Unit {
  const units = unitsIn(text)
  const found = units.findIndex(({ to }) => at <= to)
  return Math.max(0, Math.min(5, found === -1 ? units.length - 1 : found)) as Unit
}
