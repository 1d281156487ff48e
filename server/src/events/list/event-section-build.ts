/**
 * Builds a section of events from its stored blocks (migration 0030), in slices of a few milliseconds, so
 * that requests can be answered in between.
 */
import type { Db } from '#src/core/db.ts'
import { block_size, firstBlockOf, section_size, sectionOf } from './event-block-size.ts'
import {
  blocksOf,
  columnsIn,
  headsOfSection,
  kindsOf,
  platesIn,
  type BlockHead,
} from './event-block.store.ts'
import {
  dropGrams,
  dropSection,
  knownSections,
  putGram,
  putKinds,
  putState,
  section_state,
  stateOf,
  type SectionHead,
} from './event-section.store.ts'
import { kindsNumbered } from './event-kind.store.ts'
import { createGramIndexer } from './gram-index.ts'
import { indexKinds } from './kind-index.ts'

const grams_at_once = 50

/**
 * Sections that are not built yet although all their blocks are stored, newest first; never the section of
 * the newest event.
 */
export function sectionsToBuild(db: Db): number[] {
  const { sections, open, oldest, newest } = blocksOf(db)
  const waiting = new Set([...sections.map(({ section }) => section), ...open.map(sectionOf)])
  const due: number[] = []
  for (let section = sectionOf(newest) - 1; section >= sectionOf(oldest) && section >= 0; section--)
    if (!waiting.has(section)) due.push(section)
  return due
}

/** Sections that are empty because retention deleted their events. */
export function sectionsToDrop(db: Db): number[] {
  const { oldest, newest } = blocksOf(db)
  return knownSections(db).filter((section) => section < sectionOf(oldest) || section > sectionOf(newest))
}

/** Yields after each slice. Leaves the section unbuilt if one of its events changes during the build. */
export function* buildSection(db: Db, section: number): Generator<undefined, void> {
  yield* dropOldGrams(db, section)
  const stored = db.transaction(() => {
    if (blocksOf(db).open.some((block) => sectionOf(block) === section)) return undefined
    const heads = headsOfSection(db, section).filter(({ n }) => n > 0)
    putState(db, headOf(section, heads), section_state.building)
    return heads
  }, 'later')
  if (!stored) return
  yield
  const grams = createGramIndexer()
  const kinds = new Uint32Array(section_size)
  for (const { block } of stored) {
    if (stateOf(db, section) !== section_state.building) return
    const columns = columnsIn(db, block, 'kinds, width, plates')
    const base = (block - firstBlockOf(section)) * block_size
    for (const [slot, plate] of platesIn(columns).entries()) grams.add(base + slot, plate)
    kinds.set(kindsOf(columns), base)
    yield
  }
  const rows = grams.rows()
  const putSome = () => {
    if (stateOf(db, section) !== section_state.building) return 'changed'
    for (let n = 0; n < grams_at_once; n++) {
      const { value, done } = rows.next()
      if (done) return 'all'
      putGram(db, section, value.gram, value.lists)
    }
    return 'some'
  }
  for (let put: ReturnType<typeof putSome> = 'some'; put !== 'all';) {
    put = db.transaction(putSome, 'later')
    if (put === 'changed') return
    yield
  }
  db.transaction(() => {
    if (stateOf(db, section) !== section_state.building) return
    putKinds(
      db,
      section,
      indexKinds(kinds, (kind_ids) => kindsNumbered(db, kind_ids)),
    )
    putState(db, headOf(section, stored), section_state.built)
  }, 'later')
}

/** Yields after each slice. */
export function* removeSection(db: Db, section: number): Generator<undefined, void> {
  yield* dropOldGrams(db, section)
  db.transaction(() => dropSection(db, section), 'later')
}

function* dropOldGrams(db: Db, section: number): Generator<undefined, void> {
  while (db.transaction(() => dropGrams(db, section, grams_at_once), 'later')) yield
}

const headOf = (section: number, blocks: readonly (BlockHead & { n: number })[]): SectionHead => ({
  section,
  n: blocks.reduce((sum, { n }) => sum + n, 0),
  min_ms: Math.min(...blocks.map(({ min_ms }) => min_ms), Number.MAX_SAFE_INTEGER),
  max_ms: Math.max(...blocks.map(({ max_ms }) => max_ms), 0),
})
