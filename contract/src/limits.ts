/** Constants of spec §9 and §7. Kept apart from the schemas so that a browser can have them for a few bytes. */
export const token_cookie_days = 365
export const default_timeout_ms = 5_000
export const long_timeout_ms = 30_000
export const toast_ms = 5_000
export const mobile_breakpoint_px = 992
export const sidebar_px = 210
export const theme_color = '#1890ff'
export const time_format = 'YYYY-MM-DD HH:mm:ss'
export const motor_cells = { min: 1, max: 32 } as const
/** Ours: how long a change of the network is tried before it goes back by itself, in seconds. */
export const trial_s = 60
export const password_length = { min: 8, max: 32 } as const

/** Ours: at most so many events in one exported file: a table of them, and the same with its pictures. */
export const export_limits = { csv: 100_000, zip: 5_000 } as const

/** Calls that may take 30 s (spec §7, §9). */
export const long_paths: readonly string[] = [
  '/api/system/app_control',
  '/api/system/update_software_cache',
  '/api/parking/parking_event',
  '/api/parking/delete_parking_event',
  '/api/parking/manual_parking_event',
  '/api/parking/delete_manual_parking_event',
]

/** Ours, beyond the spec: a step of the guided check asks a dead peer until it is sure; a bundle is packed; an account is made far away; a picture is fetched from a slow camera and compared, after those of other cameras. */
export const our_long_paths: readonly string[] = [
  '/api/system/diagnose',
  '/api/system/support_bundle',
  '/api/device/register_vpn_online',
  '/api/camera/discover_cameras',
  '/api/camera/check_scene',
  '/api/camera/take_reference',
  '/api/system/restore',
  '/api/system/bring_back_snapshot',
  '/api/parking/test_platform',
  '/api/parking/test_mail',
  '/api/parking/test_storage',
  '/api/parking/export_document',
  '/api/parking/preview_import',
  '/api/parking/apply_import',
  '/api/parking/resend_parking_event',
  '/api/parking/export_parking_event',
]

/** Calls whose failure never shows a toast (spec §7). */
export const silent_paths: readonly string[] = [
  '/api/utils/ping',
  '/api/system/get_whitelist',
  '/api/system/apt_status',
]

/** How long the client waits for this path, in milliseconds. */
export const timeoutOf = (path: string): number =>
  long_paths.includes(path) || our_long_paths.includes(path) ? long_timeout_ms : default_timeout_ms
