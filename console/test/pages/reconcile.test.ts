/** Reads the platform's export: encodings, separators, spreadsheet formats, times in the device's zone. */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daysOf, guessColumns, guessTypes, rowsOf, timeOf } from '#src/pages/business/reconcile/map-rows.ts'
import { decode, tableOf } from '#src/pages/business/reconcile/read-file.ts'
import { deviceZone } from '#src/stores/device-zone.ts'

beforeEach(() => deviceZone.set('Asia/Shanghai'))
afterEach(() => deviceZone.set(''))

const utf16 = (text: string) => Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
/** 车牌,时间 in GBK. */
const gbk = Uint8Array.from([0xb3, 0xb5, 0xc5, 0xc6, 0x2c, 0xca, 0xb1, 0xbc, 0xe4])

test('a file in UTF-8, UTF-16 or GBK is decoded', () => {
  expect(decode(new TextEncoder().encode('车牌,时间'))).toBe('车牌,时间')
  expect(decode(utf16('车牌,时间'))).toBe('车牌,时间')
  expect(decode(gbk)).toBe('车牌,时间')
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
  ['2026-11-23T00:30:00.123Z', '2026-11-23T00:30:00.000Z'],
  ['1795393800', '2026-11-23T00:30:00.000Z'],
  ['1795393800000', '2026-11-23T00:30:00.000Z'],
])('%s is read as a time', (cell, at) => {
  expect(new Date(timeOf(cell)!).toISOString()).toBe(at)
})

test.each(['', '1.79539E+12', '45984.354', '23/11/2026 08:30', '2026-13-45 08:30:00', 'yesterday'])(
  '%j is not a time',
  (cell) => expect(timeOf(cell)).toBeUndefined(),
)

const table = tableOf(
  [
    '事件编号,事件时间,事件类型,泊位编号,车牌号码,金额',
    'u-1,2026-11-23 08:30:00,入场,A01,粤B12345,0',
    'u-2,2026-11-23 23:58:00,出场,A01,粤B12345,5',
    '1.2E+18,2026-11-23 09:00:00,入场,A02,粤B1,0',
    'u-4,bad,入场,A02,粤B1,0',
    'u-5,2026-11-23 09:00:00,心跳,A02,,0',
  ].join('\n'),
)!

test('columns and types are found by their names, or by the last mapping', () => {
  const columns = guessColumns(table, null)
  expect(columns).toEqual({
    uuid: '事件编号',
    time: '事件时间',
    event_type: '事件类型',
    lot_no: '泊位编号',
    plate_number: '车牌号码',
  })
  const types = guessTypes(table, columns.event_type, null)
  expect(types).toEqual([
    { word: '入场', event_type: 1 },
    { word: '出场', event_type: 3 },
    { word: '心跳', event_type: null },
  ])
  const last = { columns: { ...columns, plate_number: '金额' }, types: [{ word: '心跳', event_type: 2 }] }
  expect(guessColumns(table, last).plate_number).toBe('金额')
  expect(guessTypes(table, '事件类型', last)[2]).toEqual({ word: '心跳', event_type: 2 })
})

test('rows are read, and unreadable rows are reported by line', () => {
  const columns = guessColumns(table, null)
  const { rows, faults } = rowsOf(table, { columns, types: guessTypes(table, columns.event_type, null) })
  expect(rows.map(({ line, event_type }) => [line, event_type])).toEqual([
    [2, 1],
    [3, 3],
  ])
  expect(faults).toEqual([
    { line: 4, what: 'rounded', cell: '1.2E+18' },
    { line: 5, what: 'time', cell: 'bad' },
  ])
  // The exit two minutes before midnight may belong to an event of the next day.
  expect(daysOf(rows)).toEqual([{ day: '2026-11-23', rows }])
  const next = { ...rows[0]!, line: 9, time_ms: rows[1]!.time_ms + 180_000 }
  expect(daysOf([...rows, next]).map(({ day, rows: of }) => [day, of.map(({ line }) => line)])).toEqual([
    ['2026-11-23', [2, 3, 9]],
    ['2026-11-24', [3, 9]],
  ])
})

test('no bytes crash the reader', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const wild = tableOf(decode(bytes))
      if (!wild) return
      const columns = guessColumns(wild, null)
      const mapping = { columns: { ...columns, time: wild.header[0]! }, types: [] }
      const { rows, faults } = rowsOf(wild, mapping)
      expect(rows.length + faults.length).toBeLessThanOrEqual(wild.rows.length)
    }),
  )
})
