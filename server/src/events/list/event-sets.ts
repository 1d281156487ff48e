/**
 * Sets of events of one chunk (8,192 successive numbers): of each kind and place, and of each character at
 * each position of the plate. A text is found by intersecting the sets of its characters.
 */
import { plateFold, sameSignsOf } from '@parking/contract'

export const chunk_size = 8192
const bit_words = chunk_size / 32
/** Above this size, a bit for each event of the chunk takes less space than two bytes for each of the set. */
const max_listed = chunk_size / 16
/** The header of each set: the character (0 for a kind or place) and the number of events. */
const head_size = 2

/** A bit for each event of a chunk. */
export type Bits = Uint32Array
export const newBits = (): Bits => new Uint32Array(bit_words)

const wordsOf = (n: number): number => (n > max_listed ? bit_words : Math.ceil(n / 2))

/** The row that holds the sets of a character at a position: those of its look-alikes are in the same row. */
export const characterKey = (character: string, position: number | ''): string =>
  `plate=${plateFold(character)}@${position}`
export const kindKey = (column: string, value: string | number): string => `${column}=${value}`

export type SetIndexer = {
  /** Adds an event to the set of a kind or place; slots (numbers in the chunk) must be ascending. */
  addKind(key: string, slot: number): void
  addPlate(plate: string, slot: number): void
  /** The rows to store. */
  rows(): { key: string; sets: Uint8Array }[]
}

export function createSetIndexer(): SetIndexer {
  const by_key = new Map<string, Map<number, number[]>>()
  const add = (key: string, slot: number, code: number) => {
    let sets = by_key.get(key)
    if (!sets) by_key.set(key, (sets = new Map()))
    const known = sets.get(code)
    if (known) known.push(slot)
    else sets.set(code, [slot])
  }
  return {
    addKind: (key, slot) => add(key, slot, 0),
    addPlate(plate, slot) {
      for (const [position, character] of [...plate].entries())
        add(characterKey(character, position), slot, character.codePointAt(0)!)
    },
    rows: () => [...by_key].map(([key, sets]) => ({ key, sets: packed([...sets]) })),
  }
}

function packed(sets: readonly [code: number, slots: number[]][]): Uint8Array {
  const heads = 1 + sets.length * head_size
  const words = new Uint32Array(sets.reduce((sum, [, slots]) => sum + wordsOf(slots.length), heads))
  words[0] = sets.length
  let at = heads
  for (const [index, [code, slots]] of sets.entries()) {
    words.set([code, slots.length], 1 + index * head_size)
    if (slots.length > max_listed) for (const slot of slots) words[at + (slot >>> 5)]! |= 1 << (slot & 31)
    else for (const [n, slot] of slots.entries()) words[at + (n >>> 1)]! |= slot << ((n & 1) * 16)
    at += wordsOf(slots.length)
  }
  return new Uint8Array(words.buffer)
}

/** Adds the events of a row's sets to `bits`: of all, or of some characters. */
export function addSets(row: Uint32Array, bits: Bits, codes?: readonly number[]): void {
  let at = 1 + row[0]! * head_size
  for (let head = 1; head <= row[0]! * head_size; head += head_size) {
    const n = row[head + 1]!
    if (!codes || codes.includes(row[head]!)) {
      if (n > max_listed) for (let word = 0; word < bit_words; word++) bits[word]! |= row[at + word]!
      else
        for (let one = 0; one < n; one++) {
          const slot = (row[at + (one >>> 1)]! >>> ((one & 1) * 16)) & 0xffff
          bits[slot >>> 5]! |= 1 << (slot & 31)
        }
    }
    at += wordsOf(n)
  }
}

/** Keeps the events that are also in `others`; false if none is left. */
export function keepCommon(bits: Bits, others: Bits): boolean {
  let left = 0
  for (let word = 0; word < bit_words; word++) left |= bits[word]! &= others[word]!
  return left !== 0
}

/**
 * Returns a function that adds to `found` the events of a chunk whose plate contains a text at one of some
 * positions, with signs that plates draw alike. `like`: look-alikes match as well; `setsOf`: the stored row
 * of a key.
 */
export function createTextSearch(text: readonly string[], positions: readonly number[], like: boolean) {
  const signs = text.map(sameSignsOf)
  const codes = signs.map((same) => (like ? undefined : same.map((sign) => sign.codePointAt(0)!)))
  const places = positions.map((position) =>
    signs.map((same, at) => [...new Set(same.map((sign) => characterKey(sign, position + at)))]),
  )
  const [common, here] = [newBits(), newBits()]
  return (setsOf: (key: string) => Uint32Array | undefined, found: Bits): void => {
    for (const keys of places) {
      common.fill(0xffffffff)
      const has_all = keys.every((rows, at) => {
        here.fill(0)
        for (const key of rows) {
          const row = setsOf(key)
          if (row) addSets(row, here, codes[at])
        }
        return keepCommon(common, here)
      })
      if (has_all) for (let word = 0; word < bit_words; word++) found[word]! |= common[word]!
    }
  }
}

/** The number of events in a set. */
export function countBits(bits: Bits): number {
  let n = 0
  for (let word of bits) {
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    n += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return n
}

/** The slots of a set, ascending. */
export function slotsOf(bits: Bits): number[] {
  const slots: number[] = []
  for (const [at, all] of bits.entries())
    for (let word = all; word !== 0; word &= word - 1) slots.push(at * 32 + 31 - Math.clz32(word & -word))
  return slots
}
