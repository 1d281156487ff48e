/**
 * Merges measured rows into a table of docs/bench/hand.md and leaves its other rows and texts as they are.
 */
import { markdownTable } from '#scripts/lib/docs/markdown-table.ts'

/**
 * Returns the page with `rows` merged into the table below the heading `## title`. A row with the same name
 * is replaced, new rows are added, and all are sorted by `order`. Throws if there is no table with these
 * columns.
 */
export function mergeRows(
  page: string,
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  order: readonly string[],
): string {
  if (rows.length === 0) return page
  const sections = page.split(/^(?=## )/m)
  const at = sections.findIndex((one) => one.startsWith(`## ${title}\n`))
  const table = /^\|.*\|$(\n^\|.*\|$)+/m.exec(sections[at] ?? '')?.[0]
  const [head, , ...old] = table?.split('\n').map(cellsOf) ?? []
  if (!table || head?.join() !== columns.join())
    throw new Error(`docs/bench/hand.md has no table "${columns.join(' | ')}" below "## ${title}".`)
  const merged = new Map([...old, ...rows].map((row) => [row[0] ?? '', row]))
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  const sorted = [...merged].toSorted(([one], [other]) => place(one) - place(other)).map(([, row]) => row)
  sections[at] = sections[at]!.replace(table, markdownTable([columns, ...sorted]))
  return sections.join('')
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
