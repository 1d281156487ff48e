/** Readings of memory and temperature of the last day, in the database. */
import type { Db } from '#src/core/db.ts'

/** Time (ms since 1970), memory (%), temperature (°C, null if there is no sensor). */
export type Reading = [timestamp_ms: number, memory: number, temperature: number | null]

/** Stores a reading and deletes those older than `oldest_ms`. */
export function addVitals(db: Db, [timestamp_ms, memory, temperature]: Reading, oldest_ms: number): void {
  db.transaction(() => {
    db.run('INSERT OR REPLACE INTO vitals (timestamp_ms, memory, temperature) VALUES (?, ?, ?)', [
      timestamp_ms,
      memory,
      temperature,
    ])
    db.run('DELETE FROM vitals WHERE timestamp_ms < ?', [oldest_ms])
  })
}

export const vitalsBefore = (db: Db, from_ms: number, before_ms: number): Reading[] =>
  db
    .all<{ timestamp_ms: number; memory: number; temperature: number | null }>(
      `SELECT timestamp_ms, memory, temperature FROM vitals
       WHERE timestamp_ms >= ? AND timestamp_ms < ? ORDER BY timestamp_ms`,
      [from_ms, before_ms],
    )
    .map((row) => [row.timestamp_ms, row.memory, row.temperature])
