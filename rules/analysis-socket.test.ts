/** The words and codes of docs/analysis-socket.md are those of the contract. */
import * as codes from '@parking/contract/core/codes.ts'
import { expect, test } from 'vitest'
import { textOf } from '../scripts/lib/sources.ts'

const section = /## Words and codes\n([\s\S]*?)\n## /.exec(textOf('docs/analysis-socket.md'))?.[1] ?? ''
const rows = [...section.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, name, cell]) => [name, cell])
const cellOf = (table: unknown): string =>
  Array.isArray(table)
    ? table.map((word) => `\`${word}\``).join(', ')
    : Object.entries(table as Record<string, number>)
        .map(([word, value]) => `${value} \`${word}\``)
        .join(', ')

test('every table of the socket is printed as the contract has it', () => {
  expect(rows.length).toBeGreaterThan(10)
  expect(rows).toEqual(
    rows.map(([name]) => [name, cellOf((codes as Record<string, unknown>)[name ?? ''] ?? {})]),
  )
})
