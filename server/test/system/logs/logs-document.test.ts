/** The table of docs/integrate/logs.md has every code of the log, and no other. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app_lines, log_whats } from '@parking/contract'
import { expect, test } from 'vitest'
import { root } from '../../debian.ts'

const text = readFileSync(join(root, 'docs/integrate/logs.md'), 'utf8')
const rows = [
  ...text
    .slice(text.indexOf('## Codes'))
    .matchAll(/^\| `(\w+)` +\| (service|user|application|alarm) +\| ([^|]*)\|/gm),
].map(([, what = '', type = '', facts = '']) => ({
  what,
  type,
  facts: [...facts.matchAll(/`(\w+)`/g)].map(([, fact = '']) => fact),
}))

test('each code is in the table once', () => {
  expect(rows.map(({ what }) => what).toSorted()).toEqual(
    [...log_whats, ...Object.keys(app_lines)].toSorted(),
  )
})

test('the facts of the analysis application are those of the contract', () => {
  for (const [what, facts] of Object.entries(app_lines))
    expect(rows.find((row) => row.what === what)).toEqual({ what, type: 'application', facts: [...facts] })
})
