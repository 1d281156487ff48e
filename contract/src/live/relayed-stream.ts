/**
 * The only network input of ffmpeg, on the device and in the analysis program: a stream at the device's relay
 * on loopback (docs/architecture.md, "Addresses"). A list on standard input, so that no process list has it.
 */

/**
 * The options that open the list. Neither a list nor a stream can make ffmpeg open a file, a datagram or
 * another protocol; what the connection carries is checked by the relay.
 */
export const relayed_input = [
  '-f',
  'concat',
  '-safe',
  '0',
  '-protocol_whitelist',
  'pipe,tcp',
  '-format_whitelist',
  'concat,rtsp',
  '-i',
  'pipe:0',
] as const

/**
 * Whether ffmpeg says that a frame lacks parts: it fills them with what is around, and reports success. Needs
 * the log level `warning`. What it says of frames before the first key frame is no damage of a key frame.
 */
export const hasDamage = (said: string): boolean =>
  /corrupt decoded frame|error while decoding MB|corrupted macroblock|overread \d|error y=\d+ x=/i.test(said)

/** Whether an address can be one of the device's relays, and is no camera's own. */
export const isRelayed = (address: string): boolean =>
  URL.canParse(address) && new URL(address).hostname === '127.0.0.1'

/**
 * One entry of an ffconcat list. `timeout_ms` is how long ffmpeg waits for data. Throws a TypeError for an
 * address that is not on loopback: only the relay listens there.
 */
export function relayedList(address: string, timeout_ms: number): string {
  if (!isRelayed(address) || !/^rtsp:/i.test(address))
    throw new TypeError('ffmpeg opens only streams of the relay')
  const url = new URL(address)
  return [
    'ffconcat version 1.0',
    `file '${url.href.replaceAll("'", '%27')}'`,
    'option rtsp_transport tcp',
    `option timeout ${timeout_ms * 1000}`,
    'option analyzeduration 500000',
    '',
  ].join('\n')
}
