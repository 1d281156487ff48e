/**
 * Finds the events of a section whose plate contains a text. Events are listed for each character and for
 * each pair of neighbours at each position; a longer text is the intersection of the lists of its pairs.
 * Lists are grouped by fold, so that look-alikes cost the same.
 */
import { plateFold } from '@parking/contract'
import { addSet, keepCommon, newBits, putSet, wordsOf, type Bits } from './event-bits.ts'

/**
 * The header of each list: two code points (the second is 0 for a single character), the position, the number
 * of events.
 */
const head_size = 4
const any_position = 0

export type GramIndexer = {
  /** Slots in ascending order. */
  add(slot: number, plate: string): void
  /** For each gram, its lists by spelling and position, in the format that `searchText` reads. */
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
    putSet(words.subarray(at, end), slots)
    at = end
  }
  return new Uint8Array(words.buffer)
}

const pointsOf = (spelling: string): [number, number] => {
  const [first = 0, second = 0] = Array.from(spelling, (character) => character.codePointAt(0)!)
  return [first, second]
}

export type TextSearch = {
  /** The grams whose rows are needed, in their order in the text. */
  grams: readonly string[]
  /**
   * Sets the bits of the matching events and clears the others; `rows` has the row of each gram. False if
   * none matches.
   */
  find(rows: readonly Uint32Array[], found: Bits): boolean
}

/** `like`: look-alike characters match as well. The text must not be empty. */
export function searchText(text: string, like: boolean): TextSearch {
  const characters = [...text]
  const offsets = offsetsOf(characters.length)
  const spellings = offsets.map((at) => characters.slice(at, at + 2).join(''))
  const points = spellings.map(pointsOf)
  const [common, here] = [newBits(), newBits()]

  /**
   * Adds the events that have gram `at` at a position, or at any position; false if there is no such list.
   */
  function add(rows: readonly Uint32Array[], at: number, position: number | undefined, bits: Bits): boolean {
    const [row, [first, second]] = [rows[at]!, points[at]!]
    let any = false
    let data = 1 + row[0]! * head_size
    for (let head = 1; head <= row[0]! * head_size; head += head_size) {
      const n = row[head + 3]!
      const wanted =
        (position === undefined || row[head + 2] === position) &&
        (like || (row[head] === first && row[head + 1] === second))
      if (wanted) addSet(row, data, n, bits)
      any ||= wanted
      data += wordsOf(n)
    }
    return any
  }

  /** Intersects the lists into `common`; false if no event has the whole text at this position. */
  function intersect(rows: readonly Uint32Array[], start: number): boolean {
    if (!rows.every((row, at) => hasList(row, start + offsets[at]!))) return false
    common.fill(0)
    if (!add(rows, 0, start, common)) return false
    for (let at = 1; at < rows.length; at++) {
      here.fill(0)
      if (!add(rows, at, start + offsets[at]!, here) || !keepCommon(common, here)) return false
    }
    return true
  }

  return {
    grams: spellings.map(plateFold),
    find(rows, found) {
      found.fill(0)
      if (rows.length === 1) return add(rows, 0, undefined, found)
      let any = false
      for (const start of positionsIn(rows[0]!)) {
        if (!intersect(rows, start)) continue
        for (let word = 0; word < found.length; word++) found[word]! |= common[word]!
        any = true
      }
      return any
    },
  }
}

/** The offsets of the pairs that cover a text; the last two pairs may share a character. */
function offsetsOf(length: number): number[] {
  const offsets: number[] = []
  for (let at = 0; at + 1 < length; at += 2) offsets.push(at)
  if (length % 2 === 1) offsets.push(Math.max(0, length - 2))
  return offsets
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
