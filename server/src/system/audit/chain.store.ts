/**
 * The audit chain in its own database file, which no snapshot replaces, and the user rows that it links.
 * Links are permanent; content and salt can be pruned. Long because links and rows are read together.
 */
import { randomBytes } from 'node:crypto'
import { log_level } from '@parking/contract'
import type { AuditHead } from '#src/core/audit-head.ts'
import { openOwnDatabase, type Db } from '#src/core/db.ts'
import { canonicalJson } from '#src/core/canonical-json.ts'
import { contentHash, linkHash, link_form, type Content, hexOf, type Link } from './chain-hash.ts'
import type { MarkedRow, Marks } from './marks.ts'

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
    log_id INTEGER NOT NULL, -- the newest row of the log up to here
    v INTEGER NOT NULL DEFAULT 1, -- the form of the link
    mark BLOB -- of the device (marks.ts); links of form 1 have none
  ) STRICT;
  CREATE TABLE IF NOT EXISTS content (
    seq INTEGER PRIMARY KEY,
    salt BLOB NOT NULL,
    content TEXT NOT NULL
  ) STRICT;`

export type StoredLink = Link & { mark: Uint8Array | null } & {
  [Field in keyof Content]: Content[Field] | null
}
export type LogRow = MarkedRow & { mark: Uint8Array | null }
/** First and last `seq`, both included. */
export type Range = readonly [number, number]

/** Opens (or creates) the file. A chain of form 1 gets the columns of form 2; its links stay as they are. */
export function openChainFile(path: string): Db {
  const chain = openOwnDatabase(path, schema)
  if (!hasForms(chain))
    chain.transaction(() => {
      chain.run('ALTER TABLE link ADD COLUMN v INTEGER NOT NULL DEFAULT 1')
      chain.run('ALTER TABLE link ADD COLUMN mark BLOB')
    })
  return chain
}

const hasForms = (chain: Db): boolean =>
  chain.get("SELECT 1 FROM pragma_table_info('link') WHERE name = 'v'") !== undefined

/** The id of the chain in 16 bytes; undefined before it begins. */
export const chainId = (chain: Db): Buffer | undefined => {
  const row = chain.get<{ chain_id: Uint8Array }>('SELECT chain_id FROM chain')
  return row && Buffer.from(row.chain_id)
}

export const lastLink = (chain: Db): (Link & { mark: Uint8Array | null }) | undefined =>
  chain.get('SELECT * FROM link ORDER BY seq DESC LIMIT 1')

export const lastLogId = (chain: Db): number => lastLink(chain)?.log_id ?? 0

/** The newest row that may lack a mark, by the first link of form 2; undefined for a chain of form 1. */
export function unmarkedUpto(chain: Db): number | undefined {
  const row = chain.get<{ content: string }>(
    `SELECT content FROM link JOIN content USING (seq)
     WHERE v > 1 AND kind IN ('start', 'form') ORDER BY seq LIMIT 1`,
  )
  return row && (JSON.parse(row.content) as { unmarked_upto: number }).unmarked_upto
}

/** The newest link; undefined for a chain without links. */
export function headOf(chain: Db): AuditHead | undefined {
  const [id, last] = [chainId(chain), lastLink(chain)]
  return id && last
    ? { chain_id: hexOf(id), seq: last.seq, hash: hexOf(last.hash), time_ms: last.time_ms }
    : undefined
}

/** Begins a chain. `about` says why there was none. Rows up to `unmarked_upto` may lack a mark. */
export function beginChain(chain: Db, now: number, about: object, marks: Marks, unmarked_upto = 0): void {
  chain.transaction(() => {
    const id = randomBytes(16)
    chain.run('INSERT INTO chain VALUES (?)', [id])
    append(
      chain,
      { time_ms: now, kind: 'start', log_id: 0 },
      { chain_id: hexOf(id), ...about, unmarked_upto },
      marks,
    )
  })
}

const lastContent = (chain: Db): number =>
  chain.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM content')?.seq ?? 0

/** Appends one link, in the caller's transaction if there is one. */
export function append(
  chain: Db,
  { time_ms, kind, log_id }: { time_ms: number; kind: string; log_id?: number },
  about: object,
  marks: Marks,
): void {
  const [id, last] = [chainId(chain), lastLink(chain)]
  if (!id) throw new Error('The audit chain has no id')
  const stored = { salt: randomBytes(16), content: canonicalJson(about) }
  const link = {
    v: link_form,
    // Where a last link was cut off and its content is left, the numbers go on after the gap.
    seq: Math.max(last?.seq ?? 0, lastContent(chain)) + 1,
    time_ms,
    kind,
    log_id: log_id ?? last?.log_id ?? 0,
    content_hash: contentHash(stored),
    prev: last ? Buffer.from(last.hash) : Buffer.alloc(32),
  }
  const hash = linkHash(id, link)
  chain.transaction(() => {
    chain.run(
      `INSERT INTO link (v, seq, time_ms, kind, log_id, content_hash, prev, hash, mark)
       VALUES (:v, :seq, :time_ms, :kind, :log_id, :content_hash, :prev, :hash, :mark)`,
      { ...link, hash, mark: marks.ofLink(hash) },
    )
    chain.run('INSERT INTO content VALUES (?, ?, ?)', [link.seq, stored.salt, stored.content])
  })
}

/**
 * User rows of the log that have no link yet, oldest first. The plus sign makes SQLite walk the rows in id
 * order instead of using an index.
 */
export const rowsAfter = (db: Db, log_id: number, limit: number): LogRow[] =>
  db.all<LogRow>(
    `SELECT id, timestamp_ms, level, content, detail, mark FROM log
      WHERE id > ? AND +type = 2 ORDER BY id LIMIT ?`,
    [log_id, limit],
  )

/** Ids that were used in a lost part of the log are not used again. */
export function continueIdsAfter(db: Db, id: number): void {
  db.transaction(() => {
    const known = db.run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'log'", [id]).changes
    if (known === 0) db.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('log', ?)", [id])
  })
}

/** The id of the newest user row; 0 if there is none. */
export const newestRow = (db: Db): number =>
  db.get<{ id: number }>('SELECT id FROM log WHERE +type = 2 ORDER BY id DESC LIMIT 1')?.id ?? 0

/** The content of the link for a log row. */
export const aboutRow = ({ id, timestamp_ms, level, content, detail }: MarkedRow): object => ({
  ...detailOf(detail),
  id,
  timestamp_ms,
  level: log_level[level] ?? level,
  content,
})

/** A row that someone else wrote may hold any text. */
function detailOf(detail: string | null): object {
  try {
    const read = JSON.parse(detail ?? '{}') as unknown
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return { detail }
  }
}

/** Links after `seq`, with their content unless it was pruned. A chain of form 1 is read as it is. */
export const linksAfter = (chain: Db, seq: number, limit: number): StoredLink[] =>
  chain.all<StoredLink>(
    `SELECT link.*, ${hasForms(chain) ? '' : '1 AS v, NULL AS mark, '}salt, content
     FROM link LEFT JOIN content USING (seq) WHERE link.seq > ? ORDER BY link.seq LIMIT ?`,
    [seq, limit],
  )

/** The numbers of content that belongs to no link. */
export const looseContent = (chain: Db): number[] =>
  chain
    .all<{ seq: number }>('SELECT seq FROM content WHERE seq NOT IN (SELECT seq FROM link) LIMIT 1000')
    .map(({ seq }) => seq)

/** Tables, triggers and views of the chain's file that the program did not make. */
export const strangeParts = (chain: Db): string[] =>
  chain
    .all<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'
        AND NOT (type = 'table' AND name IN ('chain', 'link', 'content'))`,
    )
    .map(({ name }) => name)

/**
 * What could change rows of a main database by itself: its triggers and views, and the form of its log.
 * SQLite may have quoted a name that a migration changed.
 */
export const steeringParts = (main: Db): Set<string> =>
  new Set(
    main
      .all<{ type: string; name: string; sql: string | null }>(
        "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view') OR tbl_name = 'log'",
      )
      .map(({ type, name, sql }) => `${type} ${name} ${(sql ?? '').replaceAll(/["\s]+/g, ' ')}`),
  )

/** The user rows with these ids, as the log list shows them. */
export const shownRows = (db: Db, ids: readonly number[]): LogRow[] =>
  db.all<LogRow>(
    `SELECT id, timestamp_ms, level, content, detail, mark FROM log
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

/** The newest acts of pruning, newest first. */
export const newestPruned = (chain: Db, limit: number): { ranges: Range[] }[] =>
  chain
    .all<{ content: string }>(
      `SELECT content FROM link JOIN content USING (seq)
       WHERE v > 1 AND kind = 'pruned' ORDER BY seq DESC LIMIT ?`,
      [limit],
    )
    .map(({ content }) => JSON.parse(content) as { ranges: Range[] })

/** The log rows of links of a range that still have content. */
export const rowsWithContent = (chain: Db, [first, last]: Range): number[] =>
  chain
    .all<{ log_id: number }>(
      "SELECT log_id FROM link JOIN content USING (seq) WHERE kind = 'row' AND seq BETWEEN ? AND ?",
      [first, last],
    )
    .map(({ log_id }) => log_id)

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
