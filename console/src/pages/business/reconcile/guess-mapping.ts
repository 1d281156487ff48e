/** Which column and which word of an export means what: by the last mapping, or by the usual names. Pure. */
import type { BodyAt } from '#src/core/api.ts'
import { arrivals, departures } from './open-stays.ts'
import { columnAt, type Table } from './read-file.ts'
import { isUuid, uuidIn } from './cells/uuid-cell.ts'
import { namedColumns } from './proven-columns.ts'
import { usualType, type NamedColumn } from './usual-names.ts'

export type Mapping = BodyAt<'/api/parking/update_reconcile_mapping'>
export type Column = keyof Mapping['columns']
/** `event_type`: undefined until the user has chosen; null: such rows are not compared. */
export type TypeWord = { readonly word: string; readonly event_type: number | null | undefined }

export const columns = [
  'time',
  'exit_time',
  'length',
  'uuid',
  'exit_uuid',
  'event_type',
  'lot_no',
  'plate_number',
] as const satisfies readonly Column[]

/**
 * The columns of the last mapping if the file has them, otherwise guessed by name: uuids only where the cells
 * are uuids, if any are, and types only where the words are not all foreign while another column has them.
 */
export function guessColumns(table: Table, last: Mapping | null): Mapping['columns'] {
  const { header } = table
  const named = namedColumns(table)
  const guess = (column: Column, ...wanted: readonly NamedColumn[]): string => {
    const known = last?.columns[column]
    if (known !== undefined && known !== '' && header.includes(known)) return known
    for (const one of wanted) {
      const found = header.filter((_, at) => named[at] === one)
      // A time counts before the date beside it.
      const first = found.find((name) => !/日期$|date$/i.test(name.trim())) ?? found[0]
      if (first !== undefined) return first
    }
    return ''
  }
  const holds = (name: string) =>
    table.rows.some(({ cells }) => isUuid(uuidIn(cells[columnAt(table, name)] ?? '')))
  const uuidColumn = (column: 'uuid' | 'exit_uuid'): string => {
    const by_name = header.filter((_, at) => named[at] === column)
    const [by_cells, another] = column === 'uuid' ? header.filter(holds) : []
    return (
      [guess(column, column), ...by_name].find(holds) ??
      (by_cells !== undefined && another === undefined ? by_cells : guess(column, column))
    )
  }
  const exit_time = guess('exit_time', 'exit_time')
  const hasTypes = (name: string) => {
    const words = name === '' ? [] : (wordsIn(table, name) ?? [])
    return words.some((word) => usualType(word) !== undefined || /^(?:\d|10)$/.test(word))
  }
  const allTypes = (name: string) => {
    const words = (wordsIn(table, name) ?? []).filter((word) => word !== '')
    const types = new Set(words.map(usualType))
    // Beside times of entry and exit, a column that says 入口 in every row names the gate.
    return words.length > 0 && !types.has(undefined) && (types.size > 1 || exit_time === '')
  }
  const typeColumn = (): string => {
    const by_name = guess('event_type', 'event_type')
    if (by_name === last?.columns.event_type || hasTypes(by_name)) return by_name
    return header.find((name) => name !== '' && allTypes(name)) ?? by_name
  }
  const event_type = typeColumn()
  const length = guess('length', 'length')
  // A file of events may also say when each stay ended: it has one row a stay only if it has no such types.
  const one_row_a_stay =
    (exit_time !== '' || length !== '') &&
    (event_type === '' || (!hasTypes(event_type) && last?.columns.event_type !== event_type))
  const rest = {
    uuid: uuidColumn('uuid'),
    lot_no: guess('lot_no', 'lot_no'),
    plate_number: guess('plate_number', 'plate_number'),
  }
  const entry_time = guess('time', 'entry_time', 'event_time')
  return one_row_a_stay
    ? {
        ...rest,
        time: entry_time,
        exit_time,
        // Only if one of the times is missing.
        length: entry_time === '' || exit_time === '' ? length : '',
        exit_uuid: uuidColumn('exit_uuid'),
        event_type: '',
      }
    : {
        ...rest,
        time: guess('time', 'event_time', 'entry_time'),
        exit_time: '',
        length: '',
        exit_uuid: '',
        event_type,
      }
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
export function wordsIn(table: Table, column: string): string[] | undefined {
  const at = columnAt(table, column)
  if (at < 0) return []
  const words = [...new Set(table.rows.map(({ cells }) => cells[at] ?? ''))]
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
