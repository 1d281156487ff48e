/**
 * Chunks of 8,192 events, stored as sets (migration 0034). Triggers delete a chunk when one of its events
 * changes, and workers/event-chunk-builder.ts builds it again; the newest is always read from the rows.
 * Numbers have the byte order of the processor, so a chunk never leaves its device.
 */
import type { Db } from '#src/core/db.ts'
import { characterKey, chunk_size, createSetIndexer, kindKey } from './event-sets.ts'
import { where, type Terms } from './event-terms.store.ts'
import type { Spot } from './event-walk.store.ts'

/** The columns that have a set for each of their values. */
export const kind_columns = ['event_type', 'plate_color', 'status', 'response_status'] as const
export const place_columns = ['parking_no', 'camera_name', 'lot_no'] as const

/** The sets of a key have the numbers from `key_id * max_chunks` on (migration 0034). */
const max_chunks = 1_048_576
const chunks_at_once = 128

export type ChunkHead = { chunk: number; n: number; min_ms: number; max_ms: number }

/** The stored chunks, and the numbers of those that have to be read from the events. */
export function chunksOf(db: Db): { built: ChunkHead[]; missing: number[] } {
  const { first, last } = db.get<{ first: number | null; last: number | null }>(
    'SELECT (SELECT min(event_id) FROM event) AS first, (SELECT max(event_id) FROM event) AS last',
  )!
  if (first === null || last === null) return { built: [], missing: [] }
  const [oldest, newest] = [Math.floor(first / chunk_size), Math.floor(last / chunk_size)]
  const built = db.all<ChunkHead>(
    'SELECT chunk, n, min_ms, max_ms FROM event_chunk WHERE chunk >= ? AND chunk < ?',
    [oldest, newest],
  )
  const known = new Set(built.map(({ chunk }) => chunk))
  const all = Array.from({ length: newest - oldest + 1 }, (_, at) => oldest + at)
  return { built, missing: all.filter((chunk) => !known.has(chunk)) }
}

/** The missing chunks that can be built; newest first, because users open recent events most often. */
export const chunksToBuild = (db: Db): number[] => chunksOf(db).missing.slice(0, -1).toReversed()

const columns = [...kind_columns, ...place_columns]
type Row = [event_id: number, event_ms: number, plate_key: string, ...values: (string | number)[]]

/** Builds one chunk from its events and stores it. Takes some tens of milliseconds. */
export function buildChunk(db: Db, chunk: number): void {
  const first = chunk * chunk_size
  db.transaction(() => {
    // Reading one text instead of thousands of rows takes a third of the time.
    const { rows } = db.get<{ rows: string }>(
      `SELECT json_group_array(json_array(event_id, event_ms, plate_key, ${columns.join(', ')})) AS rows
        FROM event NOT INDEXED JOIN place USING (place_id) WHERE event_id BETWEEN ? AND ?`,
      [first, first + chunk_size - 1],
    )!
    const events = (JSON.parse(rows) as Row[]).toSorted(([a], [b]) => a - b)
    const times = new Float64Array(chunk_size)
    const index = createSetIndexer()
    let [min_ms, max_ms] = [Infinity, -Infinity]
    for (const [event_id, event_ms, plate_key, ...values] of events) {
      const slot = event_id - first
      times[slot] = event_ms
      min_ms = Math.min(min_ms, event_ms)
      max_ms = Math.max(max_ms, event_ms)
      index.addPlate(plate_key, slot)
      for (const [at, value] of values.entries()) index.addKind(kindKey(columns[at]!, value), slot)
    }
    putSets(db, chunk, index.rows())
    const span = events.length > 0 ? [min_ms, max_ms] : [0, 0]
    db.run('INSERT OR REPLACE INTO event_chunk VALUES (?, ?, ?, ?, ?)', [
      chunk,
      events.length,
      ...span,
      new Uint8Array(times.buffer),
    ])
  })
}

/** Replaces the sets of a chunk. */
function putSets(db: Db, chunk: number, rows: readonly { key: string; sets: Uint8Array }[]): void {
  db.run(`DELETE FROM event_set WHERE set_id IN (SELECT key_id * ${max_chunks} + ? FROM event_key)`, [chunk])
  for (const { key, sets } of rows) {
    db.run('INSERT OR IGNORE INTO event_key (key) VALUES (?)', [key])
    db.run(`INSERT INTO event_set SELECT key_id * ${max_chunks} + ?, ? FROM event_key WHERE key = ?`, [
      chunk,
      sets,
      key,
    ])
  }
}

/** Deletes what is stored of chunks whose events were all deleted, apart from those between other events. */
export function dropOldChunks(db: Db): void {
  const first = db.get<{ event_id: number | null }>('SELECT min(event_id) AS event_id FROM event')!.event_id
  const oldest = first === null ? max_chunks : Math.floor(first / chunk_size)
  db.run('DELETE FROM event_chunk WHERE chunk < ?', [oldest])
  db.run(
    `DELETE FROM event_set WHERE set_id IN (SELECT old.set_id FROM event_key JOIN event_set AS old
      ON old.set_id >= key_id * ${max_chunks} AND old.set_id < key_id * ${max_chunks} + ?)`,
    [oldest],
  )
}

/** The positions at which plates of any chunk have a character or its look-alikes. */
export function positionsOf(db: Db, character: string): number[] {
  const key = characterKey(character, '')
  return db
    .all<{ position: number }>(
      `SELECT CAST(substr(key, length(:key) + 1) AS INTEGER) AS position FROM event_key
        WHERE key > :key AND key < :key || ':'`, // ":" follows "9"
      { key },
    )
    .map(({ position }) => position)
}

/**
 * Returns a function that reads the sets of a chunk under a key (event-sets.ts); undefined if none of its
 * events has it. The sets of neighbouring chunks are stored, and read, together: a search visits most.
 */
export function createSetReader(db: Db): (chunk: number, key: string) => Uint32Array | undefined {
  const read = new Map<string, { batch: number; sets: Map<number, Uint32Array> }>()
  return (chunk, key) => {
    const batch = Math.floor(chunk / chunks_at_once)
    let known = read.get(key)
    if (known?.batch !== batch) {
      known = { batch, sets: readSets(db, key, batch * chunks_at_once, (batch + 1) * chunks_at_once - 1) }
      read.set(key, known)
    }
    return known.sets.get(chunk)
  }
}

/**
 * The sets of successive chunks under a key. They come as one value, because the driver takes several times
 * as long for a value of each row as SQLite for reading it; group_concat keeps all bytes of its blobs.
 */
function readSets(db: Db, key: string, first: number, last: number): Map<number, Uint32Array> {
  const { all, places } = db.get<{ all: Uint8Array | null; places: string }>(
    `SELECT CAST(group_concat(sets, '') AS BLOB) AS "all",
       json_group_array(json_array(set_id % ${max_chunks}, length(sets))) AS places
      FROM event_set WHERE set_id
      BETWEEN (SELECT key_id FROM event_key WHERE key = :key) * ${max_chunks} + :first
      AND (SELECT key_id FROM event_key WHERE key = :key) * ${max_chunks} + :last`,
    { key, first, last },
  )!
  const sets = new Map<number, Uint32Array>()
  const words = aligned(all ?? new Uint8Array(0))
  let at = 0
  for (const [chunk, length] of JSON.parse(places) as [number, number][]) {
    sets.set(chunk, new Uint32Array(words, at, length / 4))
    at += length
  }
  return sets
}

/** The time of each event of a chunk, by slot. */
export const timesOf = (db: Db, chunk: number): Float64Array =>
  new Float64Array(
    aligned(db.get<{ times: Uint8Array }>('SELECT times FROM event_chunk WHERE chunk = ?', [chunk])!.times),
  )

/** Typed arrays need an aligned start, so the bytes are copied if the driver returned them at an offset. */
const aligned = (bytes: Uint8Array): ArrayBuffer =>
  (bytes.byteOffset % 8 === 0 && bytes.buffer.byteLength === bytes.byteLength
    ? bytes.buffer
    : new Uint8Array(bytes).buffer) as ArrayBuffer

/** The values of a column that meet conditions of `kindTerms`. */
export const valuesOf = (db: Db, column: (typeof kind_columns)[number], { sql, params }: Terms) =>
  db
    .all<{ value: string | number }>(
      `SELECT DISTINCT ${column} AS value FROM event_tally ${where(sql)}`,
      params,
    )
    .map(({ value }) => value)

/** The events of a chunk that meet conditions, read from their rows. */
export const spotsOfRows = (db: Db, chunk: number, { sql, params }: Terms): Spot[] =>
  db.all<Spot>(
    `SELECT event_ms, event_id FROM event NOT INDEXED
      ${where(['event_id BETWEEN :first_id AND :last_id', ...sql])}`,
    { ...params, first_id: chunk * chunk_size, last_id: (chunk + 1) * chunk_size - 1 },
  )
