/** Finds the events of a section that meet a filter, regardless of their time, without reading its blocks. */
import type { Db } from '#src/core/db.ts'
import { addSet, countBits, keepCommon, keepWanted, newBits, positionsOf, type Bits } from './event-bits.ts'
import { valuesOfKinds, wantedKinds } from './event-kind.store.ts'
import { gramRow, kindCounts, placesOfSection, traitRow, type SectionHead } from './event-section.store.ts'
import { both, kindTerms, placeIds, placeTerms, plateOf, type EventFilter } from './event-terms.store.ts'
import { searchText } from './gram-index.ts'
import { trait_columns, traitOf } from './kind-index.ts'

/**
 * Up to this many matches are kept when they are counted: reading their times costs less than searching
 * again.
 */
const max_few = 32

export type SectionSearch = {
  /** `slots`: the positions of the matches in the section, if a text was found in only a few events. */
  count(head: SectionHead): { n: number; slots?: number[] }
  /** The matches; the result is valid until the next call. */
  find(section: number): Bits
}

export function searchSections(db: Db, filter: EventFilter): SectionSearch {
  const text = searchedText(filter)
  const traits = wantedTraits(db, filter)
  const place_ids = wantedPlaces(db, filter)
  const [found, some] = [newBits(), newBits()]
  let kinds: Uint8Array | undefined

  function hasText(section: number): boolean {
    if (text === undefined) {
      found.fill(0xffffffff)
      return true
    }
    const rows: Uint32Array[] = []
    for (const gram of text.grams) {
      const row = gramRow(db, section, gram)
      if (row === undefined) return false
      rows.push(row)
    }
    return text.find(rows, found)
  }

  function hasTraits(section: number): boolean {
    for (const values of traits) {
      some.fill(0)
      for (const trait of values) {
        const row = traitRow(db, section, trait)
        if (row) addSet(row, 1, row[0]!, some)
      }
      if (!keepCommon(found, some)) return false
    }
    return true
  }

  function find(section: number): Bits {
    if (!hasText(section) || !hasTraits(section)) return found.fill(0)
    // A number without an event has no text and no value. A filter without either needs the place check
    // below, because such a number has no place.
    if (place_ids === undefined && (text !== undefined || traits.length > 0)) return found
    const { place_ids: here, places } = placesOfSection(db, section)
    const isWanted = (place_id: number) => place_id !== 0 && (place_ids?.has(place_id) ?? true)
    keepWanted(
      found,
      places,
      Uint8Array.from(here, (place_id) => Number(isWanted(place_id))),
    )
    return found
  }

  return {
    find,
    count({ section, n }) {
      if (text !== undefined) {
        const bits = find(section)
        const here = countBits(bits)
        return { n: here, ...(here <= max_few ? { slots: positionsOf(bits) } : {}) }
      }
      if (traits.length === 0 && place_ids === undefined) return { n }
      kinds ??= wantedKinds(db, both(kindTerms(filter), placeTerms(filter)))
      return { n: sumOf(kindCounts(db, section), kinds) }
    },
  }
}

function searchedText(filter: EventFilter) {
  // Encoded as the database stores it: half a surrogate pair becomes the replacement character.
  const text = Buffer.from(plateOf(filter)).toString()
  return text === '' ? undefined : searchText(text, filter.plate_like === true)
}

/** For each column that the filter restricts, the values that match. */
function wantedTraits(db: Db, filter: EventFilter): string[][] {
  return trait_columns.flatMap((column) => {
    const { [column]: value, manual } = filter
    const terms = kindTerms({ [column]: value, ...(column === 'event_type' ? { manual } : {}) })
    if (terms.sql.length === 0) return []
    return [valuesOfKinds(db, column, terms).map((one) => traitOf(column, one))]
  })
}

/** Undefined if the filter excludes no place: it names the only car park, for example. */
function wantedPlaces(db: Db, filter: EventFilter): Set<number> | undefined {
  const terms = placeTerms(filter)
  if (terms.sql.length === 0) return undefined
  const wanted = placeIds(db, terms)
  return wanted.length === placeIds(db, { sql: [], params: {} }).length ? undefined : new Set(wanted)
}

function sumOf(counts: Uint32Array, wanted: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < counts.length; at += 2) if (wanted[counts[at]!] === 1) sum += counts[at + 1]!
  return sum
}
