/** Settings, each stored as one JSON document. Each write raises the document's revision. */
import type { Db } from './db.ts'

/**
 * The document under `key`, or `factory` if it was never written.
 * Each key has one owner, so writer and reader share the type.
 */
export function readSetting<T>(db: Db, key: string, factory: T): T {
  const row = db.get<{ value: string }>('SELECT value FROM settings WHERE key = ?', [key])
  return row ? (JSON.parse(row.value) as T) : factory
}

/** Writes the document under `key` and raises its revision. */
export function writeSetting<T>(db: Db, key: string, value: T, now: number): void {
  db.run(
    `INSERT INTO settings (key, value, revision, changed_ms) VALUES (?, ?, 1, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, revision = revision + 1,
       changed_ms = excluded.changed_ms`,
    [key, JSON.stringify(value), now],
  )
}

export const dropSetting = (db: Db, key: string): void =>
  void db.run('DELETE FROM settings WHERE key = ?', [key])

/** When the document was last written; undefined if never. */
export const changedMs = (db: Db, key: string): number | undefined =>
  db.get<{ changed_ms: number }>('SELECT changed_ms FROM settings WHERE key = ?', [key])?.changed_ms

/** How often the document was written; 0 if never. */
export const revisionOf = (db: Db, key: string): number =>
  db.get<{ revision: number }>('SELECT revision FROM settings WHERE key = ?', [key])?.revision ?? 0
