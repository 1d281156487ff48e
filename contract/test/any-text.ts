/** Texts of arbitrary characters for property tests. */
import fc from 'fast-check'

/**
 * Any code point except surrogates. The library's own `unit: 'binary'` does the same with a table of a
 * million entries that every worker builds again, which costs two seconds.
 */
export const any_character = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))
