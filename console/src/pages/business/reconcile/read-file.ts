/** Reads the platform's export: detects its encoding and separator and returns its cells as text. */
import Papa from 'papaparse'

export const max_file_bytes = 64 * 1024 * 1024

export type Table = {
  readonly header: readonly string[]
  /** Without the header. `line` is the line in the file, from 1. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

/**
 * UTF-8, UTF-16 with a byte order mark, otherwise GB18030 (which includes GBK), which spreadsheets use for
 * Chinese. Never throws: bytes that are not text in any of them become replacement characters.
 */
export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** The table in a text; undefined without a header of at least two columns, or without rows. */
export function tableOf(text: string): Table | undefined {
  const plain = text.replace(/^\ufeff/, '')
  const head = plain.split(/\r?\n/).find((one) => one.trim() !== '') ?? ''
  const { data } = Papa.parse<string[]>(plain, { delimiter: separatorOf(head) })
  const lines = data.map((cells, at) => ({ line: at + 1, cells: cells.map((cell) => cell.trim()) }))
  const [first, ...rows] = lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (!first || first.cells.length < 2 || rows.length === 0) return undefined
  return { header: first.cells, rows }
}

/** The separator that occurs most often in the header; a comma if there is none. */
function separatorOf(header: string): string {
  const count = (by: string) => header.split(by).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0]!
}
