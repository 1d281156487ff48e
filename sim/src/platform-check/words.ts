/**
 * The words and limits of docs/platform.md, written by hand, because the kit shares no code with the server.
 */
export const plate_colors = (
  'unknown blue yellow white black green gradient_green yellow_green red farm_yellow farm_green blue_white ' +
  'white_black white_red green_white yellow_black red_white ev_green_border other'
).split(' ')

export const entry = 1
export const update = 2
export const exit = 3
export const timer_image = 5
/** The event types sent to the data address, in an order in which entries and exits of a lot alternate. */
export const event_types = [0, 2, 7, 8, 3, 1, 3, 9, 10]
/** The event types sent to the address for timer pictures. */
export const timer_types = [4, 5, 6]

export const code_success = 0
export const code_signed_out = 4000
export const code_name_taken = 5000
export const code_busy = 6000

/** How long the device waits for an answer. */
export const answer_ms = 10_000
export const max_answer_bytes = 256 * 1024
/**
 * The recommended tolerance for the sign-in is five minutes. One minute less leaves time for the
 * transmission.
 */
export const near_clock_ms = 4 * 60_000
export const far_clock_ms = 24 * 3_600_000
/** Three pictures of 600 kB in base64, the factory settings without an object storage. */
export const factory_body_bytes = 2_500_000
/** The maximum that the settings allow. */
export const max_body_bytes = 100_000_000
