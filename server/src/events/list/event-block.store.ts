/**
 * Blocks of 2,048 events as columns of bytes (migration 0011). Triggers delete a block when one of its events
 * changes; the newest block is always read from the rows. Numbers have the byte order of the processor, so a
 * block never leaves its device.
 */
import { plateFold } from '@parking/contract'
import type { Db } from '#src/core/db.ts'
import {
  aligned,
  block_size,
  blockOf,
  blocks_in_section,
  firstBlockOf,
  sectionOf,
} from './event-block-size.ts'
import { builtSections, type SectionHead } from './event-section.store.ts'
import { where, type Terms } from './event-terms.store.ts'
import type { Spot } from './event-walk.store.ts'

export type BlockHead = { block: number; min_ms: number; max_ms: number }
/**
 * The sections that can be searched. Outside them: the stored blocks that are not empty (`kept`), and the
 * missing blocks, which have to be read from the events (`open`).
 */
export type Blocks = {
  sections: SectionHead[]
  kept: BlockHead[]
  open: number[]
  oldest: number
  newest: number
}

export function blocksOf(db: Db): Blocks {
  const { first, last } = db.get<{ first: number | null; last: number | null }>(
    'SELECT (SELECT min(event_id) FROM event) AS first, (SELECT max(event_id) FROM event) AS last',
  )!
  if (first === null || last === null) return { sections: [], kept: [], open: [], oldest: 0, newest: -1 }
  const [oldest, newest] = [blockOf(first), blockOf(last)]
  const sections = builtSections(db).filter(
    ({ section }) => section >= sectionOf(oldest) && section < sectionOf(newest),
  )
  const built = new Set(sections.map(({ section }) => section))
  const [kept, open]: [BlockHead[], number[]] = [[], []]
  for (let from = oldest; from <= newest;) {
    if (built.has(sectionOf(from))) {
      from = firstBlockOf(sectionOf(from) + 1)
      continue
    }
    let to = from
    while (to < newest && !built.has(sectionOf(to + 1))) to++
    const stored = headsBetween(db, from, to)
    const known = new Set(stored.map(({ block }) => block))
    for (let block = from; block <= to; block++) if (!known.has(block)) open.push(block)
    kept.push(...stored.filter(({ n }) => n > 0))
    from = to + 1
  }
  return { sections, kept, open, oldest, newest }
}

const headsBetween = (db: Db, from: number, to: number): (BlockHead & { n: number })[] =>
  db.all(
    `SELECT block, n, least_ms AS min_ms, most_ms AS max_ms FROM event_block WHERE block BETWEEN ? AND ?`,
    [from, to],
  )
/** The stored blocks of a section, including empty ones. */
export const headsOfSection = (db: Db, section: number): (BlockHead & { n: number })[] =>
  headsBetween(db, firstBlockOf(section), firstBlockOf(section) + blocks_in_section - 1)

/** Missing blocks that can be stored; newest first, because users open recent events most often. */
export function blocksToKeep(db: Db): number[] {
  const { open, newest } = blocksOf(db)
  return open.filter((block) => block !== newest).toReversed()
}

type Made = [event_id: number, event_ms: number, kind_id: number, plate_key: string]

/** Builds one block from its events and stores it. Takes a few milliseconds. */
export function keepBlock(db: Db, block: number): void {
  const range = { first: block * block_size, last: (block + 1) * block_size - 1 }
  db.transaction(() => {
    db.run(
      `INSERT OR IGNORE INTO event_kind (place_id, event_type, plate_color, status, response_status)
      SELECT DISTINCT place_id, event_type, plate_color, status, response_status FROM event
      WHERE event_id BETWEEN :first AND :last`,
      range,
    )
    // Reading one text instead of two thousand rows takes a third of the time.
    const { rows } = db.get<{ rows: string }>(
      `SELECT json_group_array(json_array(event_id, event_ms, kind_id, plate_key)) AS rows FROM event
        JOIN event_kind USING (place_id, event_type, plate_color, status, response_status)
        WHERE event_id BETWEEN :first AND :last`,
      range,
    )!
    put(db, block, JSON.parse(rows) as Made[])
  })
}

function put(db: Db, block: number, rows: readonly Made[]): void {
  const kinds = new Uint32Array(block_size)
  const times = new Float64Array(block_size)
  const plates: string[] = Array(block_size).fill('')
  let [min_ms, max_ms] = [Infinity, -Infinity]
  for (const [event_id, event_ms, kind_id, plate_key] of rows) {
    const slot = event_id - block * block_size
    kinds[slot] = kind_id
    times[slot] = event_ms
    plates[slot] = plate_key
    min_ms = Math.min(min_ms, event_ms)
    max_ms = Math.max(max_ms, event_ms)
  }
  const folds = plates.map(plateFold)
  const width = 1 + [...plates, ...folds].reduce((most, text) => Math.max(most, Buffer.byteLength(text)), 0)
  db.run('INSERT OR REPLACE INTO event_block VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
    block,
    rows.length,
    rows.length > 0 ? min_ms : 0,
    rows.length > 0 ? max_ms : 0,
    width,
    new Uint8Array(kinds.buffer),
    inWidth(plates, width),
    inWidth(folds, width),
    new Uint8Array(times.buffer),
  ])
}

function inWidth(texts: readonly string[], width: number): Uint8Array {
  const bytes = Buffer.alloc(texts.length * width, '\n')
  for (const [slot, text] of texts.entries()) bytes.write(text, slot * width)
  return bytes
}

/** The times of its events, in milliseconds. */
export const timesIn = (db: Db, block: number): Float64Array =>
  new Float64Array(
    aligned(db.get<{ times: Uint8Array }>('SELECT times FROM event_block WHERE block = ?', [block])!.times),
  )

export type Columns = { width: number; kinds: Uint8Array; plates: Uint8Array }
/** Reads the columns to search; this read is most of the cost of a search. */
export const columnsIn = (db: Db, block: number, wanted: string): Columns =>
  db.get<Columns>(`SELECT ${wanted} FROM event_block WHERE block = ?`, [block])!
/** The kind of each of its events. */
export const kindsOf = ({ kinds }: Columns): Uint32Array => new Uint32Array(aligned(kinds))

/** The events of a block, read from their rows. `terms` name :first_id and :last_id. */
export const spotsOfBlock = (db: Db, block: number, terms: Terms): Spot[] =>
  db.all<Spot>(`SELECT event_ms, event_id FROM event NOT INDEXED ${where(terms.sql)}`, {
    ...terms.params,
    first_id: block * block_size,
    last_id: (block + 1) * block_size - 1,
  })

export const spotsOfEvents = (db: Db, event_ids: readonly number[]): Spot[] =>
  db.all<Spot>(
    'SELECT event_ms, event_id FROM json_each(?) AS wanted JOIN event ON event_id = wanted.value',
    [JSON.stringify(event_ids)],
  )

/** The plate of each event of the block; empty if there is no event or no plate. */
export function platesIn({ width, plates }: Columns): string[] {
  const bytes = Buffer.from(plates.buffer, plates.byteOffset, plates.byteLength)
  return Array.from({ length: block_size }, (_, slot) =>
    bytes.toString('utf8', slot * width, bytes.indexOf('\n', slot * width)),
  )
}

/**
 * Writes the slots whose plate (or fold) contains the text into `slots`, in order, and returns their number.
 * The text must not be empty or contain a line feed.
 */
export function slotsWith({ width, plates }: Columns, text: string, slots: Uint16Array): number {
  // Searching a Latin-1 string takes half as long as searching a buffer, and is safe because no UTF-8
  // character starts inside another.
  const all = Buffer.from(plates.buffer, plates.byteOffset, plates.byteLength).toString('latin1')
  const wanted = Buffer.from(text).toString('latin1')
  let n = 0
  for (let at = all.indexOf(wanted); at !== -1;) {
    const slot = Math.floor(at / width)
    slots[n++] = slot
    at = all.indexOf(wanted, (slot + 1) * width)
  }
  return n
}
