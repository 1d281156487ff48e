/** Parking events in the database. */
import type { Db } from '../db.ts'

/** Puts every event that waits, was delayed or failed back in the queue. Answers how many. */
export function resumeEvents(_db: Db, _now: number): number {
  return 0
}
