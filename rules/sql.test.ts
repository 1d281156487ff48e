/** SQL is found only in stores, and each state of an event is written in a single store. */
import { describe, expect, test } from 'vitest'
import { projectFiles, textOf } from '../scripts/lib/sources.ts'

const files = projectFiles().filter((path) => /^server\/src\/.*\.ts$/.test(path))
const isStore = (path: string) => path.endsWith('.store.ts') || path === 'server/src/core/db.ts'

/** Lines of files outside the stores that match, as `file:line text`. */
const linesOutside = (pattern: RegExp) =>
  files
    .filter((path) => !isStore(path))
    .flatMap((path) =>
      textOf(path)
        .split('\n')
        .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
    )

describe('SQL', () => {
  test('only stores call the query functions of the database', () => {
    expect(linesOutside(/\bdb\s*\.\s*(all|get|run)\b/)).toEqual([])
  })

  test('only stores contain SQL', () => {
    expect(
      linesOutside(/[`'"(]\s*(SELECT\s|INSERT (OR \w+ )?INTO\s|UPDATE \w+ SET\s|DELETE FROM\s)/),
    ).toEqual([])
    expect(linesOutside(/[`'"(]\s*(PRAGMA\s|ATTACH\s|WITH RECURSIVE\s)/)).toEqual([])
  })

  test.each([
    ['event', 'server/src/events/record/event-state.store.ts'],
    ['event_clip', 'server/src/events/record/clip.store.ts'],
    ['event_evidence', 'server/src/events/record/evidence.store.ts'],
  ])('the table %s is updated only in %s', (table, store) => {
    const update = new RegExp(`UPDATE\\s+${table}\\s+SET\\b`)
    expect(files.filter((path) => update.test(textOf(path)))).toEqual([store])
  })
})
