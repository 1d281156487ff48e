/** View, filter and sorting of the scene list: read from the URL and applied to the rows. */
import type { LotRow, SceneRow } from './scene-rows.ts'

export type View = 'scenes' | 'lots'
export const viewIn = (search: URLSearchParams): View => (search.get('view') === 'lots' ? 'lots' : 'scenes')

export const filter_names = [
  'text',
  'camera_sn',
  'parking_no',
  'scene_type',
  'lot_type',
  'enabled',
  'warned',
] as const
export type FilterName = (typeof filter_names)[number]
/** Strings as in the URL; an absent name does not filter. */
export type Filter = { readonly [Name in FilterName]?: string }

export const no_filter = Object.fromEntries(filter_names.map((name) => [name, undefined]))

/** Reads the filter; `lot_type` counts only in the view of lots. */
export const filterIn = (search: URLSearchParams): Filter =>
  Object.fromEntries(
    filter_names.flatMap((name) => {
      const value = search.get(name)?.trim()
      return value && (name !== 'lot_type' || viewIn(search) === 'lots') ? [[name, value]] : []
    }),
  )

const min_id_length = 6

export function filtered<Row extends SceneRow>(rows: readonly Row[], filter: Filter): readonly Row[] {
  const { camera_sn, parking_no, scene_type, lot_type, enabled, warned } = filter
  const text = filter.text?.toLowerCase()
  return Object.keys(filter).length === 0
    ? rows
    : rows.filter((row) => {
        const { scene, warnings } = row
        return (
          (camera_sn === undefined || scene.camera_sn === camera_sn) &&
          (parking_no === undefined || scene.parking_no === parking_no) &&
          (scene_type === undefined || String(scene.scene_type) === scene_type) &&
          (lot_type === undefined || String(lotOf(row)?.lot_type) === lot_type) &&
          (enabled === undefined || scene.enabled === (enabled === '1')) &&
          (warned === undefined || warnings.length > 0) &&
          (text === undefined || matchesText(row, text))
        )
      })
}

/**
 * Searches lot numbers, the camera's name and the scene's id. Short texts are not searched in ids: "A01"
 * occurs in many UUIDs.
 */
const matchesText = ({ text: own, scene: { scene_id } }: SceneRow, text: string): boolean =>
  own.includes(text) || (text.length >= min_id_length && scene_id.toLowerCase().includes(text))

const lotOf = (row: SceneRow): LotRow['lot'] | undefined => ('lot' in row ? (row as LotRow).lot : undefined)

type Key = string | number
const by_scene = {
  camera: ({ scene }: SceneRow): Key => natural(scene.camera_name),
  scene_type: ({ scene }: SceneRow): Key => scene.scene_type,
  enabled: ({ scene }: SceneRow): Key => (scene.enabled ? 0 : 1),
  parking_no: ({ scene }: SceneRow): Key => natural(scene.parking_no),
}
const keys = {
  scenes: {
    ...by_scene,
    lot_num: ({ scene }: SceneRow): Key => scene.lot_num,
    direction: ({ scene }: SceneRow): Key => scene.direction,
    reference: ({ scene }: SceneRow): Key => (scene.ref_snapshot === '' ? 1 : 0),
    update_time: ({ scene }: SceneRow): Key => scene.update_time_str,
  },
  lots: {
    ...by_scene,
    lot_no: ({ lot }: LotRow): Key => natural(lot.lot_no),
    lot_type: ({ lot }: LotRow): Key => lot.lot_type,
    lot_posture: ({ lot }: LotRow): Key => lot.lot_posture,
    motor_num: ({ lot }: LotRow): Key => lot.motor_num,
    difficult: ({ lot }: LotRow): Key => lot.difficult,
  },
} as const satisfies Record<View, Record<string, (row: LotRow) => Key>>

export type SortName = keyof (typeof keys)['scenes'] | keyof (typeof keys)['lots']
export type Sort = { readonly by: SortName; readonly down: boolean }

/** `sort=lot_no`, or `sort=-lot_no` for descending; undefined for the order of the device. */
export function sortIn(search: URLSearchParams): Sort | undefined {
  const text = search.get('sort') ?? ''
  const by = text.replace(/^-/, '')
  return Object.hasOwn(keys[viewIn(search)], by)
    ? { by: by as SortName, down: text.startsWith('-') }
    : undefined
}

/** The reverse of `sortIn`: the value of `sort` in the URL. */
export const sortText = (sort: Sort | undefined): string | undefined =>
  sort && `${sort.down ? '-' : ''}${sort.by}`

/** The next sort order after a press on a column: ascending, descending, then the order of the device. */
export const nextSort = (sort: Sort | undefined, by: SortName): Sort | undefined =>
  sort?.by !== by ? { by, down: false } : sort.down ? undefined : { by, down: true }

/** Sorts the rows; equal rows keep their order. */
export function sorted<Row extends SceneRow>(
  rows: readonly Row[],
  view: View,
  sort: Sort | undefined,
): readonly Row[] {
  const keyOf = sort && (keys[view] as Partial<Record<SortName, (row: Row) => Key>>)[sort.by]
  if (!keyOf) return rows
  const way = sort.down ? -1 : 1
  // Each key is computed only once: sorting twelve thousand lots takes some hundred thousand comparisons.
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((one, other) => (one.key < other.key ? -way : one.key > other.key ? way : 0))
    .map(({ row }) => row)
}

/** A2 comes before A10. */
function natural(text: string): string {
  return text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'))
}
