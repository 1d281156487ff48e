/** Reads the platform's export: detects its encoding, separator and header and returns its cells as text. */
import Papa from 'papaparse'
import { readTime, serial_pattern } from './file-time.ts'
import { isColumnName, isColumnWord, usual_names } from './guess-mapping.ts'
import { withWholeTimes } from './split-times.ts'

export const max_file_bytes = 64 * 1024 * 1024

export type Table = {
  readonly header: readonly string[]
  /** Without the header. `line` is the line in the file, from 1. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

/**
 * UTF-8, UTF-16 with or without a byte order mark, otherwise GB18030 (which includes GBK) or Big5, which
 * spreadsheets use for Chinese. Never throws: bytes that are not text become replacement characters.
 */
export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const wide = utf16Of(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const [simplified, traditional] = ['gb18030', 'big5'].map((name) => new TextDecoder(name).decode(bytes))
    return usualIn(traditional!) > usualIn(simplified!) ? traditional! : simplified!
  }
}

/** How a workbook begins (xlsx and ods are ZIP archives), a page that was written as `.xls`, or a PDF. */
const documents = [
  /^PK\x03\x04/,
  /^\xd0\xcf\x11\xe0/,
  /^%PDF/,
  /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|table|\?xml)/i,
]

/** Whether a file is a workbook or another document instead of a table in text, by its first bytes. */
export const isDocument = (bytes: Uint8Array): boolean => {
  const start = String.fromCharCode(...bytes.subarray(0, 64))
  return documents.some((one) => one.test(start))
}

/** How many letters of an export's first lines occur in the usual names of columns and types. */
const usualIn = (text: string): number =>
  Array.from(text.slice(0, 2000)).filter((letter) => letter > '\x7f' && usual_names.includes(letter)).length

/** UTF-16 without a mark: digits and separators have a zero byte, which no other encoding of text has. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, 4096).entries()) if (byte === 0) zeros[at % 2]! += 1
  const [even, odd] = zeros as [number, number]
  if (even + odd === 0) return undefined
  return odd >= even ? 'utf-16le' : 'utf-16be'
}

/**
 * The table in a text; undefined without a header of at least two columns, or without rows. The header is the
 * first row with two filled cells, because exports may begin with a title, with the row below it if cells are
 * merged. Totals and repeated headers are no rows.
 */
export function tableOf(text: string): Table | undefined {
  const [, named, plain = ''] = /^\ufeff?(?:sep=(.)\r?\n)?([^]*)$/i.exec(text) ?? []
  const lines: { line: number; cells: string[] }[] = []
  const newlines = newlinesIn(plain)
  let line = named === undefined ? 1 : 2
  Papa.parse<string[]>(plain, {
    delimiter: named ?? separatorOf(plain),
    step: ({ data, meta }) => {
      lines.push({ line, cells: data.map(textOf) })
      line += newlines(meta.cursor)
    },
  })
  const all = lines.filter(({ cells }) => cells.some(isFilled))
  const at = all.findIndex(({ cells }) => cells.filter(isFilled).length >= 2)
  const [head, ...below] = all.slice(Math.max(at, 0))
  if (at < 0 || !head) return undefined
  const second = below[0] && isSecondHeader(head.cells, below[0].cells) ? below[0].cells : undefined
  const header = second ? mergedHeader(head.cells, second) : head.cells
  const repeated = [head.cells, ...(second ? [second] : [])]
  const rows = below
    .slice(second ? 1 : 0)
    .filter(({ cells }) => !isTotals(cells) && !repeated.some((one) => isSame(one, cells)))
  const table = { header: ownNames(header), rows: withExactDays(rows) }
  return rows.length === 0 ? undefined : { ...table, rows: withWholeTimes(table) }
}

const isFilled = (cell: string): boolean => cell !== ''

/**
 * Whether a row below the header belongs to it: it names columns under cells that were merged, so one of the
 * two rows is empty where the other is not. A row of the table has digits.
 */
function isSecondHeader(upper: readonly string[], row: readonly string[]): boolean {
  const filled = row.filter(isFilled)
  return (
    filled.some(isColumnWord) &&
    !filled.some((cell) => /\p{N}/u.test(cell)) &&
    upper.some((cell, at) => isFilled(cell) !== isFilled(row[at] ?? ''))
  )
}

/** 时间 over 入场 is 入场时间; a name of its own needs no other, and neither does one over nothing. */
function mergedHeader(upper: readonly string[], lower: readonly string[]): string[] {
  let group = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    group = upper[at] || group
    const name = lower[at] ?? ''
    return name === '' ? (upper[at] ?? '') : isColumnName(name) ? name : `${name}${group}`
  })
}

const totals_pattern =
  /^(?:合计|合計|总计|總計|小计|小計|本页合计|本頁合計|总额|總額|(?:sub|grand)?\s*total|sum|共\s*\d+\s*[条條笔筆辆輛次个個项項])/iu

/** A sum below the rows: no time stands in it, and nothing identifies an event. */
const isTotals = (cells: readonly string[]): boolean =>
  totals_pattern.test((cells.find(isFilled) ?? '').normalize('NFKC')) &&
  !cells.some((cell) => readTime(cell) !== undefined || /^\{?[0-9a-f]{8}-?[0-9a-f]{4}-?/i.test(cell))

/** Exports of several pages repeat the header on each. */
const isSame = (header: readonly string[], cells: readonly string[]): boolean =>
  header.length === cells.length && header.every((name, at) => name === cells[at])

/**
 * A spreadsheet's days are exact if the file has such days to the second: then 46349.5 is noon, and no day
 * that was rounded. Only columns of days with times are meant: 30001 may be a lot.
 */
function withExactDays(rows: Table['rows']): Table['rows'] {
  if (!rows.some(({ cells }) => cells.some((cell) => serial_pattern.test(cell)))) return rows
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const days = Array.from({ length: columns }, (_, at) => {
    const filled = rows.map(({ cells }) => cells[at] ?? '').filter(isFilled)
    return filled.every((cell) => day_pattern.test(cell)) && filled.some((cell) => cell.includes('.'))
  })
  const written = (cell: string, at: number) =>
    days[at] && rounded_pattern.test(cell) ? Number(cell).toFixed(5) : cell
  return rows.map(({ line, cells }) => ({ line, cells: cells.map(written) }))
}
const day_pattern = /^[3-7]\d{4}(?:\.\d+)?$/
const rounded_pattern = /^[3-7]\d{4}(?:\.\d{1,4})?$/

/** Counts the line ends from the last position to the given one: a quoted cell may hold some. */
function newlinesIn(text: string): (to: number) => number {
  let from = 0
  return (to) => {
    const count = text.slice(from, to).match(/\r\n|\n|\r/g)?.length ?? 0
    from = to
    return count
  }
}

/** A cell without the marks of a spreadsheet for text: `="00123"` and `'00123`. */
const textOf = (cell: string): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'(?=[^'])/, '')
    .trim()

/** The second column of a name, and each further one, gets a number. */
function ownNames(header: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return header.map((name) => {
    const n = (seen.get(name) ?? 0) + 1
    seen.set(name, n)
    return n === 1 || name === '' ? name : `${name} (${n})`
  })
}

/** The separator that occurs most often in the first lines, outside quotes; a comma if there is none. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/, 10)
  const count = (by: string) => Math.max(...lines.map((line) => line.split(by).length))
  return [',', ';', '\t', '|'].toSorted((a, b) => count(b) - count(a))[0]!
}
