/** People put events back on their way: all that wait ("cache resume", spec §7), or these ones. */
import { isAllowedMove, type EventStatus } from '@parking/contract'
import type { Bus } from '../core/bus.ts'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { countReady } from '../events/record/event-queue.store.ts'
import {
  hurryEvents,
  hurryThese,
  hurryUploads,
  lanes,
  resendWith,
  resumeHeld,
} from '../events/record/event-state.store.ts'
import { pathRules } from '../events/record/next-status.ts'
import { setSendingPause } from './sending-pause.ts'

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
    return countReady(db) + resumeHeld(db, { stored, reachable }, by, now)
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
  const { stored } = pathRules(deps)
  const resent = db.transaction(() => {
    let changes = 0
    for (const from of resendable) {
      const may_upload = isAllowedMove(from, 'awaiting_upload')
      changes += resendWith(db, wanted, from, { may_upload, stored }, by, now)
    }
    hurryThese(db, wanted, now)
    return changes
  })
  if (resent > 0) bus.emit('queue')
  return { resent, left: wanted.length - resent }
}
