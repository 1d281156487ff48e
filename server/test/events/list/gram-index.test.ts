/** The index of a section finds exactly the plates that contain a text, as a scan of all plates does. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plateFold } from '@parking/contract'
import { section_size } from '#src/events/list/event-block-size.ts'
import { countBits, keepWanted, newBits, positionsOf, type Bits } from '#src/events/list/event-bits.ts'
import { createGramIndexer, searchText } from '#src/events/list/gram-index.ts'

function indexOf(plates: ReadonlyMap<number, string>) {
  const indexer = createGramIndexer()
  for (const [slot, plate] of plates) indexer.add(slot, plate)
  const rows = new Map([...indexer.rows()].map(({ gram, lists }) => [gram, new Uint32Array(lists.buffer)]))
  return (text: string, like: boolean): Bits => {
    const found = newBits().fill(0xffffffff)
    const { grams, find } = searchText(text, like)
    const wanted = grams.flatMap((gram) => rows.get(gram) ?? [])
    if (wanted.length < grams.length) return found.fill(0)
    expect(find(wanted, found)).toBe(countBits(found) > 0)
    return found
  }
}
const scan = (plates: ReadonlyMap<number, string>, text: string, like: boolean) =>
  [...plates]
    .filter(([, plate]) => (like ? plateFold(plate).includes(plateFold(text)) : plate.includes(text)))
    .map(([slot]) => slot)

const characters = fc.constantFrom('沪', '津', 'A', 'B', '8', '0', 'O', '1', '%', '𠀀', 'é')
const text = (length: { minLength?: number; maxLength: number }) =>
  fc.array(characters, length).map((all) => all.join(''))

test('finds any text in any plates', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.nat(section_size - 1), text({ maxLength: 12 })), {
        selector: ([slot]) => slot,
        maxLength: 60,
      }),
      fc.array(fc.tuple(text({ minLength: 1, maxLength: 8 }), fc.boolean()), { minLength: 5, maxLength: 5 }),
      (rows, asked) => {
        const plates = new Map(rows.toSorted(([a], [b]) => a - b))
        const find = indexOf(plates)
        for (const [wanted, like] of asked)
          expect(positionsOf(find(wanted, like))).toEqual(scan(plates, wanted, like))
      },
    ),
    { numRuns: 60, seed: 22 },
  )
})

/** Some texts are in so many events that a bitmap is stored for them; others are in few. */
test('finds texts that most events have, and a plate that contains one twice', () => {
  const plates = new Map(
    Array.from({ length: section_size }, (_, slot) => [
      slot,
      slot % 10 < 6 ? `粤B${slot % 1000}` : slot % 10 < 8 ? `粤8${slot % 7}8${slot % 7}` : '',
    ]),
  )
  const find = indexOf(plates)
  for (const wanted of [
    '粤',
    '粤B',
    '粤B1',
    '8',
    '88',
    '808',
    'B12',
    '粤B999',
    '0',
    '60',
    '8080',
    '粤A',
    'B',
  ])
    for (const like of [false, true]) {
      const found = find(wanted, like)
      const meant = scan(plates, wanted, like)
      expect(positionsOf(found), `${wanted} ${like}`).toEqual(meant)
      expect(countBits(found)).toBe(meant.length)
      const kinds = Uint16Array.from({ length: section_size }, (_, slot) => slot % 5)
      keepWanted(found, kinds, new Uint8Array([0, 1, 0, 1, 0]))
      expect(positionsOf(found)).toEqual(meant.filter((slot) => slot % 5 === 1 || slot % 5 === 3))
    }
})
