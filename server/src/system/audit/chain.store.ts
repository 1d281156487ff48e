/**
 * The audit chain in its own database file, which no snapshot replaces, and the user rows of the log that it
 * links. Links are permanent; content and its salt can be pruned.
 */
import { randomBytes } from 'node:crypto'
import { log_level } from '@parking/contract'
import type { AuditHead } from '#src/core/audit-head.ts'
import { openOwnDatabase, type Db } from '#src/core/db.ts'
import { canonicalJson } from '#src/core/canonical-json.ts'
import { contentHash, linkHash, type Content, hexOf, type Link } from './chain-hash.ts'

const schema = `
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS chain (chain_id BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS link (
    seq INTEGER PRIMARY KEY,
    time_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    content_hash BLOB NOT NULL,
    prev BLOB NOT NULL,
    hash BLOB NOT NULL,
    log_id INTEGER NOT NULL -- the newest row of the log up to here
  ) STRICT;
  CREATE TABLE IF NOT EXISTS content (
    seq INTEGER PRIMARY KEY,
    salt BLOB NOT NULL,
    content TEXT NOT NULL
  ) STRICT;`

export type StoredLink = Link & { log_id: number } & { [Field in keyof Content]: Content[Field] | null }
export type LogRow = {
  id: number
  timestamp_ms: number
  level: number
  content: string
  detail: string | null
}
/** First and last `seq`, both included. */
export type Range = readonly [number, number]

export const openChainFile = (path: string): Db => openOwnDatabase(path, schema)

/** The id of the chain in 16 bytes; undefined before it begins. */
export const chainId = (chain: Db): Buffer | undefined => {
  const row = chain.get<{ chain_id: Uint8Array }>('SELECT chain_id FROM chain')
  return row && Buffer.from(row.chain_id)
}

const lastLink = (chain: Db) =>
  chain.get<Link & { log_id: number }>('SELECT * FROM link ORDER BY seq DESC LIMIT 1')

export const lastLogId = (chain: Db): number => lastLink(chain)?.log_id ?? 0

/** The newest link; undefined for a chain without links. */
export function headOf(chain: Db): AuditHead | undefined {
  const [id, last] = [chainId(chain), lastLink(chain)]
  return id && last
    ? { chain_id: hexOf(id), seq: last.seq, hash: hexOf(last.hash), time_ms: last.time_ms }
    : undefined
}

/** Begins a chain. `about` says why there was none. */
export function beginChain(chain: Db, now: number, about: object): void {
  chain.transaction(() => {
    const id = randomBytes(16)
    chain.run('INSERT INTO chain VALUES (?)', [id])
    append(chain, { time_ms: now, kind: 'start', log_id: 0 }, { chain_id: hexOf(id), ...about })
  })
}

/** Appends one link, in the caller's transaction if there is one. */
export function append(
  chain: Db,
  { time_ms, kind, log_id }: { time_ms: number; kind: string; log_id?: number },
  about: object,
): void {
  const [id, last] = [chainId(chain), lastLink(chain)]
  if (!id) throw new Error('The audit chain has no id')
  const stored = { salt: randomBytes(16), content: canonicalJson(about) }
  const link = {
    seq: (last?.seq ?? 0) + 1,
    time_ms,
    kind,
    content_hash: contentHash(stored),
    prev: last ? Buffer.from(last.hash) : Buffer.alloc(32),
  }
  chain.transaction(() => {
    chain.run('INSERT INTO link VALUES (?, ?, ?, ?, ?, ?, ?)', [
      link.seq,
      time_ms,
      kind,
      link.content_hash,
      link.prev,
      linkHash(id, link),
      log_id ?? last?.log_id ?? 0,
    ])
    chain.run('INSERT INTO content VALUES (?, ?, ?)', [link.seq, stored.salt, stored.content])
  })
}

/**
 * User rows of the log that have no link yet, oldest first. The plus sign makes SQLite walk the rows in id
 * order instead of using an index.
 */
export const rowsAfter = (db: Db, log_id: number, limit: number): LogRow[] =>
  db.all<LogRow>(
    `SELECT id, timestamp_ms, level, content, detail FROM log WHERE id > ? AND +type = 2 ORDER BY id LIMIT ?`,
    [log_id, limit],
  )

/** The content of the link for a log row. */
export const aboutRow = ({ id, timestamp_ms, level, content, detail }: LogRow): object => ({
  ...(detail === null ? {} : (JSON.parse(detail) as object)),
  id,
  timestamp_ms,
  level: log_level[level] ?? 'INFO',
  content,
})

/** Links after `seq`, with their content unless it was pruned. */
export const linksAfter = (chain: Db, seq: number, limit: number): StoredLink[] =>
  chain.all<StoredLink>(
    `SELECT link.*, salt, content FROM link LEFT JOIN content USING (seq)
     WHERE link.seq > ? ORDER BY link.seq LIMIT ?`,
    [seq, limit],
  )

/** The user rows with these ids, as the log list shows them. */
export const shownRows = (db: Db, ids: readonly number[]): LogRow[] =>
  db.all<LogRow>(
    `SELECT id, timestamp_ms, level, content, detail FROM log
     WHERE id IN (SELECT value FROM json_each(?)) AND type = 2`,
    [JSON.stringify(ids)],
  )

/** Ids of the user rows after `after` and up to `upto` that the log list shows. */
export const shownIds = (db: Db, after: number, upto: number): number[] =>
  db
    .all<{ id: number }>('SELECT id FROM log WHERE id > ? AND id <= ? AND +type = 2 ORDER BY id', [
      after,
      upto,
    ])
    .map(({ id }) => id)

/** Ranges of links with content, of rows up to a time and an id. Tombstones are excluded. */
export const prunableUpto = (chain: Db, end_ms: number, log_id: number): Range[] =>
  chain
    .all<{ first: number; last: number }>(
      `SELECT min(seq) AS first, max(seq) AS last FROM
         (SELECT seq, seq - row_number() OVER (ORDER BY seq) AS island FROM link JOIN content USING (seq)
          WHERE kind = 'row' AND time_ms <= ? AND log_id <= ?)
       GROUP BY island ORDER BY first`,
      [end_ms, log_id],
    )
    .map(({ first, last }) => [first, last] as const)

/** Deletes the content of at most `limit` links of a range. Returns the number deleted. */
export const dropContent = (chain: Db, [first, last]: Range, limit: number): number =>
  chain.run(`DELETE FROM content WHERE seq IN (SELECT seq FROM content WHERE seq BETWEEN ? AND ? LIMIT ?)`, [
    first,
    last,
    limit,
  ]).changes

/** The links of these log rows, as ranges. */
export const rangesOfRows = (chain: Db, ids: readonly number[]): Range[] =>
  chain
    .all<{ first: number; last: number }>(
      `SELECT min(seq) AS first, max(seq) AS last FROM
         (SELECT seq, seq - row_number() OVER (ORDER BY seq) AS island FROM link
          WHERE kind = 'row' AND log_id IN (SELECT value FROM json_each(?)))
       GROUP BY island ORDER BY first`,
      [JSON.stringify(ids)],
    )
    .map(({ first, last }) => [first, last] as const)
