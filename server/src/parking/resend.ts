/** Sending events again because a person wants it. */
import { event_status, eventMayGo, type EventStatus } from '@parking/contract'
import type { Deps } from '../deps.ts'

const resendable = (Object.keys(event_status) as EventStatus[]).filter((from) => eventMayGo(from, 'pending') && !['awaiting_upload', 'awaiting_processing'].includes(from))

/** Puts these events at the head of the queue; `by` is the user. `left`: those that are unknown, discarded for good, or on their way already. */
export function resendEvents({ db, bus, now }: Pick<Deps, 'db' | 'bus' | 'now' | 'secrets'>, uuids: readonly string[], by: string): { resent: number; left: number } {
  const wanted = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
  const { changes } = db.run(
    `UPDATE event SET status = ${event_status.pending}, reason = 'resent', moved_ms = :now, moved_by = :by, next_try_ms = min(create_ms, :now)
     WHERE uuid IN (SELECT value FROM json_each(:wanted)) AND status IN (SELECT value FROM json_each(:from))`,
    { wanted: JSON.stringify(wanted), from: JSON.stringify(resendable.map((from) => event_status[from])), now: now(), by },
  )
  if (changes > 0) bus.tell('queue')
  return { resent: changes, left: wanted.length - changes }
}
