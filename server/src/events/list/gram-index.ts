/**
 * Which events of a section have a text in their plate: listed for each character, and for two neighbours at
 * each position. A longer text is where the lists of its neighbours meet at consecutive positions. Grouped by
 * fold, so that look-alikes cost the same.
 */
import { plateFold } from '@parking/contract'
import { section_size } from './event-block-size.ts'

/** A bit for each event of a section. */
export type Bits = Uint32Array
export const newBits = (): Bits => new Uint32Array(section_size / 32)

/** Above this a bit for each event is shorter than two bytes for each event found. */
const max_listed = section_size / 16
/** Of each list: two code points (0 where there is one), the position, how many events. */
const head_size = 4
const any_position = 0

export type GramIndexer = {
  /** Slots in ascending order. */
  add(slot: number, plate: string): void
  /** Of each gram: how many events, by spelling and position, as `findText` reads it. */
  rows(): Generator<{ gram: string; lists: Uint8Array }>
}

export function createGramIndexer(): GramIndexer {
  const found = new Map<string, number[][]>()
  const put = (spelling: string, position: number, slot: number) => {
    let positions = found.get(spelling)
    if (!positions) found.set(spelling, (positions = []))
    const slots = (positions[position] ??= [])
    if (slots.at(-1) !== slot) slots.push(slot)
  }
  return {
    add(slot, plate) {
      const characters = [...plate]
      for (const [at, character] of characters.entries()) {
        put(character, any_position, slot)
        const next = characters[at + 1]
        if (next !== undefined) put(character + next, at, slot)
      }
    },
    *rows() {
      const by_gram = new Map<string, Listed[]>()
      for (const [spelling, positions] of found) {
        const gram = plateFold(spelling)
        const lists = by_gram.get(gram) ?? []
        by_gram.set(gram, lists)
        positions.forEach((slots, position) => lists.push({ spelling, position, slots }))
      }
      for (const [gram, lists] of by_gram) yield { gram, lists: packed(lists) }
    },
  }
}

type Listed = { spelling: string; position: number; slots: readonly number[] }

function packed(lists: readonly Listed[]): Uint8Array {
  const heads = 1 + lists.length * head_size
  const words = new Uint32Array(lists.reduce((sum, { slots }) => sum + wordsOf(slots.length), heads))
  words[0] = lists.length
  let at = heads
  for (const [index, { spelling, position, slots }] of lists.entries()) {
    words.set([...pointsOf(spelling), position, slots.length], 1 + index * head_size)
    const end = at + wordsOf(slots.length)
    const own = words.subarray(at, end)
    if (slots.length > max_listed) for (const slot of slots) own[slot >>> 5]! |= 1 << (slot & 31)
    else for (const [n, slot] of slots.entries()) own[n >>> 1]! |= slot << ((n & 1) * 16)
    at = end
  }
  return new Uint8Array(words.buffer)
}

const wordsOf = (n: number): number => (n > max_listed ? section_size / 32 : Math.ceil(n / 2))
const pointsOf = (spelling: string): [number, number] => {
  const [first = 0, second = 0] = Array.from(spelling, (character) => character.codePointAt(0)!)
  return [first, second]
}

export type TextSearch = {
  /** The grams whose rows are needed, in their order in the text. */
  grams: readonly string[]
  /** Sets the bits of the events found and clears the others; `rows` has the row of each gram. */
  find(rows: readonly Uint32Array[], found: Bits): void
}

/** `like`: characters that look like the wanted ones count as well. The text is not empty. */
export function searchText(text: string, like: boolean): TextSearch {
  const characters = [...text]
  const spellings =
    characters.length === 1
      ? characters
      : characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  const points = spellings.map(pointsOf)
  const [meeting, here] = [newBits(), newBits()]

  /** Adds the events that have gram `at` at a position, or at any; false if there is none. */
  function add(rows: readonly Uint32Array[], at: number, position: number | undefined, bits: Bits): boolean {
    const [row, [first, second]] = [rows[at]!, points[at]!]
    let any = false
    let data = 1 + row[0]! * head_size
    for (let head = 1; head <= row[0]! * head_size; head += head_size) {
      const n = row[head + 3]!
      const wanted =
        (position === undefined || row[head + 2] === position) &&
        (like || (row[head] === first && row[head + 1] === second))
      if (wanted) addList(row, data, n, bits)
      any ||= wanted
      data += wordsOf(n)
    }
    return any
  }

  /** False if no event has the whole text from this position on. */
  function meet(rows: readonly Uint32Array[], start: number): boolean {
    if (!rows.every((row, at) => hasList(row, start + at))) return false
    meeting.fill(0)
    if (!add(rows, 0, start, meeting)) return false
    for (let at = 1; at < rows.length; at++) {
      here.fill(0)
      if (!add(rows, at, start + at, here)) return false
      let left = 0
      for (let word = 0; word < here.length; word++) left |= meeting[word]! &= here[word]!
      if (left === 0) return false
    }
    return true
  }

  return {
    grams: spellings.map(plateFold),
    find(rows, found) {
      found.fill(0)
      if (rows.length === 1) return void add(rows, 0, undefined, found)
      for (const start of positionsIn(rows[0]!))
        if (meet(rows, start)) for (let word = 0; word < found.length; word++) found[word]! |= meeting[word]!
    },
  }
}

function hasList(row: Uint32Array, position: number): boolean {
  for (let head = 1; head <= row[0]! * head_size; head += head_size)
    if (row[head + 2] === position) return true
  return false
}

function positionsIn(row: Uint32Array): Set<number> {
  const positions = new Set<number>()
  for (let head = 1; head <= row[0]! * head_size; head += head_size) positions.add(row[head + 2]!)
  return positions
}

function addList(row: Uint32Array, data: number, n: number, bits: Bits): void {
  if (n > max_listed) {
    for (let word = 0; word < bits.length; word++) bits[word]! |= row[data + word]!
    return
  }
  for (let at = 0; at < n; at++) {
    const slot = (row[data + (at >>> 1)]! >>> ((at & 1) * 16)) & 0xffff
    bits[slot >>> 5]! |= 1 << (slot & 31)
  }
}

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

/** How many of the events have a wanted kind: `kinds` has a number for each event, `wanted` a 1 for some. */
export function countOfKinds(bits: Bits, kinds: Uint16Array, wanted: Uint8Array): number {
  let n = 0
  for (let at = 0; at < bits.length; at++)
    for (let word = bits[at]!; word !== 0; word &= word - 1)
      n += wanted[kinds[at * 32 + 31 - Math.clz32(word & -word)]!]!
  return n
}
