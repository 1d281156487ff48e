/** The looks that led to an event, kept for a number of events. */
import type { EventLook } from '@parking/contract'
import type { Db } from '#src/core/db.ts'

/** Some 3 kB each: 60 MB at most. Older events keep everything but this. */
const kept_events = 20_000

/** Inside the transaction that inserts the event. */
export function insertLooks(db: Db, event_id: number | bigint, looks: readonly EventLook[]): void {
  db.run('INSERT INTO event_looks VALUES (?, ?)', [event_id, JSON.stringify(looks)])
  db.run('DELETE FROM event_looks WHERE event_id <= ?', [Number(event_id) - kept_events])
}

/** Oldest first; empty if none were reported, or are kept no more. */
export function looksOf(db: Db, event_id: number): EventLook[] {
  const row = db.get<{ looks: string }>('SELECT looks FROM event_looks WHERE event_id = ?', [event_id])
  return row ? (JSON.parse(row.looks) as EventLook[]) : []
}
