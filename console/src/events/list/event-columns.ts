/** The columns of the event list. Each user selects the columns to show, and the browser remembers them. */
import { createStore, useStore } from '#src/lib/store.ts'

export const column_names = [
  'event_time_str',
  'lot_no',
  'parking_no',
  'camera_name',
  'event_type',
  'plate_number',
  'plate_color',
  'confidence',
  'status',
  'count_tried',
  'response_status',
  'send_time_str',
  'response_time_str',
  'create_time_str',
  'comment',
] as const
export type ColumnName = (typeof column_names)[number]

/** Columns that are always shown: the time opens an event. */
export const fixed_columns: readonly ColumnName[] = ['event_time_str', 'plate_number']
export const default_columns: readonly ColumnName[] = [
  'event_time_str',
  'lot_no',
  'camera_name',
  'event_type',
  'plate_number',
  'status',
  'count_tried',
  'response_status',
]
const storage_key = 'event-columns'

/** The stored columns; unknown names, of another version or edited by hand, are ignored. */
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
