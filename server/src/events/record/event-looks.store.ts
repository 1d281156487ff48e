/** The looks that led to an event, kept for the newest events. */
import type { EventLook } from '@parking/contract'
import type { Db } from '#src/core/db.ts'

/** About 3 kB each: at most 60 MB. Older events lose only their looks. */
const kept_events = 20_000

/** Call inside the transaction that inserts the event. */
export function insertLooks(db: Db, event_id: number | bigint, looks: readonly EventLook[]): void {
  db.run('INSERT INTO event_looks VALUES (?, ?)', [event_id, JSON.stringify(looks)])
  db.run('DELETE FROM event_looks WHERE event_id <= ?', [Number(event_id) - kept_events])
}

/** The plates that the looks of an event read, the most frequent first; of equals, the earlier one. */
export function readingsOf(db: Db, event_id: number): string[] {
  const counts = new Map<string, number>()
  for (const { plate } of looksOf(db, event_id)) if (plate) counts.set(plate, (counts.get(plate) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([plate]) => plate)
}

/** The looks of an event, oldest first; empty if none were reported, or if they are no longer kept. */
export function looksOf(db: Db, event_id: number): EventLook[] {
  const row = db.get<{ looks: string }>('SELECT looks FROM event_looks WHERE event_id = ?', [event_id])
  return row ? (JSON.parse(row.looks) as EventLook[]) : []
}
