/** Which status of a parking event may follow which (spec §4; notes, plates and events §5.4), and why it did. The database refuses every other move. */
import type { event_status } from '../core/codes.ts'

export type EventStatus = keyof typeof event_status

/** The statuses that an event may be taken in with. */
export const initial_statuses: readonly EventStatus[] = [
  'awaiting_processing',
  'awaiting_upload',
  'pending',
  'delayed',
  'skipped',
]

/**
 * From each status to those that may follow. An answer of the platform may come after the event has been moved on: what did arrive is `sent`,
 * whatever it was meanwhile, and what was held back meanwhile may be refused. `sent` goes back to the queue only because somebody wants it sent again; what is discarded is so for good.
 */
export const event_moves: Record<EventStatus, readonly EventStatus[]> = {
  awaiting_processing: [
    'awaiting_upload',
    'pending',
    'delayed',
    'validation_failed',
    'skipped',
    'discarded',
    'manually_discarded',
  ],
  validation_failed: [
    'awaiting_processing',
    'awaiting_upload',
    'pending',
    'delayed',
    'skipped',
    'discarded',
    'manually_discarded',
  ],
  awaiting_upload: ['pending', 'delayed', 'sent', 'send_failed', 'discarded', 'manually_discarded'],
  delayed: ['awaiting_upload', 'pending', 'sent', 'send_failed', 'discarded', 'manually_discarded'],
  pending: ['awaiting_upload', 'delayed', 'sent', 'send_failed', 'discarded', 'manually_discarded'],
  send_failed: ['awaiting_upload', 'pending', 'delayed', 'sent', 'discarded', 'manually_discarded'],
  sent: ['pending', 'delayed'],
  skipped: [
    'awaiting_processing',
    'awaiting_upload',
    'pending',
    'delayed',
    'discarded',
    'manually_discarded',
  ],
  discarded: ['sent'],
  manually_discarded: ['sent'],
}

/**
 * Why an event is where it is. taken_in: as it came. free_time, unsure: recorded and not sent, by the plan of the day or `auto_upload_th`. no_address, address_set: the platform's address is missing, or there (again).
 * drawn: its evidence is ready. evidence_unusable: it could not be made, and what there is may not be shown (`privacy_protection`). uploaded, storage_gone: all of it lies in the storage, or there is no storage to put it in any more.
 * storage_set: there is one now. waits_for_check: `charge_mode` wants that somebody looks first. mode_changed: it does not any more. checked, corrected, check_discarded: what somebody who looked has said.
 * accepted, refused: the platform's answer. picture_missing: it cannot be sent, for a picture of it is gone. resumed: somebody put all back in the queue; resent: these ones. disk_full, too_old: let go by the device (docs/decisions/0022).
 */
export const event_reasons = [
  'taken_in',
  'free_time',
  'unsure',
  'no_address',
  'address_set',
  'drawn',
  'evidence_unusable',
  'uploaded',
  'storage_gone',
  'storage_set',
  'waits_for_check',
  'mode_changed',
  'checked',
  'corrected',
  'check_discarded',
  'accepted',
  'refused',
  'picture_missing',
  'resumed',
  'resent',
  'disk_full',
  'too_old',
] as const
export type EventReason = (typeof event_reasons)[number]

/** May an event go from one status to another? To stay where it is is no move. */
export const isAllowedMove = (from: EventStatus, to: EventStatus): boolean => event_moves[from].includes(to)
