/**
 * Reads a page of events in order without reading the events before it (migration 0010): by day with the
 * tally, or among a few events whose ids are known. event-chunk-walk.ts has the walk for places and plates.
 */
import type { Db } from '#src/core/db.ts'
import {
  both,
  kindTerms,
  placeTerms,
  plateTerms,
  spanOf,
  where,
  type EventFilter,
  type Terms,
} from './event-terms.store.ts'

/** The position of an event in the list. */
export type Spot = { event_ms: number; event_id: number }
export type Order = 'newest' | 'oldest'
export type Walk = {
  /** The next events from one end of the list, or after `after`; the first `skip` events are skipped. */
  take(order: Order, after: Spot | undefined, most: number, skip: number): Spot[]
  /** How many match. */
  count(): number
}

const day_ms = 86_400_000
const days_at_once = 40

/** Events before or after a spot, in the order of the list. */
const behind = (order: Order, after: Spot | undefined): Terms =>
  after === undefined
    ? { sql: [], params: {} }
    : {
        sql: [`(event_ms, event_id) ${order === 'newest' ? '<' : '>'} (:after_ms, :after_id)`],
        params: { after_ms: after.event_ms, after_id: after.event_id },
      }
const between = (from: number, to: number): Terms => ({
  sql: ['event_ms >= :from', 'event_ms < :to'],
  params: { from, to },
})
/** Whether a spot comes after another in the order of the list. */
export const isBehind = (order: Order, spot: Spot, after: Spot): boolean => distance(order, spot, after) > 0
export const sortSpots = (order: Order, spots: readonly Spot[]): Spot[] =>
  spots.toSorted((a, b) => distance(order, a, b))
const distance = (order: Order, a: Spot, b: Spot): number =>
  (order === 'newest' ? -1 : 1) * (a.event_ms - b.event_ms || a.event_id - b.event_id)
const inOrder = (order: Order): string =>
  order === 'newest' ? 'ORDER BY event_ms DESC, event_id DESC' : 'ORDER BY event_ms, event_id'

/** Walks day by day over the events of a kind; the tally says how many each day has. */
export function dayWalk(db: Db, filter: EventFilter): Walk {
  const span = spanOf(filter)
  const kinds = kindTerms(filter)
  const select = (what: string, terms: Terms, rest: string) =>
    `SELECT ${what} FROM event INDEXED BY event_list ${where(terms.sql)} ${rest}`
  const countIn = (from: number, to: number) => {
    const terms = both(kinds, between(from, to))
    return db.get<{ n: number }>(select('count(*) AS n', terms, ''), terms.params)?.n ?? 0
  }

  function* days(order: Order, begin: number): Generator<{ day: number; n: number }> {
    const newest = order === 'newest'
    for (let from = begin; ;) {
      const terms = both(kinds, {
        sql: [newest ? 'day <= :day' : 'day >= :day', 'n > 0'],
        params: { day: from },
      })
      const found = db.all<{ day: number; n: number }>(
        `SELECT day, sum(n) AS n FROM event_day ${where(terms.sql)} GROUP BY day
          ORDER BY day ${newest ? 'DESC' : 'ASC'} LIMIT ${days_at_once}`,
        terms.params,
      )
      yield* found
      const last = found.at(-1)
      if (last === undefined || found.length < days_at_once) return
      from = last.day + (newest ? -1 : 1)
    }
  }

  return {
    take(order, after, most, skip) {
      const spots: Spot[] = []
      const begin =
        order === 'newest'
          ? Math.min(after?.event_ms ?? span.to - 1, span.to - 1)
          : Math.max(after?.event_ms ?? span.from, span.from)
      let left = skip
      for (const { day, n } of days(order, Math.floor(begin / day_ms))) {
        const [from, to] = [Math.max(day * day_ms, span.from), Math.min((day + 1) * day_ms, span.to)]
        if (from >= to) break
        const whole = to - from === day_ms && !(after && Math.floor(after.event_ms / day_ms) === day)
        if (left > 0) {
          const here = whole ? n : countIn(from, to)
          if (left >= here) {
            left -= here
            continue
          }
        }
        const terms = both(kinds, between(from, to), behind(order, after))
        spots.push(
          ...db.all<Spot>(select('event_ms, event_id', terms, `${inOrder(order)} LIMIT :most OFFSET :skip`), {
            ...terms.params,
            most: most - spots.length,
            skip: left,
          }),
        )
        left = 0
        if (spots.length >= most) break
      }
      return spots
    },
    count() {
      const [first, last] = [Math.ceil(span.from / day_ms), Math.floor(span.to / day_ms)]
      if (first > last) return countIn(span.from, span.to)
      const terms = both(kinds, { sql: ['day >= :first', 'day < :last'], params: { first, last } })
      const whole =
        db.get<{ n: number }>(
          `SELECT ifnull(sum(n), 0) AS n FROM event_day ${where(terms.sql)}`,
          terms.params,
        )?.n ?? 0
      return (
        whole +
        (first * day_ms > span.from ? countIn(span.from, first * day_ms) : 0) +
        (span.to > last * day_ms ? countIn(last * day_ms, span.to) : 0)
      )
    },
  }
}

/** Walks over a few events whose ids are known. */
export function fewWalk(db: Db, filter: EventFilter, event_ids: readonly number[]): Walk {
  const span = spanOf(filter)
  const terms = both(kindTerms(filter), placeTerms(filter), plateTerms(filter), between(span.from, span.to))
  const newest = db.all<Spot>(
    `SELECT event_ms, event_id FROM event
     ${where(['event_id IN (SELECT value FROM json_each(:event_ids))', ...terms.sql])}
     ${inOrder('newest')}`,
    { ...terms.params, event_ids: JSON.stringify(event_ids) },
  )
  return {
    take: (order, after, most, skip) =>
      (order === 'newest' ? newest : newest.toReversed())
        .filter((spot) => after === undefined || isBehind(order, spot, after))
        .slice(skip, skip + most),
    count: () => newest.length,
  }
}
