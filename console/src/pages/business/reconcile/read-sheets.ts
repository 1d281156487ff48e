/** The tables of a file: one of a text, several of a workbook. */
import { decode, isDocument, tableFrom, tableOf, type Table } from './read-file.ts'
import { usualColumn } from './usual-names.ts'
import type { Why } from './workbook/read-workbook.ts'

/** `hidden_rows`: rows that a spreadsheet does not show; they are compared like the others. */
export type Sheet = { readonly name: string; readonly hidden_rows: number; readonly table: Table }
/** `wrong`: why there is none, as a key of the page's texts. */
export type Sheets = { readonly sheets?: readonly Sheet[]; readonly wrong?: Why | 'no_table' }

/** The one with the most usual names of columns comes first. A workbook loads its reader. */
export async function readSheets(bytes: Uint8Array<ArrayBuffer>): Promise<Sheets> {
  if (!isDocument(bytes)) {
    const table = tableOf(decode(bytes))
    return table ? { sheets: [{ name: '', hidden_rows: 0, table }] } : { wrong: 'no_table' }
  }
  const { readWorkbook } = await import('./workbook/read-workbook.ts')
  const { sheets: all = [], wrong } = await readWorkbook(bytes, decode)
  if (wrong) return { wrong }
  const sheets = all.flatMap(({ name, is_hidden, hidden_rows, lines }) => {
    const table = tableFrom(lines)
    if (!table) return []
    const names = new Set(table.header.flatMap((one) => usualColumn(one) ?? [])).size
    return [{ name, hidden_rows, table, rank: is_hidden ? -1 : names }]
  })
  return sheets.length === 0 ? { wrong: 'no_table' } : { sheets: sheets.toSorted((a, b) => b.rank - a.rank) }
}
