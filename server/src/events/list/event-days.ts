/**
 * The days that have events or checks, for the dots of a calendar. The cost does not grow with the number of
 * events.
 */
import type { Answer, Body } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import { momentOf } from '#src/core/stamp.ts'
import { spansWithData } from '../record/event.store.ts'

const day_ms = 86_400_000

/** Days as `YYYY-MM-DD` in the device's time zone; a day may have 23 or 25 hours. */
export function eventDays(
  db: Db,
  { start_time, days, of = 'events' }: Body<'event_days'>,
): Answer<'event_days'> {
  const first = Date.parse(`${start_time.slice(0, 10)}T00:00:00Z`)
  const names = Array.from({ length: days + 1 }, (_, at) =>
    new Date(first + at * day_ms).toISOString().slice(0, 10),
  )
  const starts = names.map((day) => momentOf(`${day} 00:00:00`))
  const spans = starts.slice(1).map((to, at) => ({ from: starts[at] ?? to, to }))
  const found = spansWithData(db, of, spans)
  return { list: names.filter((_, at) => found[at] === true) }
}
