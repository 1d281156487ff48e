/** The console has a sentence for every kind of row that the server writes to the log. */
import { app_lines, calls, log_whats } from '@parking/contract'
import tw from '@parking/console/locales/tw/system/log-calls.ts'
import zh from '@parking/console/locales/zh/system/log-calls.ts'
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

test.each([
  ['zh', zh],
  ['tw', tw],
])('%s: every call that leaves a row in the audit is named in words', (_, names) => {
  const unnamed = Object.entries(calls)
    .filter(
      ([name, { effect, audit }]) => effect === 'write' && audit !== 'none' && !Object.hasOwn(names, name),
    )
    .map(([name]) => name)
  expect(unnamed).toEqual([])
})
