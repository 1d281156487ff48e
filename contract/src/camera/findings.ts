/** What the device finds out about a camera by itself. */

/**
 * Ours: why the pictures of a camera come from its stream, although that costs more. no_address: it gives no
 * picture address. not_http: an address of another kind. shared: the same address for several of its
 * sources. small: at most half as wide as the stream. The others are what came of a request to that address.
 */
export const stills_reason = [
  'no_address',
  'not_http',
  'shared',
  'small',
  'redirected',
  'http_error',
  'signin',
  'tls',
  'no_answer',
  'not_jpeg',
] as const
export type StillsReason = (typeof stills_reason)[number]

/**
 * Ours: what the device noticed about a camera without being asked. serial_shared: another camera reports
 * the same serial number. other_camera: another device answers at its address. moved: it answers at another
 * address. source_gone: the device no longer lists its video source. value_changed: the camera reports a
 * value that differs from the stored one. size_changed: the pictures of a camera without ONVIF, which says
 * nothing of itself, have another size. `said` and `before` hold the values.
 */
export const camera_finding = [
  'serial_shared',
  'other_camera',
  'moved',
  'source_gone',
  'value_changed',
  'size_changed',
] as const
