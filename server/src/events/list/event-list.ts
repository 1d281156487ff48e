/**
 * The event list (spec §7 parking_event), newest first: by page as in the spec, or by cursor. The cost of a
 * page does not grow with the number of events, whatever the filter (docs/bench/event-list.md).
 */
import type { Answer, Body } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import type { Media } from '#src/core/media.ts'
import { eventRows } from './event-row.ts'
import { countTallied, eventIdsOf } from './event-search.store.ts'
import { both, isTimed, kindTerms, placeTerms, plateOf, type EventFilter } from './event-terms.store.ts'
import { chunkWalk } from './event-chunk-walk.ts'
import { dayWalk, fewWalk, type Spot, type Walk } from './event-walk.store.ts'

type Asked = EventFilter & Pick<Body<'parking_event'>, 'page' | 'page_size' | 'cursor'>
type Page = { spots: Spot[]; newer: boolean; older: boolean }

export function listEvents(db: Db, media: Media, asked: Asked, now: number): Answer<'parking_event'> {
  const walk = walkOf(db, asked)
  const total = totalOf(db, asked, walk)
  const { spots, newer, older } =
    asked.cursor === undefined ? byNumber(walk, asked, total) : byCursor(walk, asked.cursor, asked.page_size)
  const [first, last] = [spots[0], spots.at(-1)]
  return {
    total,
    list: eventRows(
      db,
      media,
      spots.map(({ event_id }) => event_id),
      now,
    ),
    ...(older && last ? { next: `older-${last.event_ms}-${last.event_id}` } : {}),
    ...(newer && first ? { previous: `newer-${first.event_ms}-${first.event_id}` } : {}),
  }
}

/** How many events match a filter. */
export const countEvents = (db: Db, filter: EventFilter): number => totalOf(db, filter, walkOf(db, filter))

/** The events that match a filter and come next after `after`, newest first. */
export const eventsBehind = (db: Db, filter: EventFilter, after: Spot | undefined, most: number): Spot[] =>
  walkOf(db, filter).take('newest', after, most, 0)

/** How many events match; the tally of all days answers filters that name no time, plate or uuid. */
const totalOf = (db: Db, filter: EventFilter, walk: Walk): number =>
  isTimed(filter) || plateOf(filter) !== '' || filter.uuid !== undefined
    ? walk.count()
    : countTallied(db, both(kindTerms(filter), placeTerms(filter)))

/** The cheapest walk over the matches. */
function walkOf(db: Db, filter: EventFilter): Walk {
  if (filter.uuid !== undefined) return fewWalk(db, filter, eventIdsOf(db, filter.uuid))
  return plateOf(filter) === '' && placeTerms(filter).sql.length === 0
    ? dayWalk(db, filter)
    : chunkWalk(db, filter)
}

/** One page by its number, counted from the nearer end of the list. */
function byNumber(walk: Walk, { page, page_size }: Asked, total: number): Page {
  const offset = (page - 1) * page_size
  const most = Math.min(page_size, total - offset)
  if (most <= 0) return { spots: [], newer: false, older: false }
  const spots =
    offset <= total / 2
      ? walk.take('newest', undefined, most, offset)
      : walk.take('oldest', undefined, most, total - offset - most).toReversed()
  return { spots, newer: offset > 0, older: offset + most < total }
}

function byCursor(walk: Walk, cursor: string, size: number): Page {
  const [way, ms, id] = cursor.split('-')
  if (way === 'last') {
    const found = walk.take('oldest', undefined, size + 1, 0)
    return { spots: found.slice(0, size).toReversed(), newer: found.length > size, older: false }
  }
  const after = { event_ms: Number(ms), event_id: Number(id) }
  if (way === 'older') {
    const found = walk.take('newest', after, size + 1, 0)
    return { spots: found.slice(0, size), newer: found.length > 0, older: found.length > size }
  }
  const found = walk.take('oldest', after, size + 1, 0)
  if (found.length > size) return { spots: found.slice(0, size).toReversed(), newer: true, older: true }
  // The newest page is always full.
  const newest = walk.take('newest', undefined, size + 1, 0)
  return { spots: newest.slice(0, size), newer: false, older: newest.length > size }
}
