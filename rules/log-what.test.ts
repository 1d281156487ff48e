/** The console has a sentence for every kind of row that the server writes to the log. */
import { app_lines, log_whats } from '@parking/contract'
import { expect, test } from 'vitest'
import { projectFiles, textOf } from '../scripts/lib/sources.ts'

/**
 * Values of `what` outside log rows: differences, a scene's move, a line that is not kept, the field itself.
 */
const others = ['added', 'removed', 'changed', 'moved', 'back', 'no_clip', 'what']

test('the server writes exactly the kinds of rows that the contract lists', () => {
  const written = projectFiles()
    .filter((path) => /^server\/src\/.*\.ts$/.test(path))
    .flatMap((path) => [...textOf(path).matchAll(/\bwhat: ([^,}\n]+)/g)])
    .flatMap(([, value = '']) => [...value.matchAll(/'([a-z]+(?:_[a-z]+)*)'/g)].map(([, what = '']) => what))
    .filter((what) => !others.includes(what))
  expect([...new Set(written)].sort()).toEqual([...log_whats].sort())
  expect(Object.keys(app_lines).filter((what) => (log_whats as readonly string[]).includes(what))).toEqual([])
})
