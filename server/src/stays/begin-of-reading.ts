/** From where the events of a lot must be read to compute a stay. */
import type { Db } from '../core/db.ts'
import { firstBeginOverlapping, lastBegin } from './stay.store.ts'

/**
 * A moment before `since_ms` at which the lot was empty or a stay began, so that earlier events do not affect
 * later stays.
 */
export function beginOfReading(db: Db, lot_no: string, since_ms: number, room: number): number {
  const last = lastBegin(db, lot_no, since_ms)
  if (last === undefined) return Number.MIN_SAFE_INTEGER
  if (room === 1) return last
  let from_ms = last
  for (;;) {
    const earlier = firstBeginOverlapping(db, lot_no, from_ms)
    if (earlier === undefined || earlier >= from_ms) return from_ms
    from_ms = earlier
  }
}
