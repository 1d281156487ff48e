/** How many events of a section meet a filter, whatever their time, without reading its blocks. */
import type { Db } from '#src/core/db.ts'
import { wantedKinds } from './event-block.store.ts'
import { gramRow, kindCounts, kindsOfSection, type SectionHead } from './event-section.store.ts'
import { both, kindTerms, placeTerms, plateOf, type EventFilter } from './event-terms.store.ts'
import { countBits, countOfKinds, newBits, searchText } from './gram-index.ts'

export function countingSections(db: Db, filter: EventFilter): (head: SectionHead) => number {
  const terms = both(kindTerms(filter), placeTerms(filter))
  const some = terms.sql.length > 0 ? wantedKinds(db, terms) : undefined
  // A filter by the only car park, for example, excludes nothing.
  const wanted = some?.every((one, kind_id) => one === 1 || kind_id === 0) ? undefined : some
  // As the database stores it: half a surrogate pair becomes the replacement character.
  const text = Buffer.from(plateOf(filter)).toString()
  if (text === '')
    return ({ section, n }) => (wanted === undefined ? n : sumOf(kindCounts(db, section), wanted))
  const { grams, find } = searchText(text, filter.plate_like === true)
  const found = newBits()
  return ({ section }) => {
    const rows: Uint32Array[] = []
    for (const gram of grams) {
      const row = gramRow(db, section, gram)
      if (row === undefined) return 0
      rows.push(row)
    }
    find(rows, found)
    const n = countBits(found)
    if (wanted === undefined || n === 0) return n
    const { counts, kinds } = kindsOfSection(db, section)
    const here = Uint8Array.from({ length: counts.length / 2 }, (_, at) => wanted[counts[at * 2]!] ?? 0)
    return countOfKinds(found, kinds, here)
  }
}

function sumOf(counts: Uint32Array, wanted: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < counts.length; at += 2) if (wanted[counts[at]!] === 1) sum += counts[at + 1]!
  return sum
}
