/**
 * A Markdown table, aligned as the formatter aligns it. The first row is the header; columns for which
 * `isNumber` is true are aligned to the right, by default all but the first.
 */
export function markdownTable(
  rows: readonly (readonly string[])[],
  isNumber: (column: number) => boolean = (column) => column > 0,
): string {
  const [head = [], ...body] = rows
  const widths = head.map((_, at) => Math.max(3, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    widths.map((width, at) =>
      isNumber(at) ? (row[at] ?? '').padStart(width) : (row[at] ?? '').padEnd(width),
    )
  const rule = widths.map((width, at) => (isNumber(at) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [line(head), rule, ...body.map(line)].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
