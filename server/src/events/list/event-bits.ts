/**
 * A set of events of a section. In memory it has one bit for each event; on disk it is stored as a list of
 * event numbers if that is shorter.
 */
import { block_size, blocks_in_section, section_size } from './event-block-size.ts'

/** A bit for each event of a section; `newBits` has none set. */
export type Bits = Uint32Array
export const newBits = (): Bits => new Uint32Array(section_size / 32)

/**
 * Above this size, one bit for each event of the section takes less space than a two-byte number for each
 * event of the set.
 */
const max_listed = section_size / 16

/** How many words a stored set of `n` events takes. */
export const wordsOf = (n: number): number => (n > max_listed ? section_size / 32 : Math.ceil(n / 2))

/** Writes a set into `words`, which must be zero; `slots` must be ascending. */
export function putSet(words: Uint32Array, slots: readonly number[]): void {
  if (slots.length > max_listed) for (const slot of slots) words[slot >>> 5]! |= 1 << (slot & 31)
  else for (const [n, slot] of slots.entries()) words[n >>> 1]! |= slot << ((n & 1) * 16)
}

/** Sets in `bits` the events of a stored set of `n` events that begins at word `from`. */
export function addSet(words: Uint32Array, from: number, n: number, bits: Bits): void {
  if (n > max_listed) {
    for (let word = 0; word < bits.length; word++) bits[word]! |= words[from + word]!
    return
  }
  for (let at = 0; at < n; at++) {
    const slot = (words[from + (at >>> 1)]! >>> ((at & 1) * 16)) & 0xffff
    bits[slot >>> 5]! |= 1 << (slot & 31)
  }
}

/** Keeps the events that are also in `others`; false if none is left. */
export function keepCommon(bits: Bits, others: Bits): boolean {
  let left = 0
  for (let word = 0; word < bits.length; word++) left |= bits[word]! &= others[word]!
  return left !== 0
}

/** Keeps the events whose entry in `numbers` is marked 1 in `wanted`. */
export function keepWanted(bits: Bits, numbers: Uint8Array | Uint16Array, wanted: Uint8Array): void {
  for (let at = 0; at < bits.length; at++)
    for (let word = bits[at]!; word !== 0; word &= word - 1) {
      const bit = 31 - Math.clz32(word & -word)
      if (wanted[numbers[at * 32 + bit]!] !== 1) bits[at]! &= ~(1 << bit)
    }
}

/** The number of events in a set. */
export function countBits(bits: Bits): number {
  let n = 0
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at]!
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    n += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return n
}

/** The bits of a block of the section. */
export function bitsOfBlock(bits: Bits, block: number): Bits {
  const words = block_size / 32
  const from = (block % blocks_in_section) * words
  return bits.subarray(from, from + words)
}

/** The position of each bit that is set, ascending. */
export function positionsOf(bits: Bits): number[] {
  const positions: number[] = []
  for (let at = 0; at < bits.length; at++)
    for (let word = bits[at]!; word !== 0; word &= word - 1)
      positions.push(at * 32 + 31 - Math.clz32(word & -word))
  return positions
}
