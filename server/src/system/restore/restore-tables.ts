/** Maps each choice of `restore_keep` to its tables. A test checks that every table is listed here. */
import type { RestoreKeep } from '@parking/contract'

/** Ordered so that referenced tables come first. */
export const tables_of: Readonly<Record<RestoreKeep, readonly string[]>> = {
  // A whitelist made for the old network would lock everyone out of the new one.
  network: ['whitelist'],
  // A restore that keeps the passwords also keeps the counters of failed attempts.
  users: ['users', 'recovery_code', 'sessions', 'throttle'],
  cameras: ['camera', 'scene', 'lot', 'scene_reference', 'scene_moved'],
  // The change log belongs to the current data; its secrets are sealed with the same key. No undo is kept.
  params: ['change', 'changed_part'],
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
    'event_looks',
    'recording',
    'look_strip',
    'rule_version',
    'event_rule',
    'proof_todo',
    'accuracy_sample',
    'accuracy_correction',
    'accuracy_undrawn',
    'stay',
    'stay_tally',
    'stay_due',
    'stay_repair',
    'clock_gap',
    'event_check',
    'check_ledger',
    'event_tombstone',
    'event_tally',
    'event_day',
    'event_ledger',
    'media_tally',
    'mqtt_outbox',
    'mqtt_retained',
    'mqtt_tally',
  ],
}
/**
 * Tables that survive every restore. The log is the audit of this box: only `delete_log` removes rows, and it
 * leaves a tombstone. The files of models that users uploaded are in the data folder, which a restore does
 * not change.
 */
export const lasting_tables = ['log', 'log_tally', 'model', 'model_use', 'model_trial'] as const
/** Tables that the migrations fill: the rows of the template demonstration, the transitions of events. */
export const filled_tables = ['template_rows', 'event_move_rule'] as const
/** Tables of one row of counters, and what that is without events. */
export const tallies = {
  event_ledger: '(one, created, deleted) VALUES (1, 0, 0)',
  media_tally: '(one, bytes) VALUES (1, 0)',
  mqtt_tally: '(one, sent, dropped) VALUES (1, 0, 0)',
} as const
/**
 * Tables that start empty, or as the migrations fill them: measurements, alarms, deleted events (their undo
 * applies to the previous data).
 */
export const fresh_tables = [
  'settings',
  'vitals',
  'alarm',
  'alarm_silence',
  'event_pace',
  ...filled_tables,
  'deleted_event',
] as const

/** Tables that are built from the kept events: those of another database are never trusted. */
export const search_tables = ['event_chunk', 'event_key', 'event_set'] as const

/**
 * Documents of `settings` that survive every restore. The serial number and
 * the measured speed belong to the box, the choice of what to keep was made
 * for this restore, and the history of plans remains true under another plan.
 */
export const lasting_settings = [
  'serial',
  'audit_witness',
  'data_findings',
  'proof_log',
  'proof_seq',
  'device_key',
  'media_key_check',
  'password_cost',
  'restore_config',
  'reboot',
  'schedule_held',
] as const
/** Documents that belong to the network. */
export const network_settings = ['vpn_account'] as const
/** Documents that belong to the cameras: scenes are drawn for one business mode. */
export const camera_settings = ['business_mode'] as const
/** Documents that are never carried over: a restored box is not provisioned again (docs/decisions/0014). */
export const dropped_settings = ['provision'] as const
