/**
 * Converts rows of the export to what is compared: a record for each event that a row reports. A row of a
 * stay reports two. Pure.
 */
import { event_type } from '@parking/contract/core/codes.ts'
import { readTime, timeReader, type FileOffset, type KnownTime } from './file-time.ts'
import type { Column, KnownType, Mapping } from './guess-mapping.ts'
import { plateInCell } from './cells/plate-cell.ts'
import { columnAt, type Table } from './read-file.ts'
import { shownParts } from './cells/shown-plate.ts'
import { isShortened } from './cells/spreadsheet-cell.ts'
import { readLength } from './cells/stay-length.ts'
import { isUuid, uuidIn } from './cells/uuid-cell.ts'

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
  /** It was computed from the other time of the stay and its length. */
  readonly derived: boolean
  /** By how much the true time may be before and after `time_ms`. */
  readonly early_ms: number
  readonly late_ms: number
  /** null if the file has no types. */
  readonly event_type: number | null
  /** Empty if the file has no lots. */
  readonly lot_no: string
  /** Empty for a vehicle without a plate; null if the file has none, or a spreadsheet overwrote it. */
  readonly plate_number: string | null
  /** What the file shows of a plate if it hides a part (`shownParts`); null if it hides nothing. */
  readonly shown: readonly string[] | null
}
export type RowFault = {
  readonly line: number
  readonly what: 'time' | 'exit_time' | 'rounded' | 'length' | 'underived'
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
const no_value = 'null nil none na nan nat undefined 无 無 空 暂无 暫無'.split(' ')
const still_parked = new Set(
  (
    '未出场 未出場 未离场 未離場 未驶离 未駛離 未离开 未離開 未结束 ' +
    '未結束 在场 在場 在位 在停 停车中 停車中 停放中 进行中 進行中 未出 未离 未離 parked parking notexited stillparked'
  ).split(' '),
)
const no_exit_pattern = new RegExp(
  String.raw`^(?:0000-00-00|(?:0001|1900|1970)[-/]0?1[-/]0?[01](?!\d)|` +
    String.raw`(?:1899|2099|9999)[-/]12[-/]3[01]|0?1[-/]0?1[-/]0001)`,
)
const bareOf = (cell: string): string =>
  cell
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
/** Whether a cell says that there was no exit: empty, a dash, a word, or a date that stands for none. */
export const isNoExit = (cell: string): boolean => {
  const bare = bareOf(cell)
  return bare === ''
    ? !cell.includes('?')
    : no_value.includes(bare) ||
        cell === '\\N' ||
        still_parked.has(bare.replace(/^[尚仍还還]/, '')) ||
        no_exit_pattern.test(cell) ||
        /^0+$/.test(bare)
}

/** Whether a column holds uuids of events: other numbers of the platform do not identify an event here. */
export function holdsUuids(table: Table, column: string): boolean {
  const at = columnAt(table, column)
  return at >= 0 && table.rows.some(({ cells }) => isUuid(uuidIn(cells[at] ?? '')))
}

/** A file with one row a stay names the time of exit, or the length of the stay. */
export const isOfStays = ({ exit_time, length = '' }: Mapping['columns']): boolean =>
  exit_time !== '' || length !== ''

export function recordsOf(table: Table, { columns, types, utc_offset }: Mapping): FileRecords {
  const at = (column: Column) => columnAt(table, columns[column])
  const uuidAt = (column: 'uuid' | 'exit_uuid') => (holdsUuids(table, columns[column]) ? at(column) : -1)
  const [uuid, exit_uuid] = [uuidAt('uuid'), uuidAt('exit_uuid')]
  const [time, exit_time, length, type] = [at('time'), at('exit_time'), at('length'), at('event_type')]
  const [lot, plate] = [at('lot_no'), at('plate_number')]
  const timeOf = timeReader(utc_offset ?? null)
  const words = new Map(types.map((one) => [one.word, one.event_type]))
  const [records, faults, not_compared]: [FileRecord[], RowFault[], Map<string, number>] = [[], [], new Map()]
  let [without_exit, overwritten_plates] = [0, 0]
  for (const { line, cells } of table.rows) {
    const cell = (column: number) => (column < 0 ? '' : (cells[column] ?? ''))
    const [lot_no, plate_number] = [cell(lot), plate < 0 ? null : plateInCell(cell(plate))]
    if (plate >= 0 && plate_number === null) overwritten_plates += 1
    const shown = plate_number === null ? null : shownParts(plate_number)
    const fault = (what: RowFault['what'], written: string) =>
      faults.push({ line, what, cell: written, lot_no })
    const add = (what: 'time' | 'exit_time', id: string, of_type: number | null) => {
      const [own, other] = what === 'time' ? [time, exit_time] : [exit_time, time]
      const derived = own < 0 && other >= 0 && length >= 0
      const written = cell(derived ? other : own)
      const lasted = derived ? readLength(cell(length), table.header[length]!) : undefined
      if (isShortened(id)) return fault('rounded', id)
      if (derived && lasted === undefined && id === '') return fault('length', cell(length))
      const [read_ms, to_minute] = [timeOf(written), readTime(written)?.to_minute === true]
      if (read_ms === undefined && id === '') return fault(derived ? 'underived' : what, written)
      const { ms = 0, slack_ms = 0 } = lasted ?? {}
      const is_known = read_ms !== undefined && (!derived || lasted !== undefined)
      records.push({
        line,
        uuid: uuidIn(id),
        time_ms: is_known ? read_ms + (what === 'time' ? -ms : ms) : null,
        time_text: written,
        to_minute,
        derived,
        early_ms: slack_ms,
        late_ms: slack_ms + (to_minute ? minute_ms : 0),
        event_type: of_type,
        lot_no,
        plate_number,
        shown,
      })
    }
    if (isOfStays(columns)) {
      add('time', cell(uuid), event_type.entry)
      // A vehicle that is still parked has a length too: until the file was made.
      const is_open =
        exit_time >= 0
          ? isNoExit(cell(exit_time))
          : isNoExit(cell(length)) || cells.some((one) => still_parked.has(bareOf(one)))
      if (is_open && isNoExit(cell(exit_uuid))) without_exit += 1
      else add('exit_time', cell(exit_uuid), event_type.exit)
      continue
    }
    const of_type = type < 0 ? null : (words.get(cell(type)) ?? null)
    if (type >= 0 && of_type === null) not_compared.set(cell(type), (not_compared.get(cell(type)) ?? 0) + 1)
    else add('time', cell(uuid), of_type)
  }
  const total = table.rows.length * (isOfStays(columns) ? 2 : 1)
  return { records, faults, not_compared, overwritten_plates, without_exit, total }
}
const minute_ms = 60_000

/** The uuids of a file, each once; at most `most`, spread over the file. */
export function uuidsOf(table: Table, column: string, most: number): string[] {
  const at = columnAt(table, column)
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
  const [id_at, time_at, type_at] = [uuid, time, type].map((name) => columnAt(table, name))
  const [times, types]: [KnownTime[], KnownType[]] = [[], []]
  for (const { cells } of table.rows) {
    const event = known.get(uuidIn(cells[id_at!] ?? ''))
    if (!event) continue
    times.push({ cell: cells[time_at!] ?? '', event_ms: event.event_ms })
    types.push({ word: cells[type_at!] ?? '', event_type: event.event_type })
  }
  return { times, types }
}

/** Every time in the file, also derived ones, in milliseconds. */
export const timesOf = (table: Table, columns: Mapping['columns'], utc_offset: FileOffset): number[] =>
  recordsOf(table, { columns: { ...columns, event_type: '' }, types: [], utc_offset }).records.flatMap(
    ({ time_ms }) => time_ms ?? [],
  )
