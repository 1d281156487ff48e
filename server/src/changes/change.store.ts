/**
 * The change log in the database (migrations/0035): every change of the configuration, and every deletion of
 * events, with the parts that it changed. Bounded: the undo of a change ends after some days, and the oldest
 * parts are deleted. Long because history and undo read the same two tables.
 */
import {
  max_listed_changes,
  max_undo_events,
  param_groups,
  type ChangeKind,
  type HistorySection,
  type UndoGap,
} from '@parking/contract'
import type { CallContext } from '../core/call-context.ts'
import type { Db, Value } from '../core/db.ts'
import type { Part } from './configuration-rows.store.ts'
import { kindOfKey, lastingForm, nameInKey, nameOf, type ChangedPart } from './parts.ts'

type Change = {
  change_id: number
  at_ms: number
  done_by: string
  /** The user's network address; empty for a change that was not a network request. */
  address: string
  call: string
  /** The request that made the change, which its audit row names too; empty if there was none. */
  request_id: string
  /** The call whose roles an undo needs. */
  needs_call: string
  /** Empty for a change that is not listed among those that can be undone as a whole. */
  kind: ChangeKind | ''
  names: string[]
  counts: Readonly<Record<string, number>>
  gaps: UndoGap[]
  /** The snapshot that was made before the change; empty if there was none. */
  snapshot: string
  /** The entry of the history that this change restored. */
  restored_from: number | null
  /** Until when the whole change can be undone. */
  until_ms: number | null
  undone_ms: number | null
  undone_by: string
}
/** A change that can be undone as a whole, or could be. */
export type ListedChange = Change & { kind: ChangeKind; until_ms: number }
/** Who makes a change, from where, and by which call. */
export type Recorder = Pick<
  CallContext,
  'db' | 'now' | 'folder' | 'media' | 'address' | 'call' | 'request_id'
> & { session: { username: string } }
type NewChange = Partial<
  Pick<Change, 'needs_call' | 'kind' | 'counts' | 'gaps' | 'snapshot' | 'restored_from'>
> & {
  names: readonly string[]
  parts?: readonly ChangedPart[]
  /** For how many days the whole change can be undone; without it, it cannot. */
  days?: number | undefined
  /** Whether the parts are entries of the history; true by default. */
  in_history?: boolean | undefined
}
/** One entry of the history: a part, and the change that it belongs to. */
export type Entry = ChangedPart &
  Pick<Change, 'at_ms' | 'done_by' | 'address' | 'call' | 'snapshot' | 'restored_from'> & {
    part_id: number
    section: HistorySection
    subject: string
  }

/** Maximum number of entries in the history: a year of a busy device. */
export const max_entries = 5_000
/** Maximum number of scene entries: a scene of a hundred lots, before and after, takes some 34 kB. */
const max_scene_entries = 1_000

/** The section of the history that a part belongs to; null if it has none. */
function sectionOf(key: string): HistorySection | null {
  const [kind, name] = [kindOfKey(key), nameInKey(key)]
  if (kind === 'camera' || kind === 'scene') return kind
  if (name === 'address') return 'basic_info'
  return ([...param_groups, 'basic_info', 'business_mode'] as const).find((known) => known === name) ?? null
}

const max_names = 10

/** Stores a change with its parts, and returns its id. */
export function insertChange(
  { db, now, session, address, call, request_id }: Recorder,
  { names, counts = {}, gaps = [], parts = [], days, in_history = true, ...given }: NewChange,
): number {
  const { lastInsertRowid } = db.run(
    `INSERT INTO change (at_ms, done_by, address, call, request_id, needs_call, kind, names, counts, gaps,
       snapshot, restored_from, until_ms, for_undo)
     VALUES (:at_ms, :done_by, :address, :call, :request_id, :needs_call, :kind, :names, :counts, :gaps,
       :snapshot, :restored_from, :until_ms, :until_ms IS NOT NULL)`,
    {
      at_ms: now(),
      done_by: session.username,
      address,
      call,
      request_id,
      needs_call: given.needs_call ?? call,
      kind: given.kind ?? '',
      snapshot: given.snapshot ?? '',
      restored_from: given.restored_from ?? null,
      until_ms: days === undefined ? null : now() + days * 86_400_000,
      names: JSON.stringify([...new Set(names)].slice(0, max_names)),
      counts: JSON.stringify(counts),
      gaps: JSON.stringify(gaps),
    },
  )
  const change_id = Number(lastInsertRowid)
  for (const part of parts) {
    const section = in_history ? sectionOf(part.key) : null
    const subject = section === 'camera' || section === 'scene' ? nameOf(part) : ''
    db.run(
      `INSERT INTO changed_part (change_id, key, section, subject, before, after)
       VALUES (?, ?, ?, ?, ?, ?)`,
      [change_id, part.key, section, subject, textOf(part.before), textOf(part.after)],
    )
  }
  if (days === undefined) endUndo(db, change_id)
  return change_id
}

const textOf = (part: Part | null): string | null => part && JSON.stringify(part)
const partOf = (text: string | null): Part | null => (text === null ? null : (JSON.parse(text) as Part))

type StoredPart = { part_id: number; key: string; before: string | null; after: string | null }
const read = <Stored extends { before: string | null; after: string | null }>(stored: Stored) => ({
  ...stored,
  before: partOf(stored.before),
  after: partOf(stored.after),
})

/** The parts of a change. Those that only its undo needs are gone once it has been undone or has expired. */
export const partsOf = (db: Db, change_id: number): ChangedPart[] =>
  db
    .all<StoredPart>('SELECT part_id, key, before, after FROM changed_part WHERE change_id = ?', [change_id])
    .map(read)

const entries = `SELECT part_id, key, section, subject, before, after, at_ms, done_by, address,
    call, snapshot, restored_from FROM changed_part JOIN change USING (change_id)`

type StoredEntry = Omit<Entry, 'before' | 'after'> & StoredPart

/** One page of the history, newest first. */
export function listEntries(
  db: Db,
  { section, page, page_size }: { section?: string | undefined; page: number; page_size: number },
): { total: number; list: Entry[] } {
  const where = section === undefined ? 'WHERE section IS NOT NULL' : 'WHERE section = :section'
  const only: Record<string, Value> = section === undefined ? {} : { section }
  return {
    total: db.get<{ n: number }>(`SELECT count(*) AS n FROM changed_part ${where}`, only)?.n ?? 0,
    list: db
      .all<StoredEntry>(`${entries} ${where} ORDER BY part_id DESC LIMIT :limit OFFSET :offset`, {
        ...only,
        limit: page_size,
        offset: (page - 1) * page_size,
      })
      .map(read),
  }
}

export const entryById = (db: Db, part_id: number): Entry | undefined =>
  db.all<StoredEntry>(`${entries} WHERE part_id = ? AND section IS NOT NULL`, [part_id]).map(read)[0]

/** The user who changed a section last; empty if the history does not say. */
export const lastChangedBy = (db: Db, section: string): string =>
  db.get<{ done_by: string }>(
    `SELECT done_by FROM changed_part JOIN change USING (change_id)
      WHERE section = ? ORDER BY part_id DESC LIMIT 1`,
    [section],
  )?.done_by ?? ''

/** The change that a request made; undefined if it made none. */
export const changeIdOf = (db: Db, request_id: string): number | undefined =>
  db.get<{ change_id: number }>('SELECT change_id FROM change WHERE request_id = ?', [request_id])?.change_id

/** The entries of a change; empty if it changed no configuration. */
export const entriesOf = (db: Db, change_id: number): Entry[] =>
  db
    .all<StoredEntry>(`${entries} WHERE change_id = ? AND section IS NOT NULL ORDER BY part_id`, [change_id])
    .map(read)

type StoredChange = Omit<ListedChange, 'names' | 'counts' | 'gaps'> &
  Record<'names' | 'counts' | 'gaps', string>
const changeOf = ({ names, counts, gaps, ...change }: StoredChange): ListedChange => ({
  ...change,
  names: JSON.parse(names) as string[],
  counts: JSON.parse(counts) as ListedChange['counts'],
  gaps: JSON.parse(gaps) as UndoGap[],
})

export const listedChange = (db: Db, change_id: number): ListedChange | undefined =>
  db
    .all<StoredChange>(`SELECT * FROM change WHERE change_id = ? AND until_ms IS NOT NULL`, [change_id])
    .map(changeOf)[0]

/** One page of the listed changes that match `only`, newest first, and their total number. */
export function listedChanges(
  db: Db,
  only: { kind?: ChangeKind | undefined; done_by?: string | undefined; from_ms?: number | undefined },
  { page, page_size }: { page: number; page_size: number },
): { total: number; list: ListedChange[] } {
  const given = Object.entries(only).filter(([, value]) => value !== undefined)
  const terms = given.map(([name]) => (name === 'from_ms' ? 'at_ms >= :from_ms' : `${name} = :${name}`))
  const from = `FROM change WHERE ${['until_ms IS NOT NULL', ...terms].join(' AND ')}`
  const params = Object.fromEntries(given) as Record<string, Value>
  return {
    total: db.get<{ n: number }>(`SELECT count(*) AS n ${from}`, params)?.n ?? 0,
    list: db
      .all<StoredChange>(`SELECT * ${from} ORDER BY change_id DESC LIMIT :limit OFFSET :offset`, {
        ...params,
        limit: page_size,
        offset: (page - 1) * page_size,
      })
      .map(changeOf),
  }
}

/** Keeps the packed rows of a deleted event for the undo of a change. */
export const keepEventRows = (db: Db, change_id: number, uuid: string, rows: string): void =>
  void db.run('INSERT INTO deleted_event VALUES (?, ?, ?)', [change_id, uuid, rows])

export const eventRowsOf = (db: Db, change_id: number): { uuid: string; event_rows: string }[] =>
  db.all('SELECT uuid, event_rows FROM deleted_event WHERE change_id = ?', [change_id])

/** The events that a change deleted, as long as it can be undone. */
export const deletedEventsOf = (db: Db, change_id: number): string[] =>
  db
    .all<{ uuid: string }>('SELECT uuid FROM deleted_event WHERE change_id = ?', [change_id])
    .map(({ uuid }) => uuid)

/** A change can be undone only once, so this also deletes what its undo needed, secrets included. */
export function markUndone(db: Db, change_id: number, at_ms: number, by: string): void {
  db.run('UPDATE change SET undone_ms = ?, undone_by = ? WHERE change_id = ?', [at_ms, by, change_id])
  endUndo(db, change_id)
}

/** Deletes what only an undo needs: deleted events, parts without a history, secrets of cameras. */
function endUndo(db: Db, change_id: number): void {
  db.run('DELETE FROM deleted_event WHERE change_id = ?', [change_id])
  db.run('DELETE FROM changed_part WHERE change_id = ? AND section IS NULL', [change_id])
  for (const { part_id, ...part } of db
    .all<StoredPart>(
      `SELECT part_id, key, before, after FROM changed_part
        WHERE change_id = ? AND section IN ('camera', 'scene')`,
      [change_id],
    )
    .map(read)) {
    const { before, after } = lastingForm(part)
    db.run('UPDATE changed_part SET before = ?, after = ? WHERE part_id = ?', [
      textOf(before),
      textOf(after),
      part_id,
    ])
  }
  db.run('UPDATE change SET for_undo = 0 WHERE change_id = ?', [change_id])
}

const idsOf = (db: Db, where: string, params: readonly Value[]): number[] =>
  db
    .all<{ change_id: number }>(`SELECT change_id FROM change WHERE ${where}`, params)
    .map(({ change_id }) => change_id)

/** Ends the undo of expired changes, and deletes the oldest changes and entries beyond the limits. */
export function pruneChanges(db: Db, now: number): void {
  db.transaction(() => {
    const oldest = `change_id <= (SELECT change_id FROM change WHERE until_ms IS NOT NULL
       ORDER BY change_id DESC LIMIT 1 OFFSET ${max_listed_changes})`
    for (const change_id of idsOf(db, `for_undo = 1 AND (until_ms <= ? OR ${oldest})`, [now]))
      endUndo(db, change_id)
    db.run(`UPDATE change SET until_ms = NULL WHERE until_ms IS NOT NULL AND ${oldest}`)
    const beyond = (where: string, limit: number) =>
      db.run(
        `DELETE FROM changed_part WHERE ${where} AND part_id <=
           (SELECT part_id FROM changed_part WHERE ${where} ORDER BY part_id DESC LIMIT 1 OFFSET ${limit})
           AND change_id NOT IN (SELECT change_id FROM change WHERE for_undo = 1)`,
      )
    beyond('section IS NOT NULL', max_entries)
    beyond("section = 'scene'", max_scene_entries)
    db.run(
      `DELETE FROM change WHERE until_ms IS NULL
         AND NOT EXISTS (SELECT 1 FROM changed_part WHERE changed_part.change_id = change.change_id)`,
    )
    endEventUndos(db, now, max_undo_events)
  })
}

/** Ends every undo, for a database whose other data are no longer those that the changes changed. */
export function endAllUndos(db: Db): void {
  for (const change_id of idsOf(db, 'for_undo = 1', [])) endUndo(db, change_id)
  db.run('UPDATE change SET until_ms = NULL')
}

/** Ends the undo of the oldest event deletions until at most `most` deleted events are kept. */
export function endEventUndos(db: Db, now: number, most: number): number {
  let left = db.get<{ n: number }>('SELECT count(*) AS n FROM deleted_event')?.n ?? 0
  let ended = 0
  const changes = db.all<{ change_id: number; n: number }>(
    'SELECT change_id, count(*) AS n FROM deleted_event GROUP BY change_id ORDER BY change_id',
  )
  for (const { change_id, n } of changes) {
    if (left <= most) break
    endUndo(db, change_id)
    db.run('UPDATE change SET until_ms = min(until_ms, ?) WHERE change_id = ?', [now, change_id])
    left -= n
    ended += 1
  }
  return ended
}

/** The changes that can still be undone, whose files are kept. */
export const openChanges = (db: Db, now: number): Set<number> =>
  new Set(idsOf(db, 'undone_ms IS NULL AND until_ms > ?', [now]))

/** Number of events from these scenes that the platform has received since a time. */
export const sentSince = (db: Db, scene_ids: readonly string[], from_ms: number): number =>
  db.get<{ n: number }>(
    `SELECT count(*) AS n FROM event JOIN place USING (place_id)
      WHERE status = 2 AND create_ms >= ? AND scene_id IN (SELECT value FROM json_each(?))`,
    [from_ms, JSON.stringify(scene_ids)],
  )?.n ?? 0
