/**
 * Reads the platform's export: detects its encoding, separator and header and returns its cells as text.
 * Long because exports have more around their tables than a header.
 */
import Papa from 'papaparse'
import { readTime, serial_pattern } from './file-time.ts'
import { withOrderedDates, withWholeTimes } from './split-times.ts'
import { usual_letters, usualColumn, usualType } from './usual-names.ts'

export const max_file_bytes = 64 * 1024 * 1024

export type Table = {
  readonly header: readonly string[]
  /** Without the header. `line` is the line in the file, from 1. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

/** The index of a column; -1 if the file has none of that name. Columns without a name are no columns. */
export const columnAt = ({ header }: Table, name: string | undefined): number =>
  name ? header.indexOf(name) : -1

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
    // A file that was cut may end within a letter.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    const wrong = new TextDecoder('utf-8').decode(bytes)
    const count = (pattern: RegExp) => wrong.match(pattern)?.length ?? 0
    // A few damaged letters do not change the encoding of the others.
    if (count(/\ufffd/g) * 20 < count(/[^\0-\x7f\ufffd]/g)) return wrong
    const [simplified, traditional] = ['gb18030', 'big5'].map((name) => new TextDecoder(name).decode(bytes))
    return usualIn(traditional!) > usualIn(simplified!) ? traditional! : simplified!
  }
}

/** How a workbook begins (also an archive and Excel 2 to 4), a page that was written as `.xls`, or a PDF. */
const documents = [
  /^PK(?:\x03\x04|\x05\x06|\x07\x08)/,
  /^\xd0\xcf\x11\xe0/,
  /^\x09[\0\x02\x04\x08][\x04\x06\x08\x10]\0/,
  /^%PDF/,
  /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|!--|html|head|meta|style|body|div|table|\?xml)/i,
]

/** Whether a file is a workbook or another document instead of a table in text, by its first bytes. */
export const isDocument = (bytes: Uint8Array): boolean => {
  const start = String.fromCharCode(...bytes.subarray(0, 64))
  return documents.some((one) => one.test(start))
}

/** How many letters of an export's first lines occur in the usual names of columns and types. */
const usualIn = (text: string): number =>
  Array.from(text.slice(0, 2000)).filter((letter) => usual_letters.has(letter)).length

/** UTF-16 without a mark: digits and separators have a zero byte, which no other encoding of text has. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, 4096).entries()) if (byte === 0) zeros[at % 2]! += 1
  const [even, odd] = zeros as [number, number]
  if (even + odd === 0) return undefined
  return odd >= even ? 'utf-16le' : 'utf-16be'
}

/** The table in a text (`tableFrom`). */
export function tableOf(text: string, made_ms: number = Date.now()): Table | undefined {
  const [, named, plain = ''] = /^\ufeff?(?:sep=(.)\r?\n)?([^]*)$/i.exec(text) ?? []
  const lines: Line[] = []
  const newlines = newlinesIn(plain)
  let line = named === undefined ? 1 : 2
  Papa.parse<string[]>(plain, {
    delimiter: named ?? separatorOf(plain),
    step: ({ data, meta }) => {
      lines.push({ line, cells: data })
      line += newlines(meta.cursor)
    },
  })
  return tableFrom(lines, made_ms)
}

/**
 * The table in lines of cells; undefined without a header of at least two columns, or without rows. The
 * header is the row, or the two rows of merged cells, with the most usual names, because titles and remarks
 * may stand above it; else the first row with two filled cells. Totals, remarks and repeated headers are no
 * rows.
 */
export function tableFrom(lines: readonly Line[], made_ms: number = Date.now()): Table | undefined {
  const all = lines
    .map(({ line, cells }) => ({ line, cells: cells.map(textOf) }))
    .filter(({ cells }) => cells.some(isFilled))
  const found = headerIn(all)
  if (!found) return undefined
  const { header, heads, below } = found
  const rows = below.filter(({ cells }) => !isRemark(cells) && !heads.some((one) => isSame(one, cells)))
  const table = { header: ownNames(header), rows: withExactDays(withOrderedDates(rows), made_ms) }
  return rows.length === 0 ? undefined : { ...table, rows: withWholeTimes(table) }
}

/** A line of a file as it is written, or a row of a sheet; `line` from 1. */
type Line = { line: number; cells: string[] }
/** Titles and remarks above a header take no more rows than this. */
const max_above = 30

function headerIn(all: readonly Line[]): { header: string[]; heads: string[][]; below: Line[] } | undefined {
  const namesIn = (cells: readonly string[]) => new Set(cells.flatMap((cell) => usualColumn(cell) ?? [])).size
  const found = all.slice(0, max_above).flatMap(({ cells }, at) => {
    if (cells.filter(isFilled).length < 2) return []
    const second = all[at + 1]?.cells
    const merged = second && isSecondHeader(cells, second) ? mergedHeader(cells, second) : undefined
    const one = { header: cells, heads: [cells], below: all.slice(at + 1), names: namesIn(cells) }
    if (!second || !merged || namesIn(merged) < one.names) return [one]
    return [{ header: merged, heads: [cells, second], below: all.slice(at + 2), names: namesIn(merged) }]
  })
  const names = found.reduce((max, one) => Math.max(max, one.names), 0)
  return found.find((one) => one.names === names)
}

const isFilled = (cell: string): boolean => cell !== ''

/**
 * Whether a row below the header belongs to it: it names columns under cells that were merged, so one of the
 * two rows is empty where the other is not. A row of the table has digits, and so has a remark above the
 * header: 导出时间：2026-11-24.
 */
function isSecondHeader(upper: readonly string[], row: readonly string[]): boolean {
  const filled = row.filter(isFilled)
  return (
    filled.some((cell) => usualColumn(cell) !== undefined || usualType(cell) !== undefined) &&
    !filled.some((cell) => /\p{N}/u.test(cell)) &&
    !upper.some((cell) => /\p{N}{4}|[:：]/u.test(cell)) &&
    upper.some((cell, at) => isFilled(cell) !== isFilled(row[at] ?? ''))
  )
}

/** 时间 over 入场 is 入场时间; a name of its own needs no other, and neither does one over nothing. */
function mergedHeader(upper: readonly string[], lower: readonly string[]): string[] {
  let group = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    group = upper[at] || group
    const name = lower[at] ?? ''
    return name === '' ? (upper[at] ?? '') : usualColumn(name) || name === group ? name : `${name}${group}`
  })
}

const totals_pattern = new RegExp(
  '^(?:[总總合小][计計]|本[页頁](?:[合小][计計])|平均|(?:记录|記錄|紀錄)?[总總][数數]|[总總][额額]|' +
    String.raw`(?:sub|grand)?\s*total|sum|共\s*\d+\s*[条條笔筆辆輛次个個项項])`,
  'iu',
)

/** What a report writes below its rows: who made it and when, pages, remarks. */
const remark_words =
  '制表|製表|审核|審核|复核|覆核|打印|列印|导出|匯出|生成|报表|報表|备注|備註|附注|说明|說明|注|註|第|页码|頁碼|以上|' +
  '数据来源|數據來源|资料来源|資料來源|report|generated|printed|exported|page|end of'
/** What programs write below a table without a number or a colon. */
const finished =
  String.raw`(?:导出|匯出)(?:完成|成功|完毕|完畢)|end of (?:report|file|data)|\(?\d+ rows?\b|` +
  String.raw`已(?:選取|选取|选择) *\d+ *[列行筆]`
const remark_pattern = new RegExp(
  String.raw`^(?:${remark_words})[^,]{0,60}(?:[:：]|\d+\s*[页頁]|为止|為止|\bof\b)|^[-=*—]{3,}|` +
    String.raw`^[-=*— ]*(?:以下空白|${finished})`,
  'iu',
)

/** A sum or a remark below the rows: nothing identifies an event, and no time stands in it but its own. */
const isRemark = (cells: readonly string[]): boolean => {
  const first = (cells.find(isFilled) ?? '').normalize('NFKC')
  return isTotals(first, cells) || (remark_pattern.test(first) && cells.filter(isFilled).length <= 4)
}
const isTotals = (first: string, cells: readonly string[]): boolean =>
  totals_pattern.test(first) &&
  !cells.some((cell) => readTime(cell) !== undefined || /^\{?[0-9a-f]{8}-?[0-9a-f]{4}-?/i.test(cell))

/** Exports of several pages repeat the header on each. */
const isSame = (header: readonly string[], cells: readonly string[]): boolean =>
  header.length === cells.length && header.every((name, at) => name === cells[at])

/**
 * A spreadsheet's days are exact if the file has such days to the second: then 46349.5 is noon, and no day
 * that was rounded. Only columns of days with times are meant: 30001 may be a lot.
 */
function withExactDays(rows: Table['rows'], made_ms: number): Table['rows'] {
  if (!rows.some(({ cells }) => cells.some((cell) => serial_pattern.test(cell)))) return rows
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const days = Array.from({ length: columns }, (_, at) => {
    const filled = rows.map(({ cells }) => cells[at] ?? '').filter(isFilled)
    return filled.every((cell) => day_pattern.test(cell)) && filled.some((cell) => cell.includes('.'))
  })
  // Days since 1904 seem four years old; a file that was made today is not.
  const newest = rows.reduce((max, { cells }) => {
    const own = cells.filter((_, at) => days[at]).map(Number)
    return own.reduce((a, b) => Math.max(a, b), max)
  }, 0)
  const today = made_ms / 86_400_000 + 25_569
  const shift = newest + since_1904 <= today + 1 && newest < today - since_1904 / 2 ? since_1904 : 0
  const written = (cell: string, at: number) =>
    !days[at]
      ? cell
      : shift > 0
        ? (Number(cell) + shift).toFixed(9)
        : rounded_pattern.test(cell)
          ? Number(cell).toFixed(5)
          : cell
  return rows.map(({ line, cells }) => ({ line, cells: cells.map(written) }))
}
/** Days between the first days of the two calendars of spreadsheets, 1900 and 1904. */
const since_1904 = 1_462
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
    // Marks without a width, which programs put beside dates and copied texts.
    .replace(/\p{Cf}/gu, '')
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

/** The separator with the most usual names in a line, else the one that occurs most often outside quotes. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, (quoted) => quoted.replace(/[,;\t|\r\n]/g, ' '))
    .split(/\r\n|\n|\r/, max_above)
  const most = (by: string, of: (cells: string[]) => number) =>
    lines.reduce((max, line) => Math.max(max, of(line.split(by))), 0)
  const named = (cells: string[]) => cells.filter((cell) => usualColumn(cell) !== undefined).length
  const marks = [',', ';', '\t', '|'].map((by) => ({
    by,
    names: most(by, (cells) => (cells.length < 2 ? 0 : named(cells))),
    cells: most(by, ({ length }) => length),
  }))
  return marks.toSorted((a, b) => b.names - a.names || b.cells - a.cells)[0]!.by
}
