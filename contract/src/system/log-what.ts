/** What a row of the log reports (`what`), so that a client can word it in its own language. */

/** What the device's own programs write. `call` is a call that writes; `log_deleted` its tombstone. */
export const log_whats = [
  'call',
  'log_deleted',
  'lines_dropped',
  'started',
  'stopped',
  'rebooted',
  'restored',
  'brought_back',
  'restore_failed',
  'restore_network_failed',
  'clock_set',
  'camera_state',
  'camera_flaps',
  'camera_picture',
  'pictures_unjudged',
  'scene_moved',
  'scene_back',
  'timer_no_picture',
  'cut_after_exit',
  'queue_stalled',
  'queue_moves',
  'storage_stalled',
  'storage_moves',
  'storage_test_swept',
  'storage_test_left',
  'lot_states_taken',
  'lot_states_refused',
  'platform_up',
  'platform_down',
  'platform_refuses',
  'name_taken',
  'name_unique',
  'unsent_at_risk',
  'unsent_discarded',
  'app_connected',
  'app_gone',
  'app_cut_off',
  'app_ended',
  'params_refused',
  'alarm_raised',
  'alarm_recovered',
  'alarm_mail_sent',
  'alarm_mail_failed',
  'alarm_mail_refused',
  'trial_begun',
  'trial_confirmed',
  'trial_rolled_back',
  'vpn_connected',
  'vpn_lost',
  'vpn_failed',
  'turned_away',
  'cross_site',
] as const

/** What the analysis application may report with a line (docs/analysis-socket.md), and its facts. */
export const app_lines = {
  app_watching: ['revision', 'cameras', 'lots'],
  app_camera_back: ['camera_name', 'attempts'],
  app_camera_silent: ['camera_name', 'why'],
  app_event_refused: ['uuid', 'said'],
} as const
export type AppLine = keyof typeof app_lines

/** Why the device disconnected the analysis application. */
export const app_cut_off_reasons = ['line_too_long', 'not_json', 'no_hello'] as const
