/** The next status of an event when a step of its processing is done (docs/decisions/0022). */
import { charge_mode, event_status, event_type, type EventReason } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import { outcome } from './evidence.store.ts'
import { isUnseen, processedEvent } from './event-queue.store.ts'
import { moveEvent, type Next } from './event-state.store.ts'
import { hasMedia } from './object.store.ts'
import { storedParam } from '#src/params/param.store.ts'

/**
 * Timer pictures have their own address and lane: 1. All other events: 0 (the column `lane`,
 * migrations/0010).
 */
export const laneOf = (type: number): 0 | 1 =>
  type === event_type.smart_timer_image || type === event_type.timer_image || type === event_type.timed_resign
    ? 1
    : 0
/** Entries, exits and updates of the plate: these are billed. */
export const isPhysical = (type: number): boolean => type <= event_type.exit

/** The current parameters that decide the next status. Read once for a batch of events. */
export type PathRules = { stored: boolean; mode: number; reachable: readonly [boolean, boolean] }
export function pathRules(deps: Pick<Deps, 'db'>): PathRules {
  const { data_url, timer_data_url } = storedParam(deps, 'platform_param')
  return {
    stored: storedParam(deps, 'storage_param').endpoint !== '',
    mode: storedParam(deps, 'alg_param').charge_mode,
    reachable: [data_url !== '', timer_data_url !== ''],
  }
}

/**
 * `media`: it has pictures or a clip that are not in object storage yet. `waits`: no user has checked it or
 * asked for it to be sent.
 */
type Ready = { event_type: number; media: boolean; waits: boolean }

/**
 * Upload first, then hold for a check, else send. `reason` is used for upload and sending; a hold has its own
 * reason.
 */
export function nextStatus(rules: PathRules, event: Ready, reason: EventReason): Next {
  if (rules.stored && event.media) return { status: event_status.awaiting_upload, reason }
  if (rules.mode === charge_mode.delayed && event.waits && isPhysical(event.event_type))
    return { status: event_status.delayed, reason: 'waits_for_check' }
  // Without an address to send to, the event is shown as delayed (spec §4).
  if (!rules.reachable[laneOf(event.event_type)])
    return { status: event_status.delayed, reason: 'no_address' }
  return { status: event_status.pending, reason }
}

/**
 * Call after the evidence of an event was drawn, or its clip was recorded or given up, in the same
 * transaction or later. If nothing is left to process, the event moves from status 7 to 6, 0 or 1, or to 5 if
 * its evidence was withheld. Does nothing for any other event.
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
  const needs_check =
    next.reason === 'waits_for_check' ||
    (next.reason === 'evidence_unusable' && rules.mode !== charge_mode.unattended)
  moveEvent(db, event_id, event_status.awaiting_processing, next, deps.now(), needs_check)
  bus.emit('ready')
}
