/**
 * Which status of a parking event may follow which (spec §4), and the reasons. The database refuses every
 * other transition.
 */
import type { event_status } from '../core/codes.ts'

export type EventStatus = keyof typeof event_status

/** The statuses that a new event may have; `validation_failed` if it cannot be as reported. */
export const initial_statuses: readonly EventStatus[] = [
  'awaiting_processing',
  'awaiting_upload',
  'pending',
  'delayed',
  'skipped',
  'validation_failed',
]

/**
 * The statuses that may follow each status. The platform's answer may arrive after another transition: an
 * accepted event becomes `sent` from any status, and one that is held back may still be refused. Only a
 * resend or a correction leaves `sent`. A discarded event is final, but a user may withdraw one that the
 * platform may have, which is then sent as withdrawn.
 */
export const event_transitions: Record<EventStatus, readonly EventStatus[]> = {
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
  discarded: ['pending', 'sent'],
  manually_discarded: ['sent'],
}

/**
 * Why an event has its status. taken_in: on arrival. free_time, unsure: recorded but not sent (plan,
 * `auto_upload_th`). no_address, address_set: the platform's address is missing, or is set again. drawn: the
 * evidence is ready. time_implausible, confidence_scale: reported with a time before 2020 or more than an
 * hour ahead, or with a confidence from 0 to 1 instead of 0 to 100 (docs/analysis-socket.md).
 * evidence_unusable: it could not be drawn, and `privacy_protection` forbids the original. uploaded,
 * storage_gone: every file is in the object storage, or no object storage is set any more. storage_set: an
 * object storage is set now. waits_for_check: `charge_mode` requires a check first. mode_changed: it no
 * longer does. checked, corrected, check_discarded: the verdict of a check. accepted, refused: the platform's
 * answer. picture_missing: a picture is gone, so it cannot be sent. resumed: put back with all waiting
 * events; resent: put back by selection. disk_full, too_old: discarded by the device (docs/decisions/0022).
 */
export const event_reasons = [
  'taken_in',
  'time_implausible',
  'confidence_scale',
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

/** Whether an event may change from one status to the other. Keeping the same status is not a transition. */
export const isAllowedTransition = (from: EventStatus, to: EventStatus): boolean =>
  event_transitions[from].includes(to)
