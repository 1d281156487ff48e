/**
 * Stores the evidence log in its own database file, `proof.db`, which a restore never replaces. Leaves are
 * grouped in days; each day is a Merkle tree, and each closed day is signed and linked to the previous day.
 * Long because all queries of the log are here.
 */
import { openOwnDatabase, type Db } from '#src/core/db.ts'
import type { SignedText } from '#src/core/proof-head.ts'
import type { Edge } from './tree.ts'

const schema = `
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS log (
    log_id TEXT NOT NULL, -- 16 random bytes in hexadecimal
    day INTEGER NOT NULL, -- the number of the open day, from 1
    date TEXT NOT NULL,
    prev TEXT NOT NULL, -- SHA-256 of the payload of the day before; zeros for the first
    first_seq INTEGER NOT NULL,
    edge BLOB NOT NULL -- the peaks of the open day's tree, 32 bytes each
  ) STRICT;
  CREATE TABLE IF NOT EXISTS day (
    day INTEGER PRIMARY KEY,
    first_seq INTEGER NOT NULL,
    size INTEGER NOT NULL,
    payload TEXT NOT NULL,
    key_id TEXT NOT NULL,
    signature TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS leaf (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    uuid TEXT NOT NULL, -- of the event; empty where it is about the device
    hash BLOB NOT NULL,
    body TEXT -- the exact text; null once its event is deleted for good
  ) STRICT;
  CREATE INDEX IF NOT EXISTS leaf_of ON leaf (uuid, seq) WHERE uuid <> '';
  CREATE INDEX IF NOT EXISTS leaf_of_device ON leaf (seq) WHERE uuid = '';
  CREATE TABLE IF NOT EXISTS device_key (
    key_id TEXT PRIMARY KEY,
    public_key TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    statement TEXT, -- signed by the key before it; null for the first one, and after a loss
    before TEXT,
    signature TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS statement (
    number INTEGER PRIMARY KEY, -- from 1, in the order of making
    day TEXT NOT NULL UNIQUE, -- the day on the device's clock
    made_ms INTEGER NOT NULL,
    last_day INTEGER NOT NULL, -- the closed day of the log that seals it
    last_seq INTEGER NOT NULL,
    root TEXT NOT NULL, -- of that day of the log
    events INTEGER NOT NULL,
    changes INTEGER NOT NULL,
    counts TEXT NOT NULL, -- JSON
    hash TEXT NOT NULL, -- SHA-256 of the payload
    payload BLOB NOT NULL, -- gzip
    key_id TEXT NOT NULL,
    signature TEXT NOT NULL
  ) STRICT;`

export const openProofFile = (path: string): Db => openOwnDatabase(path, schema)

export type OpenDay = {
  log_id: string
  day: number
  date: string
  prev: string
  first_seq: number
  edge: Edge
}

type LogRow = Omit<OpenDay, 'edge'> & { edge: Uint8Array }

/** The day that is not closed yet; undefined if the log has not begun. */
export function openDayOf(proof: Db): OpenDay | undefined {
  const row = proof.get<LogRow>('SELECT * FROM log')
  if (!row) return undefined
  const peaks = Array.from({ length: row.edge.length / 32 }, (_, at) => row.edge.slice(at * 32, at * 32 + 32))
  return { ...row, edge: { size: lastSeq(proof) - row.first_seq + 1, peaks } }
}

export const lastSeq = (proof: Db): number =>
  proof.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM leaf')?.seq ?? 0

export function writeOpenDay(proof: Db, { log_id, day, date, prev, first_seq, edge }: OpenDay): void {
  proof.run('DELETE FROM log')
  proof.run('INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)', [
    log_id,
    day,
    date,
    prev,
    first_seq,
    Buffer.concat(edge.peaks),
  ])
}

export type ClosedDay = { day: number; first_seq: number; size: number } & SignedText

export const insertDay = (proof: Db, { day, first_seq, size, payload, key_id, signature }: ClosedDay): void =>
  void proof.run('INSERT INTO day VALUES (?, ?, ?, ?, ?, ?)', [
    day,
    first_seq,
    size,
    payload,
    key_id,
    signature,
  ])

/** The closed days from a day on, oldest first. */
export const daysFrom = (proof: Db, day: number): ClosedDay[] =>
  proof.all<ClosedDay>('SELECT * FROM day WHERE day >= ? ORDER BY day', [day])

/** The closed day that contains a leaf; undefined if the leaf is in the open day. */
export const dayOfSeq = (proof: Db, seq: number): number | undefined =>
  proof.get<{ day: number }>('SELECT day FROM day WHERE first_seq + size > ? ORDER BY day LIMIT 1', [seq])
    ?.day

export type LeafRow = { seq: number; kind: string; uuid: string; hash: Uint8Array; body: string | null }

export const insertLeaf = (proof: Db, { seq, kind, uuid, hash, body }: LeafRow): void =>
  void proof.run('INSERT INTO leaf VALUES (?, ?, ?, ?, ?)', [seq, kind, uuid, hash, body])

/** The leaves of an event, oldest first. */
export const leavesOf = (proof: Db, uuid: string): LeafRow[] =>
  proof.all<LeafRow>("SELECT * FROM leaf WHERE uuid = ? AND uuid <> '' ORDER BY seq", [uuid])

/** Whether an event is in the log; `erased` if its text was deleted before a snapshot brought it back. */
export function recorded(proof: Db, uuid: string): 'no' | 'erased' | 'yes' {
  const first = proof.get<{ body: string | null }>(
    "SELECT body FROM leaf WHERE uuid = ? AND uuid <> '' AND kind = 'event' ORDER BY seq DESC LIMIT 1",
    [uuid],
  )
  return first === undefined ? 'no' : first.body === null ? 'erased' : 'yes'
}

/** The leaves about the device itself, from a leaf on: starts, keys, clock steps, restores. */
export const deviceLeaves = (proof: Db, from_seq: number, limit: number): LeafRow[] =>
  proof.all<LeafRow>("SELECT * FROM leaf WHERE uuid = '' AND seq >= ? ORDER BY seq LIMIT ?", [
    from_seq,
    limit,
  ])

/**
 * kept: all of them. removed: all are gone. older: those of a snapshot took their place.
 */
export type EventsAfterRestore = 'kept' | 'removed' | 'older'

/** What the log says of the device itself, oldest first: each start of the log, restores and clock steps. */
export type DeviceNote = {
  kind: 'start' | 'restored' | 'clock'
  at_ms: number
  /** `lost`: the log began again because it was lost. */
  why: string | null
  /** restore, bring_back; and by whom. */
  how: string | null
  by: string | null
  /** What became of the events in a restore; null in leaves of earlier versions. */
  events: EventsAfterRestore | null
  /** By how much the clock was set; null if that is unknown, or for other notes. */
  by_ms: number | null
}
/** Starts of any time, the others since a moment. */
export const deviceNotesSince = (proof: Db, from_ms: number): DeviceNote[] =>
  proof.all(
    `SELECT kind, body ->> '$.made.ms' AS at_ms, body ->> '$.why' AS why, body ->> '$.how' AS how,
        body ->> '$.by' AS by, body ->> '$.events' AS events, body ->> '$.by_ms' AS by_ms FROM leaf
      WHERE uuid = '' AND (kind = 'start' OR kind IN ('restored', 'clock') AND body ->> '$.made.ms' >= ?)
      ORDER BY seq`,
    [from_ms],
  )

export const lastLeaf = (proof: Db): LeafRow | undefined =>
  proof.get<LeafRow>('SELECT * FROM leaf ORDER BY seq DESC LIMIT 1')

/** Leaves in order. */
export const leavesFrom = (proof: Db, seq: number, limit: number): LeafRow[] =>
  proof.all<LeafRow>('SELECT * FROM leaf WHERE seq >= ? ORDER BY seq LIMIT ?', [seq, limit])

/** Hashes of leaves in order. */
export const hashesFrom = (proof: Db, seq: number, limit: number): Uint8Array[] =>
  proof
    .all<{ hash: Uint8Array }>('SELECT hash FROM leaf WHERE seq >= ? ORDER BY seq LIMIT ?', [seq, limit])
    .map(({ hash }) => hash)

/**
 * The leaves about events whose text is still stored; `gone` leaves are left out, because they name no
 * vehicle.
 */
export const bodiesAfter = (proof: Db, seq: number, limit: number): Pick<LeafRow, 'seq' | 'uuid'>[] =>
  proof.all(
    `SELECT seq, uuid FROM leaf WHERE seq > ? AND uuid <> '' AND kind <> 'gone' AND body IS NOT NULL
      ORDER BY seq LIMIT ?`,
    [seq, limit],
  )

export const dropBodies = (proof: Db, seqs: readonly number[]): void =>
  void proof.run('UPDATE leaf SET body = NULL WHERE seq IN (SELECT value FROM json_each(?))', [
    JSON.stringify(seqs),
  ])

export type KnownKey = {
  key_id: string
  public_key: string
  since_ms: number
  statement: string | null
  before: string | null
  signature: string | null
}
/** Every key the device has had, oldest first. */
export const knownKeys = (proof: Db): KnownKey[] =>
  proof.all<KnownKey>('SELECT * FROM device_key ORDER BY rowid')

export const insertKey = (proof: Db, key: KnownKey): void =>
  void proof.run(
    'INSERT INTO device_key VALUES (:key_id, :public_key, :since_ms, :statement, :before, :signature)',
    {
      ...key,
    },
  )
