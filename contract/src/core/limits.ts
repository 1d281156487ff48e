/** Constants of spec §7 and §9, in a file without schemas, so that they cost the browser only a few bytes. */
import { slow_paths } from './call-facts.ts'

export const token_cookie_days = 365
export const default_timeout_ms = 5_000
export const long_timeout_ms = 30_000
export const toast_ms = 5_000
export const mobile_breakpoint_px = 992
export const motor_cells = { min: 1, max: 32 } as const
/** Ours: an unconfirmed network change is rolled back after this many seconds. */
export const trial_s = 60
export const password_length = { min: 8, max: 32 } as const

/** Ours: the widths to which the device scales down a picture (`&w=` of its signed address). */
export const picture_widths = [160, 320, 480, 640, 960, 1280] as const

/** Ours: the maximum number of events in one exported file: a table alone, and a table with pictures. */
export const export_limits = { csv: 100_000, zip: 5_000 } as const

/** How long a client waits for an answer from this path, in milliseconds (spec §7, §9). */
export const timeoutOf = (path: string): number =>
  slow_paths.includes(path) ? long_timeout_ms : default_timeout_ms

/** How long a typed password counts as fresh (`fresh` of a call), in seconds. */
export const fresh_s = 300
