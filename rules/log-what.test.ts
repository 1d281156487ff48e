/** Every kind of row that the server writes to the log is one that the console has a sentence for. */
import { app_lines, log_whats } from '@parking/contract'
import { expect, test } from 'vitest'
import { projectFiles, textOf } from '../scripts/lib/sources.ts'

/** `what` of other things: differences, a scene's move, a line that is not kept, the field itself. */
const others = ['added', 'removed', 'changed', 'moved', 'back', 'no_clip', 'what']

test('the server writes only kinds of rows that the contract lists, and all of them', () => {
  const written = projectFiles()
    .filter((path) => /^server\/src\/.*\.ts$/.test(path))
    .flatMap((path) => [...textOf(path).matchAll(/\bwhat: ([^,}\n]+)/g)])
    .flatMap(([, value = '']) => [...value.matchAll(/'([a-z]+(?:_[a-z]+)*)'/g)].map(([, what = '']) => what))
    .filter((what) => !others.includes(what))
  expect([...new Set(written)].sort()).toEqual([...log_whats].sort())
  expect(Object.keys(app_lines).filter((what) => (log_whats as readonly string[]).includes(what))).toEqual([])
})
