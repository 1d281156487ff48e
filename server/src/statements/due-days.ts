/**
 * Finds the days that need a statement: days on which the log has entries, once the part of the log that
 * covers them is closed and signed. Pure.
 */
import { dayOf, spanOfDay } from '../core/stamp.ts'

/** A closed day of the log (UTC). */
export type LogDay = { day: number; date: string; first_seq: number; size: number; root: string }

export type DueDay = {
  day: string
  from_ms: number
  to_ms: number
  /** The closed day of the log that seals it: the statement covers all entries up to it. */
  sealed_by: LogDay
}

/** An event is usually in the log within seconds; later entries become changes in a later statement. */
const late_ms = 3_600_000

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * The days that need a statement, oldest first. `closed`: the closed days in order, from the day that sealed
 * the newest statement. `open_date`: the date of the day that is not closed yet.
 */
export function dueDays(
  closed: readonly LogDay[],
  open_date: string,
  stated: ReadonlySet<string>,
  now: number,
): DueDay[] {
  const days = new Set(
    closed.flatMap(({ date }) => {
      const from_ms = Date.parse(date)
      return [dayOf(from_ms), dayOf(from_ms + 86_400_000 - 1)]
    }),
  )
  return [...days]
    .filter((day) => !stated.has(day))
    .toSorted()
    .flatMap((day) => {
      const { from_ms, to_ms } = spanOfDay(day)
      const last_date = dateOf(to_ms + late_ms - 1)
      const sealed_by = closed.find((_, at) => (closed[at + 1]?.date ?? open_date) > last_date)
      return sealed_by && now >= to_ms ? [{ day, from_ms, to_ms, sealed_by }] : []
    })
}
