/**
 * The sheets of a workbook (ECMA-376, transitional and strict) as lines of cells. Long because a cell has
 * many forms.
 */
import { readMarkup, type Handler } from './markup.ts'
import { builtIn, formatOf, numberText, type NumberFormat } from './number-text.ts'
import { Refused } from './refused.ts'
import { filesIn, unpackerOf } from './zip.ts'

/** A row of a sheet; `line` is its number, from 1. */
export type Line = { line: number; cells: string[] }
/** `hidden_rows`: rows with content that the program does not show, for example by a filter. */
export type RawSheet = { name: string; is_hidden: boolean; hidden_rows: number; lines: Line[] }
/** Reads a file of the archive; without such a file nothing is reported. */
type Read = (path: string | undefined, on: Partial<Handler>) => Promise<void>

/** More cells than this do not fit into a page. */
const max_cells = 10_000_000
const days_1904 = 1_462

/** The sheets in their order. Throws `Refused`: another archive, a password, damage, or too large. */
export async function sheetsOf(archive: Uint8Array<ArrayBuffer>): Promise<RawSheet[]> {
  const files = filesIn(archive)
  const unpack = unpackerOf(archive)
  const read: Read = async (path, on) => {
    const file = files.get(path?.toLowerCase() ?? '')
    if (file) await readMarkup(unpack(file), { ...silent, ...on })
  }
  const [workbook] = await targetsOf(read, '', 'officedocument')
  const path = workbook?.path ?? 'xl/workbook.xml'
  if (!files.has(path.toLowerCase()) || !path.toLowerCase().endsWith('.xml')) throw new Refused('archive')
  const book: { is_1904: boolean; sheets: { name: string; id: string; is_hidden: boolean }[] } = {
    is_1904: false,
    sheets: [],
  }
  await read(path, {
    open: (tag, attributes) => {
      const { name = '', id = '', state = 'visible', date1904 } = attributes()
      if (tag === 'workbookpr') book.is_1904 ||= date1904 === '1' || date1904 === 'true'
      if (tag === 'sheet') book.sheets.push({ name, id, is_hidden: state !== 'visible' })
    },
  })
  const [styles] = await targetsOf(read, path, 'styles')
  const [strings] = await targetsOf(read, path, 'sharedstrings')
  const sheets = await targetsOf(read, path, 'worksheet')
  const given = {
    shared: await stringsOf(read, strings?.path),
    formats: await formatsOf(read, styles?.path),
    days_before: book.is_1904 ? days_1904 : 0,
  }
  const found: RawSheet[] = []
  let left = max_cells
  for (const { name, id, is_hidden } of book.sheets) {
    const at = sheets.find((one) => one.id === id)?.path
    if (at === undefined) continue
    const sheet = await readSheet(read, at, given, left)
    left -= sheet.cells
    found.push({ name, is_hidden, hidden_rows: sheet.hidden_rows, lines: sheet.lines })
  }
  return found
}

const silent: Handler = { open: () => undefined, close: () => undefined, text: () => undefined }

/** The files of one kind that a file of the archive refers to; kinds of strict files have other roots. */
async function targetsOf(read: Read, of: string, kind: string): Promise<{ id: string; path: string }[]> {
  const slash = of.lastIndexOf('/') + 1
  const [folder, name] = [of.slice(0, slash), of.slice(slash)]
  const found: { id: string; path: string }[] = []
  await read(`${folder}_rels/${name}.rels`, {
    open: (tag, attributes) => {
      const { id = '', type = '', target = '' } = tag === 'relationship' ? attributes() : {}
      if (!type.toLowerCase().endsWith(`/${kind}`)) return
      found.push({ id, path: target.startsWith('/') ? target.slice(1) : joined(folder, target) })
    },
  })
  return found
}

const joined = (folder: string, target: string): string =>
  `${folder}${target}`.replace(/(?<=^|\/)\.\//g, '').replace(/[^/]+\/\.\.\//g, '')

async function stringsOf(read: Read, path: string | undefined): Promise<string[]> {
  const strings: string[] = []
  const text = richText()
  await read(path, {
    open: (tag) => (tag === 'si' ? text.clear() : text.open(tag)),
    close: (tag) => (tag === 'si' ? strings.push(text.whole()) : text.close(tag)),
    text: text.text,
  })
  return strings
}

/** The text of a cell in runs of several fonts, without the sounds that are written above it. */
function richText() {
  let [whole, in_text, in_sound] = ['', false, false]
  return {
    clear: () => (whole = ''),
    whole: () => unescaped(whole),
    open: (tag: string) => {
      in_text ||= tag === 't'
      in_sound ||= tag === 'rph'
    },
    close: (tag: string) => {
      in_text &&= tag !== 't'
      in_sound &&= tag !== 'rph'
    },
    text: (text: string) => {
      if (in_text && !in_sound) whole += text
    },
  }
}

/** `_x000D_` is a character that XML cannot hold. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** The format of each style, by its number. */
async function formatsOf(read: Read, path: string | undefined): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let in_cells = false
  await read(path, {
    open: (tag, attributes) => {
      if (tag === 'cellxfs') in_cells = true
      if (tag !== 'numfmt' && !(tag === 'xf' && in_cells)) return
      const { numfmtid, formatcode = '' } = attributes()
      const id = Number(numfmtid ?? 0)
      if (tag === 'numfmt') codes.set(id, formatcode)
      else formats.push(formatOf(codes.get(id) ?? builtIn(id)))
    },
    close: (tag) => {
      if (tag === 'cellxfs') in_cells = false
    },
  })
  return formats
}

type Given = { shared: readonly string[]; formats: readonly NumberFormat[]; days_before: number }
const plain_number: NumberFormat = { kind: 'number', zeros: 0 }

async function readSheet(read: Read, path: string, { shared, formats, days_before }: Given, most: number) {
  const lines: Line[] = []
  const merged: string[] = []
  let [cells, line, column, is_hidden, hidden_rows, count]: [
    string[],
    number,
    number,
    boolean,
    number,
    number,
  ] = [[], 0, 0, false, 0, 0]
  let [type, style, value, formula, part] = ['', 0, '', '', '']
  const inline = richText()
  const cellText = (): string => {
    if (type === 's') return shared[Number(value)] ?? ''
    if (type === 'inlinestr') return inline.whole()
    // Without its value a formula is shown, because an empty cell would mean something else.
    if (value === '') return formula === '' ? '' : `=${formula}`
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (type === 'str' || type === 'e') return unescaped(value)
    if (type === 'd') return value.replace('T', ' ')
    return numberText(Number(value), formats[style] ?? plain_number, days_before)
  }
  await read(path, {
    open: (tag, attributes) => {
      if (tag === 'c') {
        const { r = '', t = '', s } = attributes()
        column = r === '' ? column + 1 : columnOf(r)
        ;[type, style, value, formula] = [t.toLowerCase(), Number(s ?? 0), '', '']
        inline.clear()
      } else if (tag === 'v' || tag === 'f') part = tag
      else if (tag === 'row') {
        const { r, hidden } = attributes()
        line = r === undefined ? line + 1 : Number(r)
        is_hidden = hidden === '1' || hidden === 'true'
        ;[cells, column] = [[], -1]
      } else if (tag === 'mergecell') merged.push(attributes()['ref'] ?? '')
      else inline.open(tag)
    },
    close: (tag) => {
      if (tag === 'v' || tag === 'f') part = ''
      else if (tag === 'c') {
        const text = cellText()
        if (text !== '') cells[column] = text
      } else if (tag === 'row') {
        count += cells.length
        if (count > most) throw new Refused('large')
        lines.push({ line, cells: Array.from(cells, (cell) => cell ?? '') })
        if (is_hidden && cells.length > 0) hidden_rows += 1
      } else inline.close(tag)
    },
    text: (text) => {
      if (part === 'v') value += text
      else if (part === 'f') formula += text
      else inline.text(text)
    },
  })
  fillDown(lines, merged)
  return { lines, hidden_rows, cells: count }
}

/** The column of `AB12`, from 0. */
function columnOf(place: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(place)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** A cell that is merged over several rows is of each of them. */
function fillDown(lines: readonly Line[], merged: readonly string[]): void {
  const rows = new Map(lines.map((one) => [one.line, one.cells]))
  for (const ref of merged) {
    const [, from = '', first, to, last] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/i.exec(ref) ?? []
    const column = columnOf(from)
    const text = rows.get(Number(first))?.[column]
    if (from !== to || text === undefined) continue
    for (let line = Number(first) + 1; line <= Number(last); line++) {
      const cells = rows.get(line)
      if (!cells || cells.every((cell) => cell === '')) continue
      while (cells.length < column) cells.push('')
      cells[column] = text
    }
  }
}
