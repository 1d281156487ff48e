/**
 * Sections of 65,536 events, one level above the blocks (migration 0030): matches in a section are counted
 * without its blocks. After one of its events changes, its blocks are read until the section is rebuilt.
 */
import type { Db } from '#src/core/db.ts'
import { aligned, section_size } from './event-block-size.ts'
import type { KindIndex } from './kind-index.ts'

/** The values of `event_section.state`. */
export const section_state = { changed: 0, building: 1, built: 2 } as const

export type SectionHead = { section: number; n: number; min_ms: number; max_ms: number }

/** The sections that can be searched. */
export const builtSections = (db: Db): SectionHead[] =>
  db.all<SectionHead>('SELECT section, n, min_ms, max_ms FROM event_section WHERE state = 2')

/** Pairs: the number of a kind, and how many of the section's events have it. */
export const kindCounts = (db: Db, section: number): Uint32Array =>
  new Uint32Array(
    aligned(
      db.get<{ counts: Uint8Array }>('SELECT counts FROM event_section_kinds WHERE section = ?', [section])!
        .counts,
    ),
  )

/** The places of a section's events, and for each event the position of its place in that list. */
export function placesOfSection(
  db: Db,
  section: number,
): { place_ids: Uint32Array; places: Uint8Array | Uint16Array } {
  const { place_ids, places } = db.get<{ place_ids: Uint8Array; places: Uint8Array }>(
    'SELECT place_ids, places FROM event_section_kinds WHERE section = ?',
    [section],
  )!
  return {
    place_ids: new Uint32Array(aligned(place_ids)),
    places: places.length === section_size ? places : new Uint16Array(aligned(places)),
  }
}

/** The events that have one value of their kind; undefined if none has. */
export const traitRow = (db: Db, section: number, trait: string): Uint32Array | undefined =>
  wordsIn(
    db.get<{ words: Uint8Array }>('SELECT events AS words FROM event_trait WHERE section = ? AND trait = ?', [
      section,
      trait,
    ]),
  )

/** The lists of a gram; undefined if no plate of the section contains it. */
export const gramRow = (db: Db, section: number, gram: string): Uint32Array | undefined =>
  wordsIn(
    db.get<{ words: Uint8Array }>('SELECT lists AS words FROM event_gram WHERE section = ? AND gram = ?', [
      section,
      gram,
    ]),
  )

const wordsIn = (row: { words: Uint8Array } | undefined): Uint32Array | undefined =>
  row && new Uint32Array(aligned(row.words))

export const putState = (db: Db, { section, n, min_ms, max_ms }: SectionHead, state: number): void =>
  void db.run('INSERT OR REPLACE INTO event_section VALUES (?, ?, ?, ?, ?)', [
    section,
    state,
    n,
    min_ms,
    max_ms,
  ])
/** The `section_state` of a section; undefined if nothing is stored for it. */
export const stateOf = (db: Db, section: number): number | undefined =>
  db.get<{ state: number }>('SELECT state FROM event_section WHERE section = ?', [section])?.state

export function putKinds(db: Db, section: number, { counts, place_ids, places, traits }: KindIndex): void {
  db.run('INSERT OR REPLACE INTO event_section_kinds VALUES (?, ?, ?, ?)', [
    section,
    bytesOf(counts),
    bytesOf(place_ids),
    bytesOf(places),
  ])
  db.run('DELETE FROM event_trait WHERE section = ?', [section])
  for (const [trait, events] of traits)
    db.run('INSERT INTO event_trait VALUES (?, ?, ?)', [section, trait, bytesOf(events)])
}
const bytesOf = (numbers: Uint8Array | Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)

export const putGram = (db: Db, section: number, gram: string, lists: Uint8Array): void =>
  void db.run('INSERT INTO event_gram VALUES (?, ?, ?)', [section, gram, lists])

/** Deletes some of a section's grams; false if there was none. */
export const dropGrams = (db: Db, section: number, most: number): boolean =>
  db.run(
    `DELETE FROM event_gram WHERE section = :section AND gram IN (
      SELECT gram FROM event_gram WHERE section = :section LIMIT :most)`,
    { section, most },
  ).changes > 0
export function dropSection(db: Db, section: number): void {
  db.run('DELETE FROM event_section_kinds WHERE section = ?', [section])
  db.run('DELETE FROM event_trait WHERE section = ?', [section])
  db.run('DELETE FROM event_section WHERE section = ?', [section])
}
export const knownSections = (db: Db): number[] =>
  db.all<{ section: number }>('SELECT section FROM event_section').map(({ section }) => section)
