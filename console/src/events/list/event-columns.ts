/**
 * The columns of the event list. Each user chooses the columns to show, and the browser stores the choice.
 */
import { createStore, useStore } from '#src/lib/store.ts'

/** By column: its width in rem, and its share of the remaining width. A width never depends on the rows. */
const widths = {
  picture: [4.25],
  event_time_str: [10.5],
  event_type: [5.25],
  plate_number: [8.25],
  lot_no: [4.25, 1],
  parking_no: [7, 1],
  camera_name: [6.25, 2],
  plate_color: [5.5],
  stay_ms: [4.75],
  confidence: [5],
  check: [4.75],
  status: [6.5],
  count_tried: [4.25],
  response_status: [5.25],
  response_time_str: [10.5],
  send_time_str: [10.5],
  create_time_str: [10.5],
  comment: [12, 2],
} as const satisfies Record<string, readonly [number, number?]>

export type ColumnName = keyof typeof widths
export const column_names = Object.keys(widths) as ColumnName[]

/** Whether a column holds free text of any length, as opposed to a value that the device formats. */
export const holdsText = (name: ColumnName): boolean => widths[name].length > 1

/** Columns that are always shown: the time is the link to the event. */
export const fixed_columns: readonly ColumnName[] = ['event_time_str', 'plate_number']
export const default_columns: readonly ColumnName[] = [
  'picture',
  'event_time_str',
  'event_type',
  'plate_number',
  'lot_no',
  'camera_name',
  'stay_ms',
  'confidence',
  'check',
  'status',
  'response_time_str',
]
const storage_key = 'event-columns'
const check_box_rem = 2.75

/** The width that fits next to the menu at 1440 pixels. */
const fitting_rem = 73

/** The widths of these columns as grid tracks, and the width that a row needs. */
export function tracksOf(columns: readonly ColumnName[], selectable: boolean) {
  const own = columns.map((name): readonly [number, number?] => widths[name])
  const grows = own.some(([, share]) => share !== undefined)
  const tracks = own.map(([rem, share = grows ? undefined : rem]) =>
    share === undefined ? `${rem}rem` : `minmax(${rem}rem, ${share}fr)`,
  )
  const min = own.reduce((sum, [rem]) => sum + rem, selectable ? check_box_rem : 0)
  return {
    tracks: [...(selectable ? [`${check_box_rem}rem`] : []), ...tracks].join(' '),
    min: `${min}rem`,
    wide: min > fitting_rem,
  }
}

/** The stored columns. Unknown names, from another version or edited by hand, are ignored. */
function storedColumns(): readonly ColumnName[] {
  const names = typeof localStorage === 'undefined' ? null : localStorage.getItem(storage_key)?.split(',')
  return names
    ? column_names.filter((name) => fixed_columns.includes(name) || names.includes(name))
    : default_columns
}
const columns = createStore(storedColumns())
columns.subscribe(() => localStorage.setItem(storage_key, columns.get().join(',')))
/** Columns are shown in the order of `column_names`. */
export const setColumns = (names: readonly ColumnName[]): void =>
  columns.set(column_names.filter((name) => names.includes(name)))
export const useColumns = (): readonly ColumnName[] => useStore(columns)
