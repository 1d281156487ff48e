/**
 * Indexes the kinds of a section's events for storage: how many events have each kind, which events have each
 * value, and the place of each event.
 */
import { putSet, wordsOf } from './event-bits.ts'

/** The columns of a kind; each of their values has a set of events. */
export const trait_columns = ['event_type', 'plate_color', 'status', 'response_status'] as const
export type TraitColumn = (typeof trait_columns)[number]
export type Kind = Record<'kind_id' | 'place_id', number> & Record<TraitColumn, string | number>

export const traitOf = (column: TraitColumn, value: string | number): string => `${column}=${value}`

export type KindIndex = {
  /** Pairs: the number of a kind, and how many events have it. */
  counts: Uint32Array
  place_ids: Uint32Array
  places: Uint8Array | Uint16Array
  /** For each value, the number of events that have it and the set of those events. */
  traits: Map<string, Uint32Array>
}

/** `kind_of`: the number of each event's kind; 0 if there is no event. */
export function indexKinds(
  kind_of: Uint32Array,
  describe: (kind_ids: readonly number[]) => readonly Kind[],
): KindIndex {
  const counted = new Map<number, number>()
  for (const kind_id of kind_of) if (kind_id !== 0) counted.set(kind_id, (counted.get(kind_id) ?? 0) + 1)
  const kinds = describe([...counted.keys()])
  const place_ids = [...new Set([0, ...kinds.map(({ place_id }) => place_id)])]
  const position_of = new Map(place_ids.map((place_id, position) => [place_id, position]))
  const slots_of = new Map<string, number[]>()
  const described = new Map(
    kinds.map((kind) => {
      const sets = trait_columns.map((column) => {
        const trait = traitOf(column, kind[column])
        const known = slots_of.get(trait) ?? []
        slots_of.set(trait, known)
        return known
      })
      return [kind.kind_id, { sets, position: position_of.get(kind.place_id)! }]
    }),
  )
  const places = new (place_ids.length > 256 ? Uint16Array : Uint8Array)(kind_of.length)
  for (const [slot, kind_id] of kind_of.entries()) {
    const kind = described.get(kind_id)
    if (kind === undefined) continue
    places[slot] = kind.position
    for (const set of kind.sets) set.push(slot)
  }
  return {
    counts: Uint32Array.from([...counted].flat()),
    place_ids: Uint32Array.from(place_ids),
    places,
    traits: new Map([...slots_of].map(([trait, slots]) => [trait, stored(slots)])),
  }
}

function stored(slots: readonly number[]): Uint32Array {
  const words = new Uint32Array(1 + wordsOf(slots.length))
  words[0] = slots.length
  putSet(words.subarray(1), slots)
  return words
}
