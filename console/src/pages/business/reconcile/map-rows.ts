/**
 * Converts rows of the export to the form that the device compares: times parsed, words for types replaced.
 * Pure.
 */
import type { BodyAt } from '#src/core/api.ts'
import { formatDate, momentOf } from '#src/time/time.ts'
import { stampOf, wallOf } from '#src/time/zone.ts'
import type { Table } from './read-file.ts'

export type Mapping = BodyAt<'/api/parking/update_reconcile_mapping'>
export type Column = keyof Mapping['columns']
export type Row = BodyAt<'/api/parking/compare_platform_day'>['rows'][number]
export type RowFault = {
  readonly line: number
  readonly what: 'time' | 'rounded' | 'long'
  readonly cell: string
}

export const columns = ['time', 'uuid', 'event_type', 'lot_no', 'plate_number'] as const

/** Usual names of a column, in lower case, without spaces, dashes and underscores. */
const names: Readonly<Record<Column, readonly string[]>> = {
  time: ['eventtime', 'time', '事件时间', '事件時間', '发生时间', '發生時間', '时间', '時間', 'eventtimestr'],
  uuid: ['uuid', 'eventid', 'eventuuid', '事件编号', '事件編號', '事件id', '流水号', '流水號', 'id'],
  event_type: ['eventtype', 'type', '事件类型', '事件類型', '类型', '類型'],
  lot_no: [
    'lotno',
    'lot',
    'parkingspace',
    '泊位编号',
    '车格编号',
    '車格編號',
    '泊位',
    '車格',
    '泊位号',
    '车位',
  ],
  plate_number: ['platenumber', 'plate', '车牌号码', '車牌號碼', '车牌号', '車牌號', '车牌', '車牌'],
}
const type_words: Readonly<Record<string, number>> = {
  initialentry: 0,
  初始入场: 0,
  初始進場: 0,
  entry: 1,
  in: 1,
  入场: 1,
  進場: 1,
  进场: 1,
  驶入: 1,
  駛入: 1,
  update: 2,
  更新: 2,
  exit: 3,
  out: 3,
  出场: 3,
  出場: 3,
  离场: 3,
  離場: 3,
  驶出: 3,
  駛出: 3,
}

const normalized = (text: string): string => text.toLowerCase().replace(/[\s_\-./()（）]/g, '')

/** The columns of the last mapping if the file has them, otherwise guessed by name. */
export function guessColumns({ header }: Table, last: Mapping | null): Mapping['columns'] {
  const guess = (column: Column): string => {
    const known = last?.columns[column]
    if (known !== undefined && known !== '' && header.includes(known)) return known
    for (const name of names[column]) {
      const found = header.find((one) => normalized(one) === name)
      if (found !== undefined) return found
    }
    return ''
  }
  return {
    uuid: guess('uuid'),
    time: guess('time'),
    event_type: guess('event_type'),
    lot_no: guess('lot_no'),
    plate_number: guess('plate_number'),
  }
}

/** Every word in the type column with its type: from the last mapping, as a number, or by its name. */
export function guessTypes(table: Table, column: string, last: Mapping | null): Mapping['types'] {
  const at = table.header.indexOf(column)
  if (at < 0) return []
  const words = new Set(table.rows.map(({ cells }) => cells[at] ?? ''))
  return [...words].slice(0, 50).map((word) => {
    const known = last?.types.find((one) => one.word === word)
    if (known) return known
    const number = /^\d{1,2}$/.test(word) ? Number(word) : type_words[normalized(word)]
    return { word, event_type: number ?? null }
  })
}

const time_pattern = new RegExp(
  String.raw`^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[ T]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?` +
    String.raw`(Z|[+-]\d\d:?\d\d)?$`,
)

/**
 * Parses `2026-11-23 08:30:00`, `2026/11/23 8:30`, ISO 8601, and seconds or milliseconds since 1970; returns
 * undefined for anything else. A time without an offset is in the device's zone.
 */
export function timeOf(cell: string): number | undefined {
  if (/^\d{10}(\.\d+)?$/.test(cell)) return Math.round(Number(cell) * 1000)
  if (/^\d{13}$/.test(cell)) return Number(cell)
  const parts = time_pattern.exec(cell)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second = '00', zone] = parts
  const two = (digits = '') => digits.padStart(2, '0')
  const date = `${year}-${two(month)}-${two(day)}`
  const clock = `${two(hour)}:${minute}:${second}`
  // A Date would accept 30 February.
  if (stampOf(wallOf(`${date} ${clock}`)) !== `${date} ${clock}`) return undefined
  const moment = zone
    ? new Date(`${date}T${clock}${zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(-2)}`}`)
    : momentOf(`${date} ${clock}`)
  const ms = moment?.getTime()
  return ms === undefined || Number.isNaN(ms) ? undefined : ms
}

/** The rows whose type is compared, and the faults of the rows that could not be read. */
export function rowsOf(table: Table, mapping: Mapping): { rows: Row[]; faults: RowFault[] } {
  const at = (column: Column) => table.header.indexOf(mapping.columns[column])
  const [time, uuid, type, lot, plate] = columns.map(at) as [number, number, number, number, number]
  const types = new Map(mapping.types.map((one) => [one.word, one.event_type]))
  const rows: Row[] = []
  const faults: RowFault[] = []
  for (const { line, cells } of table.rows) {
    const cell = (column: number) => (column < 0 ? '' : (cells[column] ?? ''))
    const event_type = type < 0 ? null : (types.get(cell(type)) ?? null)
    if (type >= 0 && event_type === null) continue
    const time_ms = timeOf(cell(time))
    const id = cell(uuid)
    const long = [id, cell(lot), cell(plate)].find((one) => one.length > 64)
    if (time_ms === undefined) faults.push({ line, what: 'time', cell: cell(time) })
    else if (/^\d(\.\d+)?E\+\d+$/i.test(id)) faults.push({ line, what: 'rounded', cell: id })
    else if (long !== undefined) faults.push({ line, what: 'long', cell: long.slice(0, 64) })
    else rows.push({ line, uuid: id, time_ms, event_type, lot_no: cell(lot), plate_number: cell(plate) })
  }
  return { rows, faults }
}

const edge_ms = 300_000

/** The rows of each day on the device's clock, plus those within five minutes of it; oldest day first. */
export function daysOf(rows: readonly Row[]): { day: string; rows: Row[] }[] {
  const days = new Map<string, Row[]>()
  const own = new Set<string>()
  for (const row of rows) {
    own.add(formatDate(row.time_ms))
    for (const day of new Set([-edge_ms, 0, edge_ms].map((by) => formatDate(row.time_ms + by)))) {
      const list = days.get(day)
      if (list) list.push(row)
      else days.set(day, [row])
    }
  }
  return [...own].toSorted().map((day) => ({ day, rows: days.get(day)! }))
}
