/** Which column and which word of an export means what: by the last mapping, or by the usual names. Pure. */
import type { BodyAt } from '#src/core/api.ts'
import { arrivals, departures } from './open-stays.ts'
import type { Table } from './read-file.ts'

export type Mapping = BodyAt<'/api/parking/update_reconcile_mapping'>
export type Column = keyof Mapping['columns']
/** `event_type`: undefined until the user has chosen; null: such rows are not compared. */
export type TypeWord = { readonly word: string; readonly event_type: number | null | undefined }

export const columns = [
  'time',
  'exit_time',
  'uuid',
  'exit_uuid',
  'event_type',
  'lot_no',
  'plate_number',
] as const satisfies readonly Column[]

/** Usual names of a column, in lower case, without spaces, dashes and underscores. */
const names: Readonly<Record<Column, string>> = {
  time:
    'eventtime time 事件时间 事件時間 发生时间 發生時間 时间 時間 eventtimestr ' +
    '入场时间 进场时间 驶入时间 停入时间 入位时间 入車時間 進場時間 入場時間 駛入時間 停入時間 ' +
    'entrytime intime entertime arrivaltime starttime timein',
  exit_time:
    '出场时间 离场时间 驶离时间 驶出时间 离开时间 离位时间 出場時間 離場時間 駛離時間 駛出時間 離開時間 ' +
    'exittime outtime leavetime departuretime endtime timeout',
  uuid:
    'uuid eventid eventuuid 事件编号 事件編號 事件id 流水号 流水號 id ' +
    '入场事件编号 进场事件编号 進場事件編號 入場事件編號 entryuuid inuuid entryeventid',
  exit_uuid: '出场事件编号 离场事件编号 出場事件編號 離場事件編號 exituuid outuuid exiteventid',
  event_type: 'eventtype type 事件类型 事件類型 类型 類型 direction 方向 进出 進出 进出类型 進出類型 inout',
  lot_no: 'lotno lot parkingspace space 泊位编号 车格编号 車格編號 泊位 車格 泊位号 车位 車位 车位号 車位號',
  plate_number: 'platenumber plate plateno 车牌号码 車牌號碼 车牌号 車牌號 车牌 車牌 号牌 號牌',
}

const entry_words =
  'entry in enter entered entrance arrive arrival arrived checkin 入场 进场 入場 進場 驶入 駛入 进入 進入 ' +
  '停入 入位 入库 入庫 入车 入車 进车 進車 到达 到達 进 進 入'
const exit_words =
  'exit exited out leave leaving left depart departure departed checkout 出场 离场 出場 離場 驶离 駛離 ' +
  '驶出 駛出 离开 離開 离位 離位 出库 出庫 出位 出车 出車 离去 離去 离 離 出'
const type_words: Readonly<Record<string, number>> = {
  initialentry: 0,
  初始入场: 0,
  初始進場: 0,
  update: 2,
  更新: 2,
  ...Object.fromEntries(entry_words.split(' ').map((word) => [word, 1])),
  ...Object.fromEntries(exit_words.split(' ').map((word) => [word, 3])),
}

/** All usual names of columns and types. */
export const usual_names = [...Object.values(names), entry_words, exit_words].join(' ')

const normalized = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-./()]/g, '')
const all_names = new Set(Object.values(names).flatMap((list) => list.split(' ')))
/** Whether a cell is the usual name of a column. */
export const isColumnName = (cell: string): boolean => all_names.has(normalized(cell))
/** Whether a cell names a column or, below a merged cell, an entry or exit. */
export const isColumnWord = (cell: string): boolean => isColumnName(cell) || usualType(cell) !== undefined

/** The usual type of a word, also with the vehicle before it: 车辆离场. */
const usualType = (word: string): number | undefined =>
  type_words[normalized(word)] ?? type_words[normalized(word).replace(/^(?:车辆|車輛|vehicle|car)/, '')]

/** The columns of the last mapping if the file has them, otherwise guessed by name. */
export function guessColumns({ header }: Table, last: Mapping | null): Mapping['columns'] {
  const guess = (column: Column): string => {
    const known = last?.columns[column]
    if (known !== undefined && known !== '' && header.includes(known)) return known
    for (const name of names[column].split(' ')) {
      const found = header.find((one) => normalized(one) === name)
      if (found !== undefined) return found
    }
    return ''
  }
  const guessed = Object.fromEntries(columns.map((column) => [column, guess(column)])) as Mapping['columns']
  // A file of events may also say when each stay ended: it has one row a stay only if it has no types.
  const one_row_a_stay = guessed.exit_time !== '' && guessed.event_type === ''
  return one_row_a_stay ? guessed : { ...guessed, exit_time: '', exit_uuid: '' }
}

/** The offset that the user chose for an earlier file with these columns; undefined if there was none. */
export const offsetKept = ({ header }: Table, last: Mapping | null): Mapping['utc_offset'] =>
  Object.values(last?.columns ?? {}).every((name) => name === '' || header.includes(name))
    ? last?.utc_offset
    : undefined

/** As the contract has it, `reconcile_mapping`. */
const [max_words, max_letters] = [50, 100]

/** The type of an event that a row with this word belongs to. */
export type KnownType = { readonly word: string; readonly event_type: number }

/** The words in a column; undefined if these cannot be types, because they are too many or too long. */
export function wordsIn({ header, rows }: Table, column: string): string[] | undefined {
  const at = header.indexOf(column)
  if (at < 0) return []
  const words = [...new Set(rows.map(({ cells }) => cells[at] ?? ''))]
  return words.length <= max_words && words.every(({ length }) => length <= max_letters) ? words : undefined
}

/** Entries of any kind are one thing to a platform, and so are exits. */
const kindOf = (type: number): string | number =>
  arrivals.includes(type) ? 'arrival' : departures.includes(type) ? 'departure' : type

/** The type that more than half of these rows have, as `kindOf` has it; undefined if there is none. */
function typeSeen(rows: readonly KnownType[]): number | undefined {
  const kind = rows
    .map(({ event_type }) => kindOf(event_type))
    .find((one, _, all) => all.filter((other) => other === one).length * 2 > all.length)
  const types = new Set(rows.flatMap(({ event_type }) => (kindOf(event_type) === kind ? [event_type] : [])))
  return types.size === 1 ? [...types][0] : kind === 'arrival' ? 1 : kind === 'departure' ? 3 : undefined
}

/**
 * Every word in the type column with its type: from the last mapping, by its name, or by rows whose events
 * are known. If more than half of these rows contradict it, the user decides. Numbers count as the device's
 * own codes only if exits (3) are among them and known rows contradict none: others write 0, 1 or 1, 2.
 */
export function guessTypes(
  table: Table,
  column: string,
  last: Mapping | null,
  known: readonly KnownType[],
): TypeWord[] {
  const words = wordsIn(table, column) ?? []
  const seen = new Map(words.map((word) => [word, typeSeen(known.filter((one) => one.word === word))]))
  const isContradicted = (word: string, type: number) => {
    const other = seen.get(word)
    return other !== undefined && kindOf(other) !== kindOf(type)
  }
  const numbers = words.filter((word) => /^(\d|10)$/.test(word))
  const codes = words.includes('3') && !numbers.some((word) => isContradicted(word, Number(word)))
  return words.map((word) => {
    const kept = last?.types.find((one) => one.word === word)
    const own = codes && numbers.includes(word) ? Number(word) : undefined
    const type = kept ? kept.event_type : (own ?? usualType(word) ?? seen.get(word))
    const unsure = typeof type === 'number' && isContradicted(word, type)
    return { word, event_type: unsure ? undefined : type }
  })
}

/** The mapping to keep for the next file, with the words of earlier files. */
export const kept = (last: Mapping | null, { types, ...rest }: Mapping): Mapping => ({
  ...rest,
  types: [
    ...types,
    ...(last?.types ?? []).filter(({ word }) => !types.some((one) => one.word === word)),
  ].slice(0, max_words),
})
