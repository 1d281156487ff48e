/** docs/analysis-socket.md lists the words and codes of the contract. */
import * as codes from '@parking/contract/core/codes.ts'
import { log_levels, plate_colors } from '@parking/sim/analysis-check/words.ts'
import * as platform_words from '@parking/sim/platform-check/words.ts'
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

test('every table of the document has the values of the contract', () => {
  expect(rows.length).toBeGreaterThan(10)
  expect(rows).toEqual(
    rows.map(([name]) => [name, cellOf((codes as Record<string, unknown>)[name ?? ''] ?? {})]),
  )
})

test('the analysis kit, which shares no code with the contract, has the words of the document', () => {
  const cells = Object.fromEntries(rows) as Record<string, string>
  expect(cells['plate_color']).toBe(cellOf(plate_colors))
  expect(cells['log_level']).toBe(cellOf(log_levels))
})

test('the platform kit has the same colours and every type of event', () => {
  expect(platform_words.plate_colors).toEqual(plate_colors)
  const { event_types, timer_types } = platform_words
  expect([...new Set([...event_types, ...timer_types])].toSorted((a, b) => a - b)).toEqual(
    Object.values(codes.event_type),
  )
})
