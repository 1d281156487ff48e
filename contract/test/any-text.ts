/** Text of any characters at all. */
import fc from 'fast-check'

/**
 * Any code point but the halves of pairs. The library's own `unit: 'binary'` holds the same ones, in a table of a million that every worker makes anew: two seconds of a core.
 */
export const any_character = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))
