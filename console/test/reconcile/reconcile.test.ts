/**
 * Reads the platform's export: encodings, columns, words, times and their zone, rows that cannot be read.
 * Long because exports have many forms.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daysBetween, offsetOfFile, periodOf, timeReader } from '#src/pages/business/reconcile/file-time.ts'
import {
  guessColumns,
  guessTypes,
  kept,
  offsetKept,
  wordsIn,
  type Mapping,
} from '#src/pages/business/reconcile/guess-mapping.ts'
import { reconcile } from '#src/pages/business/reconcile/reconcile.ts'
import { decode, isDocument, tableOf } from '#src/pages/business/reconcile/read-file.ts'
import { knownIn, recordsOf, uuidsOf } from '#src/pages/business/reconcile/records.ts'
import { deviceZone } from '#src/stores/device-zone.ts'
import { sentEvent } from '#test/reconcile/compared.ts'

beforeEach(() => deviceZone.set('Asia/Shanghai'))
afterEach(() => deviceZone.set(''))

/** 時間,車牌,類型 in Big5. */
const big5 = Uint8Array.from(Buffer.from('aec9b6a12ca8aeb5502cc3feabac0a', 'hex'))

const timeOf = (cell: string, offset: number | null) => timeReader(offset)(cell)
const utf16 = (text: string) => Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
/** 车牌,时间 in GBK. */
const gbk = Uint8Array.from([0xb3, 0xb5, 0xc5, 0xc6, 0x2c, 0xca, 0xb1, 0xbc, 0xe4])

test('a file in UTF-8, UTF-16 or GBK is decoded', () => {
  expect(decode(new TextEncoder().encode('车牌,时间'))).toBe('车牌,时间')
  expect(decode(utf16('车牌,时间'))).toBe('车牌,时间')
  expect(decode(gbk)).toBe('车牌,时间')
  expect(decode(big5)).toBe('時間,車牌,類型\n')
  // Without a byte order mark.
  expect(decode(utf16('时间,a').subarray(2))).toBe('时间,a')
  expect(decode(utf16('时间,a').subarray(2).reverse())).toBe('a,间时')
})

test('a workbook, a page or a PDF is no table in text, whatever its name is', () => {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
  for (const start of [
    'PK\x03\x04\x14\0',
    '\xd0\xcf\x11\xe0\xa1\xb1',
    '%PDF-1.7',
    '\r\n<html xmlns:x="urn:schemas-microsoft-com:office:excel">',
    '\xef\xbb\xbf<table>',
    '<?xml version="1.0"?><Workbook>',
  ])
    expect(isDocument(bytes(start))).toBe(true)
  for (const table of [utf16('车牌,时间'), gbk, big5, bytes('PK,time\n1,2'), bytes('"<a>",b\n')])
    expect(isDocument(table)).toBe(false)
})

test.each([',', ';', '\t', '|'])('cells are separated by %j', (by) => {
  expect(tableOf(['uuid', 'time'].join(by) + '\n' + ['u1', '"2026-11-23, 08:30"'].join(by))).toEqual({
    header: ['uuid', 'time'],
    rows: [{ line: 2, cells: ['u1', '2026-11-23, 08:30'] }],
  })
})

test('what a spreadsheet adds to a file is no part of its cells', () => {
  const text =
    'sep=;\r\n停车平台导出\r\n时间;时间;泊位\r\n="2026-11-23 08:30:00";"two\nlines";\'001\r\nx;y;z\r\n'
  expect(tableOf(text)).toEqual({
    header: ['时间', '时间 (2)', '泊位'],
    rows: [
      { line: 4, cells: ['2026-11-23 08:30:00', 'two\nlines', '001'] },
      // The line in the file: the quoted cell above has a line end.
      { line: 6, cells: ['x', 'y', 'z'] },
    ],
  })
})

test('cells are separated by commas, semicolons or tabs; quotes and empty lines are handled', () => {
  for (const by of [',', ';', '\t']) {
    const table = tableOf(`\ufeff时间${by}泊位\r\n\r\n2026-11-23 08:30:00${by}"A${by}01"\r\n`)
    expect(table?.header).toEqual(['时间', '泊位'])
    expect(table?.rows).toEqual([{ line: 3, cells: ['2026-11-23 08:30:00', `A${by}01`] }])
  }
  expect([tableOf(''), tableOf('one column\n1\n2'), tableOf('a,b\n')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  ['2026-11-23 08:30:00', '2026-11-23T00:30:00.000Z'],
  ['2026/11/23 8:30', '2026-11-23T00:30:00.000Z'],
  ['2026年11月23日 08:30:15', '2026-11-23T00:30:15.000Z'],
  ['2026-11-23T08:30:00+08:00', '2026-11-23T00:30:00.000Z'],
  ['2026-11-22T19:00:00-0530', '2026-11-23T00:30:00.000Z'],
  ['2026-11-23T00:30:00.123Z', '2026-11-23T00:30:00.000Z'],
  ['1795393800', '2026-11-23T00:30:00.000Z'],
  ['1795393800000', '2026-11-23T00:30:00.000Z'],
  ['20261123083000', '2026-11-23T00:30:00.000Z'],
  ['46349.35416667', '2026-11-23T00:30:00.000Z'],
  ['2026-11-23 08:30:00 +08:00', '2026-11-23T00:30:00.000Z'],
  ['2026-11-23 09:30:00+09', '2026-11-23T00:30:00.000Z'],
  ['2026-11-23 00:30:00 UTC', '2026-11-23T00:30:00.000Z'],
  ['2026-11-23 08:30:00 GMT+8', '2026-11-23T00:30:00.000Z'],
  ['2026/11/23 08:30:00 PM', '2026-11-23T12:30:00.000Z'],
  ['2026/11/23 12:30:00 am', '2026-11-22T16:30:00.000Z'],
  ['2026/11/23 下午 08:30:00', '2026-11-23T12:30:00.000Z'],
  ['2026/11/23 上午 08:30', '2026-11-23T00:30:00.000Z'],
  ['115/11/23 08:30:00', '2026-11-23T00:30:00.000Z'],
  ['民國115年11月23日 下午12時30分15秒', '2026-11-23T04:30:15.000Z'],
  ['２０２６／１１／２３　０８：３０', '2026-11-23T00:30:00.000Z'],
])('%s is read as a time', (cell, at) => {
  expect(new Date(timeOf(cell, null)!).toISOString()).toBe(at)
})

test('a time without an offset is read with the offset of the file', () => {
  expect(timeOf('2026-11-23 00:30:00', 0)).toBe(timeOf('2026-11-23 08:30:00', null))
  expect(timeOf('2026-11-23T00:30:00Z', 540)).toBe(timeOf('2026-11-23 00:30:00', 0))
})

test.each([
  '',
  '1.79539E+12',
  '45984.354',
  '23/11/2026 08:30',
  '2026-13-45 08:30:00',
  'yesterday',
  '2026-11-23 13:30 PM',
  '2026-11-238:30',
  '115/02/30 08:30',
  '2026-11-23 24:30:00',
])('%j is not a time', (cell) => expect(timeOf(cell, null)).toBeUndefined())

test('the zone is found by known events, unless they disagree or are too few', () => {
  const noon = Date.UTC(2026, 10, 23, 4)
  const utc = [0, 1, 2].map((hour) => ({
    cell: `2026-11-23 0${4 + hour}:00:00`,
    event_ms: noon + hour * 3_600_000,
  }))
  const cells = utc.map(({ cell }) => cell)
  expect(offsetOfFile(cells, utc)).toEqual({ offset: 0, rows: 3 })
  const local = utc.map(({ event_ms }, n) => ({ cell: `2026-11-23 ${12 + n}:00:00`, event_ms }))
  expect(offsetOfFile(cells, local)).toEqual({ offset: null, rows: 3 })
  // A row whose time was edited does not change the zone of the others.
  const edited = { cell: '2026-11-23 05:17:00', event_ms: noon }
  expect(offsetOfFile(cells, [...utc, edited])).toEqual({ offset: 0, rows: 3 })
  expect(offsetOfFile(cells, utc.slice(0, 1))).toBeUndefined()
  expect(offsetOfFile(cells, [utc[0]!, local[1]!])).toBeUndefined()
  expect(offsetOfFile(cells, [])).toBeUndefined()
  expect(offsetOfFile(['1795393800', '2026-11-23T00:30:00Z'], [])).toBe('not_needed')
})

test('a file covers whole days, and the last one only until the file was made', () => {
  const [first, last] = [timeOf('2026-11-23 08:30:00', null)!, timeOf('2026-11-25 06:00:00', null)!]
  const made = timeOf('2026-11-25 07:00:00', null)!
  expect(periodOf([last, first], made + 86_400_000 * 9)).toEqual({
    start: '2026-11-23 00:00:00',
    end: '2026-11-25 23:59:59',
  })
  expect(periodOf([first, last], made)?.end).toBe('2026-11-25 07:00:00')
  expect(periodOf([], made)).toBeUndefined()
  expect(daysBetween(first, last)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25'])
})

const id = (n: number) => `0190a1b2-0000-7000-8000-00000000000${n}`
const table = tableOf(
  [
    '事件编号,事件时间,事件类型,泊位编号,车牌号码,金额',
    `${id(1)},2026-11-23 08:30:00,驶入,A01,粤B12345,0`,
    `${id(2).toUpperCase()},2026-11-23 23:58:00,驶离,A01,粤B12345,5`,
    '1.2E+18,2026-11-23 09:00:00,驶入,A02,粤B1,0',
    ',bad,驶入,A02,粤B1,0',
    `${id(5)},bad,驶入,A02,粤B1,0`,
    `${id(6)},2026-11-23 09:00:00,心跳,A02,,0`,
  ].join('\n'),
)!
const mappingOf = (of = table, more: Partial<Mapping> = {}): Mapping => ({
  columns: guessColumns(of, null),
  types: guessTypes(of, guessColumns(of, null).event_type, null, []).map(({ word, event_type = null }) => ({
    word,
    event_type,
  })),
  utc_offset: null,
  ...more,
})

test('columns and words are found by their names, by the last mapping, or by known events', () => {
  const columns = guessColumns(table, null)
  const empty = { exit_time: '', length: '', exit_uuid: '' }
  expect(columns).toEqual({
    ...empty,
    uuid: '事件编号',
    time: '事件时间',
    event_type: '事件类型',
    lot_no: '泊位编号',
    plate_number: '车牌号码',
  })
  const types = guessTypes(table, columns.event_type, null, [])
  expect(types).toEqual([
    { word: '驶入', event_type: 1 },
    { word: '驶离', event_type: 3 },
    { word: '心跳', event_type: undefined },
  ])
  const last = mappingOf(table, {
    columns: { ...columns, plate_number: '金额' },
    types: [
      { word: '心跳', event_type: null },
      { word: '走了', event_type: 3 },
    ],
  })
  expect(guessColumns(table, last).plate_number).toBe('金额')
  expect(guessTypes(table, '事件类型', last, [])[2]).toEqual({ word: '心跳', event_type: null })
  // A word that this file lacks is still known for the next one.
  expect(kept(last, mappingOf()).types).toContainEqual({ word: '走了', event_type: 3 })
})

const typesOf = (...words: string[]) => {
  const of = tableOf(['type,x', ...words.map((word) => `${word},1`)].join('\n'))!
  return guessTypes(of, 'type', null, []).map(({ event_type }) => event_type)
}

test('an exit has many words; numbers count as our codes only if exits are among them', () => {
  expect(typesOf('驶离', '离场', '出场', '離場', '駛離', 'Out', 'exit', 'LEAVE')).toEqual(Array(8).fill(3))
  expect(typesOf('车辆离场', '車輛出場', 'ＯＵＴ', '出', 'check-out')).toEqual(Array(5).fill(3))
  expect(typesOf('车辆入场', '進', 'Check in', 'ENTER')).toEqual(Array(4).fill(1))
  expect(typesOf('1', '3')).toEqual([1, 3])
  expect(typesOf('1', '2')).toEqual([undefined, undefined])
  expect(typesOf('0', '1')).toEqual([undefined, undefined])
  const numbers = tableOf(`uuid,time,type\n${id(1)},x,1\n${id(2)},x,2`)!
  const known = new Map([
    [id(1), { event_ms: 0, event_type: 1 }],
    [id(2), { event_ms: 0, event_type: 3 }],
  ])
  const { types } = knownIn(numbers, guessColumns(numbers, null), known)
  expect(guessTypes(numbers, 'type', null, types).map(({ event_type }) => event_type)).toEqual([1, 3])
})

test('known rows that contradict the meaning of a number or a word leave it to the user', () => {
  const typed = (
    rows: readonly (readonly [word: string, event_type: number])[],
    last: Mapping | null = null,
  ) => {
    const of = tableOf(['type,x', ...rows.map(([word]) => `${word},1`)].join('\n'))!
    const known = rows.map(([word, event_type]) => ({ word, event_type }))
    return Object.fromEntries(
      guessTypes(of, 'type', last, known).map(({ word, event_type }) => [word, event_type]),
    )
  }
  // Their 2 is an exit, so their 3 is not ours.
  expect(typed([...Array(3).fill(['1', 1] as const), ['2', 3], ['3', 8]])).toEqual({ 1: 1, 2: 3, 3: 8 })
  // The reverse of ours.
  expect(
    typed([
      ['3', 1],
      ['1', 3],
    ]),
  ).toEqual({ 3: 1, 1: 3 })
  // Entries of any kind are no contradiction, and one row of several may simply be wrong.
  expect(
    typed([
      ['1', 0],
      ['1', 9],
      ['3', 3],
      ['3', 3],
      ['3', 1],
    ]),
  ).toEqual({ 1: 1, 3: 3 })
  expect(typed([['in', 3]])).toEqual({ in: undefined })
  const last = mappingOf(table, { types: [{ word: '走了', event_type: 1 }] })
  expect(typed([['走了', 3]], last)).toEqual({ 走了: undefined })
})

test('a column with more than 50 words, or with sentences, holds no types', () => {
  const wordsOf = (words: readonly string[]) =>
    wordsIn(tableOf(['type,x', ...words.map((word) => `${word},1`)].join('\n'))!, 'type')
  const numbered = Array.from({ length: 51 }, (_, n) => `word ${n}`)
  expect(wordsOf(numbered.slice(0, 50))).toHaveLength(50)
  expect(wordsOf(numbered)).toBeUndefined()
  expect(wordsOf(['驶入', '长'.repeat(101)])).toBeUndefined()
})

test('rows become records; what is unreadable or not compared is counted', () => {
  const file = recordsOf(table, mappingOf())
  expect(
    file.records.map(({ line, uuid, event_type, time_ms }) => [line, uuid, event_type, time_ms === null]),
  ).toEqual([
    [2, id(1), 1, false],
    [3, id(2), 3, false],
    [6, id(5), 1, true],
  ])
  expect(file.faults).toMatchObject([
    { line: 4, what: 'rounded', cell: '1.2E+18' },
    { line: 5, what: 'time', cell: 'bad' },
  ])
  expect([...file.not_compared]).toEqual([['心跳', 1]])
  expect(file.total).toBe(6)
  expect(uuidsOf(table, '事件编号', 2)).toHaveLength(2)
})

test('a day of a spreadsheet is exact if any day of the file is, also in another column', () => {
  const rows = tableOf('lot,in,out\n30001,46349.3325,46349.51251157407\n30002,46350,46350.25\n')!.rows
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['30001', '46349.33250', '46349.51251157407'],
    ['30002', '46350.00000', '46350.25000'],
  ])
  expect(tableOf('in,out\n46349.5,46349.75\n')!.rows[0]!.cells).toEqual(['46349.5', '46349.75'])
  const many = tableOf('in,out\n' + '46349.51251157407,46349.75\n'.repeat(200_000))!.rows
  expect(many.at(-1)!.cells).toEqual(['46349.51251157407', '46349.75000'])
})

// The forms are those of Excel and of SheetJS 0.18.5, which reads the plate MAY-2021 of a CSV file as a date.
test('a plate or lot that a spreadsheet took for a date or a number is not held against the event', () => {
  const cells = [
    'May-21',
    '1-May-21',
    '2021/5/1',
    '2021-05-01 00:00:00',
    '2021年5月1日',
    '0.00E+00',
    '1.2E+06',
  ]
  const plates = ['MAY-2021', 'JAN-123', '5E-1234', '1234-E5', '12-3456', '粤B12345', 'E5-1234']
  const rows = [...cells, ...plates].map((plate, n) => `3月12日,${plate},2026-11-23 08:${10 + n}:00,1`)
  const table = tableOf(['lot_no,plate_number,event_time,event_type', ...rows].join('\n'))!
  const columns = guessColumns(table, null)
  const file = recordsOf(table, { columns, types: [{ word: '1', event_type: 1 }], utc_offset: null })
  expect(file.records.map(({ plate_number }) => plate_number)).toEqual([...cells.map(() => null), ...plates])
  const from_ms = Date.parse('2026-11-23T00:00:00+08:00')
  const events = file.records.map(({ time_ms, plate_number }, n) =>
    sentEvent(n, {
      event_ms: time_ms!,
      event_type: 1,
      lot_no: '3-12',
      plate_number: plate_number ?? 'MAY-2021',
    }),
  )
  const to_ms = from_ms + 86_400_000
  const result = reconcile({ file, events, deleted: [], from_ms, to_ms, total: events.length })
  expect(result.file.terms).toMatchObject({ equal: rows.length, different: 0, unknown: 0 })
  expect(result.overwritten_plates).toBe(cells.length)
})

test('a file with one row a stay has an entry and an exit in each row', () => {
  const stays = tableOf(
    [
      '订单号,泊位,车牌,驶入时间,驶离时间',
      '77,A01,粤B12345,2026-11-23 08:30:00,2026-11-23 09:30:00',
      '78,A01,粤B54321,2026-11-23 10:00:00,',
      '79,A02,粤B54321,2026-11-23 10:00:00,?',
    ].join('\n'),
  )!
  const file = recordsOf(stays, mappingOf(stays))
  expect(file.records.map(({ line, event_type }) => [line, event_type])).toEqual([
    [2, 1],
    [2, 3],
    [3, 1],
    [4, 1],
  ])
  expect([file.without_exit, file.total]).toEqual([1, 6])
  expect(file.faults).toMatchObject([{ line: 4, what: 'exit_time', cell: '?' }])
})

test('a zone is asked again if the file before named its offsets or had other columns', () => {
  const last = mappingOf()
  expect(offsetKept(table, last)).toBeNull()
  expect(offsetKept(table, { ...last, utc_offset: undefined })).toBeUndefined()
  expect(offsetKept(tableOf('a,b\n1,2')!, last)).toBeUndefined()
  expect(offsetKept(table, null)).toBeUndefined()
})

test('a uuid is the same without dashes, in braces and in capitals', () => {
  const written = [id(1).replaceAll('-', ''), `{${id(1).toUpperCase()}}`, id(1)]
  const own = tableOf(['uuid,time', ...written.map((one) => `${one},2026-11-23 08:30:00`)].join('\n'))!
  expect(recordsOf(own, mappingOf(own)).records.map(({ uuid }) => uuid)).toEqual(Array(3).fill(id(1)))
  expect(uuidsOf(own, 'uuid', 9)).toEqual([id(1)])
})

test("a column of the platform's own numbers does not identify events", () => {
  const own = tableOf('id,time,type,lot\n1001,2026-11-23 08:30:00,in,A01')!
  expect(recordsOf(own, mappingOf(own)).records).toMatchObject([{ uuid: '', plate_number: null }])
})

test('no bytes crash the reader, and every row is counted', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const wild = tableOf(decode(bytes))
      if (!wild) return
      const columns = guessColumns(wild, null)
      const file = recordsOf(wild, { ...mappingOf(wild), columns: { ...columns, time: wild.header[0]! } })
      const skipped = [...file.not_compared.values(), file.without_exit].reduce((sum, n) => sum + n, 0)
      expect(file.records.length + file.faults.length + skipped).toBe(file.total)
    }),
  )
})
