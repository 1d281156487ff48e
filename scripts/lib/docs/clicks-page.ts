/**
 * Generates docs/bench/clicks.md: presses and fields of each workflow, from the numbers that their tests
 * verify.
 */
import { workflows } from '#e2e/measures/clicks.ts'

const head = [
  '# What a hand does\n',
  'Printed by `npm run docs` from `e2e/measures/clicks.ts`.\n',
  '- Each workflow is one browser test, which counts in the page and fails when a number is higher.',
  '- A press is one of a pointer, a key that is a command, a choice from a list, or a file.',
  '- A text counts as one field, however long.',
  '- It begins on the page where it is done, and ends when the device has answered.\n',
]
const heads = ['workflow', 'presses', 'fields', 'test']
/** The columns of numbers. */
const isNumber = (at: number) => at === 1 || at === 2

export function clicksPage(): string {
  const rows = Object.values(workflows).map(({ what, presses, fields, spec }) => [
    what,
    String(presses),
    String(fields),
    `\`e2e/${spec}.spec.ts\``,
  ])
  const widths = heads.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const padded = (cell: string, at: number) =>
    isNumber(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)
  const line = (cells: readonly string[]) => `| ${cells.map(padded).join(' | ')} |`
  const rule = widths.map((width, at) => (isNumber(at) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [...head, line(heads), line(rule), ...rows.map(line), ''].join('\n')
}
