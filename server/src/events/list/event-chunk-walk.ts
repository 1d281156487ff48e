/**
 * The walk for filters that name a place or part of a plate. Matches are counted chunk by chunk
 * (event-chunk.store.ts), and only the few chunks that hold the page are opened.
 */
import type { Db } from '#src/core/db.ts'
import {
  chunksOf,
  createSetReader,
  kind_columns,
  place_columns,
  positionsOf,
  spotsOfRows,
  timesOf,
  valuesOf,
  type ChunkHead,
} from './event-chunk.store.ts'
import {
  addSets,
  chunk_size,
  countBits,
  createTextSearch,
  keepCommon,
  kindKey,
  newBits,
  slotsOf,
  type Bits,
} from './event-sets.ts'
import {
  both,
  kindTerms,
  placeTerms,
  plateOf,
  plateTerms,
  spanOf,
  type EventFilter,
} from './event-terms.store.ts'
import { isBehind, sortSpots, type Order, type Spot, type Walk } from './event-walk.store.ts'

/** The matches among the events of a chunk, whose earliest and latest time are known. */
type Part = { min_ms: number; max_ms: number; count: () => number; spots: () => Spot[] }

export function chunkWalk(db: Db, filter: EventFilter): Walk {
  let known: Part[] | undefined
  const parts = () => (known ??= partsOf(db, filter))
  return {
    take: (order, after, most, skip) =>
      pageOf(after ? parts().flatMap((part) => behindIn(part, order, after)) : parts(), order, most, skip),
    count: () => parts().reduce((sum, part) => sum + part.count(), 0),
  }
}

function partsOf(db: Db, filter: EventFilter): Part[] {
  const { from, to } = spanOf(filter)
  const find = createFinder(db, filter)
  const { built, missing } = chunksOf(db)
  const terms = both(
    { sql: ['+event_ms >= :from', '+event_ms < :to'], params: { from, to } },
    kindTerms(filter),
    placeTerms(filter),
    plateTerms(filter),
  )
  return [
    ...built
      .filter(({ n, min_ms, max_ms }) => n > 0 && max_ms >= from && min_ms < to)
      .map((head) => builtPart(db, head, from, to, find)),
    ...missing.flatMap((chunk) => readPart(spotsOfRows(db, chunk, terms))),
  ]
}

function builtPart(
  db: Db,
  { chunk, min_ms, max_ms }: ChunkHead,
  from: number,
  to: number,
  find: (chunk: number) => Bits,
): Part {
  const spots = () => {
    const slots = slotsOf(find(chunk))
    if (slots.length === 0) return []
    const times = timesOf(db, chunk)
    return slots
      .map((slot) => ({ event_ms: times[slot]!, event_id: chunk * chunk_size + slot }))
      .filter(({ event_ms }) => event_ms >= from && event_ms < to)
  }
  const is_whole = min_ms >= from && max_ms < to
  let known: number | undefined
  const count = () => (known ??= is_whole ? countBits(find(chunk)) : spots().length)
  return { min_ms, max_ms, count, spots }
}

function readPart(spots: readonly Spot[]): Part[] {
  const times = spots.map(({ event_ms }) => event_ms)
  if (times.length === 0) return []
  const bounds = times.reduce(
    ({ min_ms, max_ms }, ms) => ({ min_ms: Math.min(min_ms, ms), max_ms: Math.max(max_ms, ms) }),
    { min_ms: Infinity, max_ms: -Infinity },
  )
  return [{ ...bounds, count: () => spots.length, spots: () => [...spots] }]
}

/**
 * Returns a function that finds the events of a chunk that match, regardless of their time; its result is
 * valid until the next call.
 */
function createFinder(db: Db, filter: EventFilter): (chunk: number) => Bits {
  // Encoded as the database stores it: half a surrogate pair becomes the replacement character.
  const text = [...Buffer.from(plateOf(filter)).toString()]
  const setsOf = createSetReader(db)
  const kind_keys = keysOf(db, filter)
  const search = createTextSearch(
    text,
    text[0] === undefined ? [] : positionsOf(db, text[0]),
    filter.plate_like === true,
  )
  const [found, some] = [newBits(), newBits()]
  return (chunk) => {
    found.fill(text.length === 0 ? 0xffffffff : 0)
    search((key) => setsOf(chunk, key), found)
    for (const keys of kind_keys) {
      some.fill(0)
      for (const key of keys) {
        const row = setsOf(chunk, key)
        if (row) addSets(row, some)
      }
      if (!keepCommon(found, some)) break
    }
    return found
  }
}

/** For each column that the filter restricts, the keys of the values that match. */
function keysOf(db: Db, filter: EventFilter): string[][] {
  const kinds = kind_columns.flatMap((column) => {
    const { [column]: value, manual } = filter
    const terms = kindTerms({ [column]: value, ...(column === 'event_type' ? { manual } : {}) })
    return terms.sql.length === 0 ? [] : [valuesOf(db, column, terms).map((one) => kindKey(column, one))]
  })
  const places = place_columns.flatMap((column) => {
    const value = filter[column]
    return value ? [[kindKey(column, value)]] : []
  })
  return [...places, ...kinds]
}

/** The matches of a part that come after a spot in the list. */
function behindIn(part: Part, order: Order, after: Spot): Part[] {
  const [near, far] = edges(part, order)
  const here = order === 'newest' ? -after.event_ms : after.event_ms
  if (near > here) return [part]
  return far < here ? [] : readPart(part.spots().filter((spot) => isBehind(order, spot, after)))
}

/** The distances of a part's first and last time from the end of the list where counting starts. */
const edges = ({ min_ms, max_ms }: Part, order: Order): [near: number, far: number] =>
  order === 'newest' ? [-max_ms, -min_ms] : [min_ms, max_ms]

/** One page of all parts. Parts behind the page are not counted, and parts before it are not opened. */
function pageOf(parts: readonly Part[], order: Order, most: number, skip: number): Spot[] {
  const ranked = parts
    .map((part) => {
      const [near, far] = edges(part, order)
      return { part, near, far }
    })
    .toSorted((a, b) => a.near - b.near)
  const sumOf = (some: typeof ranked) => some.reduce((sum, { part }) => sum + part.count(), 0)
  const counted: typeof ranked = []
  // At most `skip` events are before `from`.
  let [sum, from] = [0, Infinity]
  for (const one of ranked) {
    if (sum >= skip + most && sumOf(counted.filter(({ far }) => far < one.near)) >= skip + most) break
    counted.push(one)
    sum += one.part.count()
    if (from === Infinity && sum > skip) from = one.near
  }
  const opened = counted.filter(({ far }) => far >= from)
  const rest = skip - (sum - sumOf(opened))
  return sortSpots(
    order,
    opened.flatMap(({ part }) => (part.count() > 0 ? part.spots() : [])),
  ).slice(rest, rest + most)
}
