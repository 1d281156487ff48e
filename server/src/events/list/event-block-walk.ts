/**
 * The walk for filters that no index answers. Matches are counted by section, or by block outside the built
 * sections (event-section-search.ts, event-block.store.ts); only the few that hold the page are opened.
 * Long because it builds the parts of the matches and finds a page among them.
 */
import { plateFold } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import { bitsOfBlock, positionsOf } from './event-bits.ts'
import { block_size, section_size } from './event-block-size.ts'
import {
  blocksOf,
  columnsIn,
  headsOfSection,
  kindsOf,
  slotsWith,
  spotsOfBlock,
  spotsOfEvents,
  timesIn,
  type BlockHead,
} from './event-block.store.ts'
import { wantedKinds } from './event-kind.store.ts'
import { searchSections } from './event-section-search.ts'
import type { SectionHead } from './event-section.store.ts'
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

/** A part of the matches, with the earliest and latest time: those of one block, or of several `parts`. */
type Part = { min_ms: number; max_ms: number; n: number } & (
  | { spots: () => Spot[]; parts?: never }
  | { parts: () => Part[]; spots?: never }
)

/**
 * Maximum number of missing blocks that are read from the events; each takes four milliseconds. If more are
 * missing (after an update, or after very many transitions), the walk by days is as fast.
 */
const max_open = 24

/** The walk by blocks; undefined if too many blocks would have to be read from the events themselves. */
export function blockWalk(db: Db, filter: EventFilter): Walk | undefined {
  const { sections, kept, open } = blocksOf(db)
  if (open.length > max_open) return undefined
  let known: Part[] | undefined
  const parts = () =>
    (known ??= [
      ...sectionParts(db, filter, sections),
      ...keptParts(db, filter, kept),
      ...openParts(db, filter, open),
    ].filter(({ n }) => n > 0))
  const count = () => parts().reduce((sum, { n }) => sum + n, 0)
  return {
    take: (order, after, most, skip) =>
      pageOf(after ? parts().flatMap((part) => behindIn(part, order, after)) : parts(), order, most, skip),
    count,
    countSome: () => ({ total: count(), is_more: false }),
  }
}

function sectionParts(db: Db, filter: EventFilter, sections: readonly SectionHead[]): Part[] {
  const span = spanOf(filter)
  const { count, find } = searchSections(db, filter)
  const blocksIn = ({ section }: SectionHead) => {
    const found = find(section)
    return headsOfSection(db, section)
      .filter((head) => head.n > 0 && isInSpan(head, span))
      .map((head) => {
        const slots = positionsOf(bitsOfBlock(found, head.block))
        return blockPart(db, span, head, slots.length, () => slots)
      })
      .filter(({ n }) => n > 0)
  }
  return sections
    .filter((head) => head.n > 0 && isInSpan(head, span))
    .flatMap((head) => {
      const { min_ms, max_ms } = head
      if (min_ms < span.from || max_ms >= span.to) return blocksIn(head)
      const { n, slots } = count(head)
      if (!slots) return { min_ms, max_ms, n, parts: () => blocksIn(head) }
      const first = head.section * section_size
      const event_ids = slots.map((slot) => first + slot)
      return { min_ms, max_ms, n, spots: () => spotsOfEvents(db, event_ids) }
    })
}

function keptParts(db: Db, filter: EventFilter, all: readonly BlockHead[]): Part[] {
  const span = spanOf(filter)
  const match = createBlockMatcher(db, filter)
  const slots = new Uint16Array(block_size)
  return all
    .filter((head) => isInSpan(head, span))
    .map((head) =>
      blockPart(db, span, head, match(head.block, slots), () => slots.subarray(0, match(head.block, slots))),
    )
}

type Span = ReturnType<typeof spanOf>
const isInSpan = ({ min_ms, max_ms }: Pick<BlockHead, 'min_ms' | 'max_ms'>, { from, to }: Span): boolean =>
  max_ms >= from && min_ms < to

/** The part of the `n` matching slots of a block that is in the time span. */
function blockPart(
  db: Db,
  { from, to }: Span,
  { block, min_ms, max_ms }: BlockHead,
  n: number,
  slots: () => ArrayLike<number>,
): Part {
  const spots = () => {
    const times = timesIn(db, block)
    return Array.from(slots(), (slot) => ({ event_ms: times[slot]!, event_id: block * block_size + slot }))
  }
  if (n === 0 || (min_ms >= from && max_ms < to)) return { min_ms, max_ms, n, spots }
  return partOf(spots().filter(({ event_ms }) => event_ms >= from && event_ms < to))
}

/**
 * Returns a function that writes the matching slots of a block into `slots`, regardless of their time, and
 * returns their number. That function allocates nothing, because it runs a thousand times for one page.
 */
function createBlockMatcher(db: Db, filter: EventFilter): (block: number, slots: Uint16Array) => number {
  const text = filter.plate_like ? plateFold(plateOf(filter)) : plateOf(filter)
  const terms = both(kindTerms(filter), placeTerms(filter))
  const wanted = wantedKinds(db, terms)
  const by_kind = text === '' || terms.sql.length > 0
  const wanted_columns = [
    ...(by_kind ? ['kinds'] : []),
    ...(text === '' ? [] : ['width', filter.plate_like ? 'folds AS plates' : 'plates']),
  ].join(', ')
  return (block, slots) => {
    const columns = columnsIn(db, block, wanted_columns)
    const found = text === '' ? block_size : slotsWith(columns, text, slots)
    if (found === 0 || !by_kind) return found
    const kinds = kindsOf(columns)
    let n = 0
    for (let at = 0; at < found; at++) {
      const slot = text === '' ? at : slots[at]!
      if (wanted[kinds[slot]!] === 1) slots[n++] = slot
    }
    return n
  }
}

function openParts(db: Db, filter: EventFilter, blocks: readonly number[]): Part[] {
  const { from, to } = spanOf(filter)
  const terms = both(
    {
      sql: ['event_id BETWEEN :first_id AND :last_id', '+event_ms >= :from', '+event_ms < :to'],
      params: { from, to },
    },
    kindTerms(filter),
    placeTerms(filter),
    plateTerms(filter),
  )
  return blocks.map((block) => partOf(spotsOfBlock(db, block, terms)))
}

function partOf(spots: readonly Spot[]): Part {
  let [min_ms, max_ms] = [Infinity, -Infinity]
  for (const { event_ms } of spots) {
    min_ms = Math.min(min_ms, event_ms)
    max_ms = Math.max(max_ms, event_ms)
  }
  return { min_ms, max_ms, n: spots.length, spots: () => [...spots] }
}

/** The matches of a part that come after a spot in the list. */
function behindIn(part: Part, order: Order, after: Spot): Part[] {
  const [near, far] =
    order === 'newest'
      ? [part.max_ms < after.event_ms, part.min_ms > after.event_ms]
      : [part.min_ms > after.event_ms, part.max_ms < after.event_ms]
  if (near) return [part]
  if (part.parts) return far ? [] : part.parts().flatMap((one) => behindIn(one, order, after))
  const rest = far ? [] : part.spots().filter((spot) => isBehind(order, spot, after))
  return rest.length > 0 ? [partOf(rest)] : []
}

/**
 * One page of all parts. Only parts that may hold it are opened: most blocks are entirely before or after the
 * page.
 */
function pageOf(parts: readonly Part[], order: Order, most: number, skip: number): Spot[] {
  const newest = order === 'newest'
  // The distance of each part from the end where counting starts.
  const ranked = parts.map((part) => ({
    part,
    near: newest ? -part.max_ms : part.min_ms,
    far: newest ? -part.min_ms : part.max_ms,
  }))
  // At most `skip` events are before `from`; up to `to` there are enough events for the page.
  let [from, to] = [Infinity, Infinity]
  let sum = 0
  for (const { part, near } of ranked.toSorted((a, b) => a.near - b.near)) {
    from = near
    if ((sum += part.n) > skip) break
  }
  sum = 0
  for (const { part, far } of ranked.toSorted((a, b) => a.far - b.far)) {
    if ((sum += part.n) < skip + most) continue
    to = far
    break
  }
  const before = ranked.reduce((n, { part, far }) => n + (far < from ? part.n : 0), 0)
  const opened = ranked.filter(({ near, far }) => far >= from && near <= to).map(({ part }) => part)
  const rest = Math.max(0, skip - before)
  if (opened.some(({ parts: inside }) => inside))
    return pageOf(
      opened.flatMap((part) => part.parts?.() ?? [part]),
      order,
      most,
      rest,
    )
  return sortSpots(
    order,
    opened.flatMap((part) => part.spots?.() ?? []),
  ).slice(rest, rest + most)
}
