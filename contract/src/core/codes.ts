/**
 * Every number on the wire that stands for a word (spec §4, §8, §9). The word is the key, because code reads
 * `event_type.exit` and the console's locale translates each word. Long because all tables are together.
 */

/**
 * Codes of the envelope (spec §8). `permission_denied` and `password_needed` are ours; the console shows its
 * own message for the first and asks for the password on the second.
 */
export const code = {
  success: 0,
  format_error: 1000,
  not_found: 3000,
  token_expired: 4000,
  permission_denied: 4030,
  password_needed: 4031,
  duplicate: 5000,
  busy: 6000,
  failed: 7000,
  internal: 9000,
} as const

/** Spec §4 reads any other number as "manually discarded"; we write 9. */
export const event_status = {
  pending: 0,
  delayed: 1,
  sent: 2,
  discarded: 3,
  send_failed: 4,
  validation_failed: 5,
  awaiting_upload: 6,
  awaiting_processing: 7,
  skipped: 8,
  manually_discarded: 9,
} as const

/** The answer of the platform (spec §4). */
export const response_status = { success: 0, failure: 1, none: -1 } as const

export const event_type = {
  initial_entry: 0,
  entry: 1,
  update: 2,
  exit: 3,
  smart_timer_image: 4,
  timer_image: 5,
  timed_resign: 6,
  manual_vacancy_check: 7,
  manual_occupied_check: 8,
  scheduled_entry: 9,
  scheduled_exit: 10,
} as const

export const camera_state = { offline: 0, online: 1, error: 2 } as const
export const scene_type = { parking: 0, violation_parking: 1, motorcycle: 2, video_pile: 3 } as const
/** Unset time periods default to charge (spec §4). */
export const schedule_type = { settle_and_reopen: 0, charge: 1, free: 2, violation_parking: 3 } as const
export const timer_mode = { off: 0, timed: 1, smart: 2, timed_resign: 3, area: 4, camera: 5 } as const
export const charge_mode = { real_time: 0, delayed: 1, unattended: 2 } as const
export const log_type = { all: 0, service: 1, user: 2, application: 3, alarm: 4, system: 5 } as const
export const log_level = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const
export type LogLevel = (typeof log_level)[number]
export const business_mode = { high_position_car: 0, high_position_motorcycle: 2 } as const

/** Spec §9. */
export const plate_type = { mainland: 0, taiwan: 1 } as const
export const motor_mode = { any: 0, plate_compliant: 1 } as const
export const osd_align = { left: 0, right: 1 } as const
export const osd_device_name = { none: 0, edge_host_name: 1, camera_name: 2 } as const
/** Clouds A, B and C are Aliyun OSS, Huawei OBS and Tencent COS (docs/decisions/0003). */
export const storage_protocol = { cloud_a: 1, cloud_b: 2, cloud_c: 3, s3: 4, ftp: 5 } as const
/**
 * 1 to 9 as on a number pad: 8 up, 2 down, 4 left, 6 right, 5 along the camera's own axis
 * (docs/decisions/0003).
 */
export const direction = { d1: 1, d2: 2, d3: 3, d4: 4, d5: 5, d6: 6, d7: 7, d8: 8, d9: 9 } as const
export const camera_type = { bullet: 0, dome: 7 } as const
export const difficult = { low: 0, mid: 1, high: 2 } as const
export const lot_type = { none: 0, parallel: 1, perpendicular: 2 } as const
/** Which end of the car faces the camera. The spec names the field without a table (docs/decisions/0003). */
export const lot_posture = { any: 0, head: 1, tail: 2 } as const

/**
 * Ours: words on the wire, because the spec gives `plate_color` no numbers and every vendor's table differs.
 */
export const plate_color = [
  'unknown',
  'blue',
  'yellow',
  'white',
  'black',
  'green',
  'gradient_green',
  'yellow_green',
  'red',
  'farm_yellow',
  'farm_green',
  'blue_white',
  'white_black',
  'white_red',
  'green_white',
  'yellow_black',
  'red_white',
  'ev_green_border',
  'other',
] as const

/**
 * Ours: the step at which a camera failed, in the order of the attempts; also `data.step` of a 7000 from the
 * calls that add a camera.
 */
export const camera_step = ['reach', 'port', 'clock', 'signin', 'profile', 'stream', 'picture'] as const
export type CameraStep = (typeof camera_step)[number]

/**
 * Ours: what is wrong with the pictures of a camera that is online. dark: covered, or no light. frozen: the
 * camera sends the same picture again and again.
 */
export const picture_health = ['dark', 'frozen'] as const
export type PictureHealth = (typeof picture_health)[number] | ''

/**
 * Ours: `data.reason` of a 6000 or 7000, for which the console has a sentence in the user's language.
 * `unsupported` is "unsupported operation" of spec §8; `data.detail` holds the message of the program that
 * failed.
 */
export const failure_reason = [
  'unsupported',
  'not_permitted',
  'program_failed',
  'timeout',
  'disk_full',
  'locked',
  'unreachable',
  'name_unknown',
  'bad_answer',
  'not_synchronized',
  'ntp_on',
  'unsigned',
  'list_not_yet',
  'list_expired',
  'list_changed',
  'sources_broken',
  'not_found',
  'access_refused',
  'redirected',
  'server_failed',
  'proxy_refused',
  'package_failed',
  'interrupted',
  'dependencies',
  'held',
  'read_only',
  'no_candidate',
  'trial_running',
  'no_trial',
  'wrong_token',
  'wrong_way',
  'update_running',
  'registration_refused',
  'turned_away',
  'host_changed',
  'not_registered',
  'vpn_running',
  'wrong_serial',
  'snapshot_damaged',
  'snapshot_newer',
  'snapshot_foreign',
  'restore_plan_damaged',
  'no_way_back',
  'other_camera',
  'session_limit',
  'picture_damaged',
  'picture_frozen',
  'source_gone',
  'not_onvif',
  'http_error',
  'not_jpeg',
  'cut_short',
  'https_alone',
  'clock_far',
  'account_locked',
  'ptz_unsupported',
  'ptz_silent',
  'ptz_refused',
  'reboot_refused',
  'no_right',
  'clock_refused',
  'clock_not_applied',
  'clock_follows_ntp',
  'clock_device_off',
  'scene_changed',
  'changed_meanwhile',
  'correction_due',
  'camera_gone',
  'was_absent',
  'not_kept',
  'preview_gone',
  'scenes_present',
  'no_scenes',
  'act_undone',
  'act_expired',
  'document_too_large',
  'last_admin',
  'second_factor_needed',
  'second_factor_wrong',
  'one_time_expired',
  'tls_expired',
  'tls_not_yet',
  'tls_self_signed',
  'tls_unknown_issuer',
  'tls_wrong_name',
  'tls_other_key',
  'tls_weak',
  'tls_client_certificate',
  'tls_not_tls',
  'tls_other',
] as const
export type FailureReason = (typeof failure_reason)[number]

/** A `checker` sees events, stays, checks and evidence and gives verdicts; a `viewer` sees everything. */
export const role = ['admin', 'operator', 'checker', 'viewer'] as const
export type Role = (typeof role)[number]

/** The word for a number in one of the tables above; undefined if the table does not have the number. */
export function wordOf<T extends Record<string, number>>(table: T, number: number): keyof T | undefined {
  return Object.keys(table).find((word) => table[word] === number)
}
