/**
 * Converts rows of the export to what is compared: a record for each event that a row reports. A row of a
 * stay reports two. Pure.
 */
import { event_type } from '@parking/contract/core/codes.ts'
import { readTime, timeReader, type FileOffset, type KnownTime } from './file-time.ts'
import type { Column, KnownType, Mapping } from './guess-mapping.ts'
import { plateInCell } from './plate-cell.ts'
import type { Table } from './read-file.ts'
import { isShortened } from './spreadsheet-cell.ts'
import { isUuid, uuidIn } from './uuid-cell.ts'

export type FileRecord = {
  /** The line in the file, from 1. */
  readonly line: number
  /** In lower case; empty if the file has none. */
  readonly uuid: string
  /** null if the time cannot be read: only the uuid can tell which event it is. */
  readonly time_ms: number | null
  /** The time as it is written. */
  readonly time_text: string
  /** The time is written without seconds: it is any time of its minute. */
  readonly to_minute: boolean
  /** null if the file has no types. */
  readonly event_type: number | null
  /** Empty if the file has no lots. */
  readonly lot_no: string
  /** Empty for a vehicle without a plate; null if the file has none, or a spreadsheet overwrote it. */
  readonly plate_number: string | null
}
export type RowFault = {
  readonly line: number
  readonly what: 'time' | 'exit_time' | 'rounded'
  readonly cell: string
  readonly lot_no: string
}
export type FileRecords = {
  readonly records: readonly FileRecord[]
  readonly faults: readonly RowFault[]
  /** Rows whose word for the type is not compared, by word. */
  readonly not_compared: ReadonlyMap<string, number>
  /** Rows whose plate a spreadsheet turned into a date or a number. */
  readonly overwritten_plates: number
  /** Rows of stays without a time of exit. */
  readonly without_exit: number
  /** Rows of the file: with one row a stay, the two halves of each are counted. */
  readonly total: number
}

/** What exports write as the time of an exit that has not happened. */
const no_exit = new Set(
  (
    'null nil none na nan nat undefined 无 無 空 暂无 暫無 未出场 未出場 未离场 未離場 未驶离 未駛離 未离开 未離開 未结束 ' +
    '未結束 在场 在場 在位 在停 停车中 停車中 停放中 进行中 進行中 未出 未离 未離 parked parking notexited stillparked'
  ).split(' '),
)
const no_exit_pattern = /^(?:0000-00-00|(?:0001|1900|1970)[-/]0?1[-/]0?[01](?!\d)|(?:9999|2099)[-/]12[-/]31)/
/** Whether a cell says that there was no exit: empty, a dash, a word, or a date that stands for none. */
export const isNoExit = (cell: string): boolean => {
  const bare = cell
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return bare === ''
    ? !cell.includes('?')
    : no_exit.has(bare) || no_exit_pattern.test(cell) || /^0+$/.test(bare)
}

/** Whether a column holds uuids of events: other numbers of the platform do not identify an event here. */
export function holdsUuids(table: Table, column: string): boolean {
  const at = table.header.indexOf(column)
  return at >= 0 && table.rows.some(({ cells }) => isUuid(uuidIn(cells[at] ?? '')))
}

export function recordsOf(table: Table, { columns, types, utc_offset }: Mapping): FileRecords {
  const at = (column: Column) => table.header.indexOf(columns[column])
  const uuidAt = (column: 'uuid' | 'exit_uuid') => (holdsUuids(table, columns[column]) ? at(column) : -1)
  const [uuid, exit_uuid] = [uuidAt('uuid'), uuidAt('exit_uuid')]
  const [time, exit_time, type] = [at('time'), at('exit_time'), at('event_type')]
  const [lot, plate] = [at('lot_no'), at('plate_number')]
  const stays = exit_time >= 0
  const timeOf = timeReader(utc_offset ?? null)
  const words = new Map(types.map((one) => [one.word, one.event_type]))
  const [records, faults, not_compared]: [FileRecord[], RowFault[], Map<string, number>] = [[], [], new Map()]
  let [without_exit, overwritten_plates] = [0, 0]
  for (const { line, cells } of table.rows) {
    const cell = (column: number) => (column < 0 ? '' : (cells[column] ?? ''))
    const [lot_no, plate_number] = [cell(lot), plate < 0 ? null : plateInCell(cell(plate))]
    if (plate >= 0 && plate_number === null) overwritten_plates += 1
    const add = (what: 'time' | 'exit_time', written: string, id: string, of_type: number | null) => {
      const time_ms = timeOf(written) ?? null
      const to_minute = readTime(written)?.to_minute === true
      const facts = { time_ms, time_text: written, to_minute, event_type: of_type, lot_no, plate_number }
      if (isShortened(id)) faults.push({ line, what: 'rounded', cell: id, lot_no })
      else if (time_ms === null && id === '') faults.push({ line, what, cell: written, lot_no })
      else records.push({ line, uuid: uuidIn(id), ...facts })
    }
    if (stays) {
      add('time', cell(time), cell(uuid), event_type.entry)
      if (isNoExit(cell(exit_time)) && isNoExit(cell(exit_uuid))) without_exit += 1
      else add('exit_time', cell(exit_time), cell(exit_uuid), event_type.exit)
      continue
    }
    const of_type = type < 0 ? null : (words.get(cell(type)) ?? null)
    if (type >= 0 && of_type === null) not_compared.set(cell(type), (not_compared.get(cell(type)) ?? 0) + 1)
    else add('time', cell(time), cell(uuid), of_type)
  }
  const total = table.rows.length * (stays ? 2 : 1)
  return { records, faults, not_compared, overwritten_plates, without_exit, total }
}

/** The uuids of a file, each once; at most `most`, spread over the file. */
export function uuidsOf(table: Table, column: string, most: number): string[] {
  const at = table.header.indexOf(column)
  const all = [...new Set(table.rows.map(({ cells }) => uuidIn(cells[at] ?? '')).filter(isUuid))]
  const every = Math.max(1, Math.ceil(all.length / most))
  return all.filter((_, n) => n % every === 0)
}

/** What the rows of known events say of the file's times and words. */
export function knownIn(
  table: Table,
  { uuid, time, event_type: type }: Mapping['columns'],
  known: ReadonlyMap<string, { readonly event_ms: number; readonly event_type: number }>,
): { times: KnownTime[]; types: KnownType[] } {
  const [id_at, time_at, type_at] = [uuid, time, type].map((name) => table.header.indexOf(name))
  const [times, types]: [KnownTime[], KnownType[]] = [[], []]
  for (const { cells } of table.rows) {
    const event = known.get(uuidIn(cells[id_at!] ?? ''))
    if (!event) continue
    times.push({ cell: cells[time_at!] ?? '', event_ms: event.event_ms })
    types.push({ word: cells[type_at!] ?? '', event_type: event.event_type })
  }
  return { times, types }
}

/** Every time in the file, in milliseconds. */
export function timesOf(table: Table, columns: Mapping['columns'], offset: FileOffset): number[] {
  const timeOf = timeReader(offset)
  return [columns.time, columns.exit_time]
    .map((name) => table.header.indexOf(name))
    .filter((at) => at >= 0)
    .flatMap((at) => table.rows.map(({ cells }) => timeOf(cells[at] ?? '')))
    .filter((ms) => ms !== undefined)
}
