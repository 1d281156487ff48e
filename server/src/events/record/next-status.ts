/** What follows for an event when a step of its way is done (docs/decisions/0022). */
import { charge_mode, event_status, event_type, type EventReason } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import { outcome } from './evidence.store.ts'
import { isUnseen, processedEvent } from './event-queue.store.ts'
import { moveEvent, type Next } from './event-state.store.ts'
import { hasMedia } from './object.store.ts'
import { storedParam } from '#src/params/param.store.ts'

/** Timer pictures go to an address of their own: 1, everything else: 0 (the column `lane`, migrations/0010). */
export const laneOf = (type: number): 0 | 1 =>
  type === event_type.smart_timer_image || type === event_type.timer_image || type === event_type.timed_resign
    ? 1
    : 0
/** Cars that came, went or were seen better: what becomes a bill. */
export const isPhysical = (type: number): boolean => type <= event_type.exit

/** The parameters of this moment that say what follows. Read once for as many events as are looked at together. */
export type PathRules = { stored: boolean; mode: number; reachable: readonly [boolean, boolean] }
export function pathRules(deps: Pick<Deps, 'db'>): PathRules {
  const { data_url, timer_data_url } = storedParam(deps, 'platform_param')
  return {
    stored: storedParam(deps, 'storage_param').endpoint !== '',
    mode: storedParam(deps, 'alg_param').charge_mode,
    reachable: [data_url !== '', timer_data_url !== ''],
  }
}

/** `media`: it has pictures or a clip that do not lie in the storage yet. `waits`: nobody has looked at it or wants it sent by hand. */
type Ready = { event_type: number; media: boolean; waits: boolean }

/** 6, 1 or 0, in this order; `reason` where it is 6 or 0, since 1 has its own. */
export function nextStatus(rules: PathRules, event: Ready, reason: EventReason): Next {
  if (rules.stored && event.media) return { status: event_status.awaiting_upload, reason }
  if (rules.mode === charge_mode.delayed && event.waits && isPhysical(event.event_type))
    return { status: event_status.delayed, reason: 'waits_for_check' }
  // Without an address to send to it waits as delayed (spec §4), to be seen.
  if (!rules.reachable[laneOf(event.event_type)])
    return { status: event_status.delayed, reason: 'no_address' }
  return { status: event_status.pending, reason }
}

/**
 * Call it when a step of the processing of an event has been settled (its evidence drawn, its clip recorded or given up), in the same transaction or after it:
 * where nothing is left to be done the event leaves status 7, for 6, 0 or 1, or for 5 where nothing of it may be shown. Does nothing for any other event.
 */
export function afterProcessing(deps: Pick<Deps, 'db' | 'bus' | 'now'>, event_id: number): void {
  const { db, bus } = deps
  const event = processedEvent(db, event_id)
  if (event?.status !== event_status.awaiting_processing || event.to_draw || event.to_record) return
  const rules = pathRules(deps)
  const next: Next =
    event.drawn === outcome.withheld
      ? { status: event_status.validation_failed, reason: 'evidence_unusable' }
      : nextStatus(
          rules,
          { event_type: event.event_type, media: hasMedia(db, event_id), waits: isUnseen(db, event_id) },
          'drawn',
        )
  const asks =
    next.reason === 'waits_for_check' ||
    (next.reason === 'evidence_unusable' && rules.mode !== charge_mode.unattended)
  moveEvent(db, event_id, event_status.awaiting_processing, next, deps.now(), asks)
  bus.emit('ready')
}
