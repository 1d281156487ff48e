/** What of the database belongs to which choice of `restore_keep`. A test holds that every table is named here. */
import type { RestoreKeep } from '@parking/contract'

/** In the order in which one may refer to another. */
export const tables_of: Readonly<Record<RestoreKeep, readonly string[]>> = {
  // A list made for the old network would shut everybody out of the new one.
  network: ['whitelist'],
  // What was counted against somebody who guesses passwords is not forgiven by a restore that keeps the passwords.
  users: ['users', 'sessions', 'throttle'],
  cameras: ['camera', 'scene', 'lot', 'scene_reference', 'scene_moved'],
  // What was changed belongs to what is there now; the secrets in it are as sealed as those.
  params: ['param_history'],
  events: [
    'place',
    'event',
    'event_picture',
    'event_evidence',
    'drawn_picture',
    'event_move',
    'event_attempt',
    'event_object',
    'event_clip',
    'event_check',
    'event_tombstone',
    'event_tally',
    'event_day',
    'event_ledger',
    'media_tally',
  ],
}
/** What was done on this box, and by whom: nothing takes it away but `delete_log`, which leaves its tombstone. */
export const lasting_tables = ['log', 'log_tally'] as const
/** Begun anew: measurements, what was alarming, and what the migrations make themselves: the rows of the template demonstration, the moves that events may make. */
export const fresh_tables = [
  'settings',
  'vitals',
  'alarm',
  'event_pace',
  'template_rows',
  'event_move_rule',
] as const

/** Made anew of the events that are kept: the search by plate holds no text of its own that could be copied, and blocks of events are never trusted across databases. */
export const search_tables = [
  'event_block',
  'event_kind',
  'plate_search',
  'plate_search_config',
  'plate_search_data',
  'plate_search_docsize',
  'plate_search_idx',
] as const

/**
 * Documents of `settings` that outlive every restore: the serial number is the box's, the choice of what to keep was made for this very moment, and which plan
 * held when does not change because another one holds from now on.
 */
export const lasting_settings = ['serial', 'restore_config', 'reboot', 'schedule_held'] as const
/** Those that go with the network. */
export const network_settings = ['vpn_account'] as const
/** Those that go with the cameras: scenes were drawn for one mode. */
export const camera_settings = ['business_mode'] as const
/** Never carried over: a restored box is not provisioned again (docs/decisions/0014). */
export const dropped_settings = ['provision'] as const
