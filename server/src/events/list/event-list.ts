/**
 * The event list (spec §7 parking_event), newest first: by page as in the spec, or by cursor. The cost of a
 * page does not grow with the number of events, whatever the filter (docs/bench/event-list.md).
 */
import type { Answer, Body } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import type { Media } from '#src/core/media.ts'
import { eventRows } from './event-row.ts'
import { countTallied, eventIdsOf, eventIdsOfPlate } from './event-search.store.ts'
import { both, isTimed, kindTerms, placeTerms, plateOf, type EventFilter } from './event-terms.store.ts'
import { blockWalk } from './event-block-walk.ts'
import { dayWalk, few_skipped, fewWalk, lotWalk, type Spot, type Walk } from './event-walk.store.ts'

type Asked = EventFilter & Pick<Body<'parking_event'>, 'page' | 'page_size' | 'cursor'>
type Page = { spots: Spot[]; newer: boolean; older: boolean }

/** If a plate has more matches than this, its events are not read one by one. */
const few_of_plate = 1_000
/** If places have at most this many events, all of them can be sorted for one page. */
const few_of_place = 8_000

export function listEvents(db: Db, media: Media, asked: Asked, now: number): Answer<'parking_event'> {
  const walk = walkOf(db, asked)
  const { total, is_more } = totalOf(db, asked, walk, asked.cursor !== undefined)
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
    ...(is_more ? { total_is_more: true as const } : {}),
  }
}

/** How many events match a filter. */
export const countEvents = (db: Db, filter: EventFilter): number =>
  totalOf(db, filter, walkOf(db, filter), false).total

/** The events that match a filter and come next after `after`, newest first. */
export const eventsBehind = (db: Db, filter: EventFilter, after: Spot | undefined, most: number): Spot[] =>
  nearWalk(db, filter).take('newest', after, most, 0)

/**
 * Uses the tally of all days if the filter names no time, plate or uuid. `some`: "at least" is enough (paging
 * by cursor); paging by number needs the exact total.
 */
function totalOf(
  db: Db,
  filter: EventFilter,
  walk: Walk,
  some: boolean,
): { total: number; is_more: boolean } {
  if (isTimed(filter) || plateOf(filter) !== '' || filter.uuid !== undefined)
    return some ? walk.countSome() : { total: walk.count(), is_more: false }
  return { total: countTallied(db, both(kindTerms(filter), placeTerms(filter))), is_more: false }
}

/** The cheapest walk to any page of the matches, and to their number. */
function walkOf(db: Db, filter: EventFilter): Walk {
  const near = nearWalk(db, filter)
  if (near.kind === 'near enough') return near
  let known: Walk | undefined
  const far = () => (known ??= blockWalk(db, filter) ?? near)
  if (plateOf(filter) !== '') return far()
  // If few events of the places are of the kind, even the next match is far away.
  const places = placeTerms(filter)
  const dense = countTallied(db, both(kindTerms(filter), places)) * 50 >= countTallied(db, places)
  return {
    take: (order, after, most, skip) =>
      (dense && skip <= few_skipped ? near : far()).take(order, after, most, skip),
    count: () => (near.kind === 'lots' ? near : far()).count(),
    countSome: () => (near.kind === 'lots' ? near : far()).countSome(),
  }
}

/** The cheapest walk to the next matches; `near enough`: it is also the cheapest to any other page. */
function nearWalk(db: Db, filter: EventFilter): Walk & { kind: 'near enough' | 'lots' | 'scan' } {
  if (filter.uuid !== undefined)
    return { kind: 'near enough', ...fewWalk(db, filter, eventIdsOf(db, filter.uuid)) }
  const plate = plateOf(filter)
  const found = ofPlate(db, plate)
  if (found) return { kind: 'near enough', ...fewWalk(db, filter, found) }
  const places = placeTerms(filter)
  const [here, all] =
    places.sql.length === 0 ? [0, 0] : [countTallied(db, places), countTallied(db, { sql: [], params: {} })]
  if (here === all) return { kind: plate === '' ? 'near enough' : 'scan', ...dayWalk(db, filter, false) }
  if (here * 2 >= all || plate !== '') return { kind: 'scan', ...dayWalk(db, filter, true) }
  return { kind: here <= few_of_place ? 'near enough' : 'lots', ...lotWalk(db, filter) }
}

/**
 * Events whose plate contains the text or its look-alikes. Undefined if there are too many, or if the text is
 * too short for the index.
 */
function ofPlate(db: Db, plate: string): number[] | undefined {
  if ([...plate].length < 3) return undefined
  const found = eventIdsOfPlate(db, plate, few_of_plate + 1)
  return found.length > few_of_plate ? undefined : found
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
