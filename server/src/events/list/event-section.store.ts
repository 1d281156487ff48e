/**
 * Sections of 65,536 events above the blocks (migration 0030): matches in one are counted without its blocks.
 * A section in which an event changed counts again once it is rebuilt; until then its blocks are read.
 */
import type { Db } from '#src/core/db.ts'
import { aligned } from './event-block-size.ts'

/** What `event_section.state` says. */
export const section_state = { changed: 0, building: 1, built: 2 } as const

export type SectionHead = { section: number; n: number; min_ms: number; max_ms: number }

/** Those that can be searched. */
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

/** The same, and the position in it of each event's kind. */
export function kindsOfSection(db: Db, section: number): { counts: Uint32Array; kinds: Uint16Array } {
  const { counts, kinds } = db.get<{ counts: Uint8Array; kinds: Uint8Array }>(
    'SELECT counts, kinds FROM event_section_kinds WHERE section = ?',
    [section],
  )!
  return { counts: new Uint32Array(aligned(counts)), kinds: new Uint16Array(aligned(kinds)) }
}

/** Undefined if no plate of the section has it. */
export function gramRow(db: Db, section: number, gram: string): Uint32Array | undefined {
  const row = db.get<{ lists: Uint8Array }>('SELECT lists FROM event_gram WHERE section = ? AND gram = ?', [
    section,
    gram,
  ])
  return row && new Uint32Array(aligned(row.lists))
}

export const putState = (db: Db, { section, n, min_ms, max_ms }: SectionHead, state: number): void =>
  void db.run('INSERT OR REPLACE INTO event_section VALUES (?, ?, ?, ?, ?)', [
    section,
    state,
    n,
    min_ms,
    max_ms,
  ])
export const stateOf = (db: Db, section: number): number | undefined =>
  db.get<{ state: number }>('SELECT state FROM event_section WHERE section = ?', [section])?.state

export const putKinds = (db: Db, section: number, counts: Uint32Array, kinds: Uint16Array): void =>
  void db.run('INSERT OR REPLACE INTO event_section_kinds VALUES (?, ?, ?)', [
    section,
    new Uint8Array(counts.buffer),
    new Uint8Array(kinds.buffer),
  ])
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
  db.run('DELETE FROM event_section WHERE section = ?', [section])
}
export const knownSections = (db: Db): number[] =>
  db.all<{ section: number }>('SELECT section FROM event_section').map(({ section }) => section)
