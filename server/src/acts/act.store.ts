/** Stores acts (migrations/0018). Bounded: old acts first lose their undo data, then their row. */
import { max_act_events, max_acts, type ActGap, type ActKind } from '@parking/contract'
import type { Db, Value } from '../core/db.ts'
import type { ChangedPart } from './act-parts.ts'

export type ActRow = {
  act_id: number
  at_ms: number
  done_by: string
  call: string
  kind: ActKind
  names: string[]
  counts: Readonly<Record<string, number>>
  gaps: ActGap[]
  until_ms: number
  undone_ms: number | null
  undone_by: string
}
export type NewAct = Omit<ActRow, 'act_id' | 'undone_ms' | 'undone_by'> & { parts: readonly ChangedPart[] }
type Stored = Omit<ActRow, 'names' | 'counts' | 'gaps'> & { names: string; counts: string; gaps: string }

/** Stores an act and returns its id. */
export function insertAct(db: Db, { names, counts, gaps, parts, ...act }: NewAct): number {
  return Number(
    db.run(
      `INSERT INTO act (at_ms, done_by, call, kind, names, counts, gaps, parts, until_ms)
       VALUES (:at_ms, :done_by, :call, :kind, :names, :counts, :gaps, :parts, :until_ms)`,
      {
        ...act,
        names: JSON.stringify(names),
        counts: JSON.stringify(counts),
        gaps: JSON.stringify(gaps),
        parts: JSON.stringify(parts),
      },
    ).lastInsertRowid,
  )
}

const columns = 'act_id, at_ms, done_by, call, kind, names, counts, gaps, until_ms, undone_ms, undone_by'

export const actById = (db: Db, act_id: number): ActRow | undefined =>
  db.all<Stored>(`SELECT ${columns} FROM act WHERE act_id = ?`, [act_id]).map(rowOf)[0]

/** One page of the acts that match `only`, newest first, and their total number. */
export function actsOf(
  db: Db,
  only: { kind?: ActKind | undefined; done_by?: string | undefined; from_ms?: number | undefined },
  { page, page_size }: { page: number; page_size: number },
): { total: number; list: ActRow[] } {
  const terms = Object.entries(only).filter(([, value]) => value !== undefined)
  const term = (name: string) => (name === 'from_ms' ? 'at_ms >= :from_ms' : `${name} = :${name}`)
  const where = terms.length > 0 ? `WHERE ${terms.map(([name]) => term(name)).join(' AND ')}` : ''
  const params = Object.fromEntries(terms) as Record<string, Value>
  return {
    total: db.get<{ n: number }>(`SELECT count(*) AS n FROM act ${where}`, params)?.n ?? 0,
    list: db
      .all<Stored>(`SELECT ${columns} FROM act ${where} ORDER BY act_id DESC LIMIT :limit OFFSET :offset`, {
        ...params,
        limit: page_size,
        offset: (page - 1) * page_size,
      })
      .map(rowOf),
  }
}

const rowOf = ({ names, counts, gaps, ...row }: Stored): ActRow => ({
  ...row,
  names: JSON.parse(names) as string[],
  counts: JSON.parse(counts) as ActRow['counts'],
  gaps: JSON.parse(gaps) as ActGap[],
})

/** The parts that an act changed; empty once it was undone or has expired. */
export function partsOf(db: Db, act_id: number): ChangedPart[] {
  const parts = db.get<{ parts: string }>('SELECT parts FROM act WHERE act_id = ?', [act_id])?.parts ?? ''
  return parts === '' ? [] : (JSON.parse(parts) as ChangedPart[])
}

/** Keeps the packed rows of a deleted event for the undo of an act. */
export const keepEventRows = (db: Db, act_id: number, uuid: string, rows: string): void =>
  void db.run('INSERT INTO act_event VALUES (?, ?, ?)', [act_id, uuid, rows])

export const eventRowsOf = (db: Db, act_id: number): { uuid: string; event_rows: string }[] =>
  db.all('SELECT uuid, event_rows FROM act_event WHERE act_id = ?', [act_id])

/** An act can be undone only once, so this also deletes its undo data, secrets included. */
export function markUndone(db: Db, act_id: number, at_ms: number, by: string): void {
  db.run(`UPDATE act SET undone_ms = ?, undone_by = ?, parts = '' WHERE act_id = ?`, [at_ms, by, act_id])
  db.run('DELETE FROM act_event WHERE act_id = ?', [act_id])
}

/** Deletes the undo data of expired acts, and the oldest acts beyond the limit. */
export function pruneActs(db: Db, now: number): void {
  db.transaction(() => {
    db.run(`UPDATE act SET parts = '' WHERE until_ms <= ? AND parts <> ''`, [now])
    db.run('DELETE FROM act_event WHERE act_id IN (SELECT act_id FROM act WHERE until_ms <= ?)', [now])
    db.run(`DELETE FROM act WHERE act_id <= (SELECT act_id FROM act ORDER BY act_id DESC LIMIT 1 OFFSET ?)`, [
      max_acts,
    ])
    endEventActs(db, now, max_act_events)
  })
}

/** Ends the undo of the oldest event deletions until at most `most` deleted events are kept. */
export function endEventActs(db: Db, now: number, most: number): number {
  let left = db.get<{ n: number }>('SELECT count(*) AS n FROM act_event')?.n ?? 0
  let ended = 0
  const acts = db.all<{ act_id: number; n: number }>(
    'SELECT act_id, count(*) AS n FROM act_event GROUP BY act_id ORDER BY act_id',
  )
  for (const { act_id, n } of acts) {
    if (left <= most) break
    db.run('DELETE FROM act_event WHERE act_id = ?', [act_id])
    db.run('UPDATE act SET until_ms = min(until_ms, ?) WHERE act_id = ?', [now, act_id])
    left -= n
    ended += 1
  }
  return ended
}

/** The acts that can still be undone, whose files are kept. */
export const openActs = (db: Db, now: number): Set<number> =>
  new Set(
    db
      .all<{ act_id: number }>('SELECT act_id FROM act WHERE undone_ms IS NULL AND until_ms > ?', [now])
      .map(({ act_id }) => act_id),
  )

/** Number of events from these scenes that the platform has received since a time. */
export const sentSince = (db: Db, scene_ids: readonly string[], from_ms: number): number =>
  db.get<{ n: number }>(
    `SELECT count(*) AS n FROM event JOIN place USING (place_id)
      WHERE status = 2 AND create_ms >= ? AND scene_id IN (SELECT value FROM json_each(?))`,
    [from_ms, JSON.stringify(scene_ids)],
  )?.n ?? 0
