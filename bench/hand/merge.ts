/** Puts measured rows into a table of docs/bench/hand.md, whose other rows and texts stay. */
import { markdownTable } from '../support/figures.ts'

/**
 * The page with `rows` in the table below the heading `## title`: a row of the same name is replaced, others
 * are added in the order of `order`. Throws if the page has no such table of these columns.
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
