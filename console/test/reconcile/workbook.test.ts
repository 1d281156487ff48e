/**
 * Workbooks of real programs (`workbooks/README.md`), and ones made here: large, damaged, with odd numbers.
 * Long because each form is written here.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSheets } from '#src/pages/business/reconcile/read-sheets.ts'
import { readMarkup } from '#src/pages/business/reconcile/workbook/markup.ts'
import { builtIn, formatOf, numberText } from '#src/pages/business/reconcile/workbook/number-text.ts'
import { deviceZone } from '#src/stores/device-zone.ts'
import { compared, day_events, termsOfDay, the_day } from '#test/reconcile/compared.ts'

beforeEach(() => deviceZone.set('Asia/Shanghai'))
afterEach(() => deviceZone.set(''))

const folder = join(import.meta.dirname, 'workbooks')
const fileOf = (name: string) => new Uint8Array(readFileSync(join(folder, name)))

test.for([
  ['openpyxl-titles.xlsx', 'events'],
  ['openpyxl-1904.xlsx', 'stays'],
  ['openpyxl-iso.xlsx', 'events'],
  ['strict.xlsx', 'events'],
  ['commons-compress-zip64.xlsx', 'events'],
  ['xlsxwriter-inline.xlsx', 'stays'],
  ['xlsxwriter-formulas.xlsx', 'events'],
  ['xlsxwriter-lengths.xlsx', 'stays'],
  ['exceljs-stream.xlsx', 'stays'],
  ['exceljs-merged.xlsx', 'stays'],
  ['exceljs-table.xlsx', 'stays'],
  ['xlsx-populate.xlsx', 'stays'],
  ['write-excel-file.xlsx', 'stays'],
  ['excel4node.xlsx', 'stays'],
  ['hucre.xlsx', 'stays'],
  ['sheetjs-text.xlsx', 'events'],
  ['sheetjs-taiwan.xlsx', 'stays'],
  ['sheetjs-page.xls', 'events'],
  ['sheetjs-2003.xls', 'stays'],
  ['libreoffice.xlsx', 'events'],
  ['libreoffice-1904.xlsx', 'stays'],
  ['libreoffice-page.xls', 'events'],
  ['gnumeric.xlsx', 'events'],
  ['gnumeric-page.xls', 'events'],
] as const)('%s: the differences found are those made', async ([name, rows]) => {
  const { sheets, wrong } = await readSheets(fileOf(name))
  expect(wrong).toBeUndefined()
  const result = compared(sheets![0]!.table, day_events, the_day)
  expect(result.unmapped).toEqual([])
  expect([result.file.closes, result.device.closes, result.foreign]).toEqual([true, true, false])
  expect({ ...result.file.terms, ...result.device.terms }).toEqual(termsOfDay(rows === 'stays'))
})

test.each([
  ['xlsx-populate-password.xlsx', 'password'],
  ['sheetjs-biff8.xls', 'old'],
  ['sheetjs-biff2.xls', 'old'],
  ['sheetjs.xlsb', 'archive'],
  ['sheetjs.ods', 'archive'],
])('%s is refused: %s', async (name, wrong) => {
  expect(await readSheets(fileOf(name))).toEqual({ wrong })
})

test('other sheets and rows that are not shown are counted', async () => {
  const { sheets = [] } = await readSheets(fileOf('xlsxwriter-inline.xlsx'))
  expect(sheets.map(({ name, hidden_rows, table }) => [name, hidden_rows, table.rows.length])).toEqual([
    ['11-23', 1, 4],
    ['11-22', 0, 1],
  ])
  // A sheet that is not shown comes last, whatever its header says.
  const merged = await readSheets(fileOf('exceljs-merged.xlsx'))
  expect(merged.sheets?.map(({ name }) => name)).toEqual(['停车', '字典'])
})

const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`)
/** A workbook of one sheet; `parts` replace its files. */
function workbook(rows: string, parts: Record<string, string> = {}): Uint8Array<ArrayBuffer> {
  const files = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="1" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/>' +
      '<Relationship Id="b" Type="x/styles" Target="styles.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="000"/></numFmts>' +
      `<cellXfs>${[0, 22, 164, 11, 17].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>` +
      '</styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  }
  return new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, of]) => [name, xml(of)]))),
  )
}
const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const head = `<row>${['泊位', '车牌', '事件时间', '类型'].map(textCell).join('')}</row>`

test('a large workbook is read in pieces: the page can work in between', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, n) =>
      `<row><c s="2"><v>${n % 9}</v></c>${textCell(`粤B${10_000 + n}`)}` +
      `<c s="1"><v>${46_349 + n / 86_400}</v></c>${textCell('进')}</row>`,
  )
  let turns = 0
  let next = setTimeout(function turn() {
    turns += 1
    next = setTimeout(turn)
  })
  const { sheets } = await readSheets(workbook(head + rows.join('')))
  clearTimeout(next)
  expect(sheets?.[0]?.table.rows).toHaveLength(20_000)
  expect(sheets?.[0]?.table.rows.at(-1)).toEqual({
    line: 20_001,
    cells: ['001', '粤B29999', '2026-11-23 05:33:19', '进'],
  })
  expect(turns).toBeGreaterThan(1)
})

test('numbers, formulas and plates that a spreadsheet changed are shown as what they are', async () => {
  const cell = (style: number, value: string, more = '') => `<c s="${style}"${more}><v>${value}</v></c>`
  const { sheets } = await readSheets(
    workbook(
      `${head}<row r="7">` +
        `${cell(0, '3.0')}${cell(3, '0')}<c r="D7" t="str"><f>A1&amp;"x"</f><v/></c>` +
        `${cell(0, '1', ' t="b"')}</row>` +
        `<row>${cell(4, '44317')}${cell(0, '12345678901234567890')}${cell(1, '0')}` +
        `${textCell('a_x000D_&#20837;')}</row>` +
        '<row><c t="e"><v>#N/A</v></c><c><f>B2*2</f></c><c t="d"><v>2026-11-23T08:30:00Z</v></c></row>',
    ),
  )
  expect(sheets?.[0]?.table.rows).toEqual([
    { line: 7, cells: ['3', '0.00E+00', '', '=A1&"x"', 'TRUE'] },
    { line: 8, cells: ['2021-05-01', '1.2345678901234567E+19', '0', 'a\r入'] },
    { line: 9, cells: ['#N/A', '=B2*2', '2026-11-23 08:30:00Z'] },
  ])
})

test.each([
  ['yyyy-mm-dd hh:mm:ss', 46_349.354_166_666_664, '2026-11-23 08:30:00'],
  // Without seconds it is any time of its minute, unless the number has some.
  ['yyyy/m/d h:mm;@', 46_349.354_166_666_664, '2026-11-23 08:30'],
  ['yyyy/m/d h:mm;@', 46_349.354_2, '2026-11-23 08:30:03'],
  ['yyyy"年"m"月"d"日"', 46_349, '2026-11-23'],
  ['yyyy-mm-dd', 46_349.5, '2026-11-23 12:00'],
  ['[$-404]e/m/d', 46_349, '2026-11-23'],
  ['[DBNum1][$-804]yyyy"年"m"月"d"日";@', 46_349, '2026-11-23'],
  ['[$-F400]h:mm:ss\\ AM/PM', 0.999_988_425_925_926, '23:59:59'],
  ['上午/下午h"时"mm"分"', 0.75, '18:00'],
  ['h:mm:ss', 46_349.25, '2026-11-23 06:00:00'],
  ['h:mm', 1.5, '36:00'],
  ['[h]:mm', 1.107_638_888_888_889, '26:35'],
  ['[mm]:ss', 0.051_388_888_888_888_89, '01:14:00'],
  ['yyyy-mm-dd hh:mm:ss', 0, '0'],
  ['yyyy-mm-dd', -1, '-1'],
  ['yyyy-mm-dd', 9_999_999, '9999999'],
  ['000', 7, '007'],
  ['General', 1.5, '1.5'],
  ['G/通用格式', 46_349, '46349'],
  ['#,##0.00_ ;[Red]\\-#,##0.00\\ ', 12.5, '12.5'],
  ['"共"0"天"', 3, '3'],
  ['0.00E+00', 5e-7, '5.00E-07'],
  ['@', 12, '12'],
])('%s shows %d as %s', (code, value, text) => {
  expect(numberText(value, formatOf(code), 0)).toBe(text)
})

test.each([14, 22, 27, 30, 31, 36, 50, 57, 58])('the format %d of every workbook is a date', (id) => {
  expect(numberText(46_349.5, formatOf(builtIn(id)), 0)).toBe('2026-11-23 12:00')
  expect(numberText(46_349.5 - 1_462, formatOf(builtIn(id)), 1_462)).toBe('2026-11-23 12:00')
})

/** A workbook whose sheet is already packed: blocks of spaces, `times` in a row. */
function bomb(times: number): Uint8Array<ArrayBuffer> {
  const block = deflateRawSync(Buffer.alloc(8 * 1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([...Array.from({ length: times }, () => block), Buffer.from([3, 0])])
  const own = workbook(head, { 'xl/worksheets/sheet1.xml': '' })
  const list = Buffer.from(own)
  // The list of the archive names the first byte of each file: the new one lies at the end.
  const at = list.lastIndexOf('xl/worksheets/sheet1.xml') - 46
  const local = Buffer.concat([list.subarray(0, 4), Buffer.alloc(26)])
  const [start, end] = [list.readUInt32LE(list.length - 6), list.length - 22]
  const moved = Buffer.from(list.subarray(start))
  moved.writeUInt16LE(8, at - start + 10)
  moved.writeUInt32LE(packed.length, at - start + 20)
  moved.writeUInt32LE(start, at - start + 42)
  moved.writeUInt32LE(start + local.length + packed.length, end - start + 16)
  return new Uint8Array(Buffer.concat([list.subarray(0, start), local, packed, moved]))
}

test('a workbook that unpacks to more than fits is refused', async () => {
  expect(await readSheets(bomb(1))).toEqual({ wrong: 'no_table' })
  expect(await readSheets(bomb(70))).toEqual({ wrong: 'large' })
  const wide = Array.from({ length: 700 }, (_, n) => `<row><c r="XFD${n + 1}"><v>1</v></c></row>`)
  expect(await readSheets(workbook(wide.join('')))).toEqual({ wrong: 'large' })
})

test('other archives and damaged files are refused', async () => {
  expect(await readSheets(new Uint8Array(zipSync({ 'day.csv': xml('a,b') })))).toEqual({ wrong: 'archive' })
  expect(await readSheets(strToU8('PK\u0003\u0004workbook'))).toEqual({ wrong: 'damaged' })
  expect(await readSheets(strToU8('%PDF-1.7'))).toEqual({ wrong: 'document' })
  expect(await readSheets(strToU8('<html><body>请登录</body></html>'))).toEqual({ wrong: 'document' })
  const whole = fileOf('openpyxl-titles.xlsx')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      fc.option(fc.nat(whole.length)),
      async (changes, cut) => {
        const bytes = whole.slice(0, cut ?? whole.length)
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
        const { sheets, wrong } = await readSheets(bytes)
        expect(sheets === undefined).toBe(wrong !== undefined)
      },
    ),
    { numRuns: 300 },
  )
})

test('markup means the same however it is cut into pieces', async () => {
  const whole =
    '<?xml version="1.0"?><!-- <no> --><a:table x="1>2" y=\'"\'><tr><td n=3>a &amp; b &lt;5 < 6</td>' +
    '<td><![CDATA[<raw>]]></td><td/></tr><!DOCTYPE x></a:table>&#x4eac;'
  const seen = async (pieces: readonly string[]) => {
    const all: string[] = []
    await readMarkup(pieces, {
      open: (name, attributes) => all.push(`<${name} ${JSON.stringify(attributes())}>`),
      close: (name) => all.push(`</${name}>`),
      text: (text) => all.push(text),
    })
    return all.join('')
  }
  const expected =
    '<table {"x":"1>2","y":"\\""}><tr {}><td {"n":"3"}>a & b <5 < 6</td>' +
    '<td {}><raw></td><td {}></td></tr></table>京'
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 12 }), async (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
      expect(await seen(at.slice(1).map((to, n) => whole.slice(at[n], to)))).toBe(expected)
    }),
    { numRuns: 300 },
  )
})

test('a page with tables inside of tables, spans and styles is read', async () => {
  const page =
    '<meta charset="utf-8"><style>td{mso-number-format:"\\@"}</style><table><tr><td>查询结果<table border=1>' +
    '<tr><th rowspan=2>泊位<th rowspan=2>车牌<th colspan=2>时间</tr><tr><td>入场<td>出场</tr>' +
    "<tr><td rowspan=2 style='vnd.ms-excel.numberformat:@'>001<td>粤B12345" +
    '<td>2026-11-23<br>08:30:00<td>&nbsp;</tr>' +
    '<tr><td>粤B54321</td><td>2026-11-23 09:30:00</td></tr></table></td></tr></table>'
  const { sheets } = await readSheets(strToU8(page) as Uint8Array<ArrayBuffer>)
  expect(sheets?.[0]?.table).toEqual({
    header: ['泊位', '车牌', '入场时间', '出场时间'],
    rows: [
      { line: 3, cells: ['001', '粤B12345', '2026-11-23 08:30:00', ''] },
      { line: 4, cells: ['001', '粤B54321', '2026-11-23 09:30:00'] },
    ],
  })
})
