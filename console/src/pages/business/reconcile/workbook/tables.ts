/**
 * Tables in a page that is named as a workbook (`.xls`), as many platforms write it, and the XML of Excel
 * 2003. Pure.
 */
import { readMarkup } from './markup.ts'
import type { RawSheet } from './xlsx.ts'

const cell_tags = new Set(['td', 'th', 'cell'])
const row_tags = new Set(['tr', 'row'])
/** Elements that end a line within a cell. */
const breaks = new Set(['br', 'p', 'div'])
type Open = { sheet: RawSheet; cells: string[]; spans: Map<number, { left: number; text: string }> }

/** The tables in their order, an inner one after its outer one. Throws `Refused` if a tag does not end. */
export async function tablesIn(text: string): Promise<RawSheet[]> {
  const sheets: RawSheet[] = []
  const open: Open[] = []
  let [name, cell, skipped]: [string, { text: string; across: number; down: number } | undefined, string] = [
    '',
    undefined,
    '',
  ]
  await readMarkup(pieces(text), {
    open: (tag, attributes) => {
      const now = open.at(-1)
      if (tag === 'style' || tag === 'script') skipped = tag
      else if (tag === 'worksheet') name = attributes()['name'] ?? ''
      else if (tag === 'table') {
        endCell()
        const sheet = { name, is_hidden: false, hidden_rows: 0, lines: [] }
        sheets.push(sheet)
        open.push({ sheet, cells: [], spans: new Map() })
      } else if (!now) return
      else if (row_tags.has(tag)) {
        endRow()
        const { index } = attributes()
        const line = index === undefined ? (now.sheet.lines.at(-1)?.line ?? 0) + 1 : Number(index)
        now.cells = []
        now.sheet.lines.push({ line, cells: now.cells })
      } else if (cell_tags.has(tag)) {
        endCell()
        const { index, colspan, rowspan, mergeacross, mergedown } = attributes()
        spanned(now, index === undefined ? undefined : Number(index) - 1)
        cell = {
          text: '',
          across: Math.min(Number(colspan ?? Number(mergeacross ?? 0) + 1) || 1, 1000),
          down: Number(rowspan ?? Number(mergedown ?? 0) + 1) || 1,
        }
      } else if (breaks.has(tag) && cell) cell.text += ' '
    },
    close: (tag) => {
      if (tag === skipped) skipped = ''
      else if (cell_tags.has(tag)) endCell()
      else if (row_tags.has(tag)) endRow()
      else if (tag === 'table') {
        endRow()
        open.pop()
      }
    },
    text: (more) => {
      if (cell && skipped === '') cell.text += more
    },
  })
  return sheets

  function endCell(): void {
    const now = open.at(-1)
    if (!cell || !now) return
    const own = cell.text.replace(/\s+/g, ' ').trim()
    if (cell.down > 1 && cell.across === 1)
      now.spans.set(now.cells.length, { left: cell.down - 1, text: own })
    now.cells.push(own, ...Array.from({ length: cell.across - 1 }, () => ''))
    cell = undefined
  }
  function endRow(): void {
    const now = open.at(-1)
    endCell()
    if (now && now.cells.length > 0) spanned(now, undefined)
  }
}

/** Fills the places that cells above take, up to a column if it is given. */
function spanned({ cells, spans }: Open, to: number | undefined): void {
  while (spans.has(cells.length) || cells.length < Math.min(to ?? 0, 16_384)) {
    const above = spans.get(cells.length)
    if (above && (above.left -= 1) === 0) spans.delete(cells.length)
    cells.push(above?.text ?? '')
  }
}

const piece = 65_536
function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += piece) yield text.slice(at, at + piece)
}
