/**
 * The words and limits of docs/analysis-socket.md, written by hand, because the kit shares no code with the
 * server.
 */
export const plate_colors = (
  'unknown blue yellow white black green gradient_green yellow_green red farm_yellow farm_green blue_white ' +
  'white_black white_red green_white yellow_black red_white ev_green_border other'
).split(' ')
export const log_levels = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL']
export const picture_kinds = ['image', 'car', 'plate']
export const seen_words = ['vehicle', 'empty', 'unknown']
export const why_words =
  'hidden glare blurred person moving other dark frozen damaged other_view no_picture'.split(' ')

/** The event types that the application reports; the device and its users create 4 to 10. */
export const initial_entry = 0
export const entry = 1
export const update = 2
export const exit = 3

export const max_line_bytes = 1024 * 1024
export const max_picture_bytes = 8 * 1024 * 1024
export const max_pictures = 8
export const max_recording_pictures = 64
export const max_looks = 32
/** The document's "at least every few seconds" for state lines. */
export const few_seconds_ms = 10_000
