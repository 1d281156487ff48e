/** Puts events back into the queue for a user: all that wait ("cache resume", spec §7), or a selection. */
import { isAllowedTransition, type EventStatus } from '@parking/contract'
import type { Bus } from '../core/bus.ts'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { countReady } from '../events/record/event-queue.store.ts'
import {
  retryEventsNow,
  retryTheseNow,
  retryUploadsNow,
  lanes,
  requeueByUser,
  requeueHeld,
} from '../events/record/event-state.store.ts'
import { pathRules } from '../events/record/next-status.ts'
import { setSendingPause } from './sending-pause.ts'

/**
 * Puts every event that waits for upload or sending, was held, or has failed back into the queue, oldest
 * first, ends a pause, and starts at once. Returns their number. Events that wait for a check
 * (`waits_for_check`), for an address, or for processing keep waiting.
 */
export function resumeEvents(db: Db, bus: Bus, now: number, by: string): number {
  const { stored, reachable } = pathRules({ db })
  const resumed = db.transaction(() => {
    // Most events of a long queue are already due: only the others are written.
    for (const lane of lanes) retryEventsNow(db, lane, now)
    retryUploadsNow(db, now)
    return countReady(db) + requeueHeld(db, { stored, reachable }, by, now)
  })
  setSendingPause(db, bus, false, by, now)
  bus.emit('resume')
  return resumed
}

const resendable: readonly EventStatus[] = ['send_failed', 'skipped', 'delayed', 'validation_failed', 'sent']

/**
 * Sends these events, or sends them again, on behalf of the user `by`, whatever held them. `left` counts
 * those that are unknown, discarded, or already in the queue (which become due at once). The attempt counter
 * is kept.
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
      const may_upload = isAllowedTransition(from, 'awaiting_upload')
      changes += requeueByUser(db, wanted, from, { may_upload, stored }, by, now)
    }
    retryTheseNow(db, wanted, now)
    return changes
  })
  if (resent > 0) bus.emit('queue')
  return { resent, left: wanted.length - resent }
}
