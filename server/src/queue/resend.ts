/** People put events back on their way: all that wait ("cache resume", spec §7), or these ones. */
import { event_status, eventMayGo, type EventStatus } from '@parking/contract'
import type { Bus } from '../core/bus.ts'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { has_media_to_upload } from '../events/record/event-media.ts'
import { hurryEvents, hurryUploads, lanes } from '../events/record/event-queue.store.ts'
import { pathRules } from '../events/record/next-status.ts'
import { setSendingPause } from './sending-pause.ts'

/** 6 where a storage is set and something of it does not lie there yet, else 0. */
const back_to = `iif(:stored AND ${has_media_to_upload}, ${event_status.awaiting_upload}, ${event_status.pending})`

/**
 * Puts every event that waits to be uploaded or sent, was held back or has failed in the queue, oldest first, continues a queue that was paused, and starts at once. Answers how many.
 * What waits for somebody to look at it (`waits_for_check`), for an address, or to be processed goes on waiting: that is no trouble of the way.
 */
export function resumeEvents(db: Db, bus: Bus, now: number, by: string): number {
  const { stored, reachable } = pathRules({ db })
  const resumed = db.transaction(() => {
    // Most of a long queue is in its place already: only what is not is written.
    for (const lane of lanes) hurryEvents(db, lane, now)
    hurryUploads(db, now)
    const going =
      db.get<{ n: number }>('SELECT ifnull(sum(n), 0) AS n FROM event_tally WHERE status IN (0, 6)')?.n ?? 0
    const { changes } = db.run(
      `UPDATE event SET status = iif(status = ${event_status.delayed}, ${event_status.pending}, ${back_to}), reason = 'resumed', moved_ms = :now, moved_by = :by, next_try_ms = min(create_ms, :now)
       WHERE status IN (0, 1, 4, 6, 7) AND status IN (1, 4) AND reason <> 'waits_for_check' AND (status = ${event_status.send_failed} OR iif(lane, :timer, :data))`,
      { now, by, stored: stored ? 1 : 0, data: reachable[0] ? 1 : 0, timer: reachable[1] ? 1 : 0 },
    )
    return going + changes
  })
  setSendingPause(db, bus, false, by, now)
  bus.emit('resume')
  return resumed
}

const resendable: readonly EventStatus[] = ['send_failed', 'skipped', 'delayed', 'validation_failed', 'sent']

/**
 * Sends these events, or sends them again, because a person wants it, whatever held them back; `by` is the user. `left`: those that are unknown, discarded for good, or on their way already
 * (which go at once, too). How often an event was tried is kept.
 */
export function resendEvents(
  deps: Pick<Deps, 'db' | 'bus' | 'now' | 'secrets'>,
  uuids: readonly string[],
  by: string,
): { resent: number; left: number } {
  const { db, bus } = deps
  const now = deps.now()
  const wanted = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
  const stored = pathRules(deps).stored ? 1 : 0
  const resent = db.transaction(() => {
    let changes = 0
    for (const from of resendable) {
      changes += db.run(
        `UPDATE event SET status = iif(:to_upload, ${back_to}, ${event_status.pending}), reason = 'resent', moved_ms = :now, moved_by = :by, next_try_ms = min(create_ms, :now)
         WHERE uuid IN (SELECT value FROM json_each(:wanted)) AND status = :from`,
        {
          wanted: JSON.stringify(wanted),
          from: event_status[from],
          to_upload: eventMayGo(from, 'awaiting_upload') ? 1 : 0,
          stored,
          now,
          by,
        },
      ).changes
    }
    db.run(
      'UPDATE event SET next_try_ms = min(create_ms, :now) WHERE uuid IN (SELECT value FROM json_each(:wanted)) AND status IN (0, 6)',
      { wanted: JSON.stringify(wanted), now },
    )
    return changes
  })
  if (resent > 0) bus.emit('queue')
  return { resent, left: wanted.length - resent }
}
