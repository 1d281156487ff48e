/** The stored kinds of a section describe each event like its own kind, with few places and with many. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSet, newBits, positionsOf } from '#src/events/list/event-bits.ts'
import { section_size } from '#src/events/list/event-block-size.ts'
import { indexKinds, trait_columns, traitOf, type Kind } from '#src/events/list/kind-index.ts'

const kindNumbered = (kind_id: number): Kind => ({
  kind_id,
  place_id: 1000 + (kind_id % 400),
  event_type: kind_id % 3,
  plate_color: kind_id % 7 === 0 ? 'green' : 'blue',
  status: kind_id % 5,
  response_status: kind_id % 2,
})
const describe = (kind_ids: readonly number[]) => kind_ids.map(kindNumbered)

/** `max_kind`: the highest kind id; `every`: distance of events in slots of the section. */
const sections = fc.record({
  max_kind: fc.constantFrom(1, 40, 900),
  every: fc.constantFrom(1, 3, 500),
  step: fc.integer({ min: 1, max: 5000 }),
})

test('indexes values, places and counts of random kinds', () => {
  fc.assert(
    fc.property(sections, ({ max_kind, every, step }) => {
      const kind_of = Uint32Array.from({ length: section_size }, (_, slot) =>
        slot % every === 0 ? 1 + ((slot * step) % max_kind) : 0,
      )
      const { counts, place_ids, places, traits } = indexKinds(kind_of, describe)
      const slots = Array.from(kind_of.keys()).filter((slot) => kind_of[slot] !== 0)
      const expected_places = Array.from(kind_of, (kind_id) =>
        kind_id === 0 ? 0 : kindNumbered(kind_id).place_id,
      )
      expect(Array.from(places, (position) => place_ids[position])).toEqual(expected_places)
      expect(places.BYTES_PER_ELEMENT).toBe(place_ids.length > 256 ? 2 : 1)
      const by_trait = new Map<string, number[]>()
      const by_kind = new Map<number, number>()
      for (const slot of slots) {
        const kind = kindNumbered(kind_of[slot]!)
        by_kind.set(kind.kind_id, (by_kind.get(kind.kind_id) ?? 0) + 1)
        for (const column of trait_columns) {
          const trait = traitOf(column, kind[column])
          const known = by_trait.get(trait)
          if (known) known.push(slot)
          else by_trait.set(trait, [slot])
        }
      }
      expect(new Set(traits.keys())).toEqual(new Set(by_trait.keys()))
      for (const [trait, meant] of by_trait) {
        const found = newBits()
        const row = traits.get(trait)!
        addSet(row, 1, row[0]!, found)
        expect(positionsOf(found)).toEqual(meant)
      }
      const pairs = Array.from({ length: counts.length / 2 }, (_, at) => [counts[at * 2], counts[at * 2 + 1]])
      expect(new Map(pairs as [number, number][])).toEqual(by_kind)
    }),
    { numRuns: 5, seed: 32 },
  )
})
