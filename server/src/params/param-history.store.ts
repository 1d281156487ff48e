/**
 * The history of the configuration in the database. Entries are written in the transaction of their change.
 */
import type { Db, Value } from '../core/db.ts'
import type { CallContext } from '../core/call-context.ts'

export type Document = Readonly<Record<string, unknown>>
export type NewEntry = {
  call: string
  section: string
  subject: string
  before: object
  after: object
  restored_from: number | null
}
export type Entry = {
  id: number
  timestamp_ms: number
  who: string
  address: string
  call: string
  section: string
  subject: string
  before: Document
  after: Document
  restored_from: number | null
}
type Row = Omit<Entry, 'before' | 'after'> & { before: string; after: string }

/** Maximum number of entries: a year of a busy device. */
export const max_entries = 5_000
/** Maximum number of scene entries: a scene of a hundred lots, before and after, takes some 34 kB. */
const max_scene_entries = 1_000
const prune_every = 50

/** Adds an entry, and deletes the oldest entries beyond the limits from time to time. */
export function addEntry(
  { db, now, session, address }: Pick<CallContext, 'db' | 'now' | 'session' | 'address'>,
  { call, section, subject, before, after, restored_from }: NewEntry,
): void {
  const { lastInsertRowid } = db.run(
    `INSERT INTO param_history
       (timestamp_ms, who, address, call, section, subject, before, after, restored_from)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      now(),
      session.username,
      address,
      call,
      section,
      subject,
      JSON.stringify(before),
      JSON.stringify(after),
      restored_from,
    ],
  )
  const last = Number(lastInsertRowid)
  if (last % prune_every > 0) return
  db.run('DELETE FROM param_history WHERE id <= ?', [last - max_entries])
  db.run(
    `DELETE FROM param_history WHERE section = 'scene' AND id <=
       (SELECT id FROM param_history WHERE section = 'scene' ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    [max_scene_entries],
  )
}

/** One page of entries, newest first. */
export function listEntries(
  db: Db,
  { section, page, page_size }: { section?: string | undefined; page: number; page_size: number },
): { total: number; list: Entry[] } {
  const where = section === undefined ? '' : 'WHERE section = :section'
  const only: Record<string, Value> = section === undefined ? {} : { section }
  const total = db.get<{ n: number }>(`SELECT count(*) AS n FROM param_history ${where}`, only)?.n ?? 0
  const rows = db.all<Row>(
    `SELECT * FROM param_history ${where} ORDER BY id DESC LIMIT :limit OFFSET :offset`,
    { ...only, limit: page_size, offset: (page - 1) * page_size },
  )
  return { total, list: rows.map(entryOf) }
}

export function entryById(db: Db, id: number): Entry | undefined {
  const row = db.get<Row>('SELECT * FROM param_history WHERE id = ?', [id])
  return row && entryOf(row)
}

/** The newest entry of a section. */
export const lastEntry = (db: Db, section: string): Entry | undefined => {
  const row = db.get<Row>('SELECT * FROM param_history WHERE section = ? ORDER BY id DESC LIMIT 1', [section])
  return row && entryOf(row)
}

const entryOf = (row: Row): Entry => ({
  ...row,
  before: JSON.parse(row.before) as Document,
  after: JSON.parse(row.after) as Document,
})
